package cost

// Bound returns the pipe that bounds the kernel.
func (e *Estimate) Bound() Pipe { return e.boundOf(&e.Demand) }

// l2Share is the share of the second level's peak that loads reach: 41.5 bytes per cycle and SM of 50, by
// the counters of kernels on an H100 (lts__t_sectors.sum, and its share of the peak).
const l2Share = 0.83

// boundOf returns the pipe that bounds the kernel if it has the given demand: the busiest one of the
// SM that has the most blocks, if that is busy for most of the kernel's time on all of the GPU, as Nsight
// Compute counts it. Otherwise the kernel waits: for blocks that would fill the GPU, for its launch, for
// atomics at one address.
func (e *Estimate) boundOf(d *Demand) Pipe {
	p := d.busiest()
	if p == Latency || p == Launch {
		return p
	}
	busy := d[p]
	switch p {
	case L2:
		busy = l2Share * (busy - min(busy, e.queued()))
	case DRAM:
		busy *= e.model.Memory.DRAMShare.Value // of what the memory could do
	}
	if busy*e.filled() < bounding*(d.time()+e.besides()) {
		if d[Launch] > d[Latency] {
			return Launch
		}
		return Latency
	}
	return p
}

// filled returns how much work an SM has on average, as a share of what the one with the most blocks has.
func (e *Estimate) filled() float64 {
	o := e.Occupancy
	if !o.GridKnown || !(e.product.SMs.Value*o.PerSM > 0) {
		return 1
	}
	return min(1, o.Grid/(e.product.SMs.Value*o.PerSM))
}

// besides returns the time of a kernel besides that of its blocks, in cycles for each warp of an SM:
// the launch and the first fetch of the code. It is 0 where the grid is not known.
func (e *Estimate) besides() float64 {
	o := e.Occupancy
	if !o.GridKnown {
		return 0
	}
	return (kernelStart + instructionFetch*e.codeSize()) / (o.PerSM * warpsOf(e.kernel.Block))
}

// queued returns for how many cycles the atomics of a warp wait for others at the same sectors. The second
// level could do other work at that time.
func (e *Estimate) queued() float64 {
	cycles := 0.0
	for i := range e.accesses {
		x := &e.accesses[i]
		if x.queue > 0 {
			c := x.cost
			c.L2Lines -= x.queue
			all, alone := e.demandOf(x.cost), e.demandOf(c)
			cycles += x.executions * (all[L2] - alone[L2])
		}
	}
	return cycles
}
