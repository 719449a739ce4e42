// What host code has that kernels do not.
struct Pair { cudaArray_t a; int n; };
Pair make(int n);
cudaError_t create(cudaArray_t *out);
void release(cudaArray_t array);
void release(cudaArray_t *array) { release(*array); }

int names(int n) {
    fill(&outside, outside);
    outside->part = n;
    first().second[n] = 2;
    take(&first());
    Out<int> both{n, 2};
    Out<int> *made = new Out<int>(n);
    auto [left, right] = first();
    for (auto &x : both) use(x);
    for (auto x : {n, 2}) use(x);
    SCOPE_EXIT { use(n); };
    return left;
}

cudaError_t paths(int n) {
    cudaArray_t array = nullptr;
    if (cudaError_t e = create(&array)) return e;
    try {
        if (n < 0) throw n;
    } catch (int e) {
        goto out;
    } catch (...) {
        throw;
    }
    switch (n) {
#if OUT_OF_SIGHT
    case 1: release(array);
#else
    case 2: release(&array);
#endif
    }
out:
    auto later = [&array] { release(array); };
    later();
    return cudaSuccess;
}
