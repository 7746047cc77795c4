package process

import "time"

// A Usage is what a target takes of its machine, with the processes that it started and that still run.
type Usage struct {
	Resident int64         // bytes of memory that are in use now, those that are shared counted for each process
	CPU      time.Duration // of all threads since the start, in user and in system mode
}

// Usage tells what the target uses. It is not known of one that has ended or that runs in this process,
// and on Linux alone.
func (p *Process) Usage() (Usage, bool) {
	pid := p.target.pid
	if pid == 0 || p.hasEnded() {
		return Usage{}, false
	}
	total, known := usageOf(pid)
	for _, r := range family(pid) {
		if u, ok := usageOf(r.pid); ok {
			total.Resident += u.Resident
			total.CPU += u.CPU
		}
	}
	return total, known
}

func (p *Process) hasEnded() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}
