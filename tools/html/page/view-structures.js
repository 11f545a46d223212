// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of structures, of what is selected.

view({
  id: "structures",
  follows: everything,
  title: "Structures",
  has() {
    return profile().structures.rows.length > 0;
  },
  get record() {
    return recordCommand("");
  },
  columns() {
    const of = profile();
    const row = (r) => of.byId.get(r.id);
    const counts = measures().map((m, i) => ({
      head: m.text,
      number: true,
      value: (r) => r.counts[i],
      text: (r) => count(r.counts[i]),
      title: (r) => String(r.counts[i]),
    }));
    return [
      {
        head: "structure",
        value: (r) => r.name,
        title: (r) => r.name,
        cell: (r) => [
          swatch(r.isTotal ? "transparent" : structureColour(r.id)),
          shortened(r.name, 44),
        ],
      },
      {
        head: "cost",
        number: true,
        hint: "part of the cycles that misses cost, as in the findings",
        value: (r) => costOf(r.counts),
        text: (r) => percent(costOf(r.counts), costOf(this.total.counts)),
      },
      {
        head: "share",
        number: true,
        hint: "of what is counted above",
        value: (r) => r.counts[state.measure],
        cell: (r) => [this.bar(r)],
      },
      ...counts,
      {
        head: "per 1000",
        number: true,
        hint: "per thousand instructions of the selection",
        value: (r) => r.counts[state.measure],
        text: (r) =>
          threeDigits((1000 * r.counts[state.measure]) / this.instructions),
      },
      { head: "what", value: (r) => row(r)?.what ?? "" },
      {
        head: "type",
        value: (r) => row(r)?.type ?? "",
        text: (r) => shortened(row(r)?.type ?? "", 36),
      },
      {
        head: "size",
        number: true,
        value: (r) => row(r)?.bytes ?? 0,
        text: (r) => (row(r) ? bytesText(row(r).bytes) : ""),
      },
      {
        head: "objects",
        number: true,
        value: (r) => row(r)?.objects ?? 0,
        text: (r) => (row(r) ? count(row(r).objects) : ""),
      },
      {
        head: "place",
        value: (r) => row(r)?.place ?? "",
        text: (r) => shortened(withoutFolders(row(r)?.place ?? ""), 44),
        title: (r) => row(r)?.place ?? "",
      },
    ];
  },
  build(place) {
    this.note = make("p.hint");
    place.append(this.note);
    this.list = new DataTable(place, this.columns(), {
      label: "structures",
      filter: true,
      sort: 1,
      most: 30,
      onRow: (r) => toggle("structure", r.id),
      isChosen: (r) => state.structure === r.id,
      total: () => this.total,
    });
  },
  bar(r) {
    const all = this.total.counts[state.measure],
      here = r.counts[state.measure];
    const bar = make("span.share", null, percent(here, all));
    bar.style.setProperty(
      "--part",
      all > 0 && !r.isTotal ? (100 * here) / all + "%" : "0%",
    );
    return bar;
  },
  update() {
    const { rows, total, exact } = selectedCounts();
    this.total = total;
    this.instructions = selectedInstructions() || 1;
    this.note.textContent =
      "Cost is that of the findings: the cycles that misses of all levels " +
      "cost; share is of what is counted above. " +
      `${count(this.instructions)} instructions` +
      (hasSelection() ? " selected" : "") +
      `, ${count(total.counts[state.measure])} ${measureText()}` +
      (exact
        ? ""
        : "; where bins are only partly of the phase, counts are in proportion") +
      ". Click a row to select the structure in all views.";
    this.list.set(rows);
  },
});

// Returns the cycles that the misses in a row of counts cost.
function costOf(counts) {
  return profile().head.levels.reduce(
    (sum, level, i) => sum + counts[i] * level.cost,
    0,
  );
}
