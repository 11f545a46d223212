// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bar at the top: the profile, the measure and the selection.

function buildTop() {
  const top = empty(document.getElementById("top"));
  const { head } = profile();
  const line = [head.program.split("/").pop(), ...head.arguments].join(" ");
  document.title = clean(`MemFacet: ${line}`);
  top.append(
    make(
      "h1",
      { title: [head.program, ...head.arguments].join(" ") },
      make("b", null, "MemFacet"),
      " ",
      shortened(line, 70),
    ),
  );
  if (doc.profiles.length > 1)
    top.append(
      choice(
        "profile",
        [
          [0, "before"],
          [1, "after"],
        ],
        state.profile,
        (which) => showProfile(which),
      ),
    );
  top.append(
    (measureChoice = choice(
      "what is counted",
      measures().map((m, i) => [i, m.text]),
      state.measure,
      (measure) => select({ measure }),
    )),
  );
  top.append(
    make(
      "span.buttons",
      null,
      make(
        "button",
        {
          type: "button",
          id: "theme",
          follows: everything,
          onclick: switchTheme,
          title: "dark or light (d)",
        },
        "\u25d0 theme",
      ),
      make(
        "button",
        { type: "button", id: "keys", onclick: showHelp, title: "keys (?)" },
        "? keys",
      ),
    ),
  );
  top.append(
    make("div", { id: "chips", role: "status", "aria-live": "polite" }),
  );
  drawChips();
}
let measureChoice = null;

// Shows a chip for each part of the selection; a click clears that part.
function drawChips() {
  const chips = empty(document.getElementById("chips"));
  const chip = (key, text) =>
    chips.append(
      make(
        "button.chip",
        {
          type: "button",
          "data-chip": key,
          title: "take back",
          onclick: () => select({ [key]: null }),
        },
        text,
        " \u00d7",
      ),
    );
  if (state.time)
    chip("time", `time ${count(state.time[0])} to ${count(state.time[1])}`);
  if (state.structure !== null)
    chip("structure", shortened(structureName(state.structure), 40));
  if (state.thread !== null) chip("thread", "thread " + state.thread);
  if (state.phase !== null) chip("phase", "phase " + phaseName(state.phase));
  if (!hasSelection()) {
    chips.append(
      make(
        "span.quiet",
        null,
        "everything: click or drag to select; ? for keys",
      ),
    );
    return;
  }
  chips.append(
    make(
      "button",
      { type: "button", id: "clear", onclick: clearSelection },
      "clear (Esc)",
    ),
  );
}

function clearSelection() {
  select({ time: null, structure: null, thread: null, phase: null });
}

view({
  id: "run",
  title: "Run",
  build(place) {
    const list = make("dl.facts");
    for (const { label, text, warning } of profile().head.lines)
      list.append(
        make("dt", null, label),
        make(warning ? "dd.warning" : "dd", null, text),
      );
    place.append(list);
    if (profile().head.threads.length > 1)
      place.append((this.threads = make("div.legend")));
  },
  update() {
    if (!this.threads || !this.threads.isConnected) return;
    empty(this.threads);
    for (const { thread, instructions } of profile().head.threads)
      this.threads.append(
        make(
          "button.key",
          {
            type: "button",
            "data-thread": thread,
            "aria-pressed": String(state.thread === thread),
            onclick: () => toggle("thread", thread),
          },
          `thread ${thread}`,
          make("span.quiet", null, count(instructions)),
        ),
      );
  },
});
