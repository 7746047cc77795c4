package engine

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestIDs(t *testing.T) {
	s := newScene(t)
	h := s.put(0, hand, "Mountain")[0]
	mine, theirs := s.id(0, h), s.id(1, h)
	assert.Equal(t, mine, vectorSecret.GameSecret(0).ObjectID("p0:object-1"))
	assert.Equal(t, theirs, vectorSecret.GameSecret(0).ObjectID("p1:object-1"))
	assert.Equal(t, s.id(0, h), mine)

	n := s.move(h, battlefield)
	assert.Assert(t, s.id(0, n) != mine && s.id(1, n) != theirs)
	assert.Assert(t, s.ref(0, h) == nil)
	assert.Equal(t, s.ref(0, n).ObjectID, s.id(0, n))
	assert.Assert(t, s.targetRef(0, objectTarget(h)) == nil)
}
