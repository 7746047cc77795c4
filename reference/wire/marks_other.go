//go:build !amd64

package wire

func markBlocks(marks, text []byte) (union uint32) { return markBlocksGo(marks, text) }
