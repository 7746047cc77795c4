package main

import (
	"bytes"
	"encoding/json"
)

// An object is a JSON object that keeps the order of its members.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(plain(m.key))
		b.WriteByte(':')
		b.Write(plain(m.value))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// plain is JSON without HTML's escapes. What a schema is made of can always be written.
func plain(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

func indented(v any) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, plain(v), "", "  "); err != nil {
		panic(err)
	}
	b.WriteByte('\n')
	return b.Bytes()
}
