package engine

// A subjectKey identifies a subject of a rule.
type subjectKey struct {
	rule string
	key  string
}

// A fixJob is the work on the fixes of the subjects of one unit.
type fixJob struct {
	unit     int
	subjects []subjectKey
}

// batchesPerWorker is how many batches each worker gets at least, where there are so many jobs.
const batchesPerWorker = 16

// batches groups jobs that follow each other and whose units are in one folder: they mostly open
// the same units, which two workers would open twice. A batch of several jobs is never so large
// that other workers wait for it.
func batches(jobs []fixJob, folder func(unit int) string, workers int) [][]fixJob {
	most := subjects(jobs) / (workers * batchesPerWorker)
	var out [][]fixJob
	size := 0 // of the last one
	for i, job := range jobs {
		n := len(job.subjects)
		if i == 0 || size+n > most || folder(jobs[i-1].unit) != folder(job.unit) {
			out, size = append(out, nil), 0
		}
		last := len(out) - 1
		out[last], size = append(out[last], job), size+n
	}
	return out
}

// subjects returns the number of subjects of some jobs.
func subjects(jobs []fixJob) int {
	n := 0
	for _, job := range jobs {
		n += len(job.subjects)
	}
	return n
}
