// Package atomicfile writes files that are either there as a whole or not at all: a report that was
// cut short must not be taken for one that says less.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write calls write and puts what it wrote at path: into a temporary file beside it, which then takes
// its name. What is at path stays untouched if anything fails. A path that leads to something other
// than a file, like a pipe or /dev/null, is written to directly.
func Write(path string, write func(io.Writer) error) error {
	path, direct, err := resolve(path)
	if err != nil {
		return err
	}
	if direct {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := temporary(path)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Probe tells whether Write could succeed, and leaves nothing behind.
func Probe(path string) error {
	path, direct, err := resolve(path)
	if err != nil || direct {
		return err
	}
	f, err := temporary(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// resolve follows links, so that the file that a link leads to is replaced and not the link, and
// tells whether the path must be written to directly.
func resolve(path string) (string, bool, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, false, nil
	}
	if err != nil {
		return "", false, err
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", false, err
	case info.IsDir():
		return "", false, &fs.PathError{Op: "write", Path: path, Err: errors.New("it is a directory")}
	case info.Mode().IsRegular() && info.Mode().Perm()&0o222 == 0:
		return "", false, &fs.PathError{Op: "write", Path: path, Err: errors.New("it is read-only")}
	}
	return real, !info.Mode().IsRegular(), nil
}

// temporary creates a new file in the folder of path. Unlike os.CreateTemp it leaves the permissions
// to the umask, as for any file that a command writes.
func temporary(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".sbconform-%016x", rand.Uint64()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			var at *fs.PathError
			if errors.As(err, &at) {
				at.Path = path // the temporary name means nothing to the user
			}
			return f, err
		}
	}
}
