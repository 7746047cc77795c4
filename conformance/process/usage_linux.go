package process

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// tick is the unit of times in /proc, the USER_HZ that the kernel promises to programs on every machine
// that Go runs on.
const tick = time.Second / 100

// usageOf reads /proc/PID/stat: in proc_pid_stat(5) utime and stime are fields 14 and 15, rss in pages
// is field 24.
func usageOf(pid int) (Usage, bool) {
	b, err := os.ReadFile(procPath(pid, "stat"))
	if err != nil {
		return Usage{}, false
	}
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:]) // from field 3 on
	if len(f) < 22 {
		return Usage{}, false
	}
	var n [3]int64
	for i, at := range []int{14, 15, 24} {
		if n[i], err = strconv.ParseInt(string(f[at-3]), 10, 64); err != nil {
			return Usage{}, false
		}
	}
	return Usage{Resident: n[2] * int64(os.Getpagesize()), CPU: time.Duration(n[0]+n[1]) * tick}, true
}
