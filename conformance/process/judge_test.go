package process

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLastLines(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"a word", "bye\n", "bye"},
		{"many lines", "1\n2\n3\n4\n5\n", "3\n4\n5"},
		{"one long line", strings.Repeat("x", 1000), strings.Repeat("x", 300)},
		{"Python", "Traceback (most recent call last):\n  File \"engine.py\", line 3, in <module>\n    main()\nKeyError: 'seat'\n",
			"  File \"engine.py\", line 3, in <module>\n    main()\nKeyError: 'seat'"},
		{"Go", "starting\npanic: no such card\n\ngoroutine 1 [running]:\nmain.main()\n\tmain.go:3\n\tx\n", "panic: no such card\n\ngoroutine 1 [running]:"},
		{"Rust", "thread 'main' panicked at src/main.rs:2:5:\nno such card\nnote: run with RUST_BACKTRACE=1\nmore\n",
			"thread 'main' panicked at src/main.rs:2:5:\nno such card\nnote: run with RUST_BACKTRACE=1"},
		{"Java", "Exception in thread \"main\" java.lang.Error: x\n\tat A.b(A.java:1)\n\tat A.c(A.java:2)\n\tat A.d(A.java:3)\n",
			"Exception in thread \"main\" java.lang.Error: x\n\tat A.b(A.java:1)\n\tat A.c(A.java:2)"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, string(lastLines([]byte(c.in))), c.want) })
	}
}
