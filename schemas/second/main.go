// Second prints messages, valid and broken in one place, with the verdict that the schemas owe them,
// one a line, for a second implementation of JSON Schema to judge: see check.sh.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/schemas/internal/cases"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	rng := rand.New(rand.NewSource(1))
	for _, m := range protocol.Messages() {
		for c := range cases.Of(m, rng, 8, 600) {
			row := struct {
				Schema, What string
				Valid        bool
				Text         string
			}{c.Schema, c.What, c.Valid, string(c.JSON)}
			if err := enc.Encode(row); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
