package main

import (
	"testing"
	"time"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func parse(t *testing.T, args ...string) *suiteFlags {
	t.Helper()
	f := addSuiteFlags(&cobra.Command{Use: "x"})
	assert.NilError(t, f.set.Parse(args))
	return f
}

func TestSize(t *testing.T) {
	tests := []struct {
		in   string
		want int64 // 0: refused
	}{
		{"1", 1}, {"4096", 4096}, {"512M", 512 << 20}, {"512MB", 512 << 20}, {"512MiB", 512 << 20}, {"2G", 2 << 30}, {"1K", 1 << 10}, {"1T", 1 << 40},
		{"8388607T", 8388607 << 40}, {"8388608T", 0}, {"9223372036854775807", 1<<63 - 1}, {"9223372036854775808", 0},
		{"", 0}, {"0", 0}, {"-1", 0}, {"M", 0}, {"1.5G", 0}, {"2g", 0}, {"2 G", 0}, {"2iG", 0}, {"2GG", 0},
	}
	for _, tt := range tests {
		var got int64
		err := size{&got}.Set(tt.in)
		assert.Equal(t, got, tt.want, tt.in)
		assert.Equal(t, err == nil, tt.want != 0, tt.in)
	}
}

func TestFlagsEndAtTheTarget(t *testing.T) {
	f := parse(t, "--run", "a", "--run=b", "-j4", "-v", "./engine", "--run", "c", "--", "-v")
	assert.DeepEqual(t, f.run, []string{"a", "b"})
	assert.Equal(t, f.jobs, 4)
	assert.Check(t, f.verbose)
	assert.DeepEqual(t, f.set.Args(), []string{"./engine", "--run", "c", "--", "-v"})

	f = parse(t, "--skip", "a", "--", "--odd", "-x")
	assert.DeepEqual(t, f.set.Args(), []string{"--odd", "-x"})
}

func TestAgain(t *testing.T) {
	tests := []struct {
		name   string
		flags  []string
		target []string
		want   string
	}{
		{"the built-in target", nil, nil, "sbconform --run e/a/b"},
		{"nothing special", nil, []string{"./e", "-v"}, "sbconform engine --run e/a/b ./e -v"},
		{"what is shown does not matter", []string{"--run", "x", "--skip", "y", "-j", "3", "-v", "--report", "json=x", "--events", "e", "--artifacts", "a", "--color", "never", "--no-progress"},
			[]string{"./e"}, "sbconform engine --run e/a/b ./e"},
		{"what is done does", []string{"--timeout", "3s", "--env", "A=b c", "--env", "D=", "--deck", "4 Lightning Bolt; 18 Mountain", "--level", "may", "--memory-limit", "1G"},
			[]string{"./e"}, "sbconform engine --run e/a/b --timeout 3s --env 'A=b c' --env D= --deck '4 Lightning Bolt; 18 Mountain' --level may --memory-limit 1073741824 ./e"},
		{"a target like a flag", nil, []string{"--e"}, "sbconform engine --run e/a/b -- --e"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, tt.flags...)
			assert.Equal(t, f.again("e/a/b", "engine", tt.target), tt.want)
		})
	}
}

// A command that repeats a check is a command: parsing it gives the same flags again.
func TestAgainIsUnderstood(t *testing.T) {
	f := parse(t, "--timeout", "3s", "--env", "A=b", "--games", "4", "--seed", "9", "--profile", "strict", "--check-timeout", "1h")
	assert.Check(t, is.Equal(f.again("e/a/b", "engine", nil),
		parse(t, "--timeout", "3s", "--env", "A=b", "--games", "4", "--seed", "9", "--profile", "strict", "--check-timeout", "1h0m0s").again("e/a/b", "engine", nil)))
}

func TestTimeOfACheckFollowsThatOfAnswers(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want time.Duration
	}{
		{nil, 3 * time.Minute},
		{[]string{"--timeout", "1s", "--startup-timeout", "1s"}, 2 * time.Minute},
		{[]string{"--timeout", "5m"}, 61 * time.Minute},
		{[]string{"--check-timeout", "5s"}, 5 * time.Second},
	} {
		assert.Equal(t, parse(t, tt.args...).options().Timeout, tt.want)
	}
}

func TestEveryFlagIsOfTheShowOrRepeated(t *testing.T) {
	f := parse(t)
	for _, name := range append(append([]string{}, ofTheShow...), needTarget...) {
		assert.Check(t, f.set.Lookup(name) != nil || name == "help" || name == "version", name)
	}
}
