"""Compares reports of a whole run, a sampled one, the same from its trace, and the
windows of the whole run's trace."""

import sys

from reading import read_json

whole, part, again, chosen = (read_json(name) for name in sys.argv[1:])


def shares(report, measure):
    found = {}
    for s in report["structures"]:
        found[s["name"]] = found.get(s["name"], 0) + measure(s)
    total = sum(found.values())
    return {name: value / total for name, value in found.items()}


def check(what, good):
    if not good:
        sys.exit(f"check-sampled: {what}")


check("a trace gives what the run gave", part["sampled"] == again["sampled"]
      and part["structures"] == again["structures"])
check("all words are told", part["sampled"]["words"] == chosen["sampled"]["words"])
check("the windows are the same",
      part["sampled"]["windows"] == chosen["sampled"]["windows"])
check("each window ends where it should", abs(
    part["sampled"]["measured_words"] / chosen["sampled"]["measured_words"] - 1)
      < 0.02)
check("nothing is allocated elsewhere", [
    (s["name"], s["objects"], s["bytes"]) for s in part["structures"]
    if s["kind"] == "heap"] == [
    (s["name"], s["objects"], s["bytes"]) for s in whole["structures"]
    if s["kind"] == "heap"])
check("instructions", abs(part["instructions"] / whole["instructions"] - 1) < 0.03)
for title, measure in [("accesses", lambda s: s["accesses"]),
                       ("L1", lambda s: s["levels"][0]["misses"])]:
    truth = shares(whole, measure)
    for other in (part, chosen):
        guess = shares(other, measure)
        for name in truth:
            check(f"{title} of {name}: {truth[name]} and {guess[name]}",
                  abs(truth[name] - guess[name]) < 0.04)
check("no exact report has errors", "sampled" not in whole)
