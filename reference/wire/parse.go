package wire

// Check reports the first rule of strict JSON (Section 2) that line breaks, as an *Error, or nil.
// The line is taken without its terminator.
func Check(line []byte) error {
	s := scanners.Get().(*scanner)
	at, why := s.scan(line, false)
	s.line = nil
	scanners.Put(s)
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
	s := scanners.Get().(*scanner)
	s.nodes = p.t.nodes[:cap(p.t.nodes)]
	at, why := s.scan(line, true)
	p.t = tree{line, s.nodes}
	s.line, s.nodes = nil, nil
	scanners.Put(s)
	if why != 0 {
		return Value{}, &Error{at, why}
	}
	return Value{&p.t, 0}, nil
}
