// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Misses as a function of the cache size, with a slider.

view({
  id: "curves",
  title: "Cache size",
  hint:
    "What misses in a fully associative cache of each size. Move the " +
    "slider: would a larger cache help, and whom?",
  has() {
    return Boolean(profile().curves);
  },
  get record() {
    return recordCommand("--curves");
  },
  columns() {
    const of = (r) => numbers(r.misses);
    return [
      {
        head: "structure",
        value: (r) => r.name,
        cell: (r) => [
          swatch(r.id === null ? themeColour("--ink") : structureColour(r.id)),
          shortened(r.name, 44),
        ],
      },
      {
        head: "misses",
        number: true,
        value: (r) => of(r)[this.at],
        text: (r) => count(of(r)[this.at]),
      },
      {
        head: "of its touches",
        number: true,
        value: (r) => of(r)[this.at] / of(r)[0],
        text: (r) => percent(of(r)[this.at], of(r)[0]),
      },
      {
        head: "never touched before",
        number: true,
        value: (r) => r.compulsory,
        text: (r) => count(r.compulsory),
      },
      ...profile().head.levels.map((l) => ({
        head: `at ${bytesText(l.bytes)} (${l.name})`,
        number: true,
        value: (r) => of(r)[this.indexOf(l.bytes)],
        text: (r) => count(of(r)[this.indexOf(l.bytes)]),
      })),
    ];
  },
  build(place) {
    const scopes = profile().curves;
    this.scope = 0;
    this.at = null;
    const tools = make("div.tools");
    if (scopes.length > 1)
      tools.append(
        choice(
          "caches",
          scopes.map((s, i) => [
            i,
            s.scope === "private"
              ? "one for each thread"
              : "one for all threads",
          ]),
          0,
          (i) => {
            this.scope = i;
            this.at = null;
            this.plot();
          },
        ),
      );
    this.slider = make("input", {
      type: "range",
      min: 0,
      step: 1,
      id: "size",
      "aria-label": "size of the cache",
      oninput: () => {
        this.at = Number(this.slider.value);
        this.mark();
      },
    });
    this.words = make("output", { for: "size" });
    tools.append(make("label", null, "cache of ", this.words), this.slider);
    this.place = make("div.plot");
    place.append(tools, this.place);
    this.list = new DataTable(place, this.columns(), {
      label: "misses by size",
      sort: 1,
      most: 12,
      onRow: (r) => r.id !== null && toggle("structure", r.id),
      isChosen: (r) => r.id !== null && r.id === state.structure,
    });
  },
  sizes() {
    return numbers(profile().curves[this.scope].sizes);
  },
  first() {
    return Math.max(1, this.indexOf(1024));
  },
  indexOf(bytes) {
    const sizes = this.sizes();
    let i = 0;
    while (i + 1 < sizes.length && sizes[i + 1] <= bytes) ++i;
    return i;
  },
  update() {
    this.plot();
  },
  drawn() {
    const { rows, total } = profile().curves[this.scope];
    const wanted = rows.filter((r) =>
      state.structure === null
        ? profile().rank.get(r.id) < 8
        : r.id === state.structure,
    );
    return [total, ...wanted];
  },
  plot() {
    const sizes = this.sizes(),
      first = this.first();
    if (this.at === null)
      this.at = this.indexOf(profile().head.levels[0].bytes);
    this.slider.min = first;
    this.slider.max = sizes.length - 1;
    this.slider.value = this.at;
    const drawn = this.drawn(),
      all = numbers(drawn[0].misses)[0] || 1;
    const data = [
      sizes.slice(first),
      ...drawn.map((r) =>
        numbers(r.misses)
          .slice(first)
          .map((v) => (100 * v) / all),
      ),
    ];
    this.chart?.destroy();
    this.chart = new uPlot(
      {
        width: Math.max(200, this.place.clientWidth),
        height: 240,
        legend: { show: false },
        padding: [8, 28, 0, 0],
        cursor: { drag: { x: false, y: false } },
        scales: {
          x: {
            time: false,
            distr: 3,
            log: 2,
            range: (_, low, high) => [low, high],
          },
          y: { range: (_, low, high) => [0, high * 1.05 || 1] },
        },
        axes: axesOf("size of the cache", "misses in % of all touches", {
          x: bytesText,
          y: (v) => +v.toPrecision(3),
        }),
        series: [
          {},
          ...drawn.map((r) => ({
            stroke:
              r.id === null ? themeColour("--ink") : structureColour(r.id),
            width: r.id === state.structure ? 3 : 1.5,
            paths: uPlot.paths.stepped({ align: 1 }),
            points: { show: false },
          })),
        ],
        hooks: { draw: [(plot) => this.lines(plot)] },
      },
      data,
      this.place,
    );
    watchWidth(this, 240);
    this.mark();
  },
  // Marks the sizes of the simulated levels and of the slider.
  lines(plot) {
    const { ctx, bbox } = plot,
      sizes = this.sizes();
    const upright = (size, colour, text) => {
      if (size < sizes[this.first()] || size > sizes[sizes.length - 1]) return;
      const x = plot.valToPos(size, "x", true);
      ctx.fillStyle = colour;
      ctx.fillRect(x - 1, bbox.top, 2, bbox.height);
      ctx.textAlign = "left";
      ctx.fillText(text, x + 4, bbox.top + 12);
    };
    ctx.save();
    for (const level of profile().head.levels)
      upright(level.bytes, themeColour("--quiet"), level.name);
    upright(sizes[this.at], themeColour("--accent"), "");
    ctx.restore();
  },
  mark() {
    const { total } = profile().curves[this.scope],
      sizes = this.sizes();
    const now = numbers(total.misses);
    this.words.textContent = `${bytesText(sizes[this.at])}: ${percent(now[this.at], now[0])} of touches miss`;
    this.slider.setAttribute("aria-valuetext", this.words.textContent);
    this.chart.redraw(false);
    this.list.set([...profile().curves[this.scope].rows, total]);
  },
  table() {
    const sizes = this.sizes(),
      drawn = this.drawn();
    return {
      columns: [
        {
          head: "size",
          number: true,
          value: (i) => sizes[i],
          text: (i) => bytesText(sizes[i]),
        },
        ...drawn.map((r) => ({
          head: shortened(r.name, 24),
          number: true,
          value: (i) => numbers(r.misses)[i],
          text: (i) => count(numbers(r.misses)[i]),
        })),
      ],
      rows: Array.from(sizes, (_, i) => i).slice(this.first()),
    };
  },
});

// Keeps the chart of a view as wide as its place.
function watchWidth(of, height) {
  if (of.watched === of.place) return;
  of.watched = of.place;
  new ResizeObserver(() => {
    if (of.chart && of.place.clientWidth > 0)
      of.chart.setSize({ width: of.place.clientWidth, height });
  }).observe(of.place);
}
