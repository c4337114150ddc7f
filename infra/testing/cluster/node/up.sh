#!/usr/bin/env bash
# up.sh FOLDER: runs a separate machine as far as Kubernetes can tell: own mounts, network, process ids and control
# groups. Runs until it is killed, and ends everything inside. Needs ZO_NODE_FOLDER (prepare.sh), ZO_NODE_PROGRAMS
# (build.sh), ZO_NODE_NUMBER (a free link zonN), ZO_NODE_AGENT (command of the node's agent).
set -euo pipefail
export FOLDER=$1 ADDRESS=10.99.$ZO_NODE_NUMBER.2
here=$(dirname "$(realpath "$0")")
link=zon$ZO_NODE_NUMBER

bash "$here/sweep.sh"
mkdir -p "$FOLDER"/{plane,volumes,cni,pods,log,sysctl}

[ -d /sys/fs/cgroup/memory ] || { echo 'FAILED: the node is made for control groups of version 1, which this machine has not'; exit 1; }
# Create a control group below the current one in each hierarchy. The list is read first, because it changes with each
# move.
hierarchies=$(cat /proc/self/cgroup)
while IFS=: read -r _ controllers path; do
  [ -n "$controllers" ] || continue
  group=/sys/fs/cgroup/${controllers#name=}${path%/}/zo-node-$$
  mkdir "$group"
  if [[ $controllers == *cpuset* ]]; then
    cat "$group/../cpuset.cpus" > "$group/cpuset.cpus"
    cat "$group/../cpuset.mems" > "$group/cpuset.mems"
    echo 1 > "$group/cgroup.clone_children"
  fi
  echo $$ > "$group/cgroup.procs"
done <<< "$hierarchies"

# The link: one end here, the other in the network namespace created below.
(
  until child=$(cat /proc/$$/task/$$/children | cut -d' ' -f2) && [ -n "$child" ] && ip link add "$link" type veth peer name eth0 netns "$child" 2> /dev/null; do
    kill -0 $$ || exit
    sleep 0.02
  done
  ip addr add "10.99.$ZO_NODE_NUMBER.1/30" dev "$link"
  ip link set "$link" up
) &
exec unshare --mount --cgroup --net --pid --fork --kill-child --mount-proc --propagation private bash "$here/inside.sh"
