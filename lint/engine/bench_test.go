package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/internal/bareparser"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// The same sources through the parser alone, through parser and copy of the
// tree, and through the whole of check, on one core and on all. "peak-MB" is the
// most heap in use by Go; the parser's own is beside it and bounded by the files
// in flight. "x-parser" is what the run takes over the parser alone.

func BenchmarkParserAlone(b *testing.B)  { benchmark(b, parserAlone) }
func BenchmarkParseAndCopy(b *testing.B) { benchmark(b, parseAndCopy) }
func BenchmarkCheck(b *testing.B)        { benchmark(b, check) }
func BenchmarkAccessTables(b *testing.B) { benchmark(b, access) }

func benchmark(b *testing.B, work func(inputs []discover.Input, jobs int) error) {
	inputs := generated(48)
	counts := []int{1}
	if all := runtime.GOMAXPROCS(0); all > 1 {
		counts = append(counts, all)
	}
	for _, cores := range counts {
		b.Run(fmt.Sprintf("cores=%d", cores), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			b.SetBytes(size(inputs))
			stop := watchHeap()
			alone := time.Duration(0)
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				// In turn, so that both meet the same machine.
				b.StopTimer()
				start := time.Now()
				if err := parserAlone(inputs, cores); err != nil {
					b.Fatal(err)
				}
				alone += time.Since(start)
				b.StartTimer()
				if err := work(inputs, cores); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			b.ReportMetric(float64(stop())/1e6, "peak-MB")
			b.ReportMetric(float64(b.Elapsed())/float64(alone), "x-parser")
		})
	}
}

// BenchmarkCheckScales takes files of unequal length, the longest last, through all of
// check with as many workers as there are processors (-cpu 1,2,4). "x-one-worker" is how
// many times as fast that is as one worker on one processor.
func BenchmarkCheckScales(b *testing.B) {
	inputs := generated(24)
	for i := range inputs {
		inputs[i].Text = bytes.Repeat(inputs[i].Text, 1+i*i/144)
	}
	b.SetBytes(size(inputs))
	workers := runtime.GOMAXPROCS(0)
	alone := time.Duration(0)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		b.StopTimer()
		runtime.GOMAXPROCS(1)
		start := time.Now()
		if err := checkScaled(inputs, 1); err != nil {
			b.Fatal(err)
		}
		alone += time.Since(start)
		runtime.GOMAXPROCS(workers)
		b.StartTimer()
		if err := checkScaled(inputs, workers); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(alone)/float64(b.Elapsed()), "x-one-worker")
}

func checkScaled(inputs []discover.Input, jobs int) error {
	result := engine.New(engine.Options{Rules: rules.All(), Jobs: jobs, Fixes: true}).Check(context.Background(), inputs)
	return outcome(result.Problems, result.Files, len(inputs), len(result.Findings))
}

func parserAlone(inputs []discover.Input, jobs int) error {
	return parallel(inputs, jobs, func(in discover.Input) error {
		return bareparser.Parse(context.Background(), in.Text)
	})
}

func parseAndCopy(inputs []discover.Input, jobs int) error {
	return parallel(inputs, jobs, func(in discover.Input) error {
		_, err := cudaparse.Parse(context.Background(), source.NewFile(in.Path, in.Text))
		return err
	})
}

func check(inputs []discover.Input, jobs int) error {
	result := engine.New(engine.Options{Rules: rules.All(), Jobs: jobs}).Check(context.Background(), inputs)
	return outcome(result.Problems, result.Files, len(inputs), len(result.Findings))
}

func access(inputs []discover.Input, jobs int) error {
	table := engine.New(engine.Options{Jobs: jobs}).Access(context.Background(), inputs)
	return outcome(table.Problems, table.Files, len(inputs), len(table.Rows))
}

// outcome refuses a run that is fast because it did not do its work.
func outcome(problems []lint.Problem, files, want, found int) error {
	if len(problems) > 0 || files != want || found == 0 {
		return fmt.Errorf("%d of %d files, %d results, problems %v", files, want, found, problems)
	}
	return nil
}

func parallel(inputs []discover.Input, jobs int, f func(discover.Input) error) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, jobs)
	for j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := next.Add(1) - 1; i < int64(len(inputs)) && errs[j] == nil; i = next.Add(1) - 1 {
				errs[j] = f(inputs[i])
			}
		}()
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// watchHeap measures the heap until its result is called, which returns the most
// that was in use.
func watchHeap() (stop func() uint64) {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	done, result := make(chan bool), make(chan uint64)
	go func() {
		most := uint64(0)
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-done:
				result <- most
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		done <- true
		return <-result
	}
}
