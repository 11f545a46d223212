// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communication between threads: a graph, a matrix, and the code at both ends.

view({
  id: "threads",
  follows: ["structure", "thread"],
  title: "Between threads",
  has() {
    return Boolean(profile().communication);
  },
  get record() {
    return `${recordCommand("--trace run.mft")}; memfacet simulate run.mft --sharing`;
  },
  build(place) {
    const of = profile().communication;
    this.hint = make("p.hint");
    place.append(this.hint);
    chooseWhich(
      this,
      place,
      "what",
      of.map((c) => (c.sharers ? "shared lines" : "reuse pairs")),
    );
    const both = make("div.columns");
    place.append(both);
    const graph = make("div"),
      matrix = make("div.scrolls", { tabindex: "0" });
    both.append(graph, matrix);
    this.matrix = matrix;
    this.drawing = new Drawing(
      graph,
      300,
      (c, w, h) => this.draw(c, w, h),
      "graph of threads; wide lines: much goes from one to the other",
    );
    this.drawing.canvas.addEventListener("click", (e) => this.click(e));
    this.tables = make("div");
    place.append(this.tables);
  },
  // Returns the communication; if a structure is selected, with the matrix of
  // the structure's lines only.
  of() {
    const of = profile().communication[this.which];
    if (state.structure === null) return of;
    const place = new Map(of.threads.map((thread, i) => [thread, i]));
    const matrix = of.threads.map(() => of.threads.map(() => 0));
    for (const [id, from, to, many] of of.by_structure)
      if (id === state.structure && place.has(from) && place.has(to))
        matrix[place.get(from)][place.get(to)] += many;
    return { ...of, matrix, bytes: undefined };
  },
  update() {
    const of = this.of();
    this.hint.textContent =
      `From row to column: ${of.what}` +
      (state.structure === null
        ? ""
        : `, of ${shortened(structureName(state.structure), 40)}`) +
      ". Click a thread to select it.";
    this.drawing.setHeight(Math.min(420, 200 + 20 * of.threads.length));
    this.drawing.redraw();
    const most = Math.max(
      1,
      ...of.matrix.flatMap((row, i) => row.filter((_, j) => i !== j)),
    );
    const names = of.threads.map((t) => ({
      text: `thread ${t}`,
      thread: t,
      short: String(t),
      chosen: state.thread === t,
    }));
    heatMatrix(
      empty(this.matrix),
      names,
      (i, j) => (i === j ? 0 : of.matrix[i][j]),
      most,
      "from",
      "to",
      (i, j) =>
        `thread ${of.threads[i]} to thread ${of.threads[j]}: ${count(of.matrix[i][j])}` +
        (of.bytes ? `, ${bytesText(of.bytes[i][j])}` : ""),
      (name) => toggle("thread", name.thread),
    );
    this.drawTables(of);
  },
  places(width, height) {
    const many = this.of().threads.length,
      radius = Math.min(width, height) / 2 - 24;
    return this.of().threads.map((_, i) => {
      const angle = (2 * Math.PI * i) / many - Math.PI / 2;
      return [
        width / 2 + radius * Math.cos(angle),
        height / 2 + radius * Math.sin(angle),
      ];
    });
  },
  // Returns the radius of a thread: neighbours do not overlap.
  radius(width, height) {
    const around = Math.PI * (Math.min(width, height) - 48);
    return Math.max(3, Math.min(13, (0.45 * around) / this.of().threads.length));
  },
  draw(context, width, height) {
    const of = this.of(),
      places = this.places(width, height);
    const most = Math.max(
      1,
      ...of.matrix.flatMap((row, i) => row.filter((_, j) => i !== j)),
    );
    of.matrix.forEach((row, i) =>
      row.forEach((value, j) => {
        if (i === j || value <= 0) return;
        const mine =
          state.thread === null ||
          state.thread === of.threads[i] ||
          state.thread === of.threads[j];
        drawArrow(
          context,
          places[i],
          places[j],
          [width / 2, height / 2],
          value / most,
          mine,
        );
      }),
    );
    const radius = this.radius(width, height);
    places.forEach(([x, y], i) => {
      context.beginPath();
      context.arc(x, y, radius, 0, 7);
      context.fillStyle =
        state.thread === of.threads[i]
          ? themeColour("--accent")
          : themeColour("--panel");
      context.strokeStyle = themeColour("--ink");
      context.fill();
      context.stroke();
      context.fillStyle =
        state.thread === of.threads[i]
          ? themeColour("--ground")
          : themeColour("--ink");
      context.textAlign = "center";
      context.textBaseline = "middle";
      if (radius > 7) context.fillText(String(of.threads[i]), x, y);
    });
  },
  click(event) {
    const [x, y] = this.drawing.at(event);
    this.places(this.drawing.width, this.drawing.height).forEach(
      ([cx, cy], i) => {
        const reach =
          this.radius(this.drawing.width, this.drawing.height) + 3;
        if (Math.hypot(x - cx, y - cy) < reach)
          toggle("thread", this.of().threads[i]);
      },
    );
  },
  drawSharers(sharers) {
    this.tables.append(make("h3", null, "Structures that threads share"));
    new DataTable(
      this.tables,
      [
        {
          head: "structure",
          value: (r) => r.name,
          cell: (r) => [swatch(structureColour(r.id)), shortened(r.name, 44)],
        },
        { head: "use", value: (r) => r.use },
        {
          head: "lost by true sharing",
          number: true,
          value: (r) => r.true,
          text: (r) => count(r.true),
        },
        {
          head: "by false sharing",
          number: true,
          value: (r) => r.false,
          text: (r) => count(r.false),
        },
        {
          head: "accesses",
          number: true,
          value: (r) => r.units,
          text: (r) => count(r.units),
        },
      ],
      {
        label: "sharers",
        sort: 2,
        most: 10,
        onRow: (r) => toggle("structure", r.id),
        isChosen: (r) => r.id === state.structure,
      },
    ).set(
      sharers.filter(
        (r) => state.structure === null || r.id === state.structure,
      ),
    );
  },
  drawTables(of) {
    empty(this.tables);
    if (of.sharers) this.drawSharers(of.sharers);
    const mine = (e) =>
      (state.structure === null ||
        e.from.id === state.structure ||
        e.to.id === state.structure) &&
      (state.thread === null ||
        e.from.thread === state.thread ||
        e.to.thread === state.thread);
    const end = (e) => `${e.thread}: ${shortened(withoutFolders(e.site), 46)}`;
    this.tables.append(make("h3", null, "Code at both ends"));
    new DataTable(
      this.tables,
      [
        {
          head: "from thread",
          value: (e) => end(e.from),
          title: (e) => e.from.site,
        },
        { head: "to thread", value: (e) => end(e.to), title: (e) => e.to.site },
        {
          head: "structure",
          value: (e) => e.to.name,
          text: (e) => shortened(e.to.name, 40),
          title: (e) => e.to.name,
        },
        {
          head: "count",
          number: true,
          value: (e) => e.count,
          text: (e) => count(e.count),
        },
      ],
      { label: "edges", sort: 3, most: 15, filter: true },
    ).set(of.edges.filter(mine));
  },
  table() {
    const of = this.of(),
      rows = [];
    of.matrix.forEach((row, i) =>
      row.forEach((value, j) => {
        if (i !== j && value > 0)
          rows.push({
            from: of.threads[i],
            to: of.threads[j],
            value,
            bytes: of.bytes?.[i][j] ?? 0,
          });
      }),
    );
    return {
      columns: [
        { head: "from", number: true, value: (r) => r.from },
        { head: "to", number: true, value: (r) => r.to },
        {
          head: "count",
          number: true,
          value: (r) => r.value,
          text: (r) => count(r.value),
        },
        {
          head: "bytes",
          number: true,
          value: (r) => r.bytes,
          text: (r) => bytesText(r.bytes),
        },
      ],
      rows,
    };
  },
});

