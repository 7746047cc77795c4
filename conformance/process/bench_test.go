//go:build unix

package process

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
)

// BenchmarkBarePipe is the floor under BenchmarkExchange: the same target and the same lines with
// nothing between but a pipe each way.
func BenchmarkBarePipe(b *testing.B) {
	c := misbehaving("none")
	cmd := exec.Command(c.Argv[0])
	cmd.Env = append(os.Environ(), c.Env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	r := bufio.NewReader(out)
	line := []byte(request + "\n")
	trip := func() {
		if _, err := in.Write(line); err != nil {
			b.Fatal(err)
		}
		if _, err := r.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
	}
	trip()
	b.ReportAllocs()
	for b.Loop() {
		trip()
	}
	in.Close()
	_ = cmd.Wait()
}

// BenchmarkExchange is one request and its answer.
func BenchmarkExchange(b *testing.B) { benchmarkExchange(b, misbehaving("none")) }

// BenchmarkExchangeInProcess is the same with a function as the target.
func BenchmarkExchangeInProcess(b *testing.B) {
	benchmarkExchange(b, Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error {
		for r := bufio.NewReader(stdin); ; {
			line, err := r.ReadSlice('\n')
			if err != nil {
				return nil
			}
			if _, err := stdout.Write(line); err != nil {
				return err
			}
		}
	}})
}

func benchmarkExchange(b *testing.B, c Command) {
	p, err := Start(context.Background(), c, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Stop()
	line := []byte(request)
	trip := func() {
		if _, err := p.Exchange(line); err != nil {
			b.Fatal(err)
		}
	}
	trip()
	b.ReportAllocs()
	for b.Loop() {
		trip()
	}
}

// BenchmarkStartStop is a target's life without a word.
func BenchmarkStartStop(b *testing.B) {
	for b.Loop() {
		p, err := Start(context.Background(), Command{Argv: []string{"cat"}}, Limits{})
		if err != nil {
			b.Fatal(err)
		}
		p.Stop()
	}
}

// BenchmarkBareStartStop is the floor under it.
func BenchmarkBareStartStop(b *testing.B) {
	for b.Loop() {
		cmd := exec.Command("cat")
		in, err := cmd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		in.Close()
		_ = cmd.Wait()
	}
}
