// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest costs in sentences: those of `memfacet report --findings`.

view({
  id: "findings",
  title: "Findings",
  hint:
    "What may help, ordered by the time that it saves. The cost is the " +
    "cycles of misses, as if none overlapped.",
  has() {
    return profile().head.findings.length > 0;
  },
  record: "no structure costs much by its misses",
  build(place) {
    const list = make("ol.findings");
    for (const finding of profile().head.findings) {
      list.append(
        make(
          "li",
          { "data-structure": finding.structure },
          make("div.bar", { "aria-hidden": "true" }, barOf(finding)),
          make(
            "p",
            null,
            make(
              "button.pick",
              {
                type: "button",
                onclick: () => toggle("structure", finding.structure),
              },
              swatch(structureColour(finding.structure)),
              shortened(structureName(finding.structure), 60),
            ),
            " ",
            make(
              "span.quiet",
              null,
              finding.change === "may-share"
                ? "cost not simulated"
                : `${percent(finding.share, 1)} of the cost`,
              "; " + finding.gain.text,
            ),
          ),
          make("p", null, finding.text),
          make("p", null, make("code", null, finding.next)),
        ),
      );
    }
    place.append(list);
    this.list = list;
  },
  update(changed) {
    if (changed.has("theme"))
      [...this.list.querySelectorAll("li")].forEach((li) => {
        const colour = structureColour(Number(li.dataset.structure));
        li.querySelector(".swatch").style.background = colour;
        li.querySelector(".bar i").style.background = colour;
      });
    for (const li of this.list.children)
      li.classList.toggle(
        "chosen",
        Number(li.dataset.structure) === state.structure,
      );
  },
});

function barOf(finding) {
  const bar = make("i");
  bar.style.width = Math.max(1, 100 * finding.share) + "%";
  bar.style.background = structureColour(finding.structure);
  return bar;
}
