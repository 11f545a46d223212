#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a command with a Slurm of one node, this machine, which ends with it.
#
#   bench/slurm.sh COMMAND...       # for instance: bench/slurm.sh sbatch --wait job.sh
#   bench/slurm.sh --check          # says what is missing; exit code 1: something is
#
# Needs root, and Debian's packages slurmctld, slurmd, slurm-client and munge,
# none of which have to be configured or running. All of its files are in a
# folder that it removes; it uses its own ports. SLURM_CONF is set for the
# command.
set -euo pipefail

missing() {
  local Tool
  [ "$(id -u)" -eq 0 ] || echo "root"
  for Tool in slurmctld slurmd sbatch srun munged; do
    PATH=$PATH:/usr/sbin command -v "$Tool" >/dev/null || echo "$Tool"
  done
}

Missing=$(missing | paste -sd' ')
if [ -n "$Missing" ]; then
  echo "slurm.sh: cannot run Slurm here; missing: $Missing; type: apt-get" \
    "install slurmctld slurmd slurm-client munge" >&2
  exit 1
fi
[ "${1:-}" != --check ] || exit 0
if [ $# -eq 0 ]; then
  sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
  exit 2
fi

export PATH=$PATH:/usr/sbin
# The path is short, as names of sockets have at most 107 characters.
Folder=$(mktemp -d /tmp/mf-slurm.XXXXXX)
Started=()
# Prints the processes of steps, which outlive the daemons: their environment names our
# folder.
steps() {
  local Process
  for Process in /proc/[0-9]*; do
    if [ "$(cat "$Process/comm" 2>/dev/null)" = slurmstepd ] &&
      tr '\0' '\n' <"$Process/environ" 2>/dev/null |
      grep -qF "$Folder/"; then
      echo "${Process#/proc/}"
    fi
  done
}
end() {
  local Code=$? Pid Try
  for Try in $(seq 1 20); do
    [ -n "$(steps)" ] || break
    sleep 0.5
  done
  for Pid in "${Started[@]}"; do
    kill "$Pid" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  for Pid in $(steps); do
    kill -KILL "$Pid" 2>/dev/null || true
  done
  [ "$Code" -eq 0 ] || tail -n 20 "$Folder"/*.log >&2 || true
  rm -rf "$Folder"
  exit "$Code"
}
trap end EXIT

# Both daemons and the commands authenticate with a key made for this run.
chmod 755 "$Folder"
mkdir -m 755 "$Folder/munge" "$Folder/state" "$Folder/spool"
(umask 077 && head -c 128 /dev/urandom >"$Folder/munge/key")
munged --foreground --force --socket="$Folder/munge/socket" \
  --key-file="$Folder/munge/key" --pid-file="$Folder/munge/pid" \
  --seed-file="$Folder/munge/seed" --log-file="$Folder/munge.log" \
  >"$Folder/munge.out.log" 2>&1 &
Started+=($!)

free_port() {
  python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

export SLURM_CONF=$Folder/slurm.conf
Host=$(hostname -s)
cat >"$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=$Host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$Folder/munge/socket
CredType=cred/munge
StateSaveLocation=$Folder/state
SlurmdSpoolDir=$Folder/spool
SlurmctldPidFile=$Folder/slurmctld.pid
SlurmdPidFile=$Folder/slurmd.pid
SlurmctldLogFile=$Folder/slurmctld.log
SlurmdLogFile=$Folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=$Host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$Host Default=YES MaxTime=INFINITE State=UP
CONF

slurmctld -D >"$Folder/slurmctld.out.log" 2>&1 &
Started+=($!)
slurmd -D >"$Folder/slurmd.out.log" 2>&1 &
Started+=($!)

for Try in $(seq 1 60); do
  [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && break
  if [ "$Try" -eq 60 ]; then
    echo "slurm.sh: the node is not there after a minute" >&2
    exit 1
  fi
  sleep 1
done
"$@"
