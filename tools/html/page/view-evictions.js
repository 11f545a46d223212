// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evictions between structures, and the causes of misses.

const missClasses = [
  "compulsory",
  "capacity",
  "conflict",
  "true sharing",
  "false sharing",
];

view({
  id: "evictions",
  title: "Evictions",
  hint:
    "A row's lines leave the cache for a column's. Bright: often. A " +
    "premature eviction is one whose line was missed again; record --why " +
    "tells these, and why lines miss.",
  has() {
    return Boolean(profile().evictions);
  },
  get record() {
    return recordCommand("");
  },
  build(place) {
    this.level = 0;
    this.premature = false;
    const hasCauses = profile().evictions.some((l) => l.why.length > 0);
    place.append(
      make(
        "div.tools",
        null,
        choice(
          "level",
          profile().evictions.map((l, i) => [i, l.name]),
          0,
          (i) => {
            this.level = i;
            this.update();
          },
        ),
        hasCauses
          ? choice(
              "evictions",
              [
                ["all", "all"],
                ["premature", "premature"],
              ],
              "all",
              (which) => {
                this.premature = which === "premature";
                this.update();
              },
            )
          : null,
      ),
    );
    this.matrix = make("div.scrolls", { tabindex: "0" });
    this.why = make("div.why");
    place.append(this.matrix);
    if (hasCauses) place.append(make("h3", null, "Why lines miss"), this.why);
  },
  update() {
    this.drawMatrix(profile().evictions[this.level]);
    if (profile().evictions[this.level].why.length > 0)
      this.drawWhy(profile().evictions[this.level]);
  },
  drawMatrix({ rows, counts }) {
    const of = ([all, premature]) => (this.premature ? premature : all);
    const most = Math.max(1, ...counts.flat().map(of));
    heatMatrix(
      empty(this.matrix),
      rows.map((r) => ({ text: r.name, id: r.id })),
      (v, e) => of(counts[v][e]),
      most,
      "lines of",
      "are evicted by",
      (v, e) =>
        `${rows[v].name} lost ${count(of(counts[v][e]))} lines to ${rows[e].name}`,
    );
  },
  drawWhy({ rows, why }) {
    empty(this.why);
    const colours = structureColours[isDark() ? "dark" : "light"];
    const all = why.flat().reduce((a, b) => a + b, 0);
    this.why.append(
      make(
        "div.legend",
        null,
        missClasses.map((name, i) =>
          make("span.key", null, swatch(colours[i]), name),
        ),
      ),
    );
    rows.forEach((row, r) => {
      const sum = why[r].reduce((a, b) => a + b, 0);
      if (sum === 0) return;
      const bar = make("div.parts", {
        role: "img",
        "aria-label": why[r]
          .map((v, i) => `${missClasses[i]} ${count(v)}`)
          .join(", "),
      });
      why[r].forEach((value, i) => {
        const part = make("i", {
          title: `${missClasses[i]}: ${count(value)}, ${percent(value, sum)}`,
        });
        part.style.width = (100 * value) / sum + "%";
        part.style.background = colours[i];
        bar.append(part);
      });
      this.why.append(
        make(
          "button.name",
          {
            type: "button",
            "aria-pressed": String(state.structure === row.id),
            title: row.name,
            onclick: () => row.id !== null && toggle("structure", row.id),
          },
          shortened(row.name, 32),
        ),
        bar,
        make("span.quiet", null, percent(sum, all)),
      );
    });
  },
  table() {
    const { rows, counts, why } = profile().evictions[this.level];
    return {
      columns: [
        { head: "structure", value: (r) => rows[r].name },
        ...(why.length > 0 ? missClasses : []).map((name, i) => ({
          head: name,
          number: true,
          value: (r) => why[r][i],
          text: (r) => count(why[r][i]),
        })),
        {
          head: "evicted",
          number: true,
          value: (r) => counts[r].reduce((s, c) => s + c[0], 0),
          text: (r) => count(counts[r].reduce((s, c) => s + c[0], 0)),
        },
        ...(why.length > 0
          ? [
              {
                head: "premature",
                number: true,
                value: (r) => counts[r].reduce((s, c) => s + c[1], 0),
                text: (r) => count(counts[r].reduce((s, c) => s + c[1], 0)),
              },
            ]
          : []),
      ],
      rows: rows.map((_, r) => r),
    };
  },
});

// Makes a table whose cells are coloured by their number. names: [{text, id}];
// id is a structure's, or undefined.
function heatMatrix(place, names, value, most, side, above, title, onName) {
  // Of many, cells have a colour only, and names have one column.
  const isSmall = names.length > 20;
  const letters = names.map(
    (name, i) =>
      name.short ?? (i < 26 ? String.fromCharCode(65 + i) : String(i + 1)),
  );
  const pick =
    onName ??
    ((name) =>
      name.id !== null &&
      name.id !== undefined &&
      toggle("structure", name.id));
  const chosen = (name) =>
    name.chosen ?? (name.id !== null && state.structure === name.id);
  const table = make(isSmall ? "table.heat.small" : "table.heat", { "aria-label": `${side}, ${above}` });
  table.append(
    make(
      "tr",
      null,
      make("th", { colspan: 2 }, `${side} \u2193  ${above} \u2192`),
      names.map((name, i) =>
        make(
          chosen(name) ? "th.chosen" : "th",
          { scope: "col", title: name.text },
          letters[i],
        ),
      ),
    ),
  );
  names.forEach((name, v) => {
    const tr = make(
      chosen(name) ? "tr.chosen" : "tr",
      null,
      isSmall ? null : make("th", null, letters[v]),
      make(
        "th",
        { scope: "row", title: name.text, colspan: isSmall ? 2 : 1 },
        make(
          "button.pick",
          { type: "button", onclick: () => pick(name) },
          isSmall ? letters[v] : shortened(name.text, 36),
        ),
      ),
    );
    names.forEach((other, e) => {
      const here = value(v, e);
      const td = make(
        "td",
        { title: title(v, e) },
        isSmall ? "" : here > 0 ? count(here) : "\u00b7",
      );
      if (here > 0) {
        td.style.background = heatCss(Math.sqrt(here / most));
        td.style.color = heatInk(Math.sqrt(here / most));
      }
      tr.append(td);
    });
    table.append(tr);
  });
  place.append(table);
}
