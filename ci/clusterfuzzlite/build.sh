#!/bin/bash -eu
# Builds the native fuzz targets of sbconform for ClusterFuzzLite and OSS-Fuzz, with their seeds and
# dictionary, in $OUT. It changes the source tree that it runs in, which is that of the container.
cd "$SRC/sbconform"

go get github.com/AdamKorcz/go-118-fuzz-build/testing

# The helper builds a target as a part of the package in whose folder it stands, and ours stand in
# fuzz_test beside fuzz: they get a folder of their own.
mkdir -p fuzz/native
grep -l '^package fuzz_test$' fuzz/*_test.go | while read -r file; do
  sed 's/^package fuzz_test$/package native/' "$file" > "fuzz/native/$(basename "$file")"
  rm "$file"
done

go run ./ci/clusterfuzzlite/pack "$OUT" > targets
while read -r name binary; do
  compile_native_go_fuzzer github.com/spellbench/sbconform/fuzz/native "$name" "$binary"
done < targets
