// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Volatility: the change of curves from point to point as a function of the
// sampling period.

view({
  id: "volatility",
  title: "Volatility",
  hint:
    "Volatility is how much a count changes from one interval to the next, " +
    "as a part of its range: near 0 a curve is calm, near 1 each point is " +
    "far from the one before. It depends on the period, the length of the " +
    "intervals. The right period is the shortest at which the curve is calm: " +
    "phases are seen, and noise is not.",
  has() {
    return Boolean(profile().volatility);
  },
  get record() {
    return (
      recordCommand("--interval 100K") +
      "   (at least 100 intervals, at most 200 K)"
    );
  },
  build(place) {
    const of = profile().volatility;
    place.append(
      make(
        "p",
        null,
        of.period > 0
          ? [
              make("b", null, `${count(of.period)} instructions`),
              ` is the program's period (${of.why}).`,
            ]
          : [
              `No period is right for the program: ${of.why.replace(/^none: /, "")}.`,
            ],
      ),
    );
    this.place = make("div.plot");
    place.append(this.place);
    this.list = new DataTable(
      place,
      [
        {
          head: "structure",
          value: (r) => r.name,
          cell: (r) => [
            swatch(
              r.id === null ? themeColour("--ink") : structureColour(r.id),
            ),
            shortened(r.name, 44),
          ],
        },
        {
          head: "share",
          number: true,
          value: (r) => r.share,
          text: (r) => percent(r.share, 1),
        },
        {
          head: "period",
          number: true,
          value: (r) => r.period,
          text: (r) => (r.period > 0 ? count(r.period) : "none"),
        },
        {
          head: "why",
          value: (r) => r.why,
          text: (r) => r.why.replace(/^none: /, ""),
        },
        { head: "phases", value: (r) => r.shape },
      ],
      {
        label: "periods",
        sort: null,
        onRow: (r) => r.id !== null && toggle("structure", r.id),
        isChosen: (r) => r.id !== null && r.id === state.structure,
      },
    );
  },
  drawn() {
    const of = profile().volatility;
    const rows = of.rows.filter(
      (r) => state.structure === null || r.id === state.structure,
    );
    return [of.total, ...rows.slice(0, 6)].filter((r) => r.values.length > 1);
  },
  update() {
    const drawn = this.drawn(),
      of = profile().volatility;
    const periods = [
      ...new Set(drawn.flatMap((r) => r.values.map((v) => v[0]))),
    ].sort((a, b) => a - b);
    const data = [
      periods,
      ...drawn.map((r) => {
        const known = new Map(r.values);
        return periods.map((p) => known.get(p) ?? null);
      }),
    ];
    this.chart?.destroy();
    this.chart = new uPlot(
      {
        width: Math.max(200, this.place.clientWidth),
        height: 220,
        legend: { show: false },
        padding: [8, 28, 0, 0],
        cursor: { drag: { x: false, y: false } },
        scales: {
          x: { time: false, distr: 3, range: (_, low, high) => [low, high] },
          y: { range: [0, 1] },
        },
        axes: axesOf("period in instructions", "volatility"),
        series: [
          {},
          ...drawn.map((r) => ({
            stroke:
              r.id === null ? themeColour("--ink") : structureColour(r.id),
            width: r.id === null ? 2 : 1.2,
            spanGaps: true,
            points: { show: false },
          })),
        ],
        hooks: { draw: [(plot) => this.marks(plot, of)] },
      },
      data,
      this.place,
    );
    watchWidth(this, 220);
    this.list.set([of.total, ...of.rows]);
  },
  marks(plot, of) {
    const { ctx, bbox } = plot,
      y = plot.valToPos(of.threshold, "y", true);
    ctx.save();
    ctx.textAlign = "left";
    ctx.fillStyle = themeColour("--quiet");
    ctx.fillRect(bbox.left, y, bbox.width, 1);
    ctx.fillText("calm", bbox.left + 4, y - 4);
    if (of.period > 0) {
      ctx.fillStyle = themeColour("--accent");
      const x = plot.valToPos(of.period, "x", true);
      ctx.fillRect(x - 1, bbox.top, 2, bbox.height);
      ctx.fillText("period", x + 4, bbox.top + 12);
    }
    ctx.restore();
  },
  table() {
    const drawn = this.drawn();
    const rows = drawn[0].values.map((_, i) => i);
    return {
      columns: [
        {
          head: "period",
          number: true,
          value: (i) => drawn[0].values[i][0],
          text: (i) => count(drawn[0].values[i][0]),
        },
        ...drawn.map((r) => ({
          head: shortened(r.name, 24),
          number: true,
          value: (i) => r.values[i]?.[1] ?? -1,
          text: (i) => r.values[i]?.[1] ?? "",
        })),
      ],
      rows,
    };
  },
});
