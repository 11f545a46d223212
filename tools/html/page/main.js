// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the page.

function showProfile(which) {
  const name = structureName(state.structure);
  const to = doc.profiles[which];
  const same = to.structures.rows.find((row) => row.name === name);
  const measure = to.head.measures.findIndex(
    (m) => m.key === measures()[state.measure].key,
  );
  Object.assign(state, {
    time: null,
    thread: null,
    phase: null,
    interval: null,
    profile: which,
    measure: Math.max(0, measure),
    structure: state.structure !== null && same ? same.id : null,
  });
  writeFragment(false);
  rebuild();
}

function rebuild() {
  buildTop();
  buildViews();
  changedKeys.add("all");
  schedule();
}

function onSelected(changed) {
  drawChips();
  if (measureChoice) setChoice(measureChoice, state.measure);
  changedViews(changed);
}

// Draws all views immediately, for printing.
function drawAllIn(theme) {
  useTheme(theme);
  for (const of of views) if (of.section) stale.set(of, new Set(["theme"]));
  refreshAll();
}

async function openPage() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  useTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => {
    useTheme(dark.matches ? "dark" : "light");
    changedKeys.add("theme");
    schedule();
  });
  await readData();
  doc.profiles.forEach(prepareProfile);
  Object.assign(state, readFragment());
  lastPushed = location.hash;
  onChange(onSelected);
  rebuild();
  addEventListener("keydown", onKey);
  addEventListener("popstate", () => {
    if (!location.hash.slice(1) || location.hash.includes("=")) {
      const next = readFragment(),
        was = state.profile;
      Object.assign(state, next);
      lastPushed = location.hash;
      if (was !== state.profile) rebuild();
      changedKeys.add("all");
      schedule();
    }
  });
  let before = "";
  addEventListener("beforeprint", () => {
    before = document.documentElement.dataset.theme;
    drawAllIn("light");
  });
  addEventListener("afterprint", () => drawAllIn(before));
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.body.dataset.opened = Math.round(performance.now());
    }),
  );
}

openPage().catch((error) => {
  const page = document.getElementById("page");
  page.replaceChildren(
    make(
      "p.warning",
      null,
      "this page cannot be shown: " +
        error.message +
        (typeof DecompressionStream === "undefined"
          ? "; it needs a browser of 2023 or later"
          : ""),
    ),
  );
  throw error;
});
