package goldens

import "embed"

// Files is the folder of the goldens themselves.
//
//go:embed *.transcript.jsonl.gz index.json
var Files embed.FS
