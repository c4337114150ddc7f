#!/usr/bin/env bash
# build-image.sh NAME DOCKERFILE CONTEXT [option of buildah…]: an ordinary Dockerfile to the folder $ZO_NODE_FOLDER/images/NAME.
set -euo pipefail
export FOLDER=$ZO_NODE_FOLDER NAME=$1 DOCKERFILE=$2 CONTEXT=$3
shift 3
export BUILDAH_ISOLATION=chroot TMPDIR=$FOLDER/scratch CONTAINERS_REGISTRIES_CONF=$FOLDER/registries.conf
rm -rf "$FOLDER/images/$NAME"
mkdir -p "$(dirname "$FOLDER/images/$NAME")"
exec unshare --mount --propagation private bash -c '
  set -e
  mount -t overlay packages -o "lowerdir=$FOLDER/packages/usr:/usr" /usr
  buildah() { local verb=$1; shift; command buildah --root "$FOLDER/storage" --runroot "$FOLDER/scratch/run" --storage-driver overlay "$verb" --signature-policy "$FOLDER/policy.json" "$@"; }
  # Certificates of this machine: whoever builds behind a proxy has its own among them.
  buildah bud -q --layers -v /etc/ssl/certs:/etc/ssl/certs:ro -f "$DOCKERFILE" -t "localhost/$NAME" "$@" "$CONTEXT"
  # As a folder: an archive would be compressed each time anew.
  buildah push -q -D "localhost/$NAME" "dir:$FOLDER/images/$NAME"
' build "$@"
