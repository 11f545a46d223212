#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the tables of the pages in docs/evaluation/ again.
#
#   bench/evaluate.sh                    the sections that take less than 15 minutes
#   bench/evaluate.sh truth coverage     these sections
#   bench/evaluate.sh --all              everything: most of a day
#   bench/evaluate.sh --list             all sections, with their time and command
#
# options: --build FOLDER  of MemFacet (default: build)
#          --out FOLDER    for the output, NAME.md and NAME.log (default:
#                          BUILD/evaluation)
#          --page FILE     the page to change (default: that of --list)
#
# A section's last table, with the output that follows it, replaces the page's text
# between "<!-- begin: NAME -->" and "<!-- end: NAME -->". Sections without these marks
# are printed to the folder only. Exit code 1: a section failed.
set -u -o pipefail
cd "$(dirname "$0")/.."

# name, minutes on two quiet processors, page, command. {build} is the folder.
sections() {
  cat <<'END'
truth|1|evaluation/truth|bench/truth/truth.py --bin {build}/bin
coverage|12|evaluation/truth|bench/truth/coverage.py --bin {build}/bin
lines|15|evaluation/lines|bench/truth/lines.py --bin {build}/bin
claims|25|evaluation/papers|bench/claims.py --bin {build}/bin
curves|10|evaluation/simulation|bench/curves.py --build {build} bzip2 gzip
case-studies|40|evaluation/papers|bench/case-studies --bin {build}/bin bzip2 gzip libzstd lua5.4 sqlite3 xz-utils lz4 brotli lzip expat
differential-packages|40|evaluation/simulation|bench/differential_packages.py --bin {build}/bin
differential|240|evaluation/simulation|bench/differential.py --programs 2000 --seed 1
programs|90|evaluation/names|bench/programs --bin {build}/bin --perturbation
names|180|evaluation/names|bench/names.py
cachegrind|15|accuracy|bench/cachegrind-compare {build}
communication|60|evaluation/communication|bench/communication.py --bin {build}/bin --periods 10,100,1000,10000
phases|180|evaluation/phases|bench/phases.py --bin {build}/bin
points|30|evaluation/phases|bench/points.py --bin {build}/bin orders stencil mincost
othercaches|120|evaluation/phases|bench/othercaches.py --bin {build}/bin
wavelet|60|evaluation/phases|bench/wavelet.py --bin {build}/bin
volatility|20|evaluation/volatility|bench/volatility.py --bin {build}/bin
END
}

Build=build Out= Page= Wanted=() List=0 All=0
while (($#)); do
  case $1 in
  --build) Build=$2; shift ;;
  --out) Out=$2; shift ;;
  --page) Page=$2; shift ;;
  --list) List=1 ;;
  --all) All=1 ;;
  -*) echo "evaluate: unknown option '$1'; see the head of $0" >&2; exit 2 ;;
  *) Wanted+=("$1") ;;
  esac
  shift
done
Out=${Out:-$Build/evaluation}

for Name in ${Wanted[@]+"${Wanted[@]}"}; do
  if ! sections | grep -q "^$Name|"; then
    echo "evaluate: no section '$Name'; bench/evaluate.sh --list shows them" >&2
    exit 2
  fi
done

wanted() { # name, minutes
  if ((${#Wanted[@]})); then
    [[ " ${Wanted[*]} " == *" $1 "* ]]
  else
    ((All || $2 < 15))
  fi
}

if ((List)); then
  sections | while IFS='|' read -r Name Minutes Where Command; do
    printf '%-22s %4s min  docs/%-28s %s\n' "$Name" "$Minutes" "$Where.md" \
      "${Command//\{build\}/$Build}"
  done
  exit 0
fi

mkdir -p "$Out"
Failed=0
while IFS='|' read -r Name Minutes Where Command <&3; do
  wanted "$Name" "$Minutes" || continue
  Command=${Command//\{build\}/$Build}
  echo "$Name: about $Minutes minutes: $Command"
  Begin=$SECONDS
  # Commands come from the table above and are split at blanks.
  # shellcheck disable=SC2086
  if ! $Command >"$Out/$Name.md" 2>"$Out/$Name.log"; then
    echo "$Name: failed; see $Out/$Name.log and $Out/$Name.md" >&2
    Failed=1
    # The output is still inserted: a command also fails when a result is wrong.
  fi
  echo "$Name: $(((SECONDS - Begin) / 60)) min $(((SECONDS - Begin) % 60)) s -> $Out/$Name.md"
  python3 bench/truth/insert_table.py "$Name" "$Out/$Name.md" \
    "${Page:-docs/$Where.md}" || Failed=1
done 3< <(sections)
exit $Failed
