#!/usr/bin/env bash
# internet.sh (runs on the node): a simulated host of the internet, 203.0.113.10, that listens on ports 80 and 25. Ends
# with the node.
set -euo pipefail
exec < /dev/null > /dev/null 2>&1
# Not with `ip netns`: it remounts /run/netns, after which pods cannot be removed.
setsid unshare --net sleep infinity &
machine=$!
until ip link add internet type veth peer name eth0 netns "$machine"; do sleep 0.05; done
ip addr add 203.0.113.1/24 dev internet
ip link set internet up
there() { nsenter -t "$machine" --net -- "$@"; }
there ip addr add 203.0.113.10/24 dev eth0
there ip link set eth0 up
there ip route add default via 203.0.113.1
for port in 80 25; do setsid nsenter -t "$machine" --net -- python3 -m http.server "$port" & done
