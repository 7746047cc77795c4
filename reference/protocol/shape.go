package protocol

// The language of the one table: what a value of the protocol looks like, as data. Decoders walk it,
// JSON Schemas, generators and documents are made from it.

import "github.com/spellbench/sbconform/reference/wire"

// A Type is the JSON form that a Shape describes.
type Type uint8

const (
	AnyValue  Type = iota // any JSON value: an extension's payload
	AnyObject             // any object: the echo of a step, which is judged only against its candidate
	Boolean
	Integer // in [Min, Max]
	Text    // a string of the Form, and one of Words where there are any
	List    // Min to Max elements of the shape Elem (Max 0: no bound)
	Struct  // the Fields and, unless Open, no others
	Dict    // an object whose keys have the Form and whose values have the shape Elem
	OneOf   // exactly one of Arms, told by the presence of its last field
	ByKind  // a candidate's semantic: the struct of one of Kinds, told by the member "kind"
)

// A Form is a closed list of the ways in which strings are spelled.
type Form uint8

const (
	FormAny       Form = iota
	FormNFC            // Unicode normalization form C, as card names are (Section 4.4)
	FormSnake          // [a-z][a-z0-9_]* (Section 4.4)
	FormSha256ID       // "sha256:" and 64 lowercase hexadecimal digits (Section 4.3)
	FormHex64          // 64 lowercase hexadecimal digits (Section 9.2)
	FormExtension      // x_[a-z0-9_]+ (Section 14)
)

// A Reading says how much of a rule's reach is asked for. The default is the text of the
// specification alone; Strict adds what its reference host demands beyond the text.
type Reading uint8

const (
	Spec Reading = iota
	Strict
)

// An Applies says in which readings a rule holds.
type Applies uint8

const (
	Never Applies = iota
	OnlyStrict
	Always
)

// In reports whether the rule holds in reading r.
func (a Applies) In(r Reading) bool { return a == Always || a == OnlyStrict && r == Strict }

// A Shape describes one value. Shapes are shared and never change after the program has started.
type Shape struct {
	Type     Type
	Nullable bool
	Form     Form    // Text, Dict
	NonEmpty Applies // Text, List
	Distinct Applies // List: no two elements equal, or no two members DistinctBy
	Ordered  bool    // List: the elements follow the order of their Words, without repeats
	BySeat   bool    // List: the first element's member "seat" is p0, the second's p1
	Open     bool    // Struct: other members are ignored (Section 4.2, agents' answers)

	Min, Max int64       // Integer: the value; List: the number of elements
	Words    *Vocabulary // Text: a closed list
	Elem     *Shape      // List, Dict
	Fields   []Field     // Struct, in the specification's order
	Arms     []*Shape    // OneOf
	// Constraints and Rules are what Fields alone can't say; they are checked in order, after them.
	Constraints []Constraint
	Rules       []Rule
	// DistinctBy names the member of a List's elements that Distinct compares; "" compares the
	// elements themselves, which are then strings.
	DistinctBy string

	Name    string // what the shape is called where several fields use it; "" for one of a kind
	Section string // of the specification

	required  int     // how many fields are not optional
	canonical []uint8 // for each field, and before the first, the next one in canonical order
}

// A Field is one member of a Struct.
type Field struct {
	Name     string
	Shape    *Shape
	Optional bool // may be left out: only in agents' answers
	Flag     Flag // the observation flag that gates the field (Section 6.9), or NoFlag
}

// A Constraint compares two integer fields of a Struct by their index (Section 7.3):
// Left < Right, or Left <= Right.
type Constraint struct {
	Left, Right int
	OrEqual     bool
}

// A Rule is a condition across the members of a Struct, or across the elements of a List.
type Rule struct {
	Name    string // a word for tables and tests
	Section string
	When    Applies
	Says    string // the rule, in a sentence
	// Broken reports whether v, which has its shape otherwise, breaks the rule, and where: a JSON
	// pointer below v, "" for v itself.
	Broken func(v wire.Value) (pointer string, broken bool)
}
