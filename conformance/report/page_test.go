package report_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The page's script, run by a browser without a screen where there is one: what a filter shows is what the
// reader asked for. The policy is left out, since it would not let the test's own script run.
func TestPageScript(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium")
	}
	page := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`).ReplaceAllString(document(t, "html", record(stream())), "")
	cases := []struct{ name, does, want string }{
		{"as it opens", ``, "8 checks; filter shown; 4 told"},
		{"by text", `text.value = "STEP echo"; text.oninput();`, "1 of 8 checks; filter shown; 1 told"},
		{"by section", `section.value = "2"; section.onchange();`, "2 of 8 checks; filter shown; 1 told"},
		{"by a section of the map", `part("9.7").onclick();`, "2 of 8 checks; filter shown; 0 told"},
		{"and back", `part("9.7").onclick(); part("9.7").onclick();`, "8 checks; filter shown; 4 told"},
		{"by verdict", `chip("fail").onclick();`, "2 of 8 checks; filter shown; 2 told"},
		{"by two verdicts", `chip("fail").onclick(); chip("warn").onclick();`, "3 of 8 checks; filter shown; 3 told"},
		{"by all at once", `chip("fail").onclick(); section.value = "9.4"; text.value = "framing"; filter();`, "0 of 8 checks; filter shown; 0 told"},
		{"what was typed is no pattern", `text.value = "<b>.*["; filter();`, "0 of 8 checks; filter shown; 0 told"},
	}
	tells := `<script>
const chip = v => chips.find(c => c.dataset.is === v), part = s => squares.find(b => b.dataset.section === s), said = [];
for (const does of [`
	for _, tt := range cases {
		tells += "() => {" + tt.does + "},\n"
	}
	tells += `]) {
  text.value = section.value = "";
  for (const c of chips) c.setAttribute("aria-pressed", "false");
  filter();
  does();
  said.push(found.textContent + "; filter " + (document.querySelector(".filter").hidden ? "hidden" : "shown") + "; " +
    document.querySelectorAll("details.check:not([hidden])").length + " told");
}
document.documentElement.dataset.said = said.join("|");
</script>`
	path := filepath.Join(t.TempDir(), "page.html")
	assert.NilError(t, os.WriteFile(path, []byte(strings.Replace(page, "</body>", tells+"</body>", 1)), 0o644))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+path).Output()
	if err != nil {
		t.Skipf("the browser does not run here: %v", err)
	}
	said := regexp.MustCompile(`data-said="([^"]*)"`).FindSubmatch(out)
	assert.Assert(t, said != nil, "the script ended early")
	answers := strings.Split(string(said[1]), "|")
	assert.Equal(t, len(answers), len(cases))
	for i, tt := range cases {
		assert.Check(t, is.Equal(answers[i], tt.want), tt.name)
	}
}
