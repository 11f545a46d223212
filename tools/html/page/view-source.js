// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source code with misses in the margin.

view({
  id: "source",
  title: "Source",
  has() {
    return (profile().source?.length ?? 0) > 0;
  },
  get record() {
    return "memfacet-clang -g ...; " + recordCommand("");
  },
  build(place) {
    this.file = 0;
    this.whole = false;
    this.pick = make("select", {
      "aria-label": "file",
      onchange: () => {
        this.file = Number(this.pick.value);
        this.draw();
      },
    });
    place.append(
      make(
        "p.hint",
        null,
        "Lines with counts, of the whole run" +
          (profile().head.threads.length > 1 ? " and all threads" : "") +
          "; of what is selected, where that is known." +
          (doc.source
            ? ""
            : " The text was left out of this page (--no-source)."),
      ),
      make(
        "div.tools",
        null,
        this.pick,
        choice(
          "lines",
          [
            ["near", "near accesses"],
            ["all", "all lines"],
          ],
          "near",
          (which) => {
            this.whole = which === "all";
            this.draw();
          },
        ),
      ),
    );
    this.code = make("div.scrolls.code", {
      tabindex: "0",
      role: "region",
      "aria-label": "source",
    });
    place.append(this.code);
  },
  // The sites of a time, a thread or a phase are not divided by structure.
  follows() {
    return selectedSites() && state.structure === null
      ? ["time", "thread", "phase"]
      : ["structure"];
  },
  sites() {
    return state.structure === null ? selectedSites() : null;
  },
  // Returns the count of a line: of the selected structure if there is one,
  // else of the selected time, thread and phase.
  of([line, accesses, misses, parts], file) {
    const sites = this.sites();
    if (sites) return sites.get(`${file.file}:${line}`) ?? 0;
    const level =
      state.measure < profile().head.levels.length ? state.measure : -1;
    if (state.structure === null) return level < 0 ? accesses : misses[level];
    const part = parts.find(([id]) => id === state.structure);
    return part ? part[1][Math.max(0, level)] : 0;
  },
  total(file) {
    return file.lines.reduce((sum, line) => sum + this.of(line, file), 0);
  },
  update(changed) {
    const files = profile().source;
    const sums = files.map((f) => this.total(f));
    const all = sums.reduce((a, b) => a + b, 0);
    const chosen = ["structure", "time", "thread", "phase", "all"];
    if (chosen.some((key) => changed.has(key)))
      this.file = sums.indexOf(Math.max(...sums));
    empty(this.pick).append(
      ...files.map((f, i) =>
        make(
          "option",
          { value: i },
          `${percent(sums[i], all)}  ${shortened(f.file, 70)}`,
        ),
      ),
    );
    this.pick.value = this.file;
    this.draw();
  },
  draw() {
    const file = profile().source[this.file];
    const byLine = new Map(file.lines.map((line) => [line[0], line]));
    const text = new Map(file.text);
    const all = this.total(file),
      most = Math.max(1, ...file.lines.map((l) => this.of(l, file)));
    const numbersOf = this.numbersOf(file, byLine, text);
    const table = make("table.code");
    table.append(
      make(
        "tr",
        null,
        make("th.number", null, this.unit()),
        make("th"),
        make("th.number", null, "line"),
        make("th", null, shortened(file.file, 80)),
      ),
    );
    let before = 0;
    for (const number of numbersOf) {
      if (before && number !== before + 1)
        table.append(
          make("tr.gap", null, make("td", { colspan: 4 }, "\u22ee")),
        );
      before = number;
      table.append(
        this.rowOf(
          file,
          number,
          byLine.get(number),
          text.get(number),
          all,
          most,
        ),
      );
    }
    empty(this.code).append(table);
    // Scrolls so that the hottest line is in the middle.
    const hottest = file.lines.reduce(
      (a, b) => (this.of(b, file) > this.of(a, file) ? b : a),
      file.lines[0],
    );
    const row = table.querySelector(`[data-line="${hottest[0]}"]`);
    if (row) this.code.scrollTop = row.offsetTop - this.code.clientHeight / 2;
  },
  unit() {
    if (this.sites()) return profile().phases.intervals.sites.level + " misses";
    const level = profile().head.levels[state.measure];
    return level
      ? level.name + " misses"
      : state.structure === null
        ? "accesses"
        : profile().head.levels[0].name + " misses";
  },
  numbersOf(file, byLine, text) {
    if (text.size === 0) return [...byLine.keys()];
    const chosen = new Set();
    for (const [number, line] of byLine)
      if (this.whole || this.of(line, file) > 0)
        for (let n = number - 3; n <= number + 3; ++n)
          if (text.has(n)) chosen.add(n);
    for (const n of this.whole ? text.keys() : byLine.keys()) chosen.add(n);
    const all = [...chosen].sort((a, b) => a - b);
    // Shows gaps of one or two lines, as a mark for a gap takes as much room.
    return all.flatMap((n, i) => [
      n,
      ...[n + 1, n + 2].filter(
        (m) => m < all[i + 1] && all[i + 1] - n <= 3 && text.has(m),
      ),
    ]);
  },
  titleOf([, accesses, misses], who) {
    const levels = misses.map(
      (m, l) => `${profile().head.levels[l].name} ${count(m)}`,
    );
    return `${count(accesses)} accesses; ${levels.join(", ")}; ${who}`;
  },
  rowOf(file, number, line, text, all, most) {
    const here = line ? this.of(line, file) : 0;
    const bar = make("i");
    bar.style.width = (100 * here) / most + "%";
    const who = line
      ? line[3]
          .filter(([, m]) => m[0] > 0)
          .map(([id, m]) => `${structureName(id)}: ${count(m[0])}`)
          .join(", ")
      : "";
    return make(
      "tr",
      {
        "data-line": number,
        title: line ? this.titleOf(line, who) : null,
      },
      make(
        "td.number",
        null,
        here > 0 ? `${count(here)}  ${percent(here, all)}` : "",
      ),
      make("td.margin", null, bar),
      make("td.number.quiet", null, String(number)),
      make("td.text", null, text ?? (line && line[3].length > 0 ? who : "")),
    );
  },
});
