// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One interval: the viewer of Huffmire and Sherwood (PACT 2006, section 6). A
// picture of all accesses that scrolls, and the accesses by level, the sites,
// the strides and the most similar intervals of the chosen interval.

view({
  id: "interval",
  follows: ["time", "thread", "phase"],
  title: "Interval",
  hint:
    "The picture shows addresses (modulo its height) from bottom to top " +
    "over time; bright: many. Click an interval, or use the keys [ and " +
    "].",
  has() {
    return Boolean(profile().phases);
  },
  get record() {
    return recordCommand("--phases");
  },
  build(place) {
    const of = profile().phases.intervals;
    this.pictures = of.pictures ?? [];
    this.strip = null;
    if (this.pictures.length > 0) {
      this.strip = new Drawing(
        place,
        120,
        (c, w, h) => this.drawStrip(c, w, h),
        "accesses of the whole thread",
      );
      this.strip.canvas.addEventListener("click", (e) => this.clickStrip(e));
    }
    this.title = make("h3", { "aria-live": "polite" });
    place.append(
      make(
        "div.tools",
        null,
        make(
          "button",
          { type: "button", id: "previous", onclick: () => stepInterval(-1) },
          "\u2039 previous",
        ),
        make(
          "button",
          { type: "button", id: "next", onclick: () => stepInterval(1) },
          "next \u203a",
        ),
      ),
      this.title,
    );
    this.buildDetails(place);
  },
  buildDetails(place) {
    const both = make("div.columns");
    place.append(both);
    const left = make("div"),
      right = make("div");
    both.append(left, right);
    if (this.pictures.length > 0)
      this.close = new Drawing(
        left,
        300,
        (c, w, h) => this.drawClose(c, w, h),
        "accesses of the interval, by level",
      );
    if (this.pictures[0]?.bands.length === 1)
      left.append(
        make(
          "p.quiet",
          null,
          "for pictures of hits and of misses by level: ",
          make(
            "code",
            null,
            recordCommand("--phases=all,first-miss-image,miss-image"),
          ),
        ),
      );
    this.facts = make("dl.facts");
    left.append(this.facts);
    this.similar = make("div");
    this.sites = make("div");
    this.strides = make("div");
    right.append(this.sites, this.strides, this.similar);
    this.lines = make("div");
    place.append(this.lines);
  },
  now() {
    return state.interval ?? this.usual();
  },
  // Returns the default interval: the middle of the selected time, or a
  // simulation point of the selected phase, or of the largest phase.
  usual() {
    const of = profile().phases,
      thread = numbers(of.intervals.thread);
    if (state.time && clock()) {
      const begin = numbers(
        state.thread === null ? of.intervals.begin : of.intervals.start,
      );
      const middle = (state.time[0] + state.time[1]) / 2;
      const near = (i) => Math.abs(begin[i] - middle);
      let best = 0;
      for (let i = 0; i < of.intervals.n; ++i)
        if (
          (state.thread === null || thread[i] === state.thread) &&
          near(i) < near(best)
        )
          best = i;
      return best;
    }
    return (
      (state.phase !== null && pointOf(of, state.phase)?.interval) ||
      pointOf(of, 0)?.interval ||
      0
    );
  },
  picture() {
    const thread = numbers(profile().phases.intervals.thread)[this.now()];
    return this.pictures.find((p) => p.thread === thread) ?? null;
  },
  slice(picture, interval) {
    const at = numbers(picture.interval).indexOf(interval);
    return at < 0
      ? null
      : [numbers(picture.begin)[at] / 1000, numbers(picture.end)[at] / 1000];
  },
  update() {
    const i = this.now(),
      of = profile().phases.intervals;
    const number = numbers(of.number)[i],
      thread = numbers(of.thread)[i],
      phase = numbers(of.phase)[i];
    empty(this.title).append(
      `Interval ${number} of thread ${thread}, `,
      phaseMark(phase),
    );
    this.strip?.redraw();
    if (this.close) {
      const many = this.picture()?.bands.length ?? 1;
      this.close.setHeight(Math.max(120, 104 * many));
      this.close.redraw();
    }
    drawFacts(this.facts, i, of);
    drawSites(this.sites, this.lines, i, of);
    drawStrides(this.strides, i, of);
    drawSimilar(this.similar, this.pictures.length > 1, i, of);
  },
  bandCells(band) {
    const dots = numbers(band.dots);
    let most = 1;
    for (const dot of dots) most = Math.max(most, dot);
    return [dots, most];
  },
  drawStrip(context, width, height) {
    const picture = this.picture();
    if (!picture) return;
    const [dots, most] = this.bandCells(picture.bands[0]);
    const rows = picture.rows,
      columns = picture.columns;
    const [from, to] = this.shownColumns(picture);
    drawPicture(
      context,
      dots,
      rows,
      columns,
      from,
      to,
      most,
      0,
      0,
      width,
      height - 16,
    );
    const x = (column) => (width * (column - from)) / (to - from);
    const slice = this.slice(picture, this.now());
    context.strokeStyle = themeColour("--accent");
    context.lineWidth = 2;
    if (slice)
      context.strokeRect(
        x(slice[0]),
        1,
        Math.max(3, x(slice[1]) - x(slice[0])),
        height - 18,
      );
    context.lineWidth = 1;
    this.drawPhases(context, picture, x, height);
  },
  // Returns the columns of the picture in the selected time.
  shownColumns(picture) {
    const of = profile().phases.intervals;
    if (!state.time) return [0, picture.columns];
    const onThread =
      state.thread !== null && clock()?.thread === picture.thread;
    const begin = numbers(onThread ? of.start : of.begin),
      [from, to] = clock().timeOf(state.time);
    const inside = [...numbers(picture.interval).keys()].filter((s) => {
      const at = begin[numbers(picture.interval)[s]];
      return at >= from && at < to;
    });
    if (inside.length === 0) return [0, picture.columns];
    return [
      numbers(picture.begin)[inside[0]] / 1000,
      numbers(picture.end)[inside[inside.length - 1]] / 1000,
    ];
  },
  drawPhases(context, picture, x, height) {
    const phase = numbers(profile().phases.intervals.phase);
    numbers(picture.interval).forEach((interval, s) => {
      const from = x(numbers(picture.begin)[s] / 1000),
        to = x(numbers(picture.end)[s] / 1000);
      context.fillStyle = phaseColour(phase[interval]);
      context.globalAlpha =
        state.phase === null || state.phase === phase[interval] ? 1 : 0.2;
      context.fillRect(from, height - 13, Math.max(0.7, to - from), 11);
    });
    context.globalAlpha = 1;
  },
  clickStrip(event) {
    const picture = this.picture();
    const [from, to] = this.shownColumns(picture);
    const column =
      from + ((to - from) * this.strip.at(event)[0]) / this.strip.width;
    const slice = numbers(picture.begin).findIndex(
      (b, s) => b / 1000 <= column && column < numbers(picture.end)[s] / 1000,
    );
    if (slice >= 0) select({ interval: numbers(picture.interval)[slice] });
  },
  drawClose(context, width) {
    const picture = this.picture(),
      slice = picture && this.slice(picture, this.now());
    if (!slice) return;
    picture.bands.forEach((band, b) => {
      const [dots, most] = this.bandCells(band),
        top = 104 * b;
      context.fillStyle = themeColour("--quiet");
      context.textAlign = "left";
      context.textBaseline = "top";
      context.fillText(band.name, 0, top);
      drawPicture(
        context,
        dots,
        picture.rows,
        picture.columns,
        slice[0],
        slice[1],
        most,
        0,
        top + 14,
        width,
        84,
      );
      context.strokeStyle = themeColour("--line");
      context.strokeRect(0.5, top + 14.5, width - 1, 84);
    });
  },
  table() {
    const of = profile().phases.intervals;
    return {
      columns: [
        { head: "thread", number: true, value: (i) => numbers(of.thread)[i] },
        { head: "interval", number: true, value: (i) => numbers(of.number)[i] },
        { head: "phase", value: (i) => phaseName(numbers(of.phase)[i]) },
        {
          head: "instructions",
          number: true,
          value: (i) => numbers(of.instructions)[i],
          text: (i) => count(numbers(of.instructions)[i]),
        },
        ...of.misses.map((m, l) => ({
          head: `${profile().head.levels[l].name} misses`,
          number: true,
          value: (i) => numbers(m)[i],
          text: (i) => count(numbers(m)[i]),
        })),
        ...(of.cycles
          ? [
              {
                head: "CPI",
                number: true,
                value: (i) =>
                  numbers(of.cycles)[i] / numbers(of.instructions)[i],
                text: (i) =>
                  threeDigits(
                    numbers(of.cycles)[i] / numbers(of.instructions)[i],
                  ),
              },
            ]
          : []),
      ],
      rows: Array.from({ length: of.n }, (_, i) => i),
    };
  },
});

// Draws columns [from, to) of a picture; low addresses are at the bottom.
function drawPicture(
  context,
  dots,
  rows,
  columns,
  from,
  to,
  most,
  x,
  y,
  width,
  height,
) {
  const first = Math.floor(from),
    many = Math.max(1, Math.ceil(to) - first);
  const wide = Math.max(1, Math.min(many, Math.ceil(width)));
  const cells = new Float64Array(wide * rows);
  for (let r = 0; r < rows; ++r)
    for (let c = 0; c < many && first + c < columns; ++c) {
      const cell = (rows - 1 - r) * wide + Math.floor((c * wide) / many);
      cells[cell] = Math.max(cells[cell], dots[r * columns + first + c]);
    }
  drawCells(context, cells, wide, rows, x, y, width, height, (v, data, i) =>
    heatDot(v / most, data, i),
  );
}

function stepInterval(by) {
  const of = profile().phases;
  if (!of) return;
  const viewer = views.find((v) => v.id === "interval");
  const next = viewer.now() + by;
  if (next >= 0 && next < of.intervals.n) select({ interval: next });
}
