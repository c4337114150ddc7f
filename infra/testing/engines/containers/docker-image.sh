#!/usr/bin/env bash
# docker-image.sh SOCKET NAME:TAG PROGRAM: imports an image of one program of this machine with the libraries it is linked
# against.
set -euo pipefail
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
install -D "$(realpath "$3")" "$root/usr/local/bin/$(basename "$3")"
# A static program has no libraries.
{ ldd "$3" || true; } 2> /dev/null | { grep -oE '/[^ ]+' || true; } | while read -r library; do install -D "$library" "$root$library"; done
mkdir -m 1777 "$root/tmp"
tar -c -C "$root" . | curl -sSf -o /dev/null --unix-socket "$1" -X POST -H 'Content-Type: application/x-tar' --data-binary @- \
  "http://localhost/images/create?fromSrc=-&repo=${2%:*}&tag=${2##*:}"
