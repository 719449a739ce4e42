package cost

import "strings"

// libraryCalls are the CUDA library functions, mostly mathematical ones, that have no
// instruction count in calls. Each is short and has neither a barrier nor a memory access that
// the model would price. Names are listed without the suffix f of their float versions.
var libraryCalls = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`acos acosh asin asinh atan atan2 atanh cosh sinh tan expm1 ldexp scalbn scalbln frexp modf
		fmod remainder remquo fdim nan nextafter ilogb logb isnan isinf isfinite isnormal signbit hypot norm rhypot norm3d rnorm3d
		norm4d rnorm4d rnorm erf erfc erfinv erfcinv erfcx normcdf normcdfinv tgamma lgamma j0 j1 jn y0 y1 yn cyl_bessel_i0
		cyl_bessel_i1 sinpi cospi sincospi sincos rcbrt fabs fmin fmax fma abs labs llabs max min div exp10 pow powi saturate
		roundeven llrint llround lrint lround clock clock64 alloca hsin hcos hexp hexp2 hexp10 hlog hlog2 hlog10 hsqrt hrsqrt hrcp
		hfloor hceil hrint htrunc h2sin h2cos h2exp h2exp2 h2exp10 h2log h2log2 h2log10 h2sqrt h2rsqrt h2rcp h2floor h2ceil h2rint h2trunc`) {
		m[name] = true
	}
	return m
}()

// unseen returns the names of called functions of unknown cost. Each may take any time, or
// wait for other threads. The name "" stands for calls through pointers.
func (e *Estimate) unseen() (names []string) {
	for _, name := range e.kernel.Unseen {
		if !hasKnownCost(name) {
			names = append(names, name)
		}
	}
	return names
}

// hasKnownCost reports whether a called function belongs to CUDA and its cost is either
// counted or small.
func hasKnownCost(name string) bool {
	if i := strings.LastIndex(name, "::"); i >= 0 && (strings.HasPrefix(name, "std::") || strings.HasPrefix(name, "cuda::std::")) {
		name = name[i+len("::"):]
	}
	for _, n := range []string{name, name + "f", strings.TrimSuffix(name, "f")} {
		if _, counted := calls[n]; counted || libraryCalls[n] {
			return true
		}
	}
	for _, p := range prefixes {
		if strings.HasPrefix(name, p.prefix) {
			return true
		}
	}
	for _, prefix := range []string{"__", "make_", "tex1D", "tex2D", "tex3D", "texCubemap", "surf1D", "surf2D", "surf3D", "surfCubemap"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
