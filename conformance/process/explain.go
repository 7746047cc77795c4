package process

import (
	"fmt"
)

// explainStart says in one line why a program can't be run, and how to fix it.
func explainStart(name, dir string, err error) *Fault {
	return &Fault{Kind: StartFailed, Message: fmt.Sprintf("can't run %s: %v", name, err)}
}
