#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Feeds readers of files with anything, with libFuzzer and the address and the
# undefined-behaviour sanitizer. Contracts are checked (include/memfacet/Check.h).
#
# usage: fuzz.sh [readers|all|TARGET...] [SECONDS | --runs N]
#        fuzz.sh --built [readers|TARGET...] [SECONDS | --runs N]
#        fuzz.sh --totals
#
#   readers         the targets that need only the rooms that read (default)
#   all             these, and those that need all of the analysis and the tools
#   SECONDS         for each target (60)
#   --runs N        N inputs for each target instead, say 10000000
#   --built         builds nothing. An input may take four times as long, and the
#                   first one is always the same: for CI
#   --totals        builds and runs nothing: the table of all runs in this folder
#   BUILD=folder    build folder (build-fuzz); corpora and totals stay in it
#   CORPUS=folder   inputs of other folders' runs to begin with: folder/TARGET
#   JOBS=N          parallel jobs of the build (number of processors)
#
# An input that does harm, takes longer than 5 s or more than 1 GB is kept in
# the folder found/. Cut it down with -minimize_crash=1, mend the reader, and
# put the input into test/fuzz/corpus/TARGET: every run of the tests reads it.
#
# Leaks are looked for at the end of a run: to stop for it at each input takes a
# hundred times as long. Stacks of allocations are short for the same reason;
# ASAN_OPTIONS=malloc_context_size=30 makes them longer.
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${BUILD:-build-fuzz}
Limit=(-max_total_time=60)
Targets=() Built=()
while [ $# -gt 0 ]; do
  case $1 in
    --totals) Targets=(--totals) ;;
    --built) Built=(-seed=1 -timeout=20) ;;
    --runs)
      [ -n "${2-}" ] || { echo "fuzz.sh: --runs needs a number, as in --runs 10000000" >&2; exit 2; }
      Limit=("-runs=$2")
      shift
      ;;
    [0-9]*) Limit=("-max_total_time=$1") ;;
    -*) echo "fuzz.sh: unknown option '$1'; usage: fuzz.sh [readers|all|TARGET...] [SECONDS | --runs N]" >&2; exit 2 ;;
    *) Targets+=("$1") ;;
  esac
  shift
done

listed() { # targets of a table in Targets.h
  sed -n "/define MEMFACET_$1_TARGETS/,/^\$/s/.*X([A-Za-z]*, \"\([a-z]*\)\".*/\1/p" test/fuzz/Targets.h
}
totals() { # what the runs so far have had, as docs/evaluation/hostile-input.md shows it
  [ -e "$Build/totals.tsv" ] || { echo "fuzz.sh: there is no run in $Build" >&2; exit 1; }
  echo '| target | feeds | inputs | a second | peak MB |'
  echo '|---|---|---|---|---|'
  sed -n 's/^ *X([A-Za-z]*, "\([a-z]*\)", *"\(.*\)").*/\1\t\2/p' test/fuzz/Targets.h |
    while IFS=$'\t' read -r Target Feeds; do
      awk -F'\t' -v T="$Target" -v F="$Feeds" '
        function grouped(N,   Left, Text) {
          for (Left = sprintf("%.0f", N); length(Left) > 3;
               Left = substr(Left, 1, length(Left) - 3))
            Text = "," substr(Left, length(Left) - 2) Text
          return Left Text
        }
        $1 == T { Inputs += $2; if ($3 > 0) { Timed += $2; Seconds += $3 }; if ($4 > Peak) Peak = $4 }
        END { printf "| `%s` | %s | %s | %s | %d |\n", T, F, grouped(Inputs),
              grouped(Timed / (Seconds ? Seconds : 1)), Peak }' "$Build/totals.tsv"
    done
}
if [ "${Targets[0]-}" = --totals ]; then
  totals
  exit
fi
[ ${#Targets[@]} -gt 0 ] || Targets=(readers)
case ${Targets[0]} in
  readers) mapfile -t Targets < <(listed READER) ;;
  all) mapfile -t Targets < <(listed READER; listed WHOLE) ;;
esac
Program=memfacet-fuzz-readers
for Target in "${Targets[@]}"; do
  if listed WHOLE | grep -qx "$Target"; then
    Program=memfacet-fuzz
  elif ! listed READER | grep -qx "$Target"; then
    echo "fuzz.sh: there is no target '$Target'; there are:" $(listed READER; listed WHOLE) >&2
    exit 2
  fi
done

mkdir -p "$Build/found"
if [ ${#Built[@]} = 0 ]; then
  cmake -G Ninja -S . -B "$Build" -DMEMFACET_FUZZ=ON -DMEMFACET_CHECKS=ON \
    -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 > "$Build/configure.log" ||
    { cat "$Build/configure.log"; exit 1; }
  cmake --build "$Build" -j "${JOBS:-$(nproc)}" --target $Program
fi
"$Build/test/fuzz/$Program" --seeds "$Build/corpus"
# What is freed stays unused long enough to be found within an input.
export ASAN_OPTIONS=${ASAN_OPTIONS-malloc_context_size=2:quarantine_size_mb=16}

Failed=0
TIMEFORMAT='%U %S' # of the processor: others may use the machine
printf '%-12s%14s%10s%10s%14s\n' target inputs seconds 'peak MB' 'so far'
for Target in "${Targets[@]}"; do
  mkdir -p "$Build/corpus/$Target"
  for Inputs in "test/fuzz/corpus/$Target" "${CORPUS:-/nonexistent}/$Target"; do
    [ ! -d "$Inputs" ] || cp -n "$Inputs"/* "$Build/corpus/$Target" 2> /dev/null || true
  done
  ln -sf "$Program" "$Build/test/fuzz/fuzz-$Target"
  Log=$Build/found/$Target.log
  Result=good
  # What the readers of options and commands print is of no interest.
  { time "$Build/test/fuzz/fuzz-$Target" "$Build/corpus/$Target" "${Limit[@]}" \
    -timeout=5 "${Built[@]}" -rss_limit_mb=1024 -detect_leaks=0 -reload=0 \
    -close_fd_mask=1 -print_final_stats=1 \
    -artifact_prefix="$Build/found/$Target-" > "$Log" 2>&1; } 2> "$Log.time" || Result=bad
  stat() { sed -n "s/^stat::$1: *//p" "$Log"; }
  Row=("$Target" "$(stat number_of_executed_units)"
    "$(awk '{ printf "%.1f", $1 + $2 }' "$Log.time")" "$(stat peak_rss_mb)")
  (IFS=$'\t'; echo "${Row[*]}" >> "$Build/totals.tsv")
  printf '%-12s%14s%10s%10s%14s\n' "${Row[@]}" \
    "$(awk -F'\t' -v T="$Target" '$1 == T { N += $2 } END { print N }' "$Build/totals.tsv")"
  if [ $Result = bad ]; then
    Failed=$((Failed + 1))
    grep -E 'ERROR|SUMMARY|contradiction|runtime error|Test unit' "$Log" | head -5 >&2 || true
    echo "fuzz.sh: see $Log" >&2
  fi
done
echo "$((${#Targets[@]} - Failed)) targets are good, $Failed are not"
[ $Failed = 0 ]
