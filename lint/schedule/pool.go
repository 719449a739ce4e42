package schedule

import (
	"context"
	"sync"
)

// A Pool is a number of workers.
type Pool struct {
	// Workers is how many pieces of work run at once.
	Workers int
	// InFlight bounds the total weight of the large pieces that run at once, or one such
	// piece runs; 0 is no limit.
	InFlight int64
	// Progress, if any, is called when a piece is done, from one goroutine at a time.
	Progress func(done, total int)
}

// Run calls f with the index of each piece of work, and returns the number of calls: all of them,
// unless ctx is done before. weights are what InFlight bounds, costs estimated times in any unit.
// before is the number of pieces done earlier, for Progress.
func (p Pool) Run(ctx context.Context, before int, weights, costs []int64, f func(i int)) (begun int) {
	var progress sync.Mutex
	var wg sync.WaitGroup
	n, done := len(weights), 0
	work := newSchedule(weights, costs, p.Workers, p.InFlight)
	for range min(p.Workers, n) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				i, ok := work.next(ctx)
				if !ok {
					return
				}
				f(i)
				work.done(i)
				progress.Lock()
				done++
				if p.Progress != nil {
					p.Progress(before+done, before+n)
				}
				progress.Unlock()
			}
		}()
	}
	wg.Wait()
	return done
}

// RunSome is Run for the pieces of a list: it calls f with the elements of the list. weights and
// costs are those of all pieces.
func (p Pool) RunSome(ctx context.Context, before int, list []int, weights, costs []int64, f func(i int)) (begun int) {
	of := func(all []int64) []int64 {
		out := make([]int64, len(list))
		for k, i := range list {
			out[k] = all[i]
		}
		return out
	}
	return p.Run(ctx, before, of(weights), of(costs), func(k int) { f(list[k]) })
}

// Each calls f with the numbers below n, without limits and progress.
func (p Pool) Each(n int, f func(i int)) {
	none := make([]int64, n)
	Pool{Workers: p.Workers}.Run(context.Background(), 0, none, none, f)
}
