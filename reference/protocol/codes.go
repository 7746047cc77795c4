package protocol

// A Code names why a request was refused (Sections 9.8 and 10.5). The lists are closed.
type Code string

const (
	CodeMalformedJSON          Code = "malformed_json"
	CodeMalformedRequest       Code = "malformed_request"
	CodeProtocolMismatch       Code = "protocol_mismatch"
	CodeRequestIDReuseMismatch Code = "request_id_reuse_mismatch"
	CodeStepBeforeReset        Code = "step_before_reset"
	CodeGameAlreadyActive      Code = "game_already_active"
	CodeGameIDMismatch         Code = "game_id_mismatch"
	CodeExpectedStepMismatch   Code = "expected_step_mismatch"
	CodeCandidateIDOutOfRange  Code = "candidate_id_out_of_range"
	CodeSemanticEchoMismatch   Code = "semantic_echo_mismatch"
	CodeUnsupportedFormat      Code = "unsupported_format"
	CodeUnsupportedDeck        Code = "unsupported_deck"
	CodeDeckIDMismatch         Code = "deck_id_mismatch"
	CodeUnsupportedRule        Code = "unsupported_rule"
	CodeUnsupportedRequest     Code = "unsupported_request"
	CodeProbeRefused           Code = "probe_refused"
	CodeGameAlreadyTerminal    Code = "game_already_terminal"

	CodeUnknownGame     Code = "unknown_game"
	CodeDecisionPending Code = "decision_pending"
	CodeInternalError   Code = "internal_error"
)

// EngineCodes returns the seventeen codes of an engine's error answer, in the order of Section 9.8.
func EngineCodes() []Code {
	return []Code{
		CodeMalformedJSON, CodeMalformedRequest, CodeProtocolMismatch, CodeRequestIDReuseMismatch,
		CodeStepBeforeReset, CodeGameAlreadyActive, CodeGameIDMismatch, CodeExpectedStepMismatch,
		CodeCandidateIDOutOfRange, CodeSemanticEchoMismatch, CodeUnsupportedFormat, CodeUnsupportedDeck,
		CodeDeckIDMismatch, CodeUnsupportedRule, CodeUnsupportedRequest, CodeProbeRefused,
		CodeGameAlreadyTerminal,
	}
}

// AgentCodes returns the seven codes of an agent's error answer, in the order of Section 10.5.
func AgentCodes() []Code {
	return []Code{
		CodeMalformedJSON, CodeMalformedRequest, CodeProtocolMismatch, CodeUnknownGame,
		CodeGameAlreadyActive, CodeDecisionPending, CodeInternalError,
	}
}
