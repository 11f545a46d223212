// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts that were simulated on the trace, with the costs before and after.

view({
  id: "advice",
  title: "Advice",
  hint:
    "Each change was simulated on the program's trace: these are counts, " +
    "not guesses.",
  has() {
    return Boolean(doc.advice) && state.profile === 0;
  },
  get record() {
    return `${recordCommand("--trace run.mft")}; memfacet html --from-trace run.mft`;
  },
  build(place) {
    const { suggestions, cycles, tried, found, verify } = doc.advice;
    place.append(
      make(
        "p.quiet",
        null,
        `${tried} changes tried` +
          (found > tried ? ` of ${found}` : "") +
          `, ${suggestions.length} that save most are shown`,
      ),
    );
    const list = make("ol.advice");
    for (const s of suggestions) list.append(this.card(s, cycles));
    place.append(list);
    if (suggestions.length > 0)
      place.append(
        make("p", null, "To verify, change the program, and then: "),
        make(
          "pre",
          null,
          verify.map((command) => make("div", null, command)),
        ),
      );
  },
  card(s, cycles) {
    const row = profile().structures.rows.find((r) => r.name === s.name);
    const card = make("li", { "data-id": row?.id });
    card.append(
      make(
        "p",
        null,
        make("b", null, s.do),
        make(
          "span.quiet",
          null,
          `  saves ${percent(s.cycles_saved, cycles)} of the cycles that misses cost`,
        ),
      ),
    );
    card.append(
      make(
        "p",
        null,
        make(
          "button.pick",
          { type: "button", onclick: () => row && toggle("structure", row.id) },
          row ? swatch(structureColour(row.id)) : null,
          shortened(s.name, 60),
        ),
        make(
          "span.quiet",
          null,
          ` ${s.type} ${s.file ? s.file.split("/").pop() + ":" + s.line : ""}`,
        ),
      ),
    );
    const bars = make("div.before-after");
    for (const [who, before, after] of [
      ["structure", s.structure_before, s.structure_after],
      ["program", s.program_before, s.program_after],
    ])
      before.levels.forEach((level, l) => {
        if (level.misses > 0 || after.levels[l].misses > 0)
          addPair(
            bars,
            `${level.name} misses, ${who}`,
            level.misses,
            after.levels[l].misses,
          );
      });
    card.append(bars);
    for (const [name, words] of [
      ["because", s.evidence],
      ["costs", s.costs],
      ["assumed", s.assumed],
    ])
      if (words.length > 0)
        card.append(
          make("p.quiet", null, make("b", null, name + " "), words.join("; ")),
        );
    return card;
  },
  update() {
    for (const box of this.section.querySelectorAll("li .swatch"))
      box.style.background = structureColour(
        Number(box.closest("li").dataset.id),
      );
    for (const card of this.section.querySelectorAll("li"))
      card.classList.toggle(
        "faded",
        state.structure !== null && Number(card.dataset.id) !== state.structure,
      );
  },
  table() {
    return {
      columns: [
        { head: "change", value: (s) => s.do },
        { head: "structure", value: (s) => s.name },
        {
          head: "L1 before",
          number: true,
          value: (s) => s.structure_before.levels[0].misses,
        },
        {
          head: "L1 after",
          number: true,
          value: (s) => s.structure_after.levels[0].misses,
        },
        {
          head: "cycles saved",
          number: true,
          value: (s) => Math.round(s.cycles_saved),
        },
      ],
      rows: doc.advice.suggestions,
    };
  },
});

// Adds two bars, one above the other, with their text and numbers.
function addPair(place, text, before, after) {
  const most = Math.max(before, after, 1);
  const bar = (kind, value) => {
    const part = make("i." + kind);
    part.style.width = (100 * value) / most + "%";
    return part;
  };
  place.append(
    make("span", null, text),
    make(
      "div.pair",
      {
        role: "img",
        "aria-label": `${count(before)} before, ${count(after)} after`,
      },
      bar("before", before),
      bar("after", after),
    ),
    make(
      "span.quiet",
      null,
      `${count(before)} \u2192 ${count(after)}, ${signedPercent(before, after)}`,
    ),
  );
}
