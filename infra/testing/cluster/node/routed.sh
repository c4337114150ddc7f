#!/usr/bin/env bash
# routed.sh: CNI plugin ptp, which also says at once which pod has which address (a file in $FOLDER/pods by the pod's uid). Plugins of
# product clusters know that too, and do not wait for the status of the pod to keep it to its policies or let it through by them.
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
