struct Node {
    const float *data;
    float (*apply)(float);
    cudaTextureObject_t texture;
    bool used;
};
typedef Node Tree[32][64];
__constant__ Tree tree;          // want "^proven: .*takes 65,544 bytes.*: tree 65,536, root 8; "
__constant__ const Node *root;
