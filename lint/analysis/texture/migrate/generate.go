package migrate

import (
	"bytes"
	"strings"
)

// kinds are the functions that host code needs in place of the removed ones.
type kinds struct {
	linear, linearDescribed, pitch, array, mipmapped, surface bool
	textures, update, unbindTexture                           bool

	offset  bool // a bind asks for the offset
	managed bool // an object is in managed memory
	unsized bool // a bind gives no size
}

// generated maps the removed functions to the names of those that replace them.
var generated = map[string]string{
	"cudaBindTexture": "bindTexture", "cudaBindTexture2D": "bindTexture2D", "cudaBindTextureToArray": "bindTextureToArray",
	"cudaBindTextureToMipmappedArray": "bindTextureToMipmappedArray", "cudaUnbindTexture": "unbindTexture",
	"cudaBindSurfaceToArray": "bindSurfaceToArray",
	"":                       "recreateTexture", "set": "updateTexture",
}

// functions returns the text of the functions, indented by tabs; style adapts it to a file.
func (p *program) functions() string {
	k, n := p.need, p.names
	var b strings.Builder
	write := func(lines string) {
		for name := range generated {
			lines = strings.ReplaceAll(lines, "@"+generated[name]+"@", n[name])
		}
		b.WriteString(lines)
	}
	if k.textures || k.unbindTexture {
		write(k.first(unbindText, "texture"))
	}
	if k.textures {
		write(recreateText)
	}
	if k.linear || k.linearDescribed {
		write(p.linearText())
	}
	if k.pitch {
		write(p.pitchText())
	}
	if k.array {
		write(arrayText)
	}
	if k.mipmapped {
		write(strings.NewReplacer("cudaArray_const_t", "cudaMipmappedArray_const_t", "bindTextureToArray", "bindTextureToMipmappedArray", "TypeArray", "TypeMipmappedArray",
			"res.array.array = (cudaArray_t)array", "res.mipmap.mipmap = (cudaMipmappedArray_t)array").Replace(arrayText))
	}
	if k.update {
		write(strings.Replace(updateText, "%", map[bool]string{true: "\tcudaDeviceSynchronize();\n"}[k.managed], 1))
	}
	if k.surface {
		write(k.first(surfaceText, "surface"))
	}
	return b.String()
}

// Each bind creates a new object, as the resource and the description of an object are fixed.
// The functions first wait for the device: a reference could be bound again while a kernel
// used it, but an object must not be destroyed then (CUDA runtime, cudaDestroyTextureObject;
// opencv_contrib PR 4052).
const unbindText = `// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t @unbindTexture@(cudaTextureObject_t &texture)
{
#	cudaError_t status = cudaDeviceSynchronize();
	if (status == cudaSuccess)
		status = cudaDestroyTextureObject(texture);
	texture = 0;
	return status;
}

`

const recreateText = `static inline cudaError_t @recreateTexture@(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const cudaResourceDesc &resource)
{
	cudaError_t status = @unbindTexture@(texture);
	if (status == cudaSuccess)
		status = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
	return status;
}

`

const updateText = `// A changed description takes effect at the next launch.
static inline cudaError_t @updateTexture@(cudaTextureObject_t &texture, const cudaTextureDesc &desc)
{
	cudaResourceDesc resource;
%	if (texture == 0)
		return cudaSuccess; // the next bind takes it
	cudaError_t status = cudaGetTextureObjectResourceDesc(&resource, texture);
	if (status == cudaSuccess)
		status = @recreateTexture@(texture, desc, resource);
	return status;
}

`

const arrayText = `static inline cudaError_t @bindTextureToArray@(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = (cudaArray_t)array;
	return @recreateTexture@(texture, desc, resource);
}

`

const surfaceText = `// Surface objects replace surface references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t @bindSurfaceToArray@(cudaSurfaceObject_t &surface, cudaArray_const_t array)
{
	cudaError_t status = cudaSuccess;
#	if (status == cudaSuccess)
		status = cudaDestroySurfaceObject(surface);
	surface = 0;
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = (cudaArray_t)array;
	if (status == cudaSuccess)
		status = cudaCreateSurfaceObject(&surface, &resource);
	return status;
}

`

// alignedText computes the distance in bytes from the aligned address below the pointer to the
// pointer.
const alignedText = `	// The memory of an object starts at an aligned address: *offset is what the pointer
	// lies above it, for the kernel to add.
	size_t before = 0;
	if (offset != NULL) {
		int device = 0, alignment = 1;
		cudaGetDevice(&device);
		cudaDeviceGetAttribute(&alignment, cudaDevAttrTextureAlignment, device);
		before = (size_t)pointer % alignment;
		*offset = before;
	}
`

