module github.com/spellbench/sbconform/internal/bench

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/gowebpki/jcs v1.0.2
	github.com/spellbench/sbconform v0.0.0
	github.com/valyala/fastjson v1.6.10
	golang.org/x/sys v0.50.0
	gotest.tools/v3 v3.5.2
)

require github.com/google/go-cmp v0.6.0 // indirect

replace github.com/spellbench/sbconform => ../..
