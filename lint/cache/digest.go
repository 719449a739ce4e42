package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// A Digest is the SHA-256 of some bytes.
type Digest [sha256.Size]byte

// String returns it in hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Of returns the digest of a kind of thing with its parts. Things of different kinds,
// and different parts, have different digests.
func Of(kind string, parts ...[]byte) Digest {
	h := sha256.New()
	var length [8]byte
	add := func(part []byte) {
		binary.LittleEndian.PutUint64(length[:], uint64(len(part)))
		h.Write(length[:])
		h.Write(part)
	}
	add([]byte(kind))
	for _, p := range parts {
		add(p)
	}
	var d Digest
	h.Sum(d[:0])
	return d
}
