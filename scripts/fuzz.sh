#!/usr/bin/env bash
# Feeds readers of files with anything, with libFuzzer and the address and the
# undefined-behaviour sanitizer.
#
# usage: fuzz.sh [readers|all|TARGET...] [SECONDS | --runs N]
#
#   readers         the targets that need only the rooms that read (default)
#   all             these, and those that need all of the analysis and the tools
#   SECONDS         for each target (60)
#   --runs N        so many inputs for each target instead, say 10000000
#   BUILD=folder    build folder (build-fuzz); corpora stay in it
#   JOBS=N          parallel jobs of the build (number of processors)
#
# An input that does harm, takes longer than 5 s or more than 1 GB is kept in
# the folder found/. Cut it down with -minimize_crash=1, mend the reader, and
# put the input into test/fuzz/corpus/TARGET: every run of the tests reads it.
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${BUILD:-build-fuzz}
Limit=(-max_total_time=60)
Targets=()
while [ $# -gt 0 ]; do
  case $1 in
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

cmake -G Ninja -S . -B "$Build" -DMEMFACET_FUZZ=ON \
  -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 > "$Build.log" ||
  { cat "$Build.log"; exit 1; }
cmake --build "$Build" -j "${JOBS:-$(nproc)}" --target $Program
"$Build/test/fuzz/$Program" --seeds "$Build/corpus"
mkdir -p "$Build/found"

Failed=0
printf '%-12s%14s%10s%10s\n' target inputs seconds 'peak MB'
for Target in "${Targets[@]}"; do
  Corpus=$Build/corpus/$Target
  mkdir -p "$Corpus"
  cp -n test/fuzz/corpus/"$Target"/* "$Corpus" 2> /dev/null || true
  ln -sf "$Program" "$Build/test/fuzz/fuzz-$Target"
  Log=$Build/found/$Target.log Begin=$SECONDS
  Result=good
  # What the readers of options and commands print is of no interest.
  "$Build/test/fuzz/fuzz-$Target" "$Corpus" "${Limit[@]}" -timeout=5 \
    -rss_limit_mb=1024 -close_fd_mask=1 -print_final_stats=1 \
    -artifact_prefix="$Build/found/$Target-" > "$Log" 2>&1 || Result=bad
  stat() { sed -n "s/^stat::$1: *//p" "$Log"; }
  printf '%-12s%14s%10s%10s\n' "$Target" "$(stat number_of_executed_units)" \
    $((SECONDS - Begin)) "$(stat peak_rss_mb)"
  if [ $Result = bad ]; then
    Failed=$((Failed + 1))
    grep -E 'ERROR|SUMMARY|contradiction|runtime error|Test unit' "$Log" | head -5 >&2 || true
    echo "fuzz.sh: see $Log" >&2
  fi
done
echo "$((${#Targets[@]} - Failed)) targets are good, $Failed are not"
[ $Failed = 0 ]
