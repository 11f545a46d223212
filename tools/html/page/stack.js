// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stacked areas of structures in the selected time.

// Returns the rows that are drawn as separate areas, the largest first; then -1
// for all others.
function stackedRows(at) {
  if (state.structure !== null) {
    const row =
      state.structure === -1 ? at.others : at.rowOf.get(state.structure);
    return row === undefined ? [] : [row];
  }
  const named = at.rows
    .map((id, row) => row)
    .filter(
      (row) => profile().rank.get(at.rows[row]) < structureColours.light.length,
    );
  return [...named, -1];
}

function rowId(at, row) {
  return row < 0 || row === at.others ? -1 : at.rows[row];
}

// Returns the prefix sums of a row; for -1, those of all rows that are not in
// `rows`. If a phase is selected, only the phase's part of each bin counts.
function rowPrefix(at, row, rows) {
  if (row >= 0) return inPhase(at, at.prefix(state.measure, row));
  const rest = at.totalPrefix(state.measure).slice();
  for (const other of rows)
    if (other >= 0) {
      const sums = at.prefix(state.measure, other);
      for (let b = 0; b <= at.bins; ++b) rest[b] -= sums[b];
    }
  return inPhase(at, rest);
}

function inPhase(at, sums) {
  const mask = phaseMask(at);
  if (!mask) return sums;
  const part = new Float64Array(at.bins + 1);
  for (let b = 0; b < at.bins; ++b)
    part[b + 1] = part[b] + mask[b] * (sums[b + 1] - sums[b]);
  return part;
}

class Stack {
  constructor(place) {
    this.place = make("div.plot", { id: "stack" });
    place.append(this.place);
    this.plot = null;
    this.key = "";
    new ResizeObserver(() => {
      if (this.plot && this.place.clientWidth > 0)
        this.plot.setSize({ width: this.place.clientWidth, height: 260 });
    }).observe(this.place);
  }
  update() {
    const at = clock();
    if (!at) return;
    const key = [
      state.profile,
      state.thread,
      state.measure,
      state.structure,
      state.phase,
      isDark(),
    ].join();
    if (key !== this.key) {
      this.key = key;
      this.rows = stackedRows(at);
      this.sums = this.rows.map((row) => rowPrefix(at, row, this.rows));
      this.fresh(at);
    }
    this.plot?.setData(this.dataOf(at), false);
    const [begin, end] = at.timeOf(state.time);
    this.plot?.batch(() => {
      this.plot.setScale("x", { min: begin, max: end });
      this.plot.setScale("y", { min: 0, max: this.most * 1.05 || 1 });
    });
  }
  // Each curve is the sum of the values up to its row. The highest curve is
  // first, so that the areas below are painted over it.
  dataOf(at) {
    const bins = at.binsOf(state.time);
    const edges = at.edges(bins, mostParts);
    const many = edges.length - 1;
    const curves = [];
    let below = new Float64Array(many);
    this.values = [];
    for (const sums of this.sums) {
      const values = at.rates(sums, bins, mostParts);
      this.values.push(values);
      below = below.map((value, i) => value + values[i]);
      curves.unshift(withEnd(below));
    }
    if (this.band) {
      const { low, high } = at.extremes(
        state.measure,
        this.rows[0],
        bins,
        mostParts,
      );
      curves.push(withEnd(high), withEnd(low));
    }
    this.most = heightOf(below);
    if (this.band) this.most = Math.max(this.most, heightOf(curves[1]));
    this.edges = edges;
    return [edges, ...curves];
  }
  fresh(at) {
    this.plot?.destroy();
    this.plot = null;
    empty(this.place);
    this.band =
      state.structure !== null &&
      this.rows.length === 1 &&
      state.phase === null;
    if (this.rows.length === 0) {
      this.place.append(
        make(
          "p.quiet",
          null,
          "this structure has no row over time of its own: it is in [others]",
        ),
      );
      return;
    }
    this.plot = new uPlot(
      {
        width: Math.max(200, this.place.clientWidth),
        height: 260,
        series: this.series(at),
        legend: { show: false },
        padding: [8, 8, 0, 0],
        cursor: { drag: { x: true, y: false, setScale: false }, y: false },
        scales: { x: { time: false, auto: false }, y: { auto: false } },
        axes: axesOf("instructions", measureText() + " per 1000 instructions"),
        hooks: {
          setSelect: [(plot) => this.selected(plot)],
          setCursor: [() => this.point()],
        },
      },
      this.dataOf(at),
      this.place,
    );
    this.listen(this.plot.over);
  }
  series(at) {
    const stepped = uPlot.paths.stepped({ align: 1 });
    const area = (row) => {
      const colour = structureColour(rowId(at, row));
      return {
        stroke: colour,
        fill: colour,
        width: 0.5,
        paths: stepped,
        points: { show: false },
      };
    };
    const line = {
      stroke: themeColour("--ink"),
      width: 1,
      paths: stepped,
      points: { show: false },
    };
    const series = [{}, ...[...this.rows].reverse().map(area)];
    if (this.band) series.push({ ...line }, { ...line, dash: [3, 3] });
    return series;
  }
  listen(over) {
    over.addEventListener("mousemove", (e) => {
      this.event = e;
      this.point();
    });
    over.addEventListener("mouseleave", () => {
      tip.hide();
      showHairs(null);
    });
    zoomByWheel(over, (e) =>
      this.plot.posToVal(e.clientX - over.getBoundingClientRect().left, "x"),
    );
    over.addEventListener("dblclick", () => select({ time: null }));
  }
  selected(plot) {
    const { left, width } = plot.select;
    if (width < 3) return;
    const time = [left, left + width].map((x) => plot.posToVal(x, "x"));
    plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    select({ time: clock().snapped(time) });
  }
  point() {
    const x = this.plot?.cursor.left;
    if (!this.event || x === undefined || x < 0) return;
    const at = clock(),
      value = this.plot.posToVal(x, "x");
    showHairs(value);
    let i = 0;
    while (i + 2 < this.edges.length && this.edges[i + 1] <= value) ++i;
    const lines = [
      make("b", null, `${count(this.edges[i])} to ${count(this.edges[i + 1])}`),
    ];
    const order = this.rows
      .map((row, r) => [this.values[r][i], row])
      .filter(([v]) => v > 0)
      .sort((a, b) => b[0] - a[0])
      .slice(0, 8);
    for (const [v, row] of order)
      lines.push(
        make(
          "div",
          null,
          swatch(structureColour(rowId(at, row))),
          `${threeDigits(v)}  ${shortened(structureName(rowId(at, row)), 40)}`,
        ),
      );
    tip.show(this.event, lines);
  }
}

function withEnd(values) {
  const longer = new Float64Array(values.length + 1);
  longer.set(values);
  longer[values.length] = values[values.length - 1];
  return longer;
}

function axesOf(below, left, texts = {}) {
  const common = {
    stroke: () => themeColour("--quiet"),
    grid: { stroke: () => themeColour("--line"), width: 1 },
    ticks: { stroke: () => themeColour("--line"), width: 1 },
    font: "11px system-ui, sans-serif",
    labelFont: "11px system-ui, sans-serif",
    labelSize: 16,
    labelGap: 0,
  };
  return [
    {
      ...common,
      label: below,
      size: 30,
      space: 80,
      values: (_, all) =>
        all.map((v) => (v === null ? "" : (texts.x ?? count)(v))),
    },
    {
      ...common,
      label: left,
      size: 46,
      values: (_, all) =>
        all.map((v) => (v === null ? "" : (texts.y ?? count)(v))),
    },
  ];
}
