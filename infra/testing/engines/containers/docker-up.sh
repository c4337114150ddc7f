#!/usr/bin/env bash
# docker-up.sh FOLDER NUMBER: runs Docker with its own mounts, network and process ids until it is killed, and ends every
# container with it. The folder DOCKER_PROGRAMS has the programs and their library; NUMBER is that of a free link zodN.
set -euo pipefail
export FOLDER=$1 ADDRESS=10.98.$2.2 GROUP=zo-docker-$$
export PATH=$DOCKER_PROGRAMS:$PATH LD_LIBRARY_PATH=$DOCKER_PROGRAMS
link=zod$2

# The link: one end here, the other in the network namespace created below.
(
  until child=$(cat /proc/$$/task/$$/children | cut -d' ' -f2) && [ -n "$child" ] && ip link add "$link" type veth peer name eth0 netns "$child" 2> /dev/null; do
    kill -0 $$ || exit
    sleep 0.02
  done
  ip addr add "10.98.$2.1/30" dev "$link"
  ip link set "$link" up
) &
exec unshare --mount --net --pid --fork --kill-child --mount-proc --propagation private bash -euo pipefail -c '
  until ip link show eth0 > /dev/null 2>&1; do sleep 0.02; done
  ip link set lo up
  ip addr add "$ADDRESS/30" dev eth0
  ip link set eth0 up
  mount -t tmpfs run /run
  # Ports are published by a process instead of packet rules: only this machine connects.
  exec dockerd --data-root "$FOLDER/data" --exec-root /run/docker --pidfile /run/docker.pid --host "unix://$FOLDER/docker.sock" \
    --cgroup-parent "/$GROUP" --oom-score-adjust 0 --iptables=false --ip6tables=false
'
