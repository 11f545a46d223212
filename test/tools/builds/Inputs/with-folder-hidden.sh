#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs COMMAND in a private namespace in which FOLDER is empty.
# usage: with-folder-hidden.sh FOLDER COMMAND...
set -euo pipefail
Private=(unshare -m)
[ "$(id -u)" -eq 0 ] || Private=(unshare -rm)
exec "${Private[@]}" bash -c 'mount -t tmpfs none "$0" && exec "$@"' "$@"
