//go:build !linux

package fuzz

// machineMemory is 0: nor is known here what a process takes.
func machineMemory() int64 { return 0 }
