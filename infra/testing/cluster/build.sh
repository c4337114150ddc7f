#!/usr/bin/env bash
# build.sh FOLDER: a real control plane and node from their published Go modules, as static programs. The cache of the
# result is keyed by this very file, so the versions stand here and nowhere else.
set -euo pipefail

KUBERNETES=1.36.4
ETCD=3.6.14
KWOK=0.8.0
COREDNS=1.15.0

out=$1
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
export GOTOOLCHAIN=local GOFLAGS=-mod=mod CGO_ENABLED=0 GOWORK=off
mkdir -p "$out" "$sources/kubernetes" "$sources/coredns"

# k8s.io/kubernetes cannot be installed by name: it replaces its staging modules by folders. A module of our own replaces
# them by the same modules as published, and keeps the runtime defaults (godebug) that Kubernetes is released with.
cd "$sources/kubernetes"
module=$(go mod download -json "k8s.io/kubernetes@v$KUBERNETES" | sed -n 's/.*"GoMod": "\(.*\)",/\1/p')
staging=$(sed -nE "s#^[[:space:]]*(k8s\.io/[a-z0-9-]+) => \./staging/.*#replace \1 => \1 v0.${KUBERNETES#1.}#p" "$module")
{
  echo 'module kubebin'
  grep -E '^(go|godebug) ' "$module"
  printf 'require %s\n' "k8s.io/kubernetes v$KUBERNETES" "go.etcd.io/etcd/server/v3 v$ETCD" "sigs.k8s.io/kwok v$KWOK"
  echo "$staging"
} > go.mod

# Clients and charts read the server's version.
flags='-s -w'
for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
  flags+=" -X $package.gitVersion=v$KUBERNETES -X $package.gitMajor=1 -X $package.gitMinor=$(cut -d. -f2 <<< "$KUBERNETES")"
  flags+=" -X $package.gitTreeState=clean -X $package.gitCommit=0000000000000000000000000000000000000000 -X $package.buildDate=1970-01-01T00:00:00Z"
done
# One command: what the programs share is compiled once, and they are linked side by side. kwok plays the nodes.
go build -trimpath -buildvcs=false -ldflags "$flags" -o "$out/" \
  k8s.io/kubernetes/cmd/kube-{apiserver,controller-manager,scheduler,proxy} k8s.io/kubernetes/cmd/kubelet \
  go.etcd.io/etcd/server/v3 sigs.k8s.io/kwok/cmd/kwok
mv "$out/server" "$out/etcd"

# What a real node needs besides: names of services. Most of CoreDNS is clients of clouds, so only the plugins that the
# tests use are built in (node/objects.yaml, and infra/apps/kubectl-zo/test/names.ts for names of the internet), and the
# client of Kubernetes in the version that is compiled already. Their order is that of CoreDNS' own plugin.cfg.
cd "$sources/coredns"
plugins='bind ready errors cache template kubernetes'
{
  echo 'module corednsbin'
  grep -E '^go ' "$module"
  echo "require github.com/coredns/coredns v$COREDNS"
  echo "$staging"
} > go.mod
{
  echo 'package main'
  echo 'import ('
  echo '  "github.com/coredns/coredns/core/dnsserver"'
  echo '  "github.com/coredns/coredns/coremain"'
  for plugin in $plugins; do echo "  _ \"github.com/coredns/coredns/plugin/$plugin\""; done
  echo ')'
  echo "func init() { dnsserver.Directives = []string{$(printf '"%s",' $plugins)} }"
  echo 'func main() { coremain.Run() }'
} > main.go
go build -trimpath -buildvcs=false -ldflags '-s -w' -o "$out/coredns" .

# How pods get ready and end on the nodes of kwok, without a container being run.
stages=$(go mod download -json "sigs.k8s.io/kwok@v$KWOK" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')/kustomize/stage
for file in "$stages"/node/fast/node-initialize.yaml "$stages"/node/heartbeat-with-lease/node-heartbeat-with-lease.yaml \
  "$stages"/pod/fast/pod-{ready,complete,delete}.yaml "$stages"/volume/fast/p*.yaml; do
  echo ---
  cat "$file"
done > "$out/kwok-stages.yaml"
