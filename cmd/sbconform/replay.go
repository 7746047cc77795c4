package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	suite "github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/replay"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
)

// comparisons are the values of --compare, the default first.
var comparisons = []string{"bytes", "value"}

// replayFlags are the flags of replay.
type replayFlags struct {
	suiteFlags
	compare string
	size    int64
}

func newReplay(w world) *cobra.Command {
	f := &replayFlags{compare: comparisons[0], size: 1 << 30}
	cmd := &cobra.Command{
		Use:   "replay [flags] FILE|DIR... -- TARGET [ARG...]",
		Short: "Ask a target again what a transcript asked, and want the same answers",
		Long: `replay sends the requests of transcripts to TARGET, a fresh process for each, and compares its answers
with those that stand in the transcript: byte for byte, or with --compare value by what they mean. A
transcript is one that sbconform record or play wrote, the reproducer of a failed check, or any file of
rows {"dir","message"}, plain or gzipped; a folder stands for all of its transcripts. A request that has
no answer at a transcript's end, as where the target crashed, must have none again.

Exit status: 0 if the target answers as recorded, 1 if not, 2 if a file can't be read or TARGET can't be
run.`,
		Example: `  sbconform replay goldens/ -- ./my-engine
  sbconform replay --compare value out/engine-step-echo.transcript.jsonl.gz -- python3 engine.py`,
		Args:                  cobra.ArbitraryArgs,
		DisableFlagsInUseLine: true,
		RunE:                  func(cmd *cobra.Command, args []string) error { return f.replay(cmd, w, args) },
	}
	set := cmd.Flags()
	set.SetInterspersed(false)
	set.SortFlags = false
	f.set = set
	set.Var(oneOf{&f.compare, comparisons}, "compare", "bytes: the answers are the same; value: they mean the same")
	f.addWaits(set)
	f.addProcess(set)
	set.Var(size{&f.size}, "size-limit", "of one transcript, uncompressed, as 512M or 2G")
	return cmd
}

// A recording is one transcript to replay.
type recording struct {
	path   string
	sha256 string // what the index of its folder says its rows hash to; "" for a file that was named itself
	rows   []goldens.Row
}

func (f *replayFlags) replay(cmd *cobra.Command, w world, args []string) error {
	paths, target, ok := cutTarget(args)
	if !ok {
		return usage("replay needs transcripts, then --, then a TARGET: %s", cmd.UseLine())
	}
	if err := f.check(); err != nil {
		return err
	}
	command, _, err := f.target(target, subcommands(cmd))
	if err != nil {
		return err
	}
	files, err := transcripts(paths)
	if err != nil {
		return err
	}
	ctx, stop := stoppable(cmd.Context(), func() {})
	defer stop()
	r := replayer{f: f, command: command, out: bufio.NewWriter(w.stdout)}
	defer r.out.Flush()
	for _, x := range files {
		if err := f.read(&x); err != nil {
			return usage("%v", err)
		}
		if err := r.recording(ctx, x); err != nil {
			return err
		}
	}
	if r.talks == 0 {
		return usage("nothing there to replay to a %s", r.role)
	}
	fmt.Fprintf(r.out, "%d transcripts, %d talks: %d as recorded, %d not\n", len(files), r.talks, r.talks-r.differ, r.differ)
	if r.differ > 0 {
		return failure{status: statusFails}
	}
	return nil
}

// cutTarget parts what stands before -- from the target after it.
func cutTarget(args []string) (paths, target []string, ok bool) {
	i := slices.Index(args, "--")
	if i < 1 || i == len(args)-1 {
		return nil, nil, false
	}
	return args[:i], args[i+1:], true
}

// transcripts lists the files that paths name: of a folder those of its index, or all if it has none.
func transcripts(paths []string) (files []recording, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, usage("no transcript %s: there is no such file", path)
		case err != nil:
			return nil, usage("no transcript %s: %v", path, err)
		case !info.IsDir():
			files = append(files, recording{path: path})
			continue
		}
		inside, err := folder(path)
		if err != nil {
			return nil, err
		}
		files = append(files, inside...)
	}
	return files, nil
}

