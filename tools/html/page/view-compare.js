// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two profiles side by side.

view({
  id: "compare",
  follows: ["structure"],
  title: "Before and after",
  when() {
    return Boolean(doc.compare);
  },
  columns() {
    const [before, after] = doc.compare.instructions;
    return [
      {
        head: "structure",
        value: (r) => r.name,
        text: (r) => shortened(r.name, 50),
        title: (r) => r.name,
      },
      { head: "kind", value: (r) => r.kind },
      {
        head: "before",
        number: true,
        value: (r) => this.of(r.before),
        text: (r) => (r.before ? count(this.of(r.before)) : "-"),
      },
      {
        head: "after",
        number: true,
        value: (r) => this.of(r.after),
        text: (r) => (r.after ? count(this.of(r.after)) : "-"),
      },
      {
        head: "difference",
        number: true,
        value: (r) => Math.abs(this.of(r.after) - this.of(r.before)),
        cell: (r) => [this.bar(r)],
      },
      {
        head: "change",
        number: true,
        value: (r) =>
          (this.of(r.after) - this.of(r.before)) / (this.of(r.before) || 1),
        text: (r) => signedPercent(this.of(r.before), this.of(r.after)),
      },
      {
        head: "per 1000, before",
        number: true,
        value: (r) => (1000 * this.of(r.before)) / before,
        text: (r) => threeDigits((1000 * this.of(r.before)) / before),
      },
      {
        head: "after",
        number: true,
        value: (r) => (1000 * this.of(r.after)) / after,
        text: (r) => threeDigits((1000 * this.of(r.after)) / after),
      },
    ];
  },
  build(place) {
    const { instructions, total } = doc.compare;
    const [before, after] = instructions;
    const facts = make("div.before-after");
    addPair(facts, "instructions", before, after);
    addPair(
      facts,
      "accesses",
      total.before?.accesses ?? 0,
      total.after?.accesses ?? 0,
    );
    total.before.levels.forEach((level, l) =>
      addPair(
        facts,
        `${level.name} misses`,
        level.misses,
        total.after.levels[l].misses,
      ),
    );
    place.append(
      make(
        "p.hint",
        null,
        `before: ${baseName(doc.profiles[0].file)}; after: ${baseName(doc.profiles[1].file)}. ` +
          "Choose above which of the two the other views show.",
      ),
      facts,
    );
    this.drawing = new Drawing(
      place,
      150,
      (c, w, h) => this.draw(c, w, h),
      "misses over the course of both runs",
    );
    place.append(
      make(
        "div.legend",
        null,
        make("span.key", null, swatch("#d55e00"), "before"),
        make("span.key", null, swatch("#0072b2"), "after"),
      ),
    );
    this.list = new DataTable(place, this.columns(), {
      label: "changes",
      filter: true,
      sort: 4,
      most: 25,
      total: () => ({ ...total, name: "TOTAL", kind: "", isTotal: true }),
      onRow: (r) => {
        const row = profile().structures.rows.find((s) => s.name === r.name);
        if (row) toggle("structure", row.id);
      },
      isChosen: (r) =>
        state.structure !== null && structureName(state.structure) === r.name,
    });
  },
  of(side) {
    if (!side) return 0;
    return side.levels[state.measure]?.misses ?? side.accesses;
  },
  bar(r) {
    const change = this.of(r.after) - this.of(r.before);
    const most = Math.max(
      1,
      ...doc.compare.structures.map((s) =>
        Math.abs(this.of(s.after) - this.of(s.before)),
      ),
    );
    const bar = make(
      change > 0 ? "span.delta.grew" : "span.delta",
      null,
      (change > 0 ? "+" : change < 0 ? "\u2212" : "") + count(Math.abs(change)),
    );
    bar.style.setProperty(
      "--part",
      r.isTotal ? "0%" : (100 * Math.abs(change)) / most + "%",
    );
    return bar;
  },
  update() {
    this.drawing.redraw();
    this.list.set(doc.compare.structures);
  },
  // Both runs are drawn from beginning to end at the same width.
  draw(context, width, height) {
    const foot = height - 20,
      curves = doc.profiles.map((p) => {
        const at = p.clocks[0];
        return at
          ? at.rates(
              at.totalPrefix(state.measure),
              [0, at.bins],
              Math.floor(width / 2),
            )
          : [];
      });
    const most = Math.max(
      1e-9,
      ...curves.map((c) => c.reduce((a, b) => Math.max(a, b), 0)),
    );
    curves.forEach((values, which) => {
      context.strokeStyle = ["#d55e00", "#0072b2"][which];
      context.lineWidth = 1.5;
      context.beginPath();
      values.forEach((value, i) => {
        const y = foot - ((foot - 12) * value) / most;
        context.lineTo((width * i) / values.length, y);
        context.lineTo((width * (i + 1)) / values.length, y);
      });
      context.stroke();
    });
    context.lineWidth = 1;
    context.fillStyle = themeColour("--quiet");
    context.textAlign = "left";
    context.textBaseline = "top";
    context.fillText(
      `${measureText()} per 1000 instructions, up to ${threeDigits(most)}`,
      2,
      0,
    );
    drawAxis(context, 0, width, foot, 0, 100, (v) => v + " %");
  },
});
