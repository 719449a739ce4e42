package schedule

import (
	"context"
	"sync"
)

// A Pool is a number of workers.
type Pool struct {
	// Workers is how many pieces of work run at once.
	Workers int
	// InFlight bounds the total weight of the large pieces that run at once; a heavier one
	// runs beside no other large piece. 0 is no limit.
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

// Each calls f with the numbers below n, without limits and progress.
func (p Pool) Each(n int, f func(i int)) {
	none := make([]int64, n)
	Pool{Workers: p.Workers}.Run(context.Background(), 0, none, none, f)
}
