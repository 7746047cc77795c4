//go:build race

package wire_test

const raceDetector = true
