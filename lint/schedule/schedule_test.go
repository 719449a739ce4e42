package schedule

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestScheduleBeginsWithTheLargest: what is large for the number of workers is begun
// first, by size; the rest stays in its order.
func TestScheduleBeginsWithTheLargest(t *testing.T) {
	small := slices.Repeat([]int64{1}, 1000)
	for _, c := range []struct {
		name    string
		weights []int64
		workers int
		want    []int // the first ones
	}{
		{"few files are all large", []int64{3, 9, 5}, 2, []int{1, 2, 0}},
		{"equal ones keep their order", []int64{5, 9, 5, 9}, 2, []int{1, 3, 0, 2}},
		{"small ones keep their order", slices.Concat([]int64{2}, small, []int64{80, 90}), 2, []int{1002, 1001, 0, 1, 2}},
		{"with more workers more are large", slices.Concat([]int64{2}, small, []int64{80, 90}), 16, []int{1002, 1001, 0, 1, 2}},
		{"not for one worker", slices.Concat(small, []int64{8, 9}), 1, []int{0, 1, 2}},
		{"but for two", slices.Concat(small, []int64{8, 9}), 2, []int{1001, 1000, 0}},
		{"nothing has a size", []int64{0, 0, 0}, 2, []int{0, 1, 2}},
	} {
		s := newSchedule(c.weights, c.weights, c.workers, 0)
		var got []int
		for i, ok := s.next(context.Background()); ok; i, ok = s.next(context.Background()) {
			got = append(got, i)
		}
		if !reflect.DeepEqual(got[:len(c.want)], c.want) {
			t.Errorf("%s: %v, want %v", c.name, got[:len(c.want)], c.want)
		}
		slices.Sort(got)
		for i := range c.weights {
			if len(got) != len(c.weights) || got[i] != i {
				t.Fatalf("%s: not everything once: %v", c.name, got)
			}
		}
	}
}

// TestScheduleBoundsWhatIsInFlight: of the large pieces no more are in flight than there
// is room for, one at least; small ones go on beside them.
func TestScheduleBoundsWhatIsInFlight(t *testing.T) {
	weights := slices.Concat(slices.Repeat([]int64{1}, 400), []int64{500, 60, 50, 40, 30})
	const limit = 100
	s := newSchedule(weights, weights, 8, limit)
	var mu sync.Mutex
	inFlight, most, alone, done := int64(0), int64(0), true, map[int]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i, ok := s.next(context.Background()); ok; i, ok = s.next(context.Background()) {
				if weights[i] > 1 {
					mu.Lock()
					alone = alone && (weights[i] <= limit || inFlight == 0)
					inFlight += weights[i]
					if weights[i] <= limit {
						most = max(most, inFlight)
					}
					mu.Unlock()
					time.Sleep(time.Millisecond)
					mu.Lock()
					inFlight -= weights[i]
					mu.Unlock()
				}
				mu.Lock()
				done[i] = true
				mu.Unlock()
				s.done(i)
			}
		}()
	}
	wg.Wait()
	if most > limit || most == 0 || !alone || len(done) != len(weights) {
		t.Errorf("%d in flight of %d, the largest alone: %v; %d of %d done", most, limit, alone, len(done), len(weights))
	}
}

// TestScheduleEndsWithItsContext: a worker that waits for room is told.
func TestScheduleEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := newSchedule([]int64{9, 9}, []int64{9, 9}, 2, 10)
	first, _ := s.next(ctx)
	ended := make(chan bool)
	go func() {
		_, ok := s.next(ctx)
		ended <- ok
	}()
	cancel()
	s.done(first)
	if <-ended {
		t.Error("work is begun though the run was interrupted")
	}
}
