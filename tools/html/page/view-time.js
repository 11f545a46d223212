// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts over time: an overview with a brush, and stacked areas of structures
// below it.

view({
  id: "time",
  follows: everything,
  title: "Over time",
  hint:
    "Above, the whole run: drag to select a time, drag its edges or the " +
    "selection, double-click for all. Below, that time by structure.",
  has() {
    return profile().clocks.length > 0;
  },
  get record() {
    return recordCommand("");
  },
  build(place) {
    place.append(
      make(
        "div.tools",
        null,
        choice(
          "height",
          [
            ["whole", "whole height"],
            ["cut", "peaks cut"],
          ],
          peaks.cut ? "cut" : "whole",
          (how) => {
            peaks.cut = how === "cut";
            this.update();
          },
        ),
      ),
    );
    this.overview = new Overview(place);
    this.stack = new Stack(place);
    this.legend = make("div.legend");
    this.note = make("p.quiet.note");
    place.append(this.legend, this.note);
  },
  remarks(at) {
    const all = [];
    if (!hasOwnClock())
      all.push(
        `thread ${state.thread} has no counts over time in this page: ` +
          "the process is shown",
      );
    if (at.perBin > 1) {
      const interval = count(at.step / at.perBin);
      all.push(
        `the finest step of this page is ${at.perBin} intervals of ` +
          `${interval} instructions`,
      );
      if (state.structure !== null)
        all.push("lines: the least and the most of an interval, to 6 %");
    }
    return all;
  },
  update() {
    const at = clock();
    this.note.textContent = this.remarks(at).join("; ");
    this.overview.drawing.redraw();
    this.stack.update();
    drawLegend(this.legend, at);
  },
  table() {
    const at = clock();
    const bins = at.binsOf(state.time);
    const parts = 200,
      edges = at.edges(bins, parts);
    const rows = stackedRows(at);
    const sums = rows.map((row) => rowPrefix(at, row, rows));
    const values = sums.map((s) => at.rates(s, bins, parts));
    return {
      columns: [
        {
          head: "from",
          number: true,
          value: (r) => edges[r],
          text: (r) => count(edges[r]),
        },
        {
          head: "to",
          number: true,
          value: (r) => edges[r + 1],
          text: (r) => count(edges[r + 1]),
        },
        ...rows.map((row, i) => ({
          head: shortened(structureName(rowId(at, row)), 24),
          number: true,
          value: (r) => values[i][r],
          text: (r) => threeDigits(values[i][r]),
        })),
      ],
      rows: Array.from({ length: edges.length - 1 }, (_, r) => r),
    };
  },
});

function drawLegend(place, at) {
  empty(place);
  if (!at) return;
  const { rows, total } = selectedCounts();
  const byId = new Map(rows.map((row) => [row.id, row.counts[state.measure]]));
  const all = total.counts[state.measure];
  const named = profile().structures.rows.slice(
    0,
    structureColours.light.length,
  );
  let shown = 0;
  for (const { id, name } of named) {
    const here = byId.get(id) ?? 0;
    shown += here;
    if (here === 0 && state.structure !== id) continue;
    place.append(
      make(
        "button.key",
        {
          type: "button",
          "data-structure": id,
          "aria-pressed": String(state.structure === id),
          title: name,
          onclick: () => toggle("structure", id),
        },
        swatch(structureColour(id)),
        shortened(name, 30),
        make("span.quiet", null, percent(here, all)),
      ),
    );
  }
  if (all - shown > 0)
    place.append(
      make(
        "span.key",
        null,
        swatch(othersColour()),
        "[others]",
        make("span.quiet", null, percent(all - shown, all)),
      ),
    );
}
