package validator

// Section 4.4: how strings are spelled, where a shape alone cannot say it.

import "golang.org/x/text/unicode/norm"

// snake reports whether s is snake_case: [a-z][a-z0-9_]*.
func snake(s text) bool {
	for i, c := range s {
		switch {
		case 'a' <= c && c <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '_'):
		default:
			return false
		}
	}
	return len(s) > 0
}

// decimal reports whether s is an integer in decimal.
func decimal(s text) bool {
	if len(s) > 0 && s[0] == '-' {
		s = s[1:]
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(s) > 0
}

func nfc(s text) bool { return norm.NFC.IsNormal(s) }
