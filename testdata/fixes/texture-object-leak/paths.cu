// Paths that leave a function, a loop or a block without the destroy. With its main
// the program shows that each create has its destroy afterwards.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void sample(cudaTextureObject_t tex, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(tex, i);
}

static cudaResourceDesc linear(const float *in, int n)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = const_cast<float *>(in);
    res.res.linear.desc = cudaCreateChannelDesc<float>();
    res.res.linear.sizeInBytes = n * sizeof(float);
    return res;
}

// Nothing destroys it.
static void never(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
}

// Two returns, one of them without braces.
static int early(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return -1;
    if (n < 16)
        return 1; // too small
    if (n > 128) {
        printf("%d is too large\n", n);
        return 2;
    } else if (n == 100) return 3;
    sample<<<1, 256>>>(tex, out, n);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        cudaDestroyTextureObject(tex);
        return 4;
    }
    cudaDestroyTextureObject(tex);
    return 0;
}

// The error of another call is what is returned.
static cudaError_t failing(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host, int n)
{
    cudaTextureObject_t tex;
    cudaError_t err = cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (err != cudaSuccess)
        return err;
    sample<<<1, 256>>>(tex, out, n);
    err = cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (err != cudaSuccess)
        return err;
    return cudaDestroyTextureObject(tex);
}

// Skipped by the condition: the handle gets a value of its own.
static void sometimes(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, bool use)
{
    cudaTextureObject_t tex;
    if (use)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaMemset(out, 0, n * sizeof(float));
    if (use)
        sample<<<1, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
}

// Made and used in one block.
static void block(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, bool use)
{
    cudaTextureObject_t tex;
    if (use) {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        sample<<<1, 256>>>(tex, out, n);
        cudaDeviceSynchronize();
    }
    {
        cudaTextureObject_t second;
        cudaCreateTextureObject(&second, &res, &desc, nullptr);
        sample<<<1, 256>>>(second, out, n);
        cudaDeviceSynchronize();
    }
    cudaMemset(out, 0, n * sizeof(float));
}

// continue, break and the end of an iteration.
static int loops(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    int done = 0;
    for (int i = 1; i <= 4; i++) {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        if (i == 2)
            continue;
        if (i * n > 400)
            break;
        sample<<<1, 256>>>(tex, out, n);
        cudaDeviceSynchronize();
        done++;
    }
    return done;
}

// Destroyed after the loop, overwritten in each iteration.
static void overwritten(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    for (int i = 0; i < 3; i++) {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        sample<<<1, 256>>>(tex, out, n);
        cudaDeviceSynchronize();
    }
    cudaDestroyTextureObject(tex);
}

// A second create.
static void twice(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return;
    sample<<<1, 256>>>(tex, out, n / 2);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

static int switched(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    switch (n) {
    case 1:
        return 1;
    case 64:
        sample<<<1, 64>>>(tex, out, n);
        cudaDeviceSynchronize();
        break;
    default:
        cudaDestroyTextureObject(tex);
        return 2;
    }
    cudaDestroyTextureObject(tex);
    return 0;
}

// One way to the label leaves it out, and one does not make it.
static int cleaned(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    int status = -1;
    float *temp = nullptr;
    cudaTextureObject_t tex = 0;
    if (cudaMalloc(&temp, n * sizeof(float)) != cudaSuccess)
        goto done;
    if (n == 100)
        goto done;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        goto done;
    sample<<<1, 256>>>(tex, temp, n);
    if (cudaMemcpy(out, temp, n * sizeof(float), cudaMemcpyDeviceToDevice) != cudaSuccess)
        goto done;
    status = 0;
done:
    cudaFree(temp);
    return status;
}

static int past_the_destroy(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    int status = 1;
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return status;
    if (n == 1)
        goto out;
    sample<<<1, 256>>>(tex, out, n);
    status = cudaDeviceSynchronize() != cudaSuccess;
    cudaDestroyTextureObject(tex);
out:
    return status;
}

static int in_a_lambda(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    auto run = [&](int count) {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        if (count == 1)
            return 1;
        sample<<<1, 256>>>(tex, out, count);
        cudaDeviceSynchronize();
        cudaDestroyTextureObject(tex);
        return 0;
    };
    return run(n) + run(1);
}

static cudaTextureObject_t make(const float *in, int n)
{
    cudaResourceDesc res = linear(in, n);
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}

static bool of_a_helper(const float *in, float *out, int n)
{
    cudaTextureObject_t tex = make(in, n);
    sample<<<1, 256>>>(tex, out, n);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return false;
    return true;
}

int main()
{
    const int most = 256;
    float *in, *out, host[most];
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, sizeof host);
    cudaTextureDesc desc = {};
    int sum = 0;
    for (int n : {1, 64, 100, 200}) {
        cudaResourceDesc res = linear(in, n);
        never(res, desc, out, n);
        sum += early(res, desc, out, n);
        sum += failing(res, desc, out, host, n);
        sometimes(res, desc, out, n, n > 64);
        block(res, desc, out, n, n > 64);
        sum += loops(res, desc, out, n);
        overwritten(res, desc, out, n);
        twice(res, desc, out, n);
        sum += switched(res, desc, out, n);
        sum += cleaned(res, desc, out, n);
        sum += past_the_destroy(res, desc, out, n);
        sum += in_a_lambda(res, desc, out, n);
        sum += of_a_helper(in, out, n);
    }
    printf("%d %s\n", sum, cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
