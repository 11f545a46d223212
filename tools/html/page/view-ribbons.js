// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases: a ribbon for each thread with its simulation points, and a
// description of each phase.

const ribbonLabel = 70,
  ribbonRow = 24;

view({
  id: "phases",
  follows: everything,
  title: "Phases",
  hint:
    "Times in which the program does alike have one colour and name. A " +
    "triangle marks a simulation point: the interval that stands for " +
    "its phase.",
  has() {
    return Boolean(profile().phases);
  },
  get record() {
    return recordCommand("--phases");
  },
  columns() {
    const of = profile().phases;
    const metrics = of.metrics.map((name, i) => ({
      head: name,
      number: true,
      value: (p) => of.rows[p].metrics[i],
      text: (p) => metricText(name, of.rows[p].metrics[i]),
    }));
    const all = of.rows.reduce((sum, row) => sum + row.instructions, 0);
    return [
      {
        head: "phase",
        value: (p) => phaseName(p),
        cell: (p) => [phaseMark(p)],
      },
      {
        head: "share",
        number: true,
        value: (p) => of.rows[p].instructions,
        text: (p) => percent(of.rows[p].instructions, all),
      },
      { head: "intervals", number: true, value: (p) => of.rows[p].intervals },
      {
        head: "point",
        number: true,
        value: (p) => pointOf(of, p)?.interval ?? -1,
        text: (p) => pointOf(of, p)?.interval ?? "-",
      },
      {
        head: "weight",
        number: true,
        value: (p) => pointOf(of, p)?.weight ?? 0,
        text: (p) => percent(pointOf(of, p)?.weight ?? 0, 1),
      },
      ...metrics,
      {
        head: () => measureText(),
        number: true,
        value: (p) => phaseCount(of, p),
        text: (p) => count(phaseCount(of, p)),
      },
      {
        head: "code",
        value: (p) => of.rows[p].code[0]?.text ?? "",
        text: (p) => partsText(of.rows[p].code),
      },
      {
        head: "misses of",
        value: (p) => of.rows[p].data[0]?.text ?? "",
        text: (p) => partsText(of.rows[p].data),
      },
    ];
  },
  build(place) {
    const of = profile().phases;
    this.threads = [...new Set(numbers(of.intervals.thread))];
    place.append(
      make(
        "p.quiet",
        null,
        `${of.rows.length} phases, told apart by ${of.signature}`,
      ),
    );
    this.drawing = new Drawing(
      place,
      60,
      (c, w) => this.draw(c, w),
      "phases of each thread over time",
    );
    dragTime(
      this.drawing,
      (x) => this.timeAt(x),
      (x, y) => this.clicked(x, y),
    );
    followTime(this);
    this.list = new DataTable(place, this.columns(), {
      label: "phases",
      sort: 1,
      onRow: (p) => toggle("phase", p),
      isChosen: (p) => state.phase === p,
    });
  },
  shown() {
    return state.thread === null
      ? this.threads
      : this.threads.filter((t) => t === state.thread);
  },
  range() {
    const at = clock();
    return at ? at.timeOf(state.time) : [0, profile().phases.end];
  },
  label() {
    return this.threads.length > 1 ? ribbonLabel : 0;
  },
  timeAt(x) {
    const [begin, end] = this.range(),
      left = this.label();
    return (
      begin +
      (end - begin) *
        Math.max(0, Math.min(1, (x - left) / (this.drawing.width - left)))
    );
  },
  xOf(time) {
    const [begin, end] = this.range(),
      left = this.label();
    return time < begin
      ? null
      : left + ((this.drawing.width - left) * (time - begin)) / (end - begin);
  },
  // Returns the begin and the end of interval i on the shown clock.
  ends(i) {
    const of = profile().phases.intervals;
    if (state.thread === null || clock()?.thread !== state.thread)
      return [numbers(of.begin)[i], numbers(of.end)[i]];
    const start = numbers(of.start)[i];
    return [start, start + numbers(of.instructions)[i]];
  },
  update() {
    this.drawing.setHeight(this.shown().length * ribbonRow + 24);
    this.drawing.redraw();
    this.list.set(profile().phases.rows.map((_, p) => p));
  },
  draw(context, width) {
    const of = profile().phases.intervals,
      shown = this.shown(),
      left = this.label();
    const [begin, end] = this.range();
    const x = (t) => left + ((width - left) * (t - begin)) / (end - begin);
    const thread = numbers(of.thread),
      phase = numbers(of.phase);
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left, shown.length * ribbonRow);
    context.clip();
    let last = null;
    const flush = () => {
      if (last) drawPiece(context, last);
    };
    for (let i = 0; i < of.n; ++i) {
      const row = shown.indexOf(thread[i]);
      const [from, to] = this.ends(i).map(x);
      if (row < 0 || to < left || from > width) continue;
      if (
        last &&
        last.row === row &&
        last.phase === phase[i] &&
        from - last.to < 0.75
      ) {
        last.to = to;
        continue;
      }
      flush();
      last = { row, phase: phase[i], from, to };
    }
    flush();
    for (const { interval, phase: p } of profile().phases.points) {
      const row = shown.indexOf(thread[interval]);
      if (row >= 0)
        drawPoint(
          context,
          x((this.ends(interval)[0] + this.ends(interval)[1]) / 2),
          row,
          state.phase === p,
        );
    }
    this.drawChosen(context, x, shown);
    context.restore();
    context.fillStyle = themeColour("--ink");
    context.textAlign = "left";
    context.textBaseline = "middle";
    if (left > 0)
      shown.forEach((t, r) =>
        context.fillText(`thread ${t}`, 0, r * ribbonRow + 11),
      );
    drawAxis(context, left, width, shown.length * ribbonRow, begin, end);
  },
  drawChosen(context, x, shown) {
    if (state.interval === null) return;
    const row = shown.indexOf(
      numbers(profile().phases.intervals.thread)[state.interval],
    );
    if (row < 0) return;
    const [from, to] = this.ends(state.interval).map(x);
    context.strokeStyle = themeColour("--ink");
    context.lineWidth = 2;
    context.strokeRect(
      from,
      row * ribbonRow + 1,
      Math.max(3, to - from),
      ribbonRow - 4,
    );
    context.lineWidth = 1;
  },
  intervalAt(x, y) {
    const of = profile().phases.intervals,
      time = this.timeAt(x);
    const wanted = this.shown()[Math.floor(y / ribbonRow)],
      thread = numbers(of.thread);
    for (let i = 0; i < of.n; ++i)
      if (thread[i] === wanted) {
        const [from, to] = this.ends(i);
        if (from <= time && time < to) return i;
      }
    return null;
  },
  clicked(x, y) {
    const interval = this.intervalAt(x, y);
    if (interval !== null) select({ interval });
    else if (
      x < this.label() &&
      this.shown()[Math.floor(y / ribbonRow)] !== undefined
    )
      toggle("thread", this.shown()[Math.floor(y / ribbonRow)]);
  },
  point(event) {
    const interval = this.intervalAt(...this.drawing.at(event));
    if (interval === null) {
      tip.hide();
      return;
    }
    const of = profile().phases.intervals,
      p = numbers(of.phase)[interval];
    tip.show(event, [
      make(
        "b",
        null,
        `phase ${phaseName(p)}, interval ${numbers(of.number)[interval]} of thread ${numbers(of.thread)[interval]}`,
      ),
      ...profile()
        .phases.rows[p].code.slice(0, 2)
        .map((c) => `${percent(c.share, 1)} ${withoutFolders(c.text)}`),
      "click: look at this interval",
    ]);
  },
});

