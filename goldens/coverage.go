package goldens

// What the goldens show, counted from the goldens themselves.

import (
	"fmt"
	"io"
	"strings"

	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Cell is one thing that some golden must show.
type Cell struct{ Group, Name string }

// Groups of cells, in the order of the table.
const (
	groupMessage = "message"
	groupKind    = "candidate kind"
	groupEngine  = "engine error code"
	groupAgent   = "agent error code"
	groupForfeit = "forfeit cause"
	groupHalt    = "halt by the host"
	groupEnd     = "ending"
	groupShape   = "group shape"
	groupField   = "observation field"
	groupPhase   = "phase_step"
	groupStack   = "stack_kind"
	groupHow     = "known.how"
)

// Required lists the cells, group by group.
func Required() (cells []Cell) {
	add := func(group string, names ...string) {
		for _, n := range names {
			cells = append(cells, Cell{group, n})
		}
	}
	add(groupMessage,
		"host_to_engine hello", "host_to_engine reset", "host_to_engine step", "host_to_engine validate_deck", "host_to_engine probe_resample",
		"engine_to_host hello_ok", "engine_to_host decision", "engine_to_host terminal", "engine_to_host deck_ok", "engine_to_host probe_result", "engine_to_host error",
		"host_to_agent hello", "host_to_agent game_start", "host_to_agent choose", "host_to_agent game_over",
		"agent_to_host hello_ok", "agent_to_host ack", "agent_to_host choice", "agent_to_host error")
	for _, k := range protocol.Kinds() {
		add(groupKind, k.Name)
	}
	for _, c := range protocol.EngineCodes() {
		add(groupEngine, string(c))
	}
	for _, c := range protocol.AgentCodes() {
		add(groupAgent, string(c))
	}
	for _, c := range host.Causes() {
		add(groupForfeit, string(c))
	}
	for i := range 10 {
		add(groupHalt, fmt.Sprintf("host_validator:V%d", i+1))
	}
	for _, word := range []string{"error", "timeout", "transport", "malformed", "terminal_counts", "terminal_reason"} {
		add(groupHalt, "host_engine_fault:"+word)
	}
	add(groupEnd, "natural p0_win", "natural p1_win", "natural draw", "truncated truncated", "halted halted", "forfeit p0_win", "forfeit p1_win")
	add(groupShape, "single", "fixed size", "arrangement", "rewind")
	fields(protocol.ObservationShape(), map[string]bool{}, add)
	for _, v := range protocol.Vocabularies() {
		if group, ok := vocabularies[v.Name]; ok {
			add(group, v.Words...)
		}
	}
	return cells
}

// vocabularies are those whose every word some golden must show.
var vocabularies = map[string]string{"phase_step": groupPhase, "stack_kind": groupStack, "known.how": groupHow}

// fields lists the fields of an observation's structs, each struct once.
func fields(s *protocol.Shape, seen map[string]bool, add func(group string, names ...string)) {
	switch s.Type {
	case protocol.List, protocol.Dict:
		fields(s.Elem, seen, add)
	case protocol.Struct:
		if s.Name == "" || seen[s.Name] {
			return
		}
		seen[s.Name] = true
		for _, f := range s.Fields {
			add(groupField, s.Name+"."+f.Name)
			fields(f.Shape, seen, add)
		}
	}
}

// A Coverage counts the goldens that show each cell.
type Coverage struct {
	shown map[Cell]int
	in    map[Cell]bool // shown by the transcript being added
}

// Add counts what a transcript shows.
func (c *Coverage) Add(t Transcript) {
	if c.shown == nil {
		c.shown = map[Cell]int{}
	}
	c.in = map[Cell]bool{}
	var p wire.Parser
	for _, row := range t.Rows {
		if v, err := p.Parse(row.Message); err == nil && v.Kind() == wire.Object {
			c.row(row.Dir, v)
		}
	}
	for cell := range c.in {
		c.shown[cell]++
	}
}

func (c *Coverage) show(group, name string) { c.in[Cell{group, name}] = true }

func (c *Coverage) row(dir string, v wire.Value) {
	kind := v.Get("request_type").Str() + v.Get("response_type").Str()
	c.show(groupMessage, dir+" "+kind)
	code := v.Get("error").Get("code").Str()
	switch dir + " " + kind {
	case "engine_to_host error":
		c.show(groupEngine, code)
	case "agent_to_host error":
		c.show(groupAgent, code)
	case "engine_to_host terminal":
		c.end(v)
	case "host_to_agent game_over":
		c.end(v.Get("terminal"))
	case "host_to_agent choose":
		c.decision(v.Get("decision"))
	}
}

func (c *Coverage) end(t wire.Value) {
	reason := t.Get("reason").Str()
	c.show(groupEnd, t.Get("classification").Str()+" "+t.Get("outcome").Str())
	if cause, ok := strings.CutPrefix(reason, "forfeit:"); ok {
		c.show(groupForfeit, cause)
	}
	c.show(groupHalt, reason)
}

// decision looks at a decision that a host has let pass.
func (c *Coverage) decision(d wire.Value) {
	arrangement := false
	for e := range d.Get("candidates").Elems() {
		kind := e.Get("semantic").Get("kind")
		c.show(groupKind, kind.Str())
		arrangement = arrangement || kind.StrIs("arrange_card")
	}
	switch size := d.Get("group").Get("substep_count").Int(); {
	case arrangement:
		c.show(groupShape, "arrangement")
	case size > 1:
		c.show(groupShape, "fixed size")
	default:
		c.show(groupShape, "single")
	}
	if d.Get("context").Get("rewind").Bool() {
		c.show(groupShape, "rewind")
	}
	o := d.Get("observation")
	c.show(groupPhase, o.Get("phase_step").Str())
	for e := range o.Get("stack").Elems() {
		c.show(groupStack, e.Get("stack_kind").Str())
	}
	for e := range o.Get("known").Elems() {
		c.show(groupHow, e.Get("how").Str())
	}
	c.fields(protocol.ObservationShape(), o)
}

// fields marks what a value shows. A list shows something when it is not empty, and a truth value when
// it is true.
func (c *Coverage) fields(s *protocol.Shape, v wire.Value) {
	switch s.Type {
	case protocol.List:
		for e := range v.Elems() {
			c.fields(s.Elem, e)
		}
	case protocol.Struct:
		for _, f := range s.Fields {
			m := v.Get(f.Name)
			switch {
			case !m.Exists() || m.IsNull():
				continue
			case m.Kind() == wire.Bool && !m.Bool():
				continue
			case (m.Kind() == wire.Array || m.Kind() == wire.Object) && m.Len() == 0:
				continue
			}
			if s.Name != "" {
				c.show(groupField, s.Name+"."+f.Name)
			}
			c.fields(f.Shape, m)
		}
	}
}

// Missing lists the required cells that no golden shows.
func (c *Coverage) Missing() (missing []Cell) {
	for _, cell := range Required() {
		if c.shown[cell] == 0 {
			missing = append(missing, cell)
		}
	}
	return missing
}

// WriteTable prints a line for each group: how many of its cells the goldens show, and which not.
func (c *Coverage) WriteTable(w io.Writer) error {
	fmt.Fprintf(w, "%-18s %9s  %s\n", "shown by goldens", "cells", "not shown")
	required := Required()
	for len(required) > 0 {
		group := required[0].Group
		var shown, all int
		var not []string
		for len(required) > 0 && required[0].Group == group {
			all++
			if c.shown[required[0]] > 0 {
				shown++
			} else {
				not = append(not, required[0].Name)
			}
			required = required[1:]
		}
		line := fmt.Sprintf("%-18s %4d / %2d  %s", group, shown, all, strings.Join(not, ", "))
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}
