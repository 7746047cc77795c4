package wire

// Section 2, strings. Before the walk, every byte that can end a run of plain text in a string gets a
// mark: the quote, the backslash and the controls below 0x20. A mark is one bit, eight to a byte, in the
// order of the text. With them the walk finds the end of a string of up to 56 bytes by one load, one
// shift and one count of zeros, and does not branch on its length, which no branch predictor can guess.

// blockSize is the number of bytes that markBlocks takes at a time.
const blockSize = 64

// mark fills s.marks for the line and reports whether all of it is ASCII. The marks go on past the end of
// the line, where all are set but for the last eight bytes, so that any eight bytes of marks from one
// inside the line may be loaded.
func (s *scanner) mark(line []byte) (ascii bool) {
	whole := len(line) &^ (blockSize - 1)
	size := whole/8 + blockSize/8 + 8
	if cap(s.marks) < size {
		s.marks = make([]byte, size)
	}
	s.marks = s.marks[:size]
	union := markBlocks(s.marks, line[:whole])
	var end [blockSize]byte // zeros are marked
	copy(end[:], line[whole:])
	return union|markBlocks(s.marks[whole/8:], end[:]) == 0
}

// markBlocksGo is markBlocks in Go: it writes the marks of text, whose length is a multiple of blockSize,
// to marks. The result is not zero if a byte is not ASCII.
func markBlocksGo(marks, text []byte) (union uint32) {
	var all uint64
	for i := 0; i+8 <= len(text); i += 8 {
		w := load(text, i)
		all |= w
		marks[i/8] = gather(zeros(w^'"'*ones) | zeros(w^'\\'*ones) | zeros(w&(0xe0*ones)))
	}
	return uint32(gather(all & highs))
}
