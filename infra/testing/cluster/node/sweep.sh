#!/usr/bin/env bash
# sweep.sh: removes the control groups of nodes that are gone. Whoever is killed leaves its own behind, and the kernel needs a moment until they are empty.
find /sys/fs/cgroup -type d -name 'zo-node-*' 2> /dev/null | while read -r group; do
  [ -d "/proc/${group##*-}" ] && continue
  for _ in $(seq 100); do
    find "$group" -depth -type d -exec rmdir {} + 2> /dev/null
    [ -d "$group" ] || break
    sleep 0.05
  done
done
true
