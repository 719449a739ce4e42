package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Status is the outcome of comparing a measurement with a prediction.
type Status uint8

// The statuses.
const (
	// CannotTell means that the measurement does not decide it; Why says what is missing.
	CannotTell Status = iota
	// Agrees means that the measurement confirms the prediction.
	Agrees
	// Disagrees means that it contradicts the prediction.
	Disagrees
	// DidNotRun means that the measurement has no launch of the kernel.
	DidNotRun
	// NoInstruction means that the compiler left no instruction for an access on its line: it
	// removed it, or does it with that of another line.
	NoInstruction
)

// String returns the name used in reports.
func (s Status) String() string {
	return [...]string{"cannot tell", "agrees", "disagrees", "did not run", "no instruction"}[s]
}

// Tolerances: the share of the prediction by which a measurement may differ and still agree, if
// the source determines the number, and if it is a mean over data or unknown values. The
// kernels of testdata/truth stay within 0.5 % and 3 %.
const (
	exactTolerance  = 0.02
	likelyTolerance = 0.15
)

// A Result is the outcome for one kernel under one shape.
type Result struct {
	Kernel
	Status Status
	// Why explains the status, Next is the next step. Either may be "".
	Why, Next string
	// Files are the exports with launches of the kernel, Launches their number.
	Files    []string
	Launches int64
	// SameShape is set if the launches had the shape that was analysed.
	SameShape bool
	// Exact is set if the source determines the prediction, for the shape.
	Exact bool
	// Instructions and ReplaySum are the counters summed over the launches, if Measured is
	// set.
	Measured                bool
	Instructions, ReplaySum float64
	// Least and Most are the predicted replays per divergent instruction of the reads with
	// the fewest and the most. Mean is that of the kernel, 0 if its reads differ and their
	// trip counts are not known. All are 0 if no read diverges.
	Least, Mean, Most float64
}

// PerInstruction returns the measured replays per divergent instruction, 0 if none diverged.
func (r *Result) PerInstruction() float64 {
	if r.Instructions == 0 {
		return 0
	}
	return r.ReplaySum / r.Instructions
}

// Diverges reports whether divergent reads were predicted or measured, or are possible.
func (r *Result) Diverges() bool { return r.Most > 0 || r.Instructions > 0 || r.Open != "" }

// Compare compares kernels with the launches of exports. The results are in the order of the
// kernels. unknown are the sorted names of measured kernels that are not among them.
func Compare(kernels []Kernel, exports []*Export) (results []Result, unknown []string) {
	found, shares, others := matches(kernels, exports)
	results = make([]Result, len(kernels))
	for i := range kernels {
		results[i] = compare(kernels, i, &found[i], shares)
	}
	for _, l := range others {
		unknown = append(unknown, l.Kernel)
	}
	slices.Sort(unknown)
	return results, slices.Compact(unknown)
}

// compare returns the outcome for kernel i.
func compare(kernels []Kernel, i int, m *match, shares map[*Launch]share) Result {
	k := &kernels[i]
	switch {
	case len(m.own) > 0:
		r := judge(k, m.own)
		if r.Status != Agrees && !r.SameShape && r.Measured {
			r.Status, r.Why = CannotTell, r.Why+"; the export does not give the block shape"
		}
		if len(m.other) > 0 {
			r.Why = strings.TrimPrefix(r.Why+"; ", "; ") + "it also ran with blocks of " + shapesOf(m.other) + ", which were not analysed"
		}
		return r
	case len(m.shared) > 0:
		return judgeShared(k, i, m.shared, shares)
	case len(m.other) > 0:
		return judgeOtherShape(k, m.other)
	}
	r := newResult(k, nil)
	r.Status, r.Why = DidNotRun, "no launch of it was measured"
	r.Next = "measure a run that launches it, without a kernel filter"
	return r
}

