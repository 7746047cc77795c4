package protocol

// Sections 7.1, 8 and 9.3: the shape of a seat decision.

// MaxCandidates is the most that one decision offers (Section 7.1).
const MaxCandidates = 4096

var (
	seatDecisionShape = object("seat_decision", "9.3",
		field("acting_seat", seatShape),
		field("seat_step", u53Shape),
		field("group", groupShape),
		field("context", contextShape),
		field("observation", observationShape),
		field("candidates", candidatesShape),
		field("extensions", extensionsShape),
	)

	groupShape = object("group", "8",
		field("group_id", u53Shape),
		field("substep_index", u32Shape),
		field("substep_count", integer(1, maxU32)),
	).with("substep_index < substep_count")

	contextShape = object("context", "9.3",
		field("kind", word(contextWords)),
		field("source", opt(refShape)),
		field("purpose", opt(snakeShape)),
		field("text", opt(textShape)),
		field("rewind", boolShape),
	)

	candidatesShape = &Shape{Name: "candidates", Section: "7.1", Type: List, Min: 1, Max: MaxCandidates,
		Elem: candidateShape, Rules: []Rule{denseCandidates}}

	candidateShape = object("candidate", "7.1",
		field("candidate_id", u32Shape),
		field("semantic", semanticShape),
		field("display_text", opt(textShape)),
	)

	extensionsShape = &Shape{Name: "extensions", Section: "14", Type: Dict, Form: FormExtension,
		Elem: &Shape{Name: "payload", Section: "14", Type: AnyValue}}
)
