package gpu

// LatestToolkit is the newest CUDA toolkit that cudalint knows.
const LatestToolkit = "13.0"

// lastToolkits has the last toolkit that targets the compute capabilities below a limit (times
// ten). Source: the removals in the CUDA release notes. 13.0 dropped Maxwell, Pascal and Volta,
// 12.0 Kepler (3.5 and 3.7), 11.0 Kepler 3.0 and 3.2, 9.0 Fermi, 7.0 Tesla.
var lastToolkits = []struct {
	below   int
	toolkit string
}{{200, "6.5"}, {300, "8.0"}, {350, "10.2"}, {500, "11.8"}, {750, "12.9"}}

// Toolkit returns the last CUDA toolkit that targets a GPU: "12.9" for sm_70. It returns the latest
// one if the name is not that of a GPU.
func Toolkit(name string) string {
	arch, err := Arch(name)
	if err != nil {
		return LatestToolkit
	}
	for _, t := range lastToolkits {
		if arch < t.below {
			return t.toolkit
		}
	}
	return LatestToolkit
}
