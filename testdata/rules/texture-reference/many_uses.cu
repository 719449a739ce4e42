// More uses than a finding lists: the counts are those of all.
texture<float, 1> table;  // want "proven: texture reference table \(float, 1D, 32 fetches, bound at 1 place\)"
#define F(i) tex1Dfetch(table, i)
__global__ void k(float* out) {
    out[0] = tex1Dfetch(table, 0) + tex1Dfetch(table, 1) + tex1Dfetch(table, 2) + tex1Dfetch(table, 3);
    out[1] = tex1Dfetch(table, 4) + tex1Dfetch(table, 5) + tex1Dfetch(table, 6) + tex1Dfetch(table, 7);
    out[2] = tex1Dfetch(table, 0) + tex1Dfetch(table, 1) + tex1Dfetch(table, 2) + tex1Dfetch(table, 3);
    out[3] = tex1Dfetch(table, 4) + tex1Dfetch(table, 5) + tex1Dfetch(table, 6) + tex1Dfetch(table, 7);
    out[4] = tex1Dfetch(table, 0) + tex1Dfetch(table, 1) + tex1Dfetch(table, 2) + tex1Dfetch(table, 3);
    out[5] = tex1Dfetch(table, 4) + tex1Dfetch(table, 5) + tex1Dfetch(table, 6) + tex1Dfetch(table, 7);
    out[6] = F(0) + F(1) + F(2) + F(3) + F(4) + F(5) + F(6) + F(7);
}
void bind(float* p) { cudaBindTexture(0, table, p, 64); }
