package wire

// For the tests outside of the package.
var (
	MarkBlocks   = markBlocks
	MarkBlocksGo = markBlocksGo
)
