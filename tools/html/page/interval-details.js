// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The data of one interval other than its pictures. `of` holds the intervals of
// the profile's phases; `i` is the index of one of them.

function drawFacts(place, i, of) {
  empty(place);
  const fact = (name, text) =>
    place.append(make("dt", null, name), make("dd", null, text));
  const instructions = numbers(of.instructions)[i],
    accesses = numbers(of.accesses)[i];
  fact(
    "time",
    `${count(numbers(of.begin)[i])} to ${count(numbers(of.end)[i])} of the process`,
  );
  fact("instructions", count(instructions));
  let reached = accesses;
  of.misses.forEach((misses, l) => {
    const here = numbers(misses)[i];
    if (l === 0)
      fact(
        "hits",
        `${count(accesses - here)}, ${percent(accesses - here, accesses)}`,
      );
    fact(
      `${profile().head.levels[l].name} misses`,
      `${count(here)}, ${percent(here, reached)} of ${l === 0 ? "touches" : "those that reach it"}`,
    );
    reached = here;
  });
  if (of.cycles) fact("CPI", threeDigits(numbers(of.cycles)[i] / instructions));
}

function drawSites(place, lines, i, of) {
  empty(place);
  empty(lines);
  if (!of.sites) return;
  const many = numbers(of.sites.many);
  let first = 0;
  for (let j = 0; j < i; ++j) first += many[j];
  const misses = numbers(of.sites.misses).slice(first, first + many[i]);
  const sites = numbers(of.sites.site).slice(first, first + many[i]);
  const rest = numbers(of.sites.rest)[i],
    all = misses.reduce((a, b) => a + b, rest);
  place.append(make("h4", null, `Sites with most ${of.sites.level} misses`));
  if (all === 0) place.append(make("p.quiet", null, "none misses here"));
  const list = make("div.bars");
  sites.forEach((site, s) =>
    addBar(
      list,
      withoutFolders(of.sites.names[site].text),
      misses[s],
      all,
      () => showLines(lines, of.sites.names[site]),
    ),
  );
  if (rest > 0) addBar(list, "[others]", rest, all);
  place.append(list);
  if (sites.length > 0) showLines(lines, of.sites.names[sites[0]]);
}

// Shows the source around a site.
function showLines(place, site) {
  empty(place);
  const file = profile().source?.find((f) => f.file === site.file);
  const near = file?.text.filter(([n]) => Math.abs(n - site.line) <= 4) ?? [];
  if (near.length === 0) return;
  place.append(
    make("h4", null, `${site.file}:${site.line}`),
    make(
      "pre.source",
      null,
      near.map(([n, text]) =>
        make(
          n === site.line ? "div.here" : "div",
          null,
          make("span.number", null, String(n)),
          " " + text,
        ),
      ),
    ),
  );
}

function drawStrides(place, i, of) {
  empty(place);
  if (!of.strides) return;
  const { bins } = of.strides,
    counts = numbers(of.strides.counts).slice(i * bins, (i + 1) * bins);
  const all = counts.reduce((a, b) => a + b, 0);
  if (all === 0) return;
  place.append(make("h4", null, "Strides of a site's accesses"));
  const list = make("div.bars");
  counts.forEach((value, b) => {
    if (value > 0)
      addBar(
        list,
        b === 0
          ? "0 B"
          : b === 1
            ? "1 B"
            : `${bytesText(2 ** (b - 1))} to ${bytesText(2 ** b - 1)}`,
        value,
        all,
      );
  });
  place.append(list);
}

function drawSimilar(place, several, i, of) {
  empty(place);
  const { each } = of.similar,
    which = numbers(of.similar.which),
    distance = numbers(of.similar.distance);
  place.append(make("h4", null, "Most similar intervals"));
  const row = make("div.legend");
  for (let s = i * each; s < (i + 1) * each; ++s)
    row.append(
      make(
        "button.key",
        {
          type: "button",
          "data-interval": which[s],
          onclick: () => select({ interval: which[s] }),
        },
        phaseMark(numbers(of.phase)[which[s]]),
        ` ${numbers(of.number)[which[s]]}` +
          (several ? ` of thread ${numbers(of.thread)[which[s]]}` : ""),
        make(
          "span.quiet",
          null,
          "distance " + (distance[s] / 1e6).toPrecision(2),
        ),
      ),
    );
  place.append(row);
}

function addBar(list, text, value, all, onClick) {
  const bar = make("div.parts");
  const part = make("i");
  part.style.width = (100 * value) / all + "%";
  bar.append(part);
  list.append(
    onClick
      ? make(
          "button.name",
          { type: "button", title: text, onclick: onClick },
          shortened(text, 44),
        )
      : make("span.name", { title: text }, shortened(text, 44)),
    bar,
    make("span.quiet", { title: count(value) }, percent(value, all)),
  );
}