// judgeShared compares kernel i with launches that may belong to another kernel.
func judgeShared(k *Kernel, i int, shared []*Launch, shares map[*Launch]share) Result {
	alike, elsewhere := true, true // every launch agrees with another kernel
	var mine []*Launch
	for _, l := range shared {
		s := shares[l]
		alike = alike && s.alike
		if slices.Contains(s.agrees, i) {
			mine = append(mine, l)
		}
		elsewhere = elsewhere && slices.ContainsFunc(s.agrees, func(other int) bool { return other != i })
	}
	switch {
	case alike:
		return judge(k, shared)
	case len(mine) > 0:
		r := judge(k, mine)
		r.Why = fmt.Sprintf("the name fits several kernels, and %d of %d launches agree with this one", count(mine), count(shared))
		return r
	}
	r := judge(k, shared)
	r.Status, r.Exact = CannotTell, false
	r.Why = fmt.Sprintf("the export gives several kernels the name %s", shared[0].Kernel)
	if elsewhere {
		r.Why += ", and all launches agree with others of them"
	}
	r.Next = "export it with --print-kernel-base demangled if their names differ"
	return r
}

// count returns the number of launches that some rows stand for.
func count(launches []*Launch) (n int64) {
	for _, l := range launches {
		n += l.Count
	}
	return n
}

// judgeOtherShape compares a kernel with launches whose block shape was not analysed. They can
// confirm the prediction, but not contradict it.
func judgeOtherShape(k *Kernel, launches []*Launch) Result {
	r := judge(k, launches)
	r.SameShape = false
	if r.Status == CannotTell && !r.Measured {
		return r
	}
	r.Why = fmt.Sprintf("measured with blocks of %s, analysed with %s", shapesOf(launches), k.Block)
	if r.Status != Agrees {
		r.Status = CannotTell
		b := launches[0].Block
		r.Next = fmt.Sprintf("check with --block %d,%d,%d if the launch is not visible", b[0], b[1], b[2])
	}
	return r
}

// shapesOf names the shapes of launches for a sentence.
func shapesOf(launches []*Launch) string {
	const most = 3
	seen := map[Shape]bool{}
	var names []string
	for _, l := range launches {
		if !seen[l.Block] && len(seen) < most {
			name := "others" // of launches that were added up
			if l.Block.Known() {
				name = l.Block.String()
			}
			names = append(names, name)
		}
		seen[l.Block] = true
	}
	if len(seen) > most {
		names = append(names, fmt.Sprintf("%d more shapes", len(seen)-most))
	}
	return strings.Join(names, ", ")
}

// newResult returns a result with the prediction, and the counters of the launches.
func newResult(k *Kernel, launches []*Launch) Result {
	r := Result{Kernel: *k, Measured: len(launches) > 0, SameShape: len(launches) > 0, Exact: !k.Sampled}
	weight, sum := 0.0, 0.0
	weighed, reads := true, 0
	for i := range k.Reads {
		read := &k.Reads[i]
		if !read.mayDiverge() {
			continue
		}
		if reads++; reads == 1 || read.Replays < r.Least {
			r.Least = read.Replays
		}
		r.Most = max(r.Most, read.Replays)
		weighed = weighed && read.Weight > 0
		weight += read.Weight
		sum += read.Weight * read.Replays
		r.Exact = r.Exact && !read.Data && !read.Averaged && !read.Unsure
	}
	switch {
	case reads == 1 || r.Least == r.Most:
		r.Mean = r.Most
	case weighed:
		r.Mean = sum / weight
	}
	for _, l := range launches {
		r.Launches += l.Count
		if !slices.Contains(r.Files, l.File) {
			r.Files = append(r.Files, l.File)
		}
		r.SameShape = r.SameShape && l.Block.Known()
		instructions, replays, ok := l.divergence()
		r.Measured = r.Measured && ok
		r.Instructions += instructions
		r.ReplaySum += replays
	}
	if !r.Measured {
		r.Instructions, r.ReplaySum = 0, 0
	}
	return r
}

// divergence returns the divergent instructions and their replays. If as many addresses were
// requested as instructions executed, none diverged.
func (l *Launch) divergence() (instructions, replays float64, ok bool) {
	instructions, ok1 := l.Counter(Divergent)
	replays, ok2 := l.Counter(Replays)
	if ok1 && ok2 {
		return instructions, replays, true
	}
	if ok1 && instructions == 0 || ok2 && replays == 0 {
		return 0, 0, true
	}
	executed, ok1 := l.Counter(Executed)
	requests, ok2 := l.Counter(Requests)
	return 0, 0, ok1 && ok2 && executed == requests
}

