package process_test

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spellbench/sbconform/conformance/process"
)

// One question put to a target: what Exchange returns is either a line or a named fault, and Diagnose
// names what is wrong with a line that is no answer.
func Example() {
	chatty := func(stdin io.Reader, stdout, _ io.Writer) error {
		for in := bufio.NewScanner(stdin); in.Scan(); {
			fmt.Fprintln(stdout, "DEBUG got a request")
			fmt.Fprintln(stdout, `{"response_type":"hello_ok"}`)
		}
		return nil
	}
	p, err := process.Start(context.Background(), process.Command{InProcess: chatty}, process.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer p.Stop()
	line, err := p.Exchange([]byte(`{"request_type":"hello"}`))
	if err != nil {
		fmt.Println(p.Explain(err)) // also stops the target, which may tell more
		return
	}
	if f := p.Diagnose(line); f != nil {
		fmt.Println(f)
		fmt.Printf("%q\n", f.Pending)
	}
	// Output:
	// text-before-hello: the target wrote a line that is no answer before its first answer
	// "DEBUG got a request"
}
