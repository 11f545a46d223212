// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A heat map of structures over time.

const heatLabel = 150,
  heatRow = 15;

// Makes a drag along a drawing select that time. timeAt(x) returns the time of
// a position.
function dragTime(drawing, timeAt, onClick) {
  const canvas = drawing.canvas;
  let from = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 0) from = drawing.at(event)[0];
  });
  canvas.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const [x, y] = drawing.at(event);
    if (Math.abs(x - from) < 4) onClick?.(x, y);
    else
      select({
        time: clock().snapped([from, x].sort((a, b) => a - b).map(timeAt)),
      });
    from = null;
  });
}

view({
  id: "heat",
  follows: everything,
  title: "Heat strip",
  hint:
    "A row for each structure, from dark (few) to bright (many). Click " +
    "a row to select the structure; drag to select a time.",
  has() {
    return profile().clocks.length > 0;
  },
  get record() {
    return recordCommand("");
  },
  build(place) {
    this.perRow = true;
    this.rows = null;
    this.all = false;
    place.append(
      make(
        "div.tools",
        null,
        choice(
          "scale",
          [
            ["row", "each row from 0 to its most"],
            ["same", "same scale"],
          ],
          "row",
          (how) => {
            this.perRow = how === "row";
            this.update();
          },
        ),
        (this.more = make(
          "button",
          {
            type: "button",
            onclick: () => {
              this.all = !this.all;
              this.update();
            },
          },
          "all rows",
        )),
      ),
    );
    this.drawing = new Drawing(
      place,
      100,
      (c, w, h) => this.draw(c, w, h),
      "counts by structure and time",
    );
    dragTime(
      this.drawing,
      (x) => this.timeAt(x),
      (x, y) => {
        const row = this.rows[Math.floor(y / heatRow)];
        if (row !== undefined) toggle("structure", rowId(clock(), row));
      },
    );
    this.cells = { key: "", sums: new Map() };
    followTime(this);
  },
  label() {
    return Math.min(heatLabel, this.drawing.width * 0.3);
  },
  xOf(time) {
    const [begin, end] = clock().timeOf(state.time),
      left = this.label();
    return time < begin
      ? null
      : left + ((this.drawing.width - left) * (time - begin)) / (end - begin);
  },
  // Returns rowPrefix() of a row; caches it until the selection changes.
  sums(at, row) {
    const key = [
      state.profile,
      state.thread,
      state.measure,
      state.phase,
    ].join();
    if (this.cells.key !== key) this.cells = { key, sums: new Map() };
    if (!this.cells.sums.has(row))
      this.cells.sums.set(row, rowPrefix(at, row, []));
    return this.cells.sums.get(row);
  },
  timeAt(x) {
    const [begin, end] = clock().timeOf(state.time),
      left = this.label();
    const share = (x - left) / (this.drawing.width - left);
    return begin + (end - begin) * Math.max(0, Math.min(1, share));
  },
  update() {
    const at = clock();
    if (!at) return;
    this.more.hidden = at.rows.length <= 24;
    this.more.textContent = this.all
      ? "fewer rows"
      : `all ${at.rows.length} rows`;
    this.rows = at.rows.map((_, row) => row).slice(0, this.all ? 100 : 24);
    if (at.totalPrefix(state.measure)[at.bins] > 0) this.rows.push(at.others);
    this.drawing.setHeight(this.rows.length * heatRow + 22);
    this.drawing.redraw();
  },
  draw(context, width, height) {
    const at = clock();
    if (!at || !this.rows) return;
    const left = this.label(),
      bins = at.binsOf(state.time);
    const parts = Math.max(
      1,
      Math.min(bins[1] - bins[0], Math.floor(width - left)),
    );
    const cells = new Float64Array(parts * this.rows.length);
    let most = 0;
    this.rows.forEach((row, r) => {
      const values = at.rates(this.sums(at, row), bins, parts);
      const top = values.reduce((a, b) => Math.max(a, b), 0);
      most = Math.max(most, top);
      cells.set(
        this.perRow && top > 0 ? values.map((v) => v / top) : values,
        r * parts,
      );
    });
    const scale = this.perRow ? 1 : 1 / (most || 1);
    drawCells(
      context,
      cells,
      parts,
      this.rows.length,
      left,
      0,
      width - left,
      this.rows.length * heatRow,
      (v, data, i) => heatDot(v * scale, data, i),
    );
    const [begin, end] = at.timeOf(state.time);
    context.textBaseline = "middle";
    context.textAlign = "right";
    this.rows.forEach((row, r) => {
      const id = rowId(at, row),
        y = r * heatRow;
      context.fillStyle =
        state.structure === id ? themeColour("--accent") : themeColour("--ink");
      context.fillText(
        fittedText(context, structureName(id), left - 16),
        left - 12,
        y + heatRow / 2,
      );
      context.fillStyle = structureColour(id);
      context.fillRect(left - 8, y + 2, 5, heatRow - 4);
      context.fillStyle = themeColour("--ground");
      context.fillRect(left, y + heatRow - 1, width - left, 1);
      if (state.structure === id) {
        context.strokeStyle = themeColour("--accent");
        context.lineWidth = 2;
        context.strokeRect(left + 1, y, width - left - 2, heatRow - 1);
        context.lineWidth = 1;
      }
    });
    drawAxis(context, left, width, this.rows.length * heatRow, begin, end);
  },
  point(event) {
    const at = clock(),
      [x, y] = this.drawing.at(event);
    const row = this.rows?.[Math.floor(y / heatRow)];
    if (!at || row === undefined || x < this.label()) {
      tip.hide();
      return;
    }
    const bin = Math.min(at.bins - 1, Math.floor(this.timeAt(x) / at.step));
    const value = at.bin(state.measure, row)[bin];
    tip.show(event, [
      make("b", null, structureName(rowId(at, row))),
      `${count(value)} ${measureText()}`,
      `from ${count(bin * at.step)} to ${count(at.binEnd(bin))}`,
    ]);
  },
  table() {
    const at = clock(),
      bins = at.binsOf(state.time),
      parts = 12;
    const edges = at.edges(bins, parts);
    const cells = new Map(
      this.rows.map((row) => [row, at.rates(this.sums(at, row), bins, parts)]),
    );
    return {
      columns: [
        { head: "structure", value: (row) => structureName(rowId(at, row)) },
        ...Array.from({ length: edges.length - 1 }, (_, i) => ({
          head: count(edges[i]),
          number: true,
          value: (row) => cells.get(row)[i],
          text: (row) => threeDigits(cells.get(row)[i]),
        })),
      ],
      rows: this.rows,
    };
  },
});
