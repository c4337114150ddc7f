#!/usr/bin/env bash
# build.sh FOLDER: a real control plane and node from their published Go modules, as static programs. The cache of the result is keyed
# by this very file, so the versions stand here and nowhere else.
set -euo pipefail

KUBERNETES=1.36.4
ETCD=3.6.14
KWOK=0.8.0
COREDNS=1.15.0

out=$1
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
export GOTOOLCHAIN=local GOFLAGS=-mod=mod CGO_ENABLED=0 GOWORK=off
mkdir -p "$out" "$sources/kubernetes" "$sources/etcd"

# k8s.io/kubernetes cannot be installed by name: it replaces its staging modules by folders. A module of our own replaces
# them by the same modules as published, and keeps the runtime defaults (godebug) that Kubernetes is released with.
cd "$sources/kubernetes"
module=$(go mod download -json "k8s.io/kubernetes@v$KUBERNETES" | sed -n 's/.*"GoMod": "\(.*\)",/\1/p')
{
  echo 'module kubebin'
  grep -E '^(go|godebug) ' "$module"
  echo "require k8s.io/kubernetes v$KUBERNETES"
  sed -nE "s#^[[:space:]]*(k8s\.io/[a-z0-9-]+) => \./staging/.*#replace \1 => \1 v0.${KUBERNETES#1.}#p" "$module"
} > go.mod

# Clients and charts read the server's version.
flags='-s -w'
for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
  flags+=" -X $package.gitVersion=v$KUBERNETES -X $package.gitMajor=1 -X $package.gitMinor=$(cut -d. -f2 <<< "$KUBERNETES")"
  flags+=" -X $package.gitTreeState=clean -X $package.gitCommit=0000000000000000000000000000000000000000 -X $package.buildDate=1970-01-01T00:00:00Z"
done
# One command: what the programs share is compiled once, and they are linked side by side.
go build -trimpath -buildvcs=false -ldflags "$flags" -o "$out/" \
  k8s.io/kubernetes/cmd/kube-{apiserver,controller-manager,scheduler,proxy} k8s.io/kubernetes/cmd/kubelet

cd "$sources/etcd"
printf 'module etcdbin\ngo 1.24\nrequire go.etcd.io/etcd/server/v3 v%s\n' "$ETCD" > go.mod
go build -trimpath -buildvcs=false -ldflags '-s -w' -o "$out/etcd" go.etcd.io/etcd/server/v3

# What a real node needs besides: names of services.
GOFLAGS='' GOBIN=$out go install -trimpath -ldflags '-s -w' "github.com/coredns/coredns@v$COREDNS"

# kwok plays the nodes: pods get ready and end without a container being run. How they do so stands in its "stages".
GOFLAGS='' GOBIN=$out go install -trimpath -ldflags '-s -w' "sigs.k8s.io/kwok/cmd/kwok@v$KWOK"
stages=$(GOFLAGS='' go mod download -json "sigs.k8s.io/kwok@v$KWOK" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')/kustomize/stage
for file in "$stages"/node/fast/node-initialize.yaml "$stages"/node/heartbeat-with-lease/node-heartbeat-with-lease.yaml \
  "$stages"/pod/fast/pod-{ready,complete,delete}.yaml "$stages"/volume/fast/p*.yaml; do
  echo ---
  cat "$file"
done > "$out/kwok-stages.yaml"
