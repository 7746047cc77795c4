package wire

// Check reports the first rule of strict JSON (Section 2) that line breaks, as an *Error, or nil.
// The line is taken without its terminator.
func Check(line []byte) error {
	s := scanners.get()
	at, why := s.scan(line, false)
	scanners.put(s)
	if why != 0 {
		return &Error{at, why}
	}
	return nil
}

// Parse checks line as Check does and returns its value.
func Parse(line []byte) (Value, error) {
	var p Parser
	return p.Parse(line)
}

// A Parser parses one line after another into the same arena: the Values of one line are valid until
// the next call of Parse.
type Parser struct{ t tree }

// Parse is like the function Parse.
func (p *Parser) Parse(line []byte) (Value, error) {
	s := scanners.get()
	own := s.nodes
	s.nodes = p.t.nodes
	at, why := s.scan(line, true)
	p.t = tree{line, s.nodes}
	s.nodes = own
	scanners.put(s)
	if why != 0 {
		return Value{}, &Error{at, why}
	}
	return Value{&p.t, 0}, nil
}

// parse leaves the value of line in the scanner, until its next line.
func (s *scanner) parse(line []byte) (Value, error) {
	if at, why := s.scan(line, true); why != 0 {
		return Value{}, &Error{at, why}
	}
	s.tree = tree{line, s.nodes}
	return Value{&s.tree, 0}, nil
}