function drawPiece(context, { row, phase, from, to }) {
  const y = row * ribbonRow,
    width = Math.max(0.75, to - from);
  context.globalAlpha = state.phase === null || state.phase === phase ? 1 : 0.2;
  context.fillStyle = phaseColour(phase);
  context.fillRect(from, y, width, ribbonRow - 3);
  if (width > 12) {
    context.fillStyle = themeColour("--ink");
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(phaseName(phase), from + width / 2, y + 11);
  }
  context.globalAlpha = 1;
}

function drawPoint(context, x, row, chosen) {
  const y = row * ribbonRow + ribbonRow - 3;
  context.fillStyle = themeColour("--ink");
  context.beginPath();
  context.moveTo(x, y - (chosen ? 11 : 8));
  context.lineTo(x + 5, y);
  context.lineTo(x - 5, y);
  context.fill();
}

function phaseMark(phase) {
  const mark = make("span.phase", null, phaseName(phase));
  mark.style.background = phaseColour(phase);
  return mark;
}

// Returns the count of the measure in a phase: that of the selected structure,
// or of all structures if none is selected.
function phaseCount(of, phase) {
  const row = of.sums.find((r) => r.id === state.structure);
  return row ? row.counts[phase][state.measure] : 0;
}

function pointOf(of, phase) {
  return of.points.find((p) => p.phase === phase);
}

function partsText(parts) {
  return parts
    .slice(0, 2)
    .map(
      (p) => `${percent(p.share, 1)} ${shortened(withoutFolders(p.text), 40)}`,
    )
    .join(", ");
}

function metricText(name, value) {
  if (value === null) return "-";
  return name.includes("rate") ? percent(value, 1) : threeDigits(value);
}
