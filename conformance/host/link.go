package host

// Section 2: a participant is a child process of the host. Here it is a relay, or for a host in this
// process a pair of pipes; a link is our end of it.

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

// A Conn is what a host in this process gets for a program that it starts.
type Conn = io.ReadWriteCloser

// A link is one process of a program, as that sees itself.
type link interface {
	io.Reader              // its stdin
	out(b []byte) error    // writes to its stdout
	err(b []byte) error    // writes to its stderr
	closeOut() error       // closes its stdout; it lives on
	exit(status int) error // ends it
}

// A frame is what a relay is told to do: a letter, a length of four bytes, little-endian, and so many bytes.
const (
	frameOut   = 'o' // write to stdout
	frameErr   = 'e' // write to stderr
	frameClose = 'c' // close stdout
	frameExit  = 'x' // exit with the status in the one byte
)

// maxFrame bounds the bytes of one frame.
const maxFrame = 64 << 10

// A remote link is a relay's.
type remote struct {
	net.Conn
	in *bufio.Reader // what the relay reads from its stdin
}

func (r remote) Read(b []byte) (int, error) { return r.in.Read(b) }

func (r remote) frame(kind byte, b []byte) error {
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(b)))
	_, err := (&net.Buffers{head, b}).WriteTo(r.Conn)
	return err
}

func (r remote) frames(kind byte, b []byte) error {
	for len(b) > 0 {
		n := min(len(b), maxFrame)
		if err := r.frame(kind, b[:n]); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

func (r remote) out(b []byte) error { return r.frames(frameOut, b) }
func (r remote) err(b []byte) error { return r.frames(frameErr, b) }
func (r remote) closeOut() error    { return r.frame(frameClose, nil) }

// exit does not wait for a relay whose output the host does not take.
func (r remote) exit(status int) error {
	r.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
	return errors.Join(r.frame(frameExit, []byte{byte(status)}), r.Close())
}

// Relay is one program as the host sees it. It tells the run that listens at socket who it is, passes on what
// it reads from stdin, and does what it is told. It returns the status to exit with.
func Relay(socket, name string, stdin io.Reader, stdout io.WriteCloser, stderr io.Writer) int {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		fmt.Fprintf(stderr, "sbconform: the run that this program belongs to is over: %v\n", err)
		return 1
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, name+"\n"); err != nil {
		return 1
	}
	go func() {
		io.Copy(conn, stdin)
		conn.(*net.UnixConn).CloseWrite()
	}()
	in := bufio.NewReaderSize(conn, maxFrame)
	buf := make([]byte, maxFrame)
	for {
		var head [5]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return 0
		}
		n := binary.LittleEndian.Uint32(head[1:])
		if n > maxFrame {
			return 1
		}
		if _, err := io.ReadFull(in, buf[:n]); err != nil {
			return 0
		}
		switch head[0] {
		case frameOut:
			if _, err := stdout.Write(buf[:n]); err != nil {
				return 1
			}
		case frameErr:
			stderr.Write(buf[:n])
		case frameClose:
			stdout.Close()
		case frameExit:
			return int(buf[0])
		}
	}
}

// accept waits for relays and hands each to open, until the listener is closed.
func accept(l net.Listener, open func(role, link)) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			in := bufio.NewReaderSize(conn, 64<<10)
			conn.SetReadDeadline(time.Now().Add(time.Minute))
			name, err := in.ReadString('\n')
			conn.SetReadDeadline(time.Time{})
			for r, n := range roleNames {
				if err == nil && n == strings.TrimSuffix(name, "\n") {
					open(role(r), remote{conn, in})
					return
				}
			}
			conn.Close()
		}()
	}
}

// A local link is the one of a host in this process.
type local struct {
	io.Reader
	stdout *io.PipeWriter
	stderr *spill
	close  func()
}

func (l local) out(b []byte) error { _, err := l.stdout.Write(b); return err }
func (l local) err(b []byte) error { l.stderr.add(b); return nil }
func (l local) closeOut() error    { return l.stdout.Close() }
func (l local) exit(int) error     { l.close(); return nil }

// An end is the host's end of a local link.
type end struct {
	io.Reader
	*io.PipeWriter
	stderr *spill
	close  func()
}

func (e end) Close() error { e.close(); return nil }

// Stderr returns what the program has written there and nobody has taken yet.
func (e end) Stderr() []byte { return e.stderr.take() }

// A spill is a stderr that never blocks. A run's scripts write a few megabytes there at most.
type spill struct {
	mu  sync.Mutex
	all []byte
}

func (s *spill) add(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, b...)
}

func (s *spill) take() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.all
	s.all = nil
	return all
}

// pair makes a local link. Either end closes both pipes: a program whose stdin is closed has nothing more to
// say, and one that has ended hears nothing.
func pair() (local, Conn) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	stderr := new(spill)
	var once sync.Once
	done := func() {
		once.Do(func() {
			inW.Close()
			outW.Close()
		})
	}
	return local{inR, outW, stderr, func() { done(); inR.CloseWithError(os.ErrClosed) }}, end{outR, inW, stderr, func() { done(); outR.CloseWithError(os.ErrClosed) }}
}
