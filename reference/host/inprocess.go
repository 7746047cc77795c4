package host

import "time"

// InProcess is a Peer whose answers a function makes. The line it is given is valid for the call;
// nothing it returns is changed. It is always in time.
func InProcess(answer func(line []byte) []byte) Peer { return inProcess(answer) }

type inProcess func([]byte) []byte

func (p inProcess) Exchange(line []byte, _ time.Duration) ([]byte, error) { return p(line), nil }

func (p inProcess) Kill() {}
