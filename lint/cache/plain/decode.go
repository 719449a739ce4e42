package plain

import (
	"encoding/binary"
	"math"
	"reflect"
)

type decoder struct {
	codec *Codec
	in    string
	err   error
	depth int
}

func (d *decoder) fail() { d.err = errNotPlain }

// uint reads a number; 0 after a failure.
func (d *decoder) uint() uint64 {
	n := uint64(0)
	for i := 0; d.err == nil; i++ {
		if i == len(d.in) || i == binary.MaxVarintLen64 {
			d.fail()
			break
		}
		b := d.in[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			if i == binary.MaxVarintLen64-1 && b > 1 {
				d.fail()
				break
			}
			d.in = d.in[i+1:]
			return n
		}
	}
	return 0
}

// take returns the next n bytes.
func (d *decoder) take(n uint64) string {
	if d.err != nil || n > uint64(len(d.in)) {
		d.fail()
		return ""
	}
	s := d.in[:n]
	d.in = d.in[n:]
	return s
}

// length reads the length of what is nil, or has elements that are encoded behind it.
func (d *decoder) length() (n int, null bool) {
	l := d.uint()
	if l == 0 {
		return 0, true
	}
	if l-1 > uint64(len(d.in)) { // no element is encoded in less than a byte
		d.fail()
		return 0, true
	}
	return int(l - 1), false
}

func (d *decoder) value(v reflect.Value) {
	if d.err != nil {
		return
	}
	if d.depth == maxDepth {
		d.fail()
		return
	}
	d.depth++
	d.codec.plan(v.Type()).decode(d, v)
	d.depth--
}

func (d *decoder) basic(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		switch d.take(1) {
		case "\x01":
			v.SetBool(true)
		case "\x00":
		default:
			d.fail()
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		u := d.uint()
		n := int64(u>>1) ^ -int64(u&1)
		if v.OverflowInt(n) {
			d.fail()
			return
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := d.uint()
		if v.OverflowUint(n) {
			d.fail()
			return
		}
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		if s := d.take(8); s != "" {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64([]byte(s))))
		}
	case reflect.String:
		v.SetString(d.take(d.uint()))
	}
}

func (d *decoder) bytes(v reflect.Value) {
	n, null := d.length()
	if s := d.take(uint64(n)); !null && d.err == nil {
		v.SetBytes([]byte(s))
	}
}

// growth is how many elements room is made for before the first is read.
const growth = 64

func (d *decoder) slice(v reflect.Value) {
	n, null := d.length()
	if null {
		return
	}
	s := reflect.MakeSlice(v.Type(), 0, min(n, growth))
	for i := range n {
		if s.Len() == s.Cap() {
			longer := reflect.MakeSlice(v.Type(), i, min(n, 2*i))
			reflect.Copy(longer, s)
			s = longer
		}
		s = s.Slice(0, i+1)
		if d.value(s.Index(i)); d.err != nil {
			return
		}
	}
	v.Set(s)
}

func (d *decoder) array(v reflect.Value) {
	for i := range v.Len() {
		d.value(v.Index(i))
	}
}

func (d *decoder) mapping(v reflect.Value) {
	n, null := d.length()
	if null {
		return
	}
	m := reflect.MakeMap(v.Type())
	for range n {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		d.value(key)
		d.value(value)
		if d.err != nil {
			return
		}
		m.SetMapIndex(key, value)
	}
	v.Set(m)
}

func (d *decoder) pointer(v reflect.Value) {
	switch d.uint() {
	case 0:
	case 1:
		p := reflect.New(v.Type().Elem())
		d.value(p.Elem())
		v.Set(p)
	default:
		d.fail()
	}
}

func (d *decoder) dynamic(v reflect.Value) {
	n := d.uint()
	if n == 0 {
		return
	}
	t := d.codec.named[d.take(n)]
	if t == nil || !t.AssignableTo(v.Type()) {
		d.fail()
		return
	}
	content := reflect.New(t).Elem()
	d.value(content)
	v.Set(content)
}