// mostText limits the size of a bind without one. References used UINT_MAX; an object of 1-byte
// elements cannot be that large (measured on an H200: 2^30 elements).
const mostText = `	int current = 0;
	size_t most = 0, element = (channel.x + channel.y + channel.z + channel.w) / 8;
	cudaGetDevice(&current);
	cudaDeviceGetTexture1DLinearMaxWidth(&most, &channel, current);
	if (size > most * element)
		size = most * element;
`

// first inserts the wait before an object is destroyed. On systems without
// concurrentManagedAccess the host must not read managed memory while a kernel runs: a managed
// object is therefore not tested before the wait.
func (k kinds) first(text, object string) string {
	wait := "\tif (" + object + " == 0)\n\t\treturn cudaSuccess;\n"
	if object == "surface" {
		wait = "\tif (surface != 0)\n\t\tstatus = cudaDeviceSynchronize();\n"
	}
	switch {
	case k.managed && object == "surface":
		wait = "\tstatus = cudaDeviceSynchronize();\n"
	case k.managed:
		wait = ""
	}
	if k.managed {
		text = strings.Replace(text, "be using any more.\n", "be using any more; nor may the host touch managed memory while one runs.\n", 1)
	}
	return strings.Replace(text, "#", wait, 1)
}

func (p *program) linearText() string {
	k := p.need
	offset, size, aligned, most, pointer, sum := "", "size_t size", "", "", "(void *)pointer", "size"
	if k.unsized {
		size, most = "size_t size = UINT_MAX", mostText
	}
	if k.offset {
		offset, aligned, pointer, sum = "size_t *offset, ", alignedText, "(char *)pointer - before", "size + before"
	}
	if k.offset && k.unsized {
		most = strings.ReplaceAll(most, "size > most * element", "size > most * element - before")
		most = strings.ReplaceAll(most, "size = most * element", "size = most * element - before")
	}
	text := "static inline cudaError_t @bindTexture@(" + offset + "cudaTextureObject_t &texture, const cudaTextureDesc &desc, const void *pointer, const cudaChannelFormatDesc &channel, " + size + `)
{
` + aligned + most + `	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = ` + pointer + `;
	resource.res.linear.desc = channel;
	resource.res.linear.sizeInBytes = ` + sum + `;
	return @recreateTexture@(texture, desc, resource);
}

`
	if !k.linear {
		return text
	}
	if !k.linearDescribed {
		text = strings.Replace(text, "const cudaTextureDesc &desc, ", "", 1)
		return strings.Replace(text, "\treturn @recr", "\tcudaTextureDesc desc = {};\n\tdesc.readMode = cudaReadModeElementType;\n\treturn @recr", 1)
	}
	pass := ""
	if k.offset {
		pass = "offset, "
	}
	return text + "static inline cudaError_t @bindTexture@(" + offset + "cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, " + size + `)
{
	cudaTextureDesc desc = {};
	desc.readMode = cudaReadModeElementType;
	return @bindTexture@(` + pass + `texture, desc, pointer, channel, size);
}

`
}

func (p *program) pitchText() string {
	offset, aligned, pointer, width := "", "", "(void *)pointer", "width"
	if p.need.offset {
		offset, aligned, pointer = "size_t *offset, ", alignedText, "(char *)pointer - before"
		width = "width + before / ((channel.x + channel.y + channel.z + channel.w) / 8)"
	}
	return "static inline cudaError_t @bindTexture2D@(" + offset + `cudaTextureObject_t &texture, const cudaTextureDesc &desc, const void *pointer, const cudaChannelFormatDesc &channel, size_t width, size_t height, size_t pitch)
{
` + aligned + `	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypePitch2D;
	resource.res.pitch2D.devPtr = ` + pointer + `;
	resource.res.pitch2D.desc = channel;
	resource.res.pitch2D.width = ` + width + `;
	resource.res.pitch2D.height = height;
	resource.res.pitch2D.pitchInBytes = pitch;
	return @recreateTexture@(texture, desc, resource);
}

`
}

// style indents generated text like a file.
func style(text string, file []byte) string {
	if tabs, spaces := bytes.Count(file, []byte("\n\t")), bytes.Count(file, []byte("\n  ")); tabs > spaces {
		return text
	}
	unit := "    "
	if bytes.Count(file, []byte("\n  ")) > 2*bytes.Count(file, []byte("\n    ")) {
		unit = "  "
	}
	return strings.ReplaceAll(text, "\t", unit)
}
