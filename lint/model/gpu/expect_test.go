package gpu

import (
	"math"
	"math/rand"
	"strconv"
	"strings"
	"testing"
)

// degreeOf is the definition: the most distinct words in one of 32 banks.
func degreeOf(words []int64) int {
	seen, perBank, degree := map[int64]bool{}, [32]int{}, 0
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			perBank[w%32]++
			degree = max(degree, perBank[w%32])
		}
	}
	return degree
}

// TestExpectedByEnumeration goes through all draws of a few lanes.
func TestExpectedByEnumeration(t *testing.T) {
	for _, c := range []struct {
		k     int
		words int64
	}{{1, 1}, {1, 100}, {2, 1}, {2, 31}, {2, 33}, {2, 64}, {2, 300}, {3, 3}, {3, 34}, {3, 64}, {3, 97}, {4, 33}, {4, 40}} {
		draws, degrees, distincts := 1, 0, 0
		for range c.k {
			draws *= int(c.words)
		}
		words := make([]int64, c.k)
		for draw := range draws {
			seen := map[int64]bool{}
			for i, rest := 0, int64(draw); i < c.k; i, rest = i+1, rest/c.words {
				words[i] = rest % c.words
				seen[words[i]] = true
			}
			degrees += degreeOf(words)
			distincts += len(seen)
		}
		if got, want := ExpectedBusiest(c.k, c.words, 32), float64(degrees)/float64(draws); math.Abs(got-want) > 1e-9 {
			t.Errorf("ExpectedBusiest(%d, %d, 32) = %.12f, by enumeration %.12f", c.k, c.words, got, want)
		}
		if got, want := ExpectedBusiest(c.k, c.words, 1), float64(distincts)/float64(draws); math.Abs(got-want) > 1e-9 {
			t.Errorf("ExpectedBusiest(%d, %d, 1) = %.12f, by enumeration %.12f distinct", c.k, c.words, got, want)
		}
		if got, want := ExpectedDistinct(c.k, float64(c.words)), float64(distincts)/float64(draws); math.Abs(got-want) > 1e-9 {
			t.Errorf("ExpectedDistinct(%d, %d) = %.12f, by enumeration %.12f", c.k, c.words, got, want)
		}
	}
}

// A sample is the mean and standard deviation of drawn figures.
type sample struct{ n, sum, squares float64 }

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.squares += x * x
}
func (s *sample) mean() float64  { return s.sum / s.n }
func (s *sample) sigma() float64 { return math.Sqrt(max(0, s.squares/s.n-s.mean()*s.mean())) }

// draw samples the conflict degree and the number of distinct places of k lanes,
// where a place is some words.
func draw(n, k int, words, place int64) (degree, distinct sample) {
	r := rand.New(rand.NewSource(words*64 + int64(k)))
	lanes := make([]int64, k)
	for range n {
		places := map[int64]bool{}
		for i := range lanes {
			lanes[i] = r.Int63n(words)
			places[lanes[i]/place] = true
		}
		degree.add(float64(degreeOf(lanes)))
		distinct.add(float64(len(places)))
	}
	return degree, distinct
}

func TestExpectedByMonteCarlo(t *testing.T) {
	const n = 4000
	const rare = 8.0 / n // what is expected less than once may not have been drawn
	for _, k := range []int{2, 7, 16, 31, 32} {
		for _, words := range []int64{1, 20, 32, 33, 48, 63, 64, 100, 256, 1000, 4096, 16384, 1 << 40} {
			degree, distinct := draw(n, k, words, 1)
			if got := ExpectedBusiest(k, words, 32); math.Abs(got-degree.mean()) > 4.5*degree.sigma()/math.Sqrt(n)+rare {
				t.Errorf("ExpectedBusiest(%d, %d, 32) = %.4f, drawn %.4f", k, words, got, degree.mean())
			}
			if got := ExpectedDistinct(k, float64(words)); math.Abs(got-distinct.mean()) > 4.5*distinct.sigma()/math.Sqrt(n)+rare {
				t.Errorf("ExpectedDistinct(%d, %d) = %.4f, drawn %.4f", k, words, got, distinct.mean())
			}
		}
	}
}

func TestExpectedAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		got, want float64
		what      string
	}{
		{ExpectedDistinct(0, 10), 0, "no lane"},
		{ExpectedDistinct(-1, 10), 0, "fewer than none"},
		{ExpectedDistinct(32, 0), 1, "no place"},
		{ExpectedDistinct(32, 0.5), 1, "half a place"},
		{ExpectedDistinct(32, math.NaN()), 1, "not a number"},
		{ExpectedDistinct(32, math.Inf(1)), 32, "without bound"},
		{ExpectedDistinct(32, 1e18), 32, "more than a float64 tells apart"},
		{ExpectedBusiest(0, 10, 32), 0, "no lane"},
		{ExpectedBusiest(-5, 10, 32), 0, "fewer than none"},
		{ExpectedBusiest(32, 0, 32), 0, "no word"},
		{ExpectedBusiest(32, -1, 32), 0, "fewer than no word"},
		{ExpectedBusiest(32, 100, 0), 0, "no bank"},
		{ExpectedBusiest(4, 1<<40, 4), 2.125, "4 balls in 4 bins"}, // 544 of 256 draws
		{ExpectedBusiest(32, 50, math.MaxInt), 1, "more banks than places"},
		{ExpectedBusiest(32, 32, 32), 1, "a word to each bank"},
		{ExpectedBusiest(1, math.MaxInt64, 32), 1, "one lane"},
		{ExpectedBusiest(1000, 4096, 32), ExpectedBusiest(32, 4096, 32), "more than a warp"},
		{ExpectedBusiest(32, 1<<30, 32), ExpectedBusiest(32, math.MaxInt64, 32), "large tables"},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	last := 0.0
	for words := int64(1); words < 1<<62; words *= 2 {
		degree := ExpectedBusiest(32, words, 32)
		if degree < last-1e-9 || degree < 1-1e-9 || degree > 4 {
			t.Errorf("%d words: degree %v after %v: it rises with the table to 3.53", words, degree, last)
		}
		last = degree
	}
}

// TestExpectedAgainstMeasured compares with the random patterns of the lookups
// measured on an H200. Each is one draw, so it need only lie within its spread.
func TestExpectedAgainstMeasured(t *testing.T) {
	rows := rowsOf(t, "placement_microbench.csv")
	compared := 0
	for _, row := range rows[1:] {
		table, ok := strings.CutPrefix(row[1], "random")
		if !ok || row[0] != "shared" {
			continue
		}
		var v [8]float64 // from column 2: distinct words, 8 bytes, sectors, lines of 64 bytes, latency, throughput
		for i := 2; i < len(row); i++ {
			var err error
			if v[i], err = strconv.ParseFloat(row[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		words, err := strconv.ParseInt(table, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		degree, distinct := draw(4000, 32, words, 1)
		_, sectors := draw(4000, 32, words, 8)
		for _, c := range []struct {
			what               string
			measured, expected float64
			spread             float64
		}{
			{"words", v[2], ExpectedDistinct(32, float64(words)), distinct.sigma()},
			{"sectors", v[4], ExpectedDistinct(32, float64(words)/8), sectors.sigma()},
			{"degree by throughput", v[7], ExpectedBusiest(32, words, 32), degree.sigma()},
			{"degree by latency", (v[6]-29.03)/2 + 1, ExpectedBusiest(32, words, 32), degree.sigma()},
		} {
			compared++
			t.Logf("%d words, %s: measured %.2f, expected %.2f, spread %.2f", words, c.what, c.measured, c.expected, c.spread)
			if math.Abs(c.measured-c.expected) > 3*c.spread+0.02 {
				t.Errorf("%d words, %s: measured %.2f, expected %.2f, spread %.2f", words, c.what, c.measured, c.expected, c.spread)
			}
		}
	}
	if compared != 28 {
		t.Errorf("%d figures compared, want 4 of each of 7 tables", compared)
	}
}

// TestExpectedAgainstFreshRandomLookups compares with lookups at fresh random
// places for each execution (cudalint calibrate on an H200): the words in the
// banks, of which elements of 8 bytes have 16 pairs and of 16 bytes 8 fours and as
// many lanes a pass, and for global memory also the 128-byte lines in the four tag
// banks of the first-level cache. What the loop around the lookup takes hides all
// below floor.
func TestExpectedAgainstFreshRandomLookups(t *testing.T) {
	rows := rowsOf(t, "random_lookups.csv")
	floor := map[string]float64{"shared": 1.45, "global": 2.32}
	compared := 0
	for _, row := range rows[1:] {
		var v [5]float64 // element bytes, table bytes, lanes with places of their own, cycles
		for i := 1; i < len(row); i++ {
			var err error
			if v[i], err = strconv.ParseFloat(row[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		bytes, table, lanes, measured := v[1], v[2], int(v[3]), v[4]
		passes := int(bytes / 4)
		expected := float64(passes) * ExpectedBusiest(min(lanes, 32/passes), int64(table/bytes), 32/passes)
		if row[0] == "global" {
			expected = max(expected, ExpectedBusiest(lanes, max(1, int64(table/lineBytes)), 4))
		}
		if expected < floor[row[0]] {
			if measured > floor[row[0]] {
				t.Errorf("%v: expected %.3f cycles, less than the loop takes", row, expected)
			}
			continue
		}
		compared++
		// The mean of the larger of two is above the larger mean: more where both count.
		if measured < 0.99*expected || measured > 1.05*expected {
			t.Errorf("%v: expected %.3f cycles", row, expected)
		}
	}
	if compared < 60 {
		t.Errorf("%d lookups above what the loop takes, want most", compared)
	}
}

func BenchmarkExpectedBusiest(b *testing.B) {
	for range b.N {
		ExpectedBusiest(32, 4096, 32)
	}
}
