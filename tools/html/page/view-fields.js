// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout of an element, cache line by cache line, with the cost of its
// members.

view({
  id: "fields",
  title: "Members",
  hint:
    "An element's bytes, in lines of the cache. Bright members miss " +
    "most; struck out: never accessed here; hatched: padding.",
  has() {
    return Boolean(profile().fields);
  },
  get record() {
    return "memfacet-clang -g ...; " + recordCommand("");
  },
  build(place) {
    const of = profile().fields;
    this.index = 0;
    this.pick = make(
      "select",
      {
        "aria-label": "structure",
        onchange: () => {
          this.index = Number(this.pick.value);
          this.draw();
        },
      },
      of.map((f, i) =>
        make("option", { value: i }, shortened(f.page_name, 60)),
      ),
    );
    this.grid = make("div.layouts");
    place.append(make("div.tools", null, this.pick), this.grid);
  },
  update(changed) {
    if (changed.has("structure") || changed.has("all")) {
      const found = profile().fields.findIndex(
        (f) => f.page_id === state.structure,
      );
      if (found >= 0) this.index = found;
      this.pick.value = this.index;
    }
    this.draw();
  },
  // Returns a member's misses if the measure is a level, else its accesses.
  of(field) {
    return field.levels[state.measure]?.misses ?? field.accesses;
  },
  draw() {
    empty(this.grid);
    for (const table of profile().fields[this.index].tables)
      this.grid.append(this.layout(table));
  },
  layout(table) {
    const placed = table.fields.filter(
      (f) => f.role === "member" || f.role === "padding",
    );
    const all = table.fields.reduce((sum, f) => sum + this.of(f), 0);
    const most = Math.max(
      ...placed.map((f) => this.of(f) / Math.max(1, f.bytes)),
      1e-9,
    );
    const line = profile().head.line_bytes;
    const grid = make("div.layout");
    const rows = Math.min(Math.ceil(table.bytes / line), 64);
    for (let r = 0; r < rows; ++r)
      grid.append(this.lineOf(table, placed, r * line, line, all, most));
    const cold = placed.filter(
      (f) => f.role === "member" && f.accesses + f.in_wider === 0,
    );
    const holes = placed.filter((f) => f.role === "padding");
    const sum = (list) => list.reduce((s, f) => s + f.bytes, 0);
    const wide = table.fields.filter(
      (f) => f.role !== "member" && f.role !== "padding" && this.of(f) > 0,
    );
    return make(
      "figure",
      null,
      make(
        "figcaption",
        null,
        make("b", null, shortened(table.record, 60)),
        ` ${table.bytes} bytes` +
          (table.is_element ? "" : ", a type that it is accessed as") +
          `; ${sum(cold)} never accessed, ${sum(holes)} of padding`,
      ),
      grid,
      wide.map((f) =>
        make(
          "p.quiet",
          null,
          `${percent(this.of(f), all)} ${f.name || f.role}`,
        ),
      ),
      this.pairs(table),
    );
  },
  titleOf(f, all) {
    if (f.role === "padding")
      return `${f.bytes} bytes of padding at ${f.offset}`;
    return (
      `${f.name} (${f.type}), ${f.bytes} bytes at ${f.offset}: ` +
      `${count(f.accesses)} accesses, ` +
      `${percent(this.of(f), all)} of ${measureText()}`
    );
  },
  lineOf(table, placed, begin, line, all, most) {
    const row = make("div.line", { "data-offset": begin });
    row.style.gridTemplateColumns = `repeat(${line}, 1fr)`;
    for (const f of placed) {
      const from = Math.max(f.offset, begin),
        to = Math.min(f.offset + f.bytes, begin + line);
      if (from >= to) continue;
      const cold = f.role === "member" && f.accesses + f.in_wider === 0;
      const share = this.of(f) / Math.max(1, f.bytes) / most;
      const text = f.role === "padding" ? "" : f.name;
      const cell = make(
        "span.member",
        {
          title: this.titleOf(f, all),
        },
        make("span", null, text),
        f.role === "padding"
          ? null
          : make("small", null, cold ? "cold" : percent(this.of(f), all)),
      );
      cell.style.gridColumn = `${from - begin + 1} / ${to - begin + 1}`;
      if (f.role === "padding") cell.classList.add("hole");
      else if (cold) cell.classList.add("cold");
      else {
        cell.style.background = heatCss(Math.sqrt(share));
        cell.style.color = heatInk(Math.sqrt(share));
      }
      row.append(cell);
    }
    return row;
  },
  pairs(table) {
    const best = table.together
      .filter((p) => p.together * 4 >= p.either)
      .slice(0, 6);
    if (best.length === 0) return null;
    return make(
      "p.quiet",
      null,
      "used together: " +
        best
          .map(
            (p) =>
              p.fields.map((i) => table.fields[i].name).join(" + ") +
              " " +
              percent(p.together, p.either),
          )
          .join(", "),
    );
  },
  table() {
    const rows = profile().fields[this.index].tables.flatMap((t) =>
      t.fields.map((f) => ({ ...f, record: t.record })),
    );
    return {
      columns: [
        { head: "record", value: (f) => f.record },
        { head: "member", value: (f) => f.name || f.role },
        { head: "type", value: (f) => f.type },
        { head: "offset", number: true, value: (f) => f.offset },
        { head: "bytes", number: true, value: (f) => f.bytes },
        {
          head: "loads",
          number: true,
          value: (f) => f.loads,
          text: (f) => count(f.loads),
        },
        {
          head: "stores",
          number: true,
          value: (f) => f.stores,
          text: (f) => count(f.stores),
        },
        ...profile().head.levels.map((l, i) => ({
          head: l.name + " misses",
          number: true,
          value: (f) => f.levels[i].misses,
          text: (f) => count(f.levels[i].misses),
        })),
      ],
      rows,
    };
  },
});
