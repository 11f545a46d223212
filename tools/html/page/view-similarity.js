// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The similarity of all pairs of intervals.

view({
  id: "similarity",
  follows: ["time", "thread"],
  title: "Similarity",
  hint:
    "Every interval against every other: dark squares along the " +
    "diagonal are times in which the program does alike. Click: look at " +
    "the interval.",
  has() {
    return (profile().phases?.similarity.length ?? 0) > 0;
  },
  get record() {
    return recordCommand("--phases");
  },
  build(place) {
    const of = profile().phases.similarity;
    chooseWhich(
      this,
      place,
      "thread",
      of.map((m) => `thread ${m.thread}`),
    );
    this.drawing = new Drawing(
      place,
      320,
      (c, w, h) => this.draw(c, w, h),
      "similarity of intervals",
    );
    this.drawing.canvas.addEventListener("click", (e) => {
      const cell = this.cellAt(e);
      if (cell) select({ interval: numbers(this.of().first)[cell[0]] });
    });
    followMouse(this);
  },
  of() {
    return profile().phases.similarity[this.which];
  },
  update(changed) {
    if (changed?.has("thread") && state.thread !== null) {
      const found = profile().phases.similarity.findIndex(
        (m) => m.thread === state.thread,
      );
      this.which = found >= 0 ? found : this.which;
    }
    this.drawing.setHeight(
      Math.min(460, Math.max(200, this.drawing.canvas.clientWidth)),
    );
    this.drawing.redraw();
  },
  side() {
    return Math.min(this.drawing.width, this.drawing.height) - 14;
  },
  draw(context) {
    const of = this.of(),
      cells = numbers(of.distances),
      side = this.side();
    drawCells(
      context,
      cells,
      of.cells,
      of.cells,
      14,
      0,
      side,
      side,
      (v, data, i) => {
        data[i] = data[i + 1] = data[i + 2] = 20 + 0.86 * v;
        data[i + 3] = 255;
      },
    );
    const first = numbers(of.first),
      phase = numbers(profile().phases.intervals.phase),
      step = side / of.cells;
    for (let c = 0; c < of.cells; ++c) {
      context.fillStyle = phaseColour(phase[first[c]]);
      context.fillRect(0, c * step, 10, step + 0.5);
      context.fillRect(14 + c * step, side + 3, step + 0.5, 10);
    }
    this.mark(context, first, side, step);
  },
  mark(context, first, side, step) {
    if (state.interval !== null) {
      const cell = this.cellOf(state.interval, first);
      context.strokeStyle = themeColour("--accent");
      context.strokeRect(14, cell * step, side, Math.max(1, step));
      context.strokeRect(14 + cell * step, 0, Math.max(1, step), side);
    }
    if (
      !state.time ||
      (state.thread === null && profile().head.threads.length > 1)
    )
      return;
    const begin = numbers(profile().phases.intervals.begin),
      [from, to] = clock().timeOf(state.time);
    const cells = [...first.keys()].filter(
      (c) => begin[first[c]] >= from && begin[first[c]] < to,
    );
    if (cells.length === 0) return;
    const a = cells[0] * step,
      b = (cells[cells.length - 1] + 1) * step;
    context.strokeStyle = themeColour("--accent");
    context.lineWidth = 2;
    context.strokeRect(14 + a, a, b - a, b - a);
    context.lineWidth = 1;
  },
  cellOf(interval, first) {
    let cell = 0;
    while (cell + 1 < first.length && first[cell + 1] <= interval) ++cell;
    return cell;
  },
  cellAt(event) {
    const [x, y] = this.drawing.at(event),
      step = this.side() / this.of().cells;
    const cell = [Math.floor((x - 14) / step), Math.floor(y / step)];
    return cell.every((c) => c >= 0 && c < this.of().cells) ? cell : null;
  },
  point(event) {
    const cell = this.cellAt(event);
    if (!cell) {
      tip.hide();
      return;
    }
    const first = numbers(this.of().first),
      intervals = profile().phases.intervals;
    const number = numbers(intervals.number),
      phase = numbers(intervals.phase);
    const distance = numbers(this.of().distances)[
      cell[1] * this.of().cells + cell[0]
    ];
    tip.show(
      event,
      cell
        .map(
          (c) =>
            `interval ${number[first[c]]}, phase ${phaseName(phase[first[c]])}`,
        )
        .concat(`distance ${percent(distance, 255)} of the most`),
    );
  },
  table() {
    const of = profile().phases,
      { similar, number, thread } = of.intervals;
    const which = numbers(similar.which),
      distance = numbers(similar.distance);
    return {
      columns: [
        { head: "thread", number: true, value: (i) => numbers(thread)[i] },
        { head: "interval", number: true, value: (i) => numbers(number)[i] },
        {
          head: "phase",
          value: (i) => phaseName(numbers(of.intervals.phase)[i]),
        },
        {
          head: "most like",
          number: true,
          value: (i) => numbers(number)[which[i * similar.each]] ?? -1,
        },
        {
          head: "distance",
          number: true,
          value: (i) => distance[i * similar.each] / 1e6,
          text: (i) => (distance[i * similar.each] / 1e6).toPrecision(3),
        },
      ],
      rows: Array.from({ length: of.intervals.n }, (_, i) => i),
    };
  },
});
