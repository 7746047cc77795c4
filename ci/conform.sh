#!/bin/sh
# conform.sh OUT TARGET [ARG...]: judge TARGET, leave every report in the folder OUT, and end as sbconform
# does: 0 conforms, 1 does not, anything else is no verdict.
#
# SBCONFORM_FLAGS adds flags, split at spaces; SBCONFORM_BASELINE names a file of expected failures.
# Where sbconform is not on the PATH it is installed: from SBCONFORM_URL, a released binary whose SHA-256
# must be SBCONFORM_SHA256, or else by go install, at SBCONFORM_VERSION (default: latest).
set -eu
no_verdict() { echo "$0: $1" >&2; exit 3; }
[ $# -ge 2 ] || { echo "usage: $0 OUT TARGET [ARG...]" >&2; exit 2; }
out=$1
shift

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

download() {
  [ -n "${SBCONFORM_SHA256:-}" ] || no_verdict "SBCONFORM_URL needs SBCONFORM_SHA256"
  bin=$(mktemp -d)
  curl -fsSL -o "$bin/sbconform" "$SBCONFORM_URL" || no_verdict "sbconform could not be downloaded"
  [ "$(sha256 "$bin/sbconform")" = "$SBCONFORM_SHA256" ] || no_verdict "the downloaded sbconform has another SHA-256"
  chmod +x "$bin/sbconform"
  PATH="$bin:$PATH"
}

if ! command -v sbconform >/dev/null; then
  if [ -n "${SBCONFORM_URL:-}" ]; then
    download
  else
    go install "github.com/spellbench/sbconform/cmd/sbconform@${SBCONFORM_VERSION:-latest}" || no_verdict "sbconform could not be installed"
    PATH="$(go env GOPATH)/bin:$PATH"
  fi
fi
mkdir -p "$out"
# SBCONFORM_FLAGS is split into words on purpose.
# shellcheck disable=SC2086
exec sbconform --no-progress --report "json=$out/report.json" --report "junit=$out/junit.xml" --report "markdown=$out/summary.md" \
  --artifacts "$out" ${SBCONFORM_BASELINE:+--baseline "$SBCONFORM_BASELINE"} ${SBCONFORM_FLAGS:-} -- "$@"
