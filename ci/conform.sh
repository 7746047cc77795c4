#!/bin/sh
# conform.sh OUT TARGET [ARG...]: judge TARGET, and leave every report in the folder OUT.
# SBCONFORM_VERSION chooses the version to install (default: latest), SBCONFORM_FLAGS adds flags.
set -eu
[ $# -ge 2 ] || { echo "usage: $0 OUT TARGET [ARG...]" >&2; exit 2; }
out=$1
shift
if ! command -v sbconform >/dev/null; then
  go install "github.com/spellbench/sbconform/cmd/sbconform@${SBCONFORM_VERSION:-latest}"
  PATH="$(go env GOPATH)/bin:$PATH"
fi
mkdir -p "$out"
# SBCONFORM_FLAGS is split into words on purpose.
# shellcheck disable=SC2086
exec sbconform --no-progress --report "json=$out/report.json" --report "junit=$out/junit.xml" \
  --artifacts "$out" ${SBCONFORM_FLAGS:-} -- "$@"
