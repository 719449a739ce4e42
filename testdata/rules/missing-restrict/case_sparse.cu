// Sparse matrices, neighbour lists, graphs and lookups: indexes read from memory.

// Compressed rows.
__global__ void spmv_csr(
    int rows,
    const int *row_ptr, // want "(proven|likely): .*\brow_ptr\b"
    const int *col_idx, // want "(proven|likely): .*\bcol_idx\b"
    const double *val, // want "(proven|likely): .*\bval\b"
    const double *x, // want "(proven|likely): .*\bx\b"
    double *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    double sum = 0;
    for (int k = row_ptr[r]; k < row_ptr[r + 1]; k++)
        sum += val[k] * x[col_idx[k]];
    y[r] = sum;
}

// Coordinates, with an atomic as the only change of global memory.
__global__ void spmv_coo(
    int count,
    int *ri, // want "(proven|likely): .*\bri\b"
    int *ci, // want "(proven|likely): .*\bci\b"
    float *va, // want "(proven|likely): .*\bva\b"
    float *vec, // want "(proven|likely): .*\bvec\b"
    float *res)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += gridDim.x * blockDim.x)
        atomicAdd(&res[ri[k]], va[k] * vec[ci[k]]);
}

// A frontier of a graph: visited is read and written, the graph only read.
struct Node {
    int first, degree;
};
__global__ void expand(
    const Node *nodes, // want "(proven|likely): .*\bnodes\b"
    const int *edges, // want "(proven|likely): .*\bedges\b"
    bool *frontier, bool *visited, int *cost, bool *again, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || !frontier[v])
        return;
    frontier[v] = false;
    for (int e = nodes[v].first; e < nodes[v].first + nodes[v].degree; e++) {
        int w = edges[e];
        if (!visited[w]) {
            cost[w] = cost[v] + 1;
            visited[w] = true;
            *again = true;
        }
    }
}

// A queue: positions come from an atomic.
__global__ void enqueue(
    const int *offsets, // want "(proven|likely): .*\boffsets\b"
    const int *targets, // want "(proven|likely): .*\btargets\b"
    const int *queue, // want "(proven|likely): .*\bqueue\b"
    int length, int *next, int *next_length, int *depth, int level)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= length)
        return;
    int v = queue[q];
    for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        int w = targets[e];
        if (atomicCAS(&depth[w], -1, level) == -1)
            next[atomicAdd(next_length, 1)] = w;
    }
}

// Forces over a list of neighbours.
__global__ void lennard_jones(
    const float4 *position, // want "(proven|likely): .*\bposition\b"
    const int *neighbours, // want "(proven|likely): .*\bneighbours\b"
    float4 *force, int n, int per_atom)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 p = position[i], f = make_float4(0, 0, 0, 0);
    for (int j = 0; j < per_atom; j++) {
        float4 q = position[neighbours[j * n + i]];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r = 1.0f / (dx * dx + dy * dy + dz * dz);
        float s = r * r * r * (r - 0.5f);
        f.x += dx * s;
        f.y += dy * s;
        f.z += dz * s;
    }
    force[i] = f;
}

// A table indexed by bytes.
__global__ void recolour(
    const uchar4 *pixels, // want "(proven|likely): .*\bpixels\b"
    const unsigned char *table, // want "(proven|likely): .*\btable\b"
    uchar4 *shown, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = pixels[i];
        shown[i] = make_uchar4(table[p.x], table[p.y], table[p.z], p.w);
    }
}

// A permutation: what is gathered is read once a thread.
__global__ void gather(
    const unsigned *order, // want "(proven|likely): .*\border\b"
    const long long *from, // want "(proven|likely): .*\bfrom\b"
    long long *to)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[order[i]];
}

// A binary search in sorted keys.
__global__ void lower_bound(
    const int *keys, // want "(proven|likely): .*\bkeys\b"
    int count,
    const int *wanted, // want "(proven|likely): .*\bwanted\b"
    int *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = wanted[i];
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    found[i] = low;
}
