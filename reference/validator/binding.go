package validator

// Sections 4.1 and 9.3: what binds an answer to its request.

func (g *Game) checkRequestID() {
	if id := g.d.message.Get("request_id"); g.rules != nil && !id.StrIs(g.requestID) {
		g.fail(id, "request_id %s, want %.64q", quote(id), g.requestID)
	}
}

func (g *Game) checkGameID() {
	if id := g.d.message.Get("game_id"); g.rules != nil && !id.StrIs(g.rules.gameID) {
		g.fail(id, "game_id %s, want %.64q", quote(id), g.rules.gameID)
	}
}

func (g *Game) checkStep() {
	if step := g.d.message.Get("step"); step.Int() != g.binding {
		g.fail(step, "step %d, want %d", step.Int(), g.binding)
	}
}
