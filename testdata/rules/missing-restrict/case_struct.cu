// Arrays of structs, structs of arrays, views, tables of rows.

struct Particle {
    float x, y, z, mass;
    int kind;
};
struct __align__(16) Ray {
    float ox, oy, oz, tmin, dx, dy, dz, tmax;
};
struct Sphere {
    float centre[3];
    float radius;
};
struct View {
    float *data;
    int width;
};

// Members of an array of structs.
__global__ void momentum(
    const Particle *cloud, // want "(proven|likely): .*\bcloud\b"
    float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&total[cloud[i].kind], cloud[i].mass * cloud[i].x);
}

// A whole struct is copied, and used.
__global__ void advance(
    Particle *was, // want "(proven|likely): .*\bwas\b"
    Particle *becomes,
    const float3 *velocity, // want "(proven|likely): .*\bvelocity\b"
    float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Particle p = was[i];
    float3 v = velocity[i];
    p.x += v.x * dt;
    p.y += v.y * dt;
    p.z += v.z * dt;
    becomes[i] = p;
}

// Through an arrow and an array in a member.
__global__ void trace(
    const Ray *rays, // want "(proven|likely): .*\brays\b"
    const Sphere *scene, // want "(proven|likely): .*\bscene\b"
    int count, float *hit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Ray *r = rays + i;
    float best = r->tmax;
    for (int k = 0; k < count; k++) {
        const Sphere *s = &scene[k];
        float ox = s->centre[0] - r->ox, oy = s->centre[1] - r->oy, oz = s->centre[2] - r->oz;
        float b = ox * r->dx + oy * r->dy + oz * r->dz, d = b * b - ox * ox - oy * oy - oz * oz + s->radius * s->radius;
        if (d > 0 && b - sqrtf(d) < best)
            best = b - sqrtf(d);
    }
    hit[i] = best;
}

// A reference to an element.
__global__ void energy(
    const Particle *gas, // want "(proven|likely): .*\bgas\b"
    float *e)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Particle &p = gas[i];
    e[i] = 0.5f * p.mass * (p.x * p.x + p.y * p.y + p.z * p.z);
}

// The store goes through a view that is a parameter.
__global__ void fill(
    const float *source, // want "(proven|likely): .*\bsource\b"
    View target, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        target.data[i * target.width] = source[i];
}

// One parameter block in memory.
struct Settings {
    int steps;
    float dt, damping;
};
__global__ void integrate(
    float *state,
    const Settings *settings // want "(proven|likely): .*\bsettings\b"
)
{
    for (int s = 0; s < settings->steps; s++)
        state[threadIdx.x + s * blockDim.x] = state[threadIdx.x] * settings->damping + settings->dt;
}

// A pointer to rows of fixed length.
__global__ void dot_rows(
    const float (*row)[4], // want "(proven|likely): .*\brow\b"
    float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = row[i][0] * row[i][1] + row[i][2] * row[i][3];
}

// The store goes to a variable of the device.
__device__ float results[1024];
__global__ void to_variable(
    const float *given // want "(proven|likely): .*\bgiven\b"
)
{
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        results[i] = given[0] * given[i];
}

// The stores go through pointers that come from memory.
__global__ void scatter_rows(
    float *const __restrict__ *destinations,
    const float *one_row, // want "(proven|likely): .*\bone_row\b"
    int rows)
{
    for (int r = 0; r < rows; r++)
        destinations[r][threadIdx.x] = one_row[threadIdx.x];
}
