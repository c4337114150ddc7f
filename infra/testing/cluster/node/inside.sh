#!/usr/bin/env bash
# inside.sh (started by up.sh): starts the control plane, containerd, kubelet, kube-proxy and the node's agent. Prints
# "ready" once pods run.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
plane=$FOLDER/plane
fail() { echo "FAILED: $*"; exit 1; }

# Network.
until ip link show eth0 > /dev/null 2>&1; do sleep 0.02; done
ip link set lo up
ip addr add "$ADDRESS/30" dev eth0
ip link set eth0 up
ip route add 10.96.0.0/16 dev eth0
# There is no route to the outside: packets for unknown addresses are refused at once.
ip route add unreachable default
echo 1 > /proc/sys/net/ipv4/ip_forward

# Control groups of version 1, one hierarchy per controller, where the kubelet expects them.
umount -R /sys/fs/cgroup
mount -t tmpfs cgroups /sys/fs/cgroup
for controller in cpu cpuacct cpuset memory devices freezer blkio pids systemd; do
  mkdir "/sys/fs/cgroup/$controller"
  options=$controller
  [ "$controller" = systemd ] && options=none,name=systemd
  mount -t cgroup -o "$options" cgroup "/sys/fs/cgroup/$controller" || fail "control group $controller"
done
# Kernel settings that the kubelet requires but cannot change on this machine: bind files over them.
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  file=$FOLDER/sysctl/${setting//[\/=]/_}
  echo "${setting#*=}" > "$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done
mount -t overlay packages -o "lowerdir=$ZO_NODE_FOLDER/packages/usr:/usr" /usr
mount -t tmpfs run /run
mkdir -p /run/lock
export PATH=$ZO_NODE_PROGRAMS:$PATH KUBECONFIG=$FOLDER/admin.kubeconfig

# Keys and users.
cd "$plane"
openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out accounts.key
openssl pkey -in accounts.key -pubout -out accounts.pub
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=kubelet-clients -keyout ca.key -out ca.crt 2> /dev/null
openssl req -newkey rsa:2048 -nodes -subj /O=system:masters/CN=apiserver -keyout client.key -out client.csr 2> /dev/null
openssl x509 -req -in client.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -out client.crt 2> /dev/null
printf '%s\n' 'admin-token,admin,admin,"system:masters"' 'node-token,system:node:node-0,node,"system:nodes"' > tokens.csv
kubeconfig() {
  printf '%s\n' 'apiVersion: v1' 'kind: Config' "clusters: [{name: node, cluster: {server: \"https://$ADDRESS:6443\", certificate-authority: \"$plane/certs/apiserver.crt\"}}]" \
    "users: [{name: user, user: {token: $1}}]" 'contexts: [{name: node, context: {cluster: node, user: user}}]' 'current-context: node'
}
kubeconfig admin-token > "$KUBECONFIG"
kubeconfig node-token > "$FOLDER/kubelet.kubeconfig"

run() { local name=$1; shift; "$@" > "$FOLDER/log/$name.log" 2>&1 & eval "pid_${name//-/_}=$!"; }
# until_true PART COMMAND…: waits for the command while the process lives, at most 60 s.
until_true() {
  local name=$1 pid="pid_${1//-/_}" tries=0
  shift
  until "$@" > /dev/null 2>&1; do
    tries=$((tries + 1))
    kill -0 "${!pid}" 2> /dev/null && [ "$tries" -lt 1200 ] || { tail -n 3 "$FOLDER/log/$name.log"; fail "$name: $*"; }
    sleep 0.05
  done
}

# Control plane.
run etcd etcd --data-dir="$plane/etcd" --listen-client-urls=http://127.0.0.1:2379 --advertise-client-urls=http://127.0.0.1:2379 --unsafe-no-fsync --log-level=warn
run apiserver kube-apiserver --etcd-servers=http://127.0.0.1:2379 --bind-address=0.0.0.0 --advertise-address="$ADDRESS" --secure-port=6443 --cert-dir="$plane/certs" \
  --service-cluster-ip-range=10.96.0.0/16 --token-auth-file=tokens.csv --authorization-mode=Node,RBAC --service-account-issuer=https://kubernetes.default.svc \
  --service-account-key-file=accounts.pub --service-account-signing-key-file=accounts.key --allow-privileged=true --enable-admission-plugins=NodeRestriction \
  --kubelet-client-certificate=client.crt --kubelet-client-key=client.key --kubelet-preferred-address-types=InternalIP

# Containers.
cat > "$FOLDER/containerd.toml" <<EOF
version = 2
root = "$FOLDER/containers"
state = "/run/containerd"
grpc = {address = "/run/containerd.sock"}
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "localhost/pause:1"
restrict_oom_score_adj = true
disable_apparmor = true
tolerate_missing_hugetlb_controller = true
cni = {bin_dir = "$FOLDER/cni/bin", conf_dir = "$FOLDER/cni"}
EOF
mkdir "$FOLDER/cni/bin"
ln -s "$here/routed.sh" "$FOLDER/cni/bin/routed"
ln -s /usr/lib/cni/{host-local,loopback} "$FOLDER/cni/bin/"
# Routed instead of bridged, so that packets between pods pass the hook that enforces policies. Packets leaving the node
# are masqueraded.
cat > "$FOLDER/cni/10-pods.conflist" <<EOF
{"cniVersion": "1.0.0", "name": "pods", "plugins": [{"type": "routed", "ipMasq": false, "ipam": {"type": "host-local", "dataDir": "$FOLDER/addresses",
  "ranges": [[{"subnet": "10.88.0.0/16", "rangeStart": "10.88.1.2"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
EOF
nft add table ip leaving
nft 'add chain ip leaving after { type nat hook postrouting priority 100; }'
nft 'add rule ip leaving after ip saddr 10.88.0.0/16 oifname "eth0" masquerade'
run containerd containerd -c "$FOLDER/containerd.toml"
until_true containerd ctr -a /run/containerd.sock version
for name in pause coredns; do node "$here/load-image.mjs" /run/containerd.sock "$ZO_NODE_FOLDER/images/$name" "localhost/$name:1" || fail "image $name"; done

until_true apiserver test -s "$plane/certs/apiserver.crt"
until_true apiserver curl -fsS --max-time 2 --cacert "$plane/certs/apiserver.crt" -H 'Authorization: Bearer admin-token' "https://$ADDRESS:6443/readyz"
client=(--kubeconfig="$KUBECONFIG" --authentication-kubeconfig="$KUBECONFIG" --authorization-kubeconfig="$KUBECONFIG" --bind-address=127.0.0.1 --leader-elect=false)
run controllers kube-controller-manager "${client[@]}" --service-account-private-key-file=accounts.key --root-ca-file="$plane/certs/apiserver.crt" --kube-api-qps=200 --kube-api-burst=400
run scheduler kube-scheduler "${client[@]}" --kube-api-qps=500 --kube-api-burst=1000

# The node. The leading '---' matters: a configuration that starts with a brace would be read as JSON.
: > "$FOLDER/resolv.conf"
cat > "$FOLDER/kubelet.yaml" <<EOF
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $plane/ca.crt}}
authorization: {mode: Webhook}
cgroupDriver: cgroupfs
failCgroupV1: false
failSwapOn: false
makeIPTablesUtilChains: false
containerRuntimeEndpoint: unix:///run/containerd.sock
resolvConf: $FOLDER/resolv.conf
clusterDNS: [10.96.0.10]
clusterDomain: cluster.local
podLogsDir: $FOLDER/log/pods
maxPods: 200
evictionHard: {memory.available: 100Mi, nodefs.available: 3%, imagefs.available: 3%}
kubeAPIQPS: 100
kubeAPIBurst: 200
EOF
cat > "$FOLDER/proxy.yaml" <<EOF
---
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: nftables
clusterCIDR: 10.88.0.0/16
clientConnection: {kubeconfig: $KUBECONFIG}
conntrack: {maxPerCore: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}
nftables: {minSyncPeriod: 100ms, syncPeriod: 30s}
EOF
run kubelet kubelet --config="$FOLDER/kubelet.yaml" --kubeconfig="$FOLDER/kubelet.kubeconfig" --root-dir="$FOLDER/kubelet" --cert-dir="$FOLDER/kubelet/pki" --hostname-override=node-0 --node-ip="$ADDRESS"
run proxy kube-proxy --config="$FOLDER/proxy.yaml" --hostname-override=node-0
until_true controllers kubectl get serviceaccount default --namespace=kube-system
kubectl apply -f "$here/objects.yaml" > /dev/null || fail objects.yaml
run agent $ZO_NODE_AGENT "$FOLDER/volumes" "$FOLDER/pods"
until_true kubelet kubectl wait node/node-0 --for=condition=Ready --timeout=1s
until_true kubelet kubectl --namespace=kube-system wait deployment/coredns --for=condition=Available --timeout=40s
echo ready
wait
