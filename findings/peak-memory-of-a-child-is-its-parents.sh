#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Linux since 2.6.32 (seen: 6.1 and 6.18), Python 3.11.2 (Debian 12: python3.11-minimal,
# libpython3.11-minimal and libpython3.11-stdlib, 3.11.2-6+deb12u8).
#
# A script with 200 MB of memory in use starts /bin/true, in three ways, and asks
# wait4 for the peak of its resident memory (ru_maxrss), as harnesses of benchmarks do.
#
# Expected: what `time` says, 1 to 2 MB.
# Seen: more than 200 MB. Up to execve the child has its parent's memory, shared
# (vfork) or copied (fork), and the peak of a process is over all of its programs: execve
# takes the old one along. So a harness measures itself, and the smaller program is
# never seen. /proc/PID/status (VmHWM) starts again at execve; a small process in between
# (time, env -S, sh -c) does not help if it executes in place: it has to fork.
#
# The script fails if that changes.
#
# usage: findings/peak-memory-of-a-child-is-its-parents.sh   (Debian 12, network)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
Version=3.11.2-6+deb12u8
for Package in python3.11-minimal libpython3.11-minimal libpython3.11-stdlib; do
  apt-get download -q "$Package=$Version" >/dev/null
done
for Package in *.deb; do dpkg -x "$Package" root; done
export PYTHONHOME=$Work/root/usr

cat >harness.py <<'END'
import os

data = bytearray(200 << 20)
for i in range(0, len(data), 4096):
    data[i] = 1

def peak(pid):
    return os.wait4(pid, 0)[2].ru_maxrss // 1024

def forked(*command):
    pid = os.fork()
    if pid == 0:
        os.execv(command[0], command)
    return peak(pid)

print(peak(os.posix_spawn("/bin/true", ["true"], {})), forked("/bin/true"),
      forked("/bin/sh", "-c", "exec /bin/true"), forked("/bin/grep", "VmHWM", "/proc/self/status"))
END
mapfile -t Lines < <(root/usr/bin/python3.11 -S harness.py)
Own=$(awk '{ print int($2 / 1024) }' <<<"${Lines[0]}")
read -r Spawned Forked Again _ <<<"${Lines[1]}"
echo "peak of /bin/true, MB: posix_spawn $Spawned, fork $Forked, through a shell $Again;" \
  "VmHWM of such a child: $Own"
[ "$Spawned" -ge 200 ] && [ "$Forked" -ge 200 ] && [ "$Again" -ge 200 ] && [ "$Own" -lt 20 ]
