package engine

// A subjectKey is a subject of a rule.
type subjectKey struct {
	rule string
	key  string
}

// A fixJob is the subjects of one unit for which fixes are made.
type fixJob struct {
	unit     int
	subjects []subjectKey
}

// batchesPerWorker is how many batches of fixes there are for each worker, at least, where
// there are enough of them.
const batchesPerWorker = 16

// batches puts jobs together that follow each other and are in the same folder. They open
// the same units, mostly, and two workers would open them twice. No batch of several jobs
// is so large that the others wait for it.
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

// subjects returns how many subjects some jobs have.
func subjects(jobs []fixJob) int {
	n := 0
	for _, job := range jobs {
		n += len(job.subjects)
	}
	return n
}
