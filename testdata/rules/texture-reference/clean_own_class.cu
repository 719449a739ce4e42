// Other things that are called texture.
namespace gl {
template <class Texel, int Dim = 2>
class texture {
public:
    int width;
    Texel* data;
};
texture<float, 2> canvas;
typedef texture<float, 1> strip;
strip line;
struct Material {
    texture<float> color;
};
}
gl::texture<float, 2> other;

namespace user {
using gl::texture;
texture<float, 2> imported;
}

class Texture {
public:
    int id;
    void bind();
};
Texture checker;

struct surface {
    float area;
};
surface wall;

int use() {
    int texture = 3;
    float surface[2] = {1.0f, 2.0f};
    gl::texture<float, 2> local;
    local.width = texture;
    canvas_t: ;
    return local.width + (int)surface[0];
}

struct Renderer {
    gl::texture<float, 1>* texture;
    void cudaBindTexture(int unit);
    void draw() {
        cudaBindTexture(1);
        texture->width = 2;
    }
};
void Renderer::cudaBindTexture(int unit) { checker.id = unit; }

namespace wrap {
void cudaUnbindTexture(int unit);
}
void call(Renderer& r) {
    r.cudaBindTexture(2);
    wrap::cudaUnbindTexture(3);
}

int tex2D(int rows, int cols) { return rows * cols; }
int area() { return tex2D(3, 4); }