// judge compares a kernel with its launches.
func judge(k *Kernel, launches []*Launch) Result {
	r := newResult(k, launches)
	switch {
	case !r.Measured:
		r.Why = "the export lacks " + missing(launches)
		r.Next = "record it: " + Command()
	case r.Instructions == 0:
		r.withoutDivergence()
	case r.Most == 0:
		r.unpredicted()
	default:
		r.compareMeans()
	}
	return r
}

// missing lists the counters that some launch lacks.
func missing(launches []*Launch) string {
	var names []string
	for _, name := range []string{Divergent, Replays} {
		if slices.ContainsFunc(launches, func(l *Launch) bool { _, ok := l.Counter(name); return !ok }) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}

// withoutDivergence decides if no instruction diverged.
func (r *Result) withoutDivergence() {
	if r.Most == 0 {
		// The unknown reads did not diverge either.
		r.Status = Agrees
		return
	}
	r.Status = Disagrees
	r.Why = fmt.Sprintf("no divergent instruction measured, %s predicted", r.PredictedText())
	r.Next = "check that this run reaches the read, and that the SASS has an LDC there (cuobjdump -sass)"
}

// unpredicted decides if instructions diverged, but no known read does.
func (r *Result) unpredicted() {
	r.Why = r.MeasuredText() + " per divergent instruction measured, none predicted"
	if r.Open != "" {
		r.Why += "; " + r.Open
		return
	}
	r.Status = Disagrees
	r.Next = "find the LDC in the SASS (cuobjdump -sass): cudalint misses this read"
}

// compareMeans decides if divergence was predicted and measured.
func (r *Result) compareMeans() {
	measured := r.PerInstruction()
	tolerance, worst, unsure, averaged, data := r.latitude()
	near := func(predicted float64) bool { return math.Abs(measured-predicted) <= tolerance*predicted }
	inside := measured >= r.Least*(1-tolerance) && measured <= r.Most*(1+tolerance)
	numbers := fmt.Sprintf("%s per divergent instruction measured, %s predicted", r.MeasuredText(), r.PredictedText())
	switch {
	case near(r.Mean):
		r.Status = Agrees
	case inside && r.Most <= r.Least*(1+likelyTolerance):
		r.Status, r.Exact = Agrees, false
	case r.Open != "":
		r.Why = numbers + "; " + r.Open
	case inside && r.Mean == 0:
		r.Why = numbers + ": the mean depends on the trip counts of the reads, which are not known"
	case inside && r.Least < r.Most:
		r.Why = numbers + ": the mean is between that of its reads, but not where their trip counts put it; the compiler may have joined some"
	case unsure && measured <= worst*(1+exactTolerance):
		r.Why = numbers + " at most: the source does not determine which lanes are active"
	case averaged && measured <= worst*(1+exactTolerance):
		r.Why = numbers + " on average over values that the source does not determine"
	default:
		r.Status, r.Why = Disagrees, numbers
		r.Next = "compare the launch shape and the SASS (cuobjdump -sass) with what `cudalint access` says about the read"
		if data {
			r.Next = "the indexes of this run are not independent and equally likely; measure with typical input, and rely on the measured number"
		}
	}
}

// latitude returns the tolerance of the comparison, the most replays that any execution of a
// read can have, and what the predictions depend on.
func (r *Result) latitude() (tolerance, worst float64, unsure, averaged, data bool) {
	averaged = r.Sampled
	for i := range r.Reads {
		if read := &r.Reads[i]; read.mayDiverge() {
			worst = max(worst, read.Worst)
			unsure, averaged, data = unsure || read.Unsure, averaged || read.Averaged, data || read.Data
		}
	}
	if averaged || data {
		return likelyTolerance, worst, unsure, averaged, data
	}
	return exactTolerance, worst, unsure, averaged, data
}

// MeasuredText returns the measured replays per divergent instruction: "1 replay",
// "30.76 replays".
func (r *Result) MeasuredText() string {
	text := fmt.Sprintf("%.4g replays", r.PerInstruction())
	if text == "1 replays" {
		return "1 replay"
	}
	return text
}

// PredictedText returns the predicted replays per divergent instruction: "31",
// "3 to 31", "none".
func (r *Result) PredictedText() string {
	switch {
	case r.Most == 0:
		return "none"
	case r.Mean > 0:
		return fmt.Sprintf("%.4g", r.Mean)
	}
	return fmt.Sprintf("%.4g to %.4g", r.Least, r.Most)
}