// Draws an arrow that bends to the right of its direction, so that both
// directions between two threads are visible.
function drawArrow(context, [x1, y1], [x2, y2], [cx, cy], share, strong) {
  const dx = x2 - x1,
    dy = y2 - y1,
    length = Math.hypot(dx, dy) || 1;
  const bx = ((x1 + x2) / 2) * 0.75 + cx * 0.25 - (dy / length) * 14;
  const by = ((y1 + y2) / 2) * 0.75 + cy * 0.25 + (dx / length) * 14;
  context.strokeStyle = context.fillStyle = themeColour(
    strong ? "--accent" : "--line",
  );
  context.globalAlpha = strong ? 0.25 + 0.75 * Math.sqrt(share) : 0.6;
  context.lineWidth = 0.5 + 7 * Math.sqrt(share);
  context.beginPath();
  context.moveTo(x1, y1);
  context.quadraticCurveTo(bx, by, x2, y2);
  context.stroke();
  const angle = Math.atan2(y2 - by, x2 - bx),
    tip = [x2 - 14 * Math.cos(angle), y2 - 14 * Math.sin(angle)];
  const size = 4 + 4 * Math.sqrt(share);
  context.beginPath();
  context.moveTo(...tip);
  for (const turn of [2.7, -2.7])
    context.lineTo(
      tip[0] + size * Math.cos(angle + turn),
      tip[1] + size * Math.sin(angle + turn),
    );
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1;
}
