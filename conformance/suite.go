package conformance

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){2}$`)

// FileName returns the id in a form that can name a file: each / becomes -.
func (c Check) FileName() string { return strings.ReplaceAll(c.ID, "/", "-") }

// Join returns the checks of several suites as one, for a run that judges several programs. Its name is
// theirs, joined by "+"; which suite a check belongs to, its id tells.
func Join(suites ...Suite) Suite {
	var names []string
	var out Suite
	for _, s := range suites {
		names = append(names, s.Name)
		out.Checks = append(out.Checks, s.Checks...)
	}
	out.Name = strings.Join(names, "+")
	out.Close = func() {
		for _, s := range suites {
			if s.Close != nil {
				s.Close()
			}
		}
	}
	return out
}

// Find returns the check with this id.
func (s Suite) Find(id string) (Check, bool) {
	i := slices.IndexFunc(s.Checks, func(c Check) bool { return c.ID == id })
	if i < 0 {
		return Check{}, false
	}
	return s.Checks[i], true
}

// Validate reports every check that is not fit to be shown to a stranger: an id that is not
// suite/topic/what in lowercase words, that another check has, or whose file name another has; a
// missing section, sentence or function; an unknown level; and a gate that is no check.
func (s Suite) Validate() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	files := map[string]string{}
	for _, c := range s.Checks {
		if !idForm.MatchString(c.ID) || !strings.HasPrefix(c.ID, s.Name+"/") {
			fail("check %q: its id is not %s/topic/what in lowercase words", c.ID, s.Name)
		}
		if other, ok := files[c.FileName()]; ok {
			fail("check %q: its file name is that of %q", c.ID, other)
		}
		files[c.FileName()] = c.ID
		if !slices.Contains(Levels, c.Level) {
			fail("check %q: unknown level %q", c.ID, c.Level)
		}
		for what, missing := range map[string]bool{"section": c.Section == "", "sentence": c.Doc == "", "function": c.Run == nil} {
			if missing {
				fail("check %q: it has no %s", c.ID, what)
			}
		}
	}
	return errors.Join(errs...)
}
