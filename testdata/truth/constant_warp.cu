// Reads of __constant__ memory whose index comes from warp primitives, cooperative groups, lane
// identities and half-warp patterns.
// Every kernel has exactly one read of constant memory that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

#define FULL_MASK 0xffffffffu

__constant__ float curve[2048];

// truth: exact 31
// check: 32 divergent, 960 replays
__global__ void shuffle_up_one(float *out) {
    int i = __shfl_up_sync(FULL_MASK, (int)threadIdx.x, 1);
    out[threadIdx.x] = curve[i];
}
// truth: exact 28
// check: 32 divergent, 864 replays
__global__ void shuffle_down_four(float *out) {
    int i = __shfl_down_sync(FULL_MASK, (int)threadIdx.x, 4);
    out[threadIdx.x] = curve[i];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void shuffle_xor_sum(float *out) {
    unsigned t = threadIdx.x;
    t += __shfl_xor_sync(FULL_MASK, t, 16);
    out[threadIdx.x] = curve[t & 63];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void shuffle_width_eight(float *out) {
    int i = __shfl_sync(FULL_MASK, (int)threadIdx.x, 0, 8);
    out[threadIdx.x] = curve[i];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void shuffle_from_computed_lane(float *out) {
    int i = __shfl_sync(FULL_MASK, (int)threadIdx.x, threadIdx.x * 2 % 32);
    out[threadIdx.x] = curve[i];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void butterfly_total(float *out) {
    int sum = threadIdx.x;
    for (int mask = 16; mask > 0; mask >>= 1)
        sum += __shfl_xor_sync(FULL_MASK, sum, mask);
    out[threadIdx.x] = curve[sum & 1023];
}
// truth: exact 10
// check: 32 divergent, 288 replays
__global__ void rank_in_active_mask(float *out) {
    int lane = threadIdx.x & 31;
    if (lane < 10) {
        unsigned active = __activemask();
        out[threadIdx.x] = curve[__popc(active & ((1u << lane) - 1u))];
    }
}
// truth: exact 3
// check: 32 divergent, 64 replays
__global__ void match_any_leader(float *out) {
    unsigned peers = __match_any_sync(FULL_MASK, (threadIdx.x & 31) % 3);
    out[threadIdx.x] = curve[__ffs((int)peers) - 1];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void reduce_add(float *out) {
    unsigned total = __reduce_add_sync(FULL_MASK, threadIdx.x);
    out[threadIdx.x] = curve[total & 1023u];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void reduce_max_plus_lane(float *out) {
    unsigned top = __reduce_max_sync(FULL_MASK, threadIdx.x);
    out[threadIdx.x] = curve[top + (threadIdx.x & 3u)];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void ballot_of_lanes(float *out) {
    unsigned votes = __ballot_sync(FULL_MASK, (threadIdx.x & 31) < 5);
    out[threadIdx.x] = curve[__popc(votes)];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void vote_any(float *out) {
    int found = __any_sync(FULL_MASK, threadIdx.x % 50 == 17);
    out[threadIdx.x] = curve[found ? 100 + threadIdx.x / 32 : threadIdx.x / 32];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void coalesced_rank(float *out) {
    if (threadIdx.x & 1) {
        cg::coalesced_group odd = cg::coalesced_threads();
        out[threadIdx.x] = curve[odd.thread_rank()];
    }
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void tile_shuffle(float *out) {
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    out[threadIdx.x] = curve[tile.shfl((int)threadIdx.x, 0)];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void tile_meta_and_rank(float *out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    out[threadIdx.x] = curve[tile.meta_group_rank() * 20 + tile.thread_rank()];
}
// truth: exact 11
// check: 32 divergent, 320 replays
__global__ void labeled_rank(float *out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto group = cg::labeled_partition(warp, (int)(warp.thread_rank() % 3));
    out[threadIdx.x] = curve[group.thread_rank()];
}
// truth: exact 4
// check: 16 divergent, 48 replays
__global__ void block_thread_index(float *out) {
    cg::thread_block block = cg::this_thread_block();
    out[block.thread_rank()] = curve[block.thread_index().y];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void grid_rank(float *out) {
    cg::grid_group grid = cg::this_grid();
    out[threadIdx.x] = curve[grid.thread_rank()];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void lane_id_register(float *out) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[threadIdx.x] = curve[lane];
}
// truth: exact 2
// check: 32 divergent, 32 replays
__global__ void half_warp_select(float *out) {
    int half = (threadIdx.x >> 4) & 1;
    out[threadIdx.x] = curve[half * 64 + 7];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void half_warp_lane(float *out) {
    out[threadIdx.x] = curve[threadIdx.x % 16 + threadIdx.x / 64];
}

int main() {
    float *f;
    cudaMalloc(&f, 1 << 20);
    shuffle_up_one<<<4, 256>>>(f);
    shuffle_down_four<<<4, 256>>>(f);
    shuffle_xor_sum<<<4, 256>>>(f);
    shuffle_width_eight<<<4, 256>>>(f);
    shuffle_from_computed_lane<<<4, 256>>>(f);
    butterfly_total<<<4, 256>>>(f);
    rank_in_active_mask<<<4, 256>>>(f);
    match_any_leader<<<4, 256>>>(f);
    reduce_add<<<4, 256>>>(f);
    reduce_max_plus_lane<<<4, 256>>>(f);
    ballot_of_lanes<<<4, 256>>>(f);
    vote_any<<<4, 256>>>(f);
    coalesced_rank<<<4, 256>>>(f);
    tile_shuffle<<<4, 256>>>(f);
    tile_meta_and_rank<<<4, 256>>>(f);
    labeled_rank<<<4, 256>>>(f);
    block_thread_index<<<4, dim3(8, 16)>>>(f);
    grid_rank<<<4, 256>>>(f);
    lane_id_register<<<4, 256>>>(f);
    half_warp_select<<<4, 256>>>(f);
    half_warp_lane<<<4, 256>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
