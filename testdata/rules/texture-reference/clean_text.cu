// Comments and strings.
// texture<float, 2> commented;
/* cudaBindTexture(0, commented, p, 16);
   surface<void, 2> also; */
const char* shader = "uniform sampler2D texture; texture<float, 2> x; cudaBindTexture(0, x, p, 4);";
const char* raw = R"(
texture<float, 1> quoted;
cudaUnbindTexture(quoted);
)";
#define UNUSED_DECLARATION texture<float, 1> never_declared;
#define UNUSED_CALL(t) cudaUnbindTexture(t)
#define UNUSED_FETCH(i) tex1Dfetch(never_declared, i)
__global__ void k(float* out, cudaTextureObject_t texture) { out[0] = tex2D<float>(texture, 1.0f, 2.0f); }