func folder(dir string) (files []recording, err error) {
	index, err := goldens.ReadIndex(os.DirFS(dir))
	switch {
	case err == nil:
		for _, e := range index.Transcripts {
			if !filepath.IsLocal(e.Name) || strings.ContainsAny(e.Name, `/\`) {
				return nil, usage("%s: the index names a transcript %q", dir, e.Name)
			}
			files = append(files, recording{path: filepath.Join(dir, e.Name+goldens.Suffix), sha256: e.SHA256})
		}
	case errors.Is(err, fs.ErrNotExist):
		for _, pattern := range []string{"*.jsonl", "*.jsonl.gz"} {
			found, _ := filepath.Glob(filepath.Join(escapeGlob(dir), pattern)) // its only error is a bad pattern
			for _, path := range found {
				files = append(files, recording{path: path})
			}
		}
	default:
		return nil, usage("%s: %v", dir, err)
	}
	if len(files) == 0 {
		return nil, usage("%s has no transcripts", dir)
	}
	return files, nil
}

func escapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

func (f *replayFlags) read(x *recording) error {
	r, file, err := goldens.Open(x.path, goldens.Limits{Total: f.size})
	if err != nil {
		return err
	}
	defer file.Close()
	if x.rows, err = goldens.ReadAll(r); err != nil || x.sha256 == "" {
		return err
	}
	t := goldens.Transcript{Rows: x.rows}
	if t.Sum(); t.SHA256 != x.sha256 {
		return fmt.Errorf("%s: its rows have SHA-256 %s, and the index says %.64s", x.path, t.SHA256, x.sha256)
	}
	return nil
}

// A replayer replays one recording after another to the same command.
type replayer struct {
	f       *replayFlags
	command process.Command
	role    string // of the target; learnt where a transcript has both
	out     *bufio.Writer
	talks   int
	differ  int
}

func (r *replayer) recording(ctx context.Context, x recording) error {
	if err := r.learn(ctx, x.rows); err != nil {
		return err
	}
	for _, talk := range goldens.Talks(x.rows, r.role) {
		r.talks++
		limits := process.Limits{Startup: r.f.startup, Answer: r.f.timeout}
		err := replay.Run(ctx, r.command, limits, x.rows, talk, r.f.compare == comparisons[0])
		var d *goldens.Divergence
		switch {
		case errors.As(err, &d):
			r.differ++
			fmt.Fprintf(r.out, "%s:%d: %s\n", report.Visible(x.path), d.Row, report.Visible(d.Difference.String()))
		case ctx.Err() != nil:
			return failure{statusOurs, "stopped"}
		case err != nil:
			return processError(err)
		}
	}
	return nil
}

// processError tells a target that can't be started from a failure of ours.
func processError(err error) error {
	var fault *process.Fault
	if errors.As(err, &fault) && fault.Kind.Cause() == conformance.Internal {
		return failure{statusOurs, err.Error()}
	}
	return usage("%v", err)
}

// learn tells the role in which the target is to be asked: the only one that the rows have, or what its
// answer to hello says.
func (r *replayer) learn(ctx context.Context, rows []goldens.Row) error {
	engine, agent := goldens.Talks(rows, goldens.RoleEngine) != nil, goldens.Talks(rows, goldens.RoleAgent) != nil
	switch {
	case r.role != "":
	case engine && agent:
		_, role, err := suite.Hello(ctx, r.f.config(r.command))
		if err != nil {
			return usage("the target must greet to be asked in its role: %v", err)
		}
		r.role = role
	case agent:
		r.role = goldens.RoleAgent
	default:
		r.role = goldens.RoleEngine
	}
	return nil
}

// replayWords are the flags that replay shares with the command that made a transcript.
var replayWords = []string{"timeout", "startup-timeout", "env", "dir", "memory-limit", "exec-wrapper"}

// replayCommand returns the command that replays a transcript to the target.
func (f *suiteFlags) replayCommand(path string, target []string) string {
	if len(target) == 0 {
		return ""
	}
	words := append([]string{"sbconform", "replay"}, f.given(func(name string) bool { return slices.Contains(replayWords, name) })...)
	return report.Quote(append(append(words, path, "--"), target...))
}
