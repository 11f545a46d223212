// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views are sections of the page, one in each file. A view is
//   {id, title, has(): whether the profile has it, record: what to record
//    otherwise, hint: what it shows, build(place), update(changed), table():
//    the drawing's numbers, follows: the parts of the selection that it shows, or
//    a function that returns them; default: the structure}
// Views outside the visible part of the page are drawn later.

const everything = ["time", "structure", "thread", "phase"];

const views = [];
function view(definition) {
  views.push(definition);
}

const inSight = new Set();
const stale = new Map(); // view -> keys that changed
let later = 0;
const watcher = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const of = views.find((v) => v.section === entry.target);
      if (!of) continue;
      if (entry.isIntersecting) {
        inSight.add(of);
        refresh(of);
      } else {
        inSight.delete(of);
      }
    }
  },
  { rootMargin: "200px" },
);

function refresh(of) {
  const changed = stale.get(of);
  if (!changed) return;
  stale.delete(of);
  of.update?.(changed);
  showWhatIsLeft(of);
  if (of.details?.open) fillTable(of);
}

// Shows which parts of the selection a view ignores, as the profile has only
// total counts for it.
function showWhatIsLeft(of) {
  const follows = typeof of.follows === "function" ? of.follows() : of.follows;
  const left = everything.filter(
    (key) => state[key] !== null && !(follows ?? ["structure"]).includes(key),
  );
  of.left.hidden = left.length === 0;
  of.left.textContent = `of every ${left.join(" and every ")}`;
}

function changedViews(changed) {
  for (const of of views) {
    if (!of.section) continue;
    const keys = stale.get(of) ?? new Set();
    changed.forEach((key) => keys.add(key));
    stale.set(of, keys);
    if (inSight.has(of)) refresh(of);
  }
  clearTimeout(later);
  later = setTimeout(refreshAll, 250);
}

function refreshAll() {
  for (const of of [...stale.keys()]) refresh(of);
  document.body.dataset.drawn = Math.round(performance.now());
}

function buildViews() {
  const page = empty(document.getElementById("page"));
  const nav = empty(document.getElementById("views"));
  inSight.clear();
  hairs.length = 0;
  stale.clear();
  const missing = [];
  for (const of of views) {
    of.section = null;
    of.details = null;
    if (of.when && !of.when()) continue;
    if (of.has && !of.has()) {
      missing.push(of);
      continue;
    }
    of.section = make(
      "section",
      { id: of.id, "aria-labelledby": "title-" + of.id },
      make("h2", { id: "title-" + of.id }, of.title),
      (of.left = make("span.left", { hidden: true })),
    );
    if (of.hint) of.section.append(make("p.hint", null, of.hint));
    page.append(of.section);
    nav.append(
      make(
        "a",
        {
          href: "#" + of.id,
          "data-view": of.id,
          onclick: (event) => jump(event, of.id),
        },
        of.title,
      ),
    );
    const place = make("div.view");
    of.section.append(place);
    of.build(place);
    if (of.table) addTable(of);
    stale.set(of, new Set(["all"]));
    watcher.observe(of.section);
  }
  addMissing(page, nav, missing);
}

// Scrolls to a view without a change of the address, whose fragment holds the
// selection.
function jump(event, id) {
  event?.preventDefault();
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector("h2")?.setAttribute("tabindex", "-1");
  section?.querySelector("h2")?.focus({ preventScroll: true });
}

function addMissing(page, nav, missing) {
  if (missing.length === 0) return;
  nav.append(
    make(
      "a",
      { href: "#more", onclick: (event) => jump(event, "more") },
      "not recorded",
    ),
  );
  const list = make("dl.missing");
  for (const of of missing)
    list.append(
      make("dt", null, of.title),
      make("dd", null, make("code", null, of.record)),
    );
  page.append(
    make(
      "section",
      { id: "more" },
      make("h2", null, "Not recorded"),
      make(
        "p.hint",
        null,
        "The profile has no data for these views. " +
          "The command beside each makes one that has.",
      ),
      list,
    ),
  );
}

// Adds the table with the numbers of a drawing; of.table() returns {columns,
// rows}.
function addTable(of) {
  of.details = make(
    "details.behind",
    {
      ontoggle: () => {
        if (of.details.open) fillTable(of);
      },
    },
    make("summary", null, "table"),
  );
  of.section.append(of.details);
  of.shown = null;
}

function fillTable(of) {
  const { columns, rows } = of.table();
  const place = make("div");
  new DataTable(place, columns, {
    label: of.title,
    filter: true,
    sort: null,
  }).set(rows);
  of.details.replaceChildren(of.details.firstChild, place);
}

// Returns the `memfacet record` command that records the missing data.
function recordCommand(option) {
  return `memfacet record ${option}${option && " "}-- ${programLine()}`;
}

// Returns the command line of the program as a shell takes it.
function programLine() {
  const { head } = profile();
  return clean([head.program, ...head.arguments].map(shellWord).join(" "));
}

function shellWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replace(/'/g, "'\\''")}'`;
}
