package protocol

// Shapes yields every named shape that messages are made of, each once, before the shapes that use
// it; the shapes of kinds come with the semantic's. Vocabularies are shapes too where they stand for
// a word.
func Shapes() []*Shape {
	var out []*Shape
	seen := map[string]bool{}
	var visit func(*Shape)
	visit = func(s *Shape) {
		if s == nil || s.Name != "" && seen[s.Name] {
			return
		}
		visit(s.Elem)
		for _, f := range s.Fields {
			visit(f.Shape)
		}
		for _, arm := range s.Arms {
			visit(arm)
		}
		if s.Type == ByKind {
			for _, k := range kindTable {
				visit(k.shape)
			}
		}
		if s.Name != "" {
			seen[s.Name] = true
			bare := *s
			bare.Nullable = false // whether null may stand in its place is the field's to say
			out = append(out, &bare)
		}
	}
	for _, m := range Messages() {
		visit(m.Shape)
	}
	return out
}
