#!/usr/bin/env bash
# prepare.sh FOLDER PROGRAMS NODE: what a node needs besides its programs, and the bases of images built without a registry.
# Nothing is installed: packages are unpacked and laid over /usr in mount namespaces of their own.
# FOLDER/packages: unpacked packages. FOLDER/storage: buildah's, with the bases. FOLDER/images: images of the node itself.
set -euo pipefail

folder=$(realpath -m "$1")
programs=$2
node=$3
here=$(dirname "$(realpath "$0")")
infra=$here/../../..
mkdir -p "$folder"/{debs/partial,packages,images,scratch}
cd "$folder"

apt-get install -y -qq --no-install-recommends --download-only -o Dir::Cache::archives="$folder/debs" \
  containerd runc containernetworking-plugins nftables buildah busybox-static > /dev/null
for deb in debs/*.deb; do dpkg-deb -x "$deb" packages; done
rm -r debs
echo '{"default":[{"type":"insecureAcceptAnything"}]}' > policy.json
echo 'unqualified-search-registries = []' > registries.conf

image() { ZO_NODE_FOLDER=$folder bash "$here/build-image.sh" "$@"; }

# In place of a registry's: Node with the libraries it is linked against, certificates and nothing else.
service=$folder/scratch/service
mkdir -p "$service"/{nodejs/bin,etc/ssl/certs,tmp,var/lib/zo}
cp "$(realpath "$node")" "$service/nodejs/bin/node"
ldd "$service/nodejs/bin/node" | grep -oE '/[^ ]+' | while read -r library; do install -D "$library" "$service$library"; done
# Part of the C library, and asked for by addons.
libraries=$(dirname "$(ldd "$service/nodejs/bin/node" | grep -oE '/[^ ]+/libc\.so\.6')")
for name in librt.so.1 libdl.so.2 libpthread.so.0 libm.so.6; do install -D "$libraries/$name" "$service$libraries/$name"; done
cp /etc/ssl/certs/ca-certificates.crt "$service/etc/ssl/certs/"
echo 'nonroot:x:1000:1000::/tmp:/sbin/nologin' > "$service/etc/passwd"
echo 'hosts: files dns' > "$service/etc/nsswitch.conf"
chmod 1777 "$service/tmp"
image base/service "$here/images/base.Dockerfile" "$service"

# The same programs as computers of a single machine have.
node "$infra/tools/images/computer/build.mjs" "$folder/scratch/computer" > /dev/null
image base/computer "$here/images/base.Dockerfile" "$folder/scratch/computer"

# What runs in every cluster.
mkdir scratch/system
cp packages/bin/busybox "$programs/coredns" scratch/system/
image pause "$here/images/pause.Dockerfile" scratch/system
image coredns "$here/images/coredns.Dockerfile" scratch/system
rm -r scratch/{service,computer,system} images/base
