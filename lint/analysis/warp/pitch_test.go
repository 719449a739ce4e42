package warp_test

import (
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestRowOfATable is about tables of rows, where data that all lanes share selects
// the row and data of each lane the place in it. tab has 1024 elements; a mean of
// 31.52 is what 32 draws from all of them come to, 7.888 from 8, 17.85 from 24,
// 25.33 from 64 and 30.14 from 256.
func TestRowOfATable(t *testing.T) {
	const small = "__constant__ int small[64]; __constant__ float2 wide[64]; __constant__ int rows[8][8]; __constant__ int cube[4][4][8];\n" +
		"__constant__ int4 quads[64]; __constant__ int scores[24 * 24];\n"
	checkRows(t, []rowCase{
		{name: "loaded row", before: small, body: "int u = p[n]; for (int j = 0; j < n; j++) p[t] = small[p[j] * 8 + p[t]] + wide[u * 8 + p[t]].y;",
			want: map[string]string{"small[p[j] * 8 + p[t]]": "data-dependent 32 mean 7.888 trips 0", "wide[u * 8 + p[t]].y": "data-dependent 32 mean 7.888 trips 0"}},
		{name: "row not a power of 2", before: small, body: "int u = p[n]; p[t] = scores[u * 24 + p[t]];",
			want: map[string]string{"scores[u * 24 + p[t]]": "data-dependent 32 mean 17.85"}},
		{name: "bytes", before: small,
			body: "unsigned char *s = (unsigned char *)p; p[t] = scores[s[n] * 24 + s[t]] + scores[(signed char)p[n] * 24 + ((signed char *)p)[t]];",
			want: map[string]string{"scores[s[n] * 24 + s[t]]": "data-dependent 32 mean 17.85", "scores[(signed char)p[n] * 24 + ((signed char *)p)[t]]": "data-dependent 32 mean 17.85"}},
		{name: "shift, variable, pointer", body: "const int K = 8; int u = p[n]; int i = p[t] + (u << 3); const int *row = tab + K * u; p[t] = tab[i] + row[p[t + 1]];",
			want: map[string]string{"tab[i]": "data-dependent 32 mean 7.888", "row[p[t + 1]]": "data-dependent 32 mean 7.888"}},
		{name: "row computed from data", body: "int u = p[n]; p[t] = tab[(u & 7) * 8 + p[t]] + tab[(u / n) * 8 + p[t]];",
			want: map[string]string{"tab[(u & 7) * 8 + p[t]]": "data-dependent 32 mean 7.888", "tab[(u / n) * 8 + p[t]]": "data-dependent 32 mean 7.888"}},
		{name: "row of the warp", body: "int u = p[t / 32]; p[t] = tab[u * 8 + p[t]];", block: 64,
			want: map[string]string{"tab[u * 8 + p[t]]": "data-dependent 32 mean 7.888"}},
		{name: "array of arrays", before: small, body: "int u = p[n]; p[t] = rows[u][p[t]] + cube[u][p[n + 1]][p[t]] + cube[u][n][p[t]] + rows[n][p[t]];",
			want: map[string]string{"rows[u][p[t]]": "data-dependent 32 mean 7.888", "cube[u][p[n + 1]][p[t]]": "data-dependent 32 mean 7.888", "rows[n][p[t]]": "data-dependent 32 mean 7.888", "cube[u][n][p[t]]": "data-dependent 32 mean 7.888"}},
		{name: "rows in planes", body: "int u = p[n], v = p[n + 1]; p[t] = tab[(v * 4 + u) * 8 + p[t]] + tab[n * 64 + u * 8 + p[t]] + tab[u * 8 + 3 + p[t]];",
			want: map[string]string{"tab[(v * 4 + u) * 8 + p[t]]": "data-dependent 32 mean 7.888", "tab[n * 64 + u * 8 + p[t]]": "data-dependent 32 mean 7.888", "tab[u * 8 + 3 + p[t]]": "data-dependent 32 mean 7.888"}},
		{name: "places of several elements", body: "int u = p[n]; p[t] = tab[u * 32 + p[t] * 4] + tab[(u * 8 + p[t]) * 4 + 1];",
			want: map[string]string{"tab[u * 32 + p[t] * 4]": "data-dependent 32 mean 7.888", "tab[(u * 8 + p[t]) * 4 + 1]": "data-dependent 32 mean 7.888"}},
		{name: "few lanes", body: "int u = p[n]; if (t < 2) p[t] = tab[u * 8 + p[t]];",
			want: map[string]string{"tab[u * 8 + p[t]]": "data-dependent 2 mean 1.875 lanes 2/2"}},

		{name: "row of each lane", body: "p[t] = tab[p[t + 1] * 8 + p[t]] + tab[(p[n] + p[t + 1]) * 8 + p[t]];",
			want: map[string]string{"tab[p[t + 1] * 8 + p[t]]": "data-dependent 32 mean 31.52", "tab[(p[n] + p[t + 1]) * 8 + p[t]]": "data-dependent 32 mean 31.52"}},
		{name: "range in the source", body: "int u = p[n]; p[t] = tab[u * 8 + (p[t] & 3)] + tab[u * 8 + (p[t] & 63)] + tab[u * 8 + p[t] % 64] + tab[u * 8 + (unsigned char)p[t]];",
			want: map[string]string{"tab[u * 8 + (p[t] & 3)]": "data-dependent 4 mean 4", "tab[u * 8 + (p[t] & 63)]": "data-dependent 32 mean 25.33",
				"tab[u * 8 + p[t] % 64]": "data-dependent 32 mean 25.33", "tab[u * 8 + (unsigned char)p[t]]": "data-dependent 32 mean 30.14"}},
		{name: "row longer than the type", body: "int u = p[n]; p[t] = tab[u * 512 + ((unsigned char *)p)[t]];",
			want: map[string]string{"tab[u * 512 + ((unsigned char *)p)[t]]": "data-dependent 32 mean 30.14"}},
		{name: "table shorter than the row", before: small, body: "int u = p[n]; p[t] = small[u * 512 + p[t]];",
			want: map[string]string{"small[u * 512 + p[t]]": "data-dependent 32 mean 25.33"}},
		{name: "rows of one", body: "int u = p[n]; p[t] = tab[u + p[t]] + tab[u * 8 + p[t] * 8] + tab[u * 8 + p[t] * 16];",
			want: map[string]string{"tab[u + p[t]]": "data-dependent 32 mean 31.52", "tab[u * 8 + p[t] * 8]": "data-dependent 32 mean 28.41", "tab[u * 8 + p[t] * 16]": "data-dependent 32 mean 25.33"}},
		{name: "unknown pitch", body: "int u = p[n]; p[t] = tab[u * n + p[t]] + tab[u * 8 + n + p[t]] + tab[u * (n * 32) + p[t]] + tab[u * blockDim.x + p[t]];", block: -1,
			want: map[string]string{"tab[u * n + p[t]]": "data-dependent 32 mean 31.52", "tab[u * 8 + n + p[t]]": "data-dependent 32 mean 31.52",
				"tab[u * (n * 32) + p[t]]": "data-dependent 32 mean 31.52", "tab[u * blockDim.x + p[t]]": "data-dependent 32 mean 31.52"}},
		{name: "constant row", body: "p[t] = tab[3 * 8 + p[t]] + tab[8 + p[t]];",
			want: map[string]string{"tab[3 * 8 + p[t]]": "data-dependent 32 mean 31.52", "tab[8 + p[t]]": "data-dependent 32 mean 31.52"}},
		{name: "row that is no data", body: "for (int j = 0; j < n; j++) p[t] = tab[p[t] + j * 4] + tab[blockIdx.x * 8 + p[t]];",
			want: map[string]string{"tab[p[t] + j * 4]": "data-dependent 32 mean 31.52 trips 0", "tab[blockIdx.x * 8 + p[t]]": "data-dependent 32 mean 31.52 trips 0"}},
		{name: "two pitches", body: "int u = p[n], v = p[n + 1]; p[t] = tab[u * 6 + v * 4 + p[t]];",
			want: map[string]string{"tab[u * 6 + v * 4 + p[t]]": "data-dependent 32 mean 31.52"}},
		{name: "steps in a row", before: small, body: "int u = p[n]; for (int j = 0; j < n; j++) p[t] = tab[u * 64 + j * 4 + p[t]] + rows[u][j * 2 + p[t]];",
			want: map[string]string{"tab[u * 64 + j * 4 + p[t]]": "data-dependent 32 mean 31.52 trips 0", "rows[u][j * 2 + p[t]]": "data-dependent 32 mean 25.33 trips 0"}},
		{name: "no whole rows", body: "int u = p[n]; p[t] = tab[u * 24 + p[t]];",
			want: map[string]string{"tab[u * 24 + p[t]]": "data-dependent 32 mean 31.52"}},
		{name: "start of a list", body: "int u = p[n]; const int *list = p + 2 * u; p[t] = list[p[t]];",
			want: map[string]string{"list[p[t]]": "data-dependent 32 mean 32"}},
		{name: "size of an element", before: small, body: "int u = p[n]; const int *q = (const int *)(quads + u); p[t] = q[p[t]];",
			want: map[string]string{"q[p[t]]": "data-dependent 32 mean 30.14"}},
		{name: "affine place", body: "int u = p[n]; p[t] = tab[u * 8 + t];",
			want: map[string]string{"tab[u * 8 + t]": "affine 32 stride 4"}},
		{name: "two places", body: "int u = p[n]; p[t] = tab[u * 8 + p[t] + p[t + 1]];",
			want: map[string]string{"tab[u * 8 + p[t] + p[t + 1]]": "data-dependent 32 mean 31.52"}},
	})
}

// TestRowOfATableIsSaid holds what is said beside the mean.
func TestRowOfATableIsSaid(t *testing.T) {
	for _, c := range []struct {
		index string
		over  int64
		inRow bool
	}{
		{"u * 8 + p[t]", 8, true},
		{"u * 8 + (p[t] & 31)", 32, false},
		{"p[t]", 1024, false},
	} {
		res := analyzeText(t, rowCase{body: "int u = p[n]; p[t] = tab[" + c.index + "];"}.source())
		for _, a := range res.Accesses {
			if a.Object == "tab" && (a.DataRange != c.over || a.DataInRow != c.inRow || a.Pattern != warp.DataDependent) {
				t.Errorf("%s: %v over %d, in a row: %v", c.index, a.Pattern, a.DataRange, a.DataInRow)
			}
		}
	}
}
