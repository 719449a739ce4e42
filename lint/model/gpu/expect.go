package gpu

import "math"

// ExpectedDistinct returns how many of n places (words, sectors, lines) k lanes touch on average,
// if each lane's place is independent and uniformly random:
//
//	n (1 - (1 - 1/n)^k)
//
// because all lanes miss a given place with probability (1 - 1/n)^k. The result is between 1 and
// min(k, n), or 0 if k is not positive. n below 1 counts as 1, and an infinite n gives k. n need
// not be an integer: it is the mean number of places of a table that does not begin at a sector.
//
// Source: the occupancy problem; Feller, An Introduction to Probability Theory and Its
// Applications, volume 1, section IV.2.
func ExpectedDistinct(k int, n float64) float64 {
	switch {
	case k <= 0:
		return 0
	case !(n > 1): // also not a number
		return 1
	case math.IsInf(n, 1):
		return float64(k)
	}
	// The powers of a number close to 1 would cancel.
	return -n * math.Expm1(float64(k)*math.Log1p(-1/n))
}

// ExpectedBusiest returns how many distinct places the busiest bank has to deliver
// on average to k lanes (at most 32, more count as 32) at independent, uniformly
// random places, where neighbouring places are in neighbouring banks: words in the
// 32 banks of shared memory, lines in the tag banks of a cache. It is 0 where there
// is no lane, no place or no bank.
//
// It is exact, to rounding. With D the number of distinct places (a Markov chain
// over the lanes: one more is new with probability (n - D) / n), each set of D
// places is equally likely, so
//
//	P(busiest <= m | D) = [y^D] prod over banks b of (sum over j <= m of C(n_b, j) y^j) / C(n, D)
//	E(busiest) = sum over m >= 0 of P(busiest > m)
//
// with n_b the places of bank b, n / banks rounded down or up. Source: the maximum
// load of balls in bins, with places drawn twice counted once, as they are
// broadcast (CUDA C++ Programming Guide, shared memory); Flajolet and Sedgewick,
// Analytic Combinatorics, section II.3, for the generating function.
//
// It takes some ten thousand multiplications (tens of microseconds).
func ExpectedBusiest(k int, places int64, banks int) float64 {
	if k <= 0 || places <= 0 || banks <= 0 {
		return 0
	}
	k = min(k, WarpLanes)
	distinct := distinctPlaces(k, float64(places))
	small, larger := float64(places/int64(banks)), int(places%int64(banks))
	// y stands for y k/n: otherwise the coefficients overflow for large tables.
	scale := float64(k) / float64(places)
	ways := binomials(float64(places), k, scale)
	few, more := binomials(small, k, scale), binomials(small+1, k, scale)
	busiest := 0.0
	for m := range k {
		atMost := multiply(power(few[:m+1], banks-larger, k), power(more[:m+1], larger, k), k)
		within := 0.0
		for d, p := range distinct {
			if d < len(atMost) && p > 0 {
				within += p * atMost[d] / ways[d]
			}
		}
		beyond := 1 - within
		if beyond < 1e-12 {
			break
		}
		busiest += beyond
	}
	return busiest
}

// distinctPlaces returns the probability that k draws of n places are d distinct
// ones, for each d from 0 to k.
func distinctPlaces(k int, n float64) []float64 {
	p := make([]float64, k+1)
	p[0] = 1
	for range k {
		for d := k; d > 0; d-- {
			p[d] = p[d]*float64(d)/n + p[d-1]*(n-float64(d-1))/n
		}
		p[0] = 0
	}
	return p
}

// binomials returns C(n, j) scale^j for each j from 0 to k.
func binomials(n float64, k int, scale float64) []float64 {
	c := make([]float64, k+1)
	c[0] = 1
	for j := 1; j <= k; j++ {
		c[j] = c[j-1] * (n - float64(j-1)) / float64(j) * scale
	}
	return c
}

// multiply returns the product of two polynomials up to degree k.
func multiply(a, b []float64, k int) []float64 {
	product := make([]float64, min(len(a)+len(b)-1, k+1))
	for i, x := range a {
		for j := 0; j < len(b) && i+j < len(product); j++ {
			product[i+j] += x * b[j]
		}
	}
	return product
}

// power returns the n-th power of a polynomial up to degree k.
func power(a []float64, n, k int) []float64 {
	result := []float64{1}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = multiply(result, a, k)
		}
		a = multiply(a, a, k)
	}
	return result
}
