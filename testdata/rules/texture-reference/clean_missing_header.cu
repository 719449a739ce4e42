// A header out of sight may declare anything.
#include "texture.h"

texture<Rgb> palette;
texture<std::string, 2> names;
engine::texture<float, 2> frame;
texture sprite;
texture<float, 2> height_map;
texture<float> gray;

void load() {
    texture<float> local;
    local.load("a.png");
    surface screen = make_surface();
}

__global__ void unknown(float* out) { out[0] = tex2D(from_the_header, 1.0f, 2.0f); }
