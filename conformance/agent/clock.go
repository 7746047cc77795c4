package agent

// Section 11.4: the clock of a seat.

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// A TimeControl is the clock under which an agent plays: what it begins a game with, what each answer
// adds, and the most that one decision may take. All are whole milliseconds; Bank and Max are at least
// one.
type TimeControl struct{ Bank, Increment, Max time.Duration }

var errTimeControl = errors.New("it is three times of whole milliseconds, as in 10m,2s,60s: what a game begins with, what each answer adds (may be 0s), and the most for one decision")

// ParseTimeControl reads "bank,increment,max", as in 10m,2s,60s.
func ParseTimeControl(s string) (TimeControl, error) {
	var t TimeControl
	words := strings.Split(s, ",")
	to := []*time.Duration{&t.Bank, &t.Increment, &t.Max}
	if len(words) != len(to) {
		return TimeControl{}, errTimeControl
	}
	for i, w := range words {
		d, err := time.ParseDuration(w)
		if err != nil || d < 0 || d%time.Millisecond != 0 {
			return TimeControl{}, errTimeControl
		}
		*to[i] = d
	}
	if t.Bank == 0 || t.Max == 0 {
		return TimeControl{}, errTimeControl
	}
	return t, nil
}

// String tells the clock to people.
func (t TimeControl) String() string {
	return fmt.Sprintf("a bank of %v, %v for each answer, at most %v for a decision", t.Bank, t.Increment, t.Max)
}

// Flag is what ParseTimeControl reads.
func (t TimeControl) Flag() string { return fmt.Sprintf("%v,%v,%v", t.Bank, t.Increment, t.Max) }
