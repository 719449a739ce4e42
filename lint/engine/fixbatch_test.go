package engine

import (
	"reflect"
	"testing"
)

// TestBatchesAreOfOneFolder: jobs of one folder stay together, as far as other workers do
// not have to wait for them; all are there once, in their order.
func TestBatchesAreOfOneFolder(t *testing.T) {
	folders := []string{"a", "a", "a", "b", "b", "a"}
	job := func(unit, n int) fixJob { return fixJob{unit: unit, subjects: make([]subjectKey, n)} }
	many := func(n int) (jobs []fixJob) {
		for unit := range folders {
			jobs = append(jobs, job(unit, n))
		}
		return jobs
	}
	for _, c := range []struct {
		name    string
		jobs    []fixJob
		workers int
		want    [][]int
	}{
		{"no jobs", nil, 2, nil},
		{"as long as a batch is small", []fixJob{job(0, 1), job(1, 1), job(2, 1), job(3, 1), job(4, 94), job(5, 1)}, 1, [][]int{{0, 1, 2}, {3}, {4}, {5}}},
		{"no batch is large", many(10), 1, [][]int{{0}, {1}, {2}, {3}, {4}, {5}}},
		{"with more workers they are smaller", []fixJob{job(0, 1), job(1, 1), job(2, 1), job(3, 93)}, 2, [][]int{{0, 1, 2}, {3}}},
		{"down to one job", []fixJob{job(0, 1), job(1, 1), job(2, 1), job(3, 93)}, 6, [][]int{{0}, {1}, {2}, {3}}},
	} {
		var got [][]int
		for _, batch := range batches(c.jobs, func(unit int) string { return folders[unit] }, c.workers) {
			var units []int
			for _, job := range batch {
				units = append(units, job.unit)
			}
			got = append(got, units)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
