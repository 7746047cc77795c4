//go:build !purego

package wire

// markBlocks is markBlocksGo with the vectors of 16 bytes that every amd64 has. It makes Check 1.4 times
// as fast on decisions.
//
//go:noescape
func markBlocks(marks, text []byte) (union uint32)
