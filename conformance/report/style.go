package report

import "fmt"

// PageStyle is the style sheet of our pages: another page that uses it looks like the report of a run,
// light and dark, on paper too.
func PageStyle() string { return pageCSS }

// PagePolicy is the Content-Security-Policy of a page that loads nothing and runs no style and no script
// but these two, which it names by their hashes: should a text of the target's ever slip through the
// escaping, it would still be dead.
func PagePolicy(style, script string) string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hashSource(style), hashSource(script))
}
