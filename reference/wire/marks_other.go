//go:build !amd64 || purego

package wire

func markBlocks(marks, text []byte) (union uint32) { return markBlocksGo(marks, text) }
