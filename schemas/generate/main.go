// Generate writes the protocol's five JSON Schema files from the table in package protocol. It runs
// in the directory of package schemas.
package main

import (
	"fmt"
	"os"
)

func main() {
	for name, text := range files() {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
