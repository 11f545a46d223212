# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# terminate.sh MEMFACET PROGRAM: sends SIGTERM to the recorder of PROGRAM once
# the program runs; exits as the recorder does.
"$1" record -o "$2.mfp" -- "$2" "$2.ready" &
Recorder=$!
until test -e "$2.ready"; do
  kill -0 $Recorder || exit 1
  sleep 0.05
done
kill -TERM $Recorder
wait $Recorder
