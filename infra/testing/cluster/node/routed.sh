#!/usr/bin/env bash
# routed.sh: the CNI plugin ptp, which also writes the address of each pod to a file in $FOLDER/pods, named by the uid
# of the pod. Like the network plugins of product clusters, the agent then applies policies without waiting for the
# status of the pod.
set -euo pipefail
pods=$(dirname "$(dirname "$(dirname "$0")")")/pods
uid=$(grep -oP 'K8S_POD_UID=\K[0-9a-f-]+' <<< "${CNI_ARGS:-}" || true)
if [ "$CNI_COMMAND" = DEL ] && [ -n "$uid" ]; then rm -f "$pods/$uid"; fi
result=$(/usr/lib/cni/ptp) || { printf '%s' "$result"; exit 1; }
if [ "$CNI_COMMAND" = ADD ] && [ -n "$uid" ]; then
  grep -oP '"address": *"\K[0-9.]+' <<< "$result" | head -n 1 > "$pods/.$uid"
  mv "$pods/.$uid" "$pods/$uid"
fi
printf '%s' "$result"
