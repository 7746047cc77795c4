package suite

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestRequestsAreOfFewKinds(t *testing.T) {
	r := Role{Requests: []string{"hello", "step"}}
	for request, want := range map[string]string{
		`{"request_type":"hello"}`:                       "hello",
		`{"request_type":"step","request_type":"hello"}`: "line of bad JSON",
		`{"request_type":"dance"}`:                       "request of no type",
		`{"request_type":["hello"]}`:                     "request of no type",
		`{}`:                                             "request of no type",
		`[]`:                                             "request of no type",
		`{`:                                              "line of bad JSON",
		``:                                               "line of bad JSON",
	} {
		assert.Equal(t, r.Kind([]byte(request)), want, request)
	}
}

func TestSecretsFollowTheSeed(t *testing.T) {
	assert.Equal(t, Secret(1), Secret(1))
	assert.Assert(t, Secret(1) != Secret(2))
}
