package report

import "github.com/spellbench/sbconform/conformance"

// A style is the SGR parameter of a terminal; "" is plain.
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
)

// paint returns s in a style, if on.
func paint(on bool, st style, s string) string {
	if !on || st == plain {
		return s
	}
	return "\x1b[" + string(st) + "m" + s + "\x1b[0m"
}

func verdictStyle(v conformance.Verdict) style {
	switch v {
	case conformance.Pass:
		return green
	case conformance.Fail, conformance.Errored:
		return red
	case conformance.Warn, conformance.Expected, conformance.Waived:
		return yellow
	}
	return dim
}
