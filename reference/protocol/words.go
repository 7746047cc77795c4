package protocol

// words finds a word of a small closed list without a map: lists have at most a few words of one
// length, so the length picks the ones to compare with.
type words struct {
	list  []string
	byLen [][]uint8 // indices into list
}

func newWords(list []string) words {
	w := words{list: list}
	for i, s := range list {
		for len(w.byLen) <= len(s) {
			w.byLen = append(w.byLen, nil)
		}
		w.byLen[len(s)] = append(w.byLen[len(s)], uint8(i))
	}
	return w
}

// find returns the index of word in the list, or -1.
func (w *words) find(word []byte) int {
	if len(word) >= len(w.byLen) {
		return -1
	}
	for _, i := range w.byLen[len(word)] {
		if string(word) == w.list[i] {
			return int(i)
		}
	}
	return -1
}
