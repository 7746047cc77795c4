package process

// Diagnose names what is wrong with the framing of line, or returns nil: then it is one line and its
// text is a matter of the protocol. first says whether it is the first line of the target; next
// returns the lines after it that are there, and false when there is none.
func Diagnose(line []byte, first bool, next func() ([]byte, bool)) *Fault {
	return nil
}
