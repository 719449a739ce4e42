# Homebrew, in a tap: brew install cudalint/tap/cudalint
class Cudalint < Formula
  desc "Linter for CUDA C++ that prices memory accesses"
  homepage "https://github.com/cudalint/cudalint"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "https://github.com/cudalint/cudalint/releases/download/v@VERSION@/cudalint_@VERSION@_darwin_arm64.tar.gz"
      sha256 "@SHA256 cudalint_@VERSION@_darwin_arm64.tar.gz@"
    end
    on_intel do
      url "https://github.com/cudalint/cudalint/releases/download/v@VERSION@/cudalint_@VERSION@_darwin_amd64.tar.gz"
      sha256 "@SHA256 cudalint_@VERSION@_darwin_amd64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/cudalint/cudalint/releases/download/v@VERSION@/cudalint_@VERSION@_linux_arm64.tar.gz"
      sha256 "@SHA256 cudalint_@VERSION@_linux_arm64.tar.gz@"
    end
    on_intel do
      url "https://github.com/cudalint/cudalint/releases/download/v@VERSION@/cudalint_@VERSION@_linux_amd64.tar.gz"
      sha256 "@SHA256 cudalint_@VERSION@_linux_amd64.tar.gz@"
    end
  end

  def install
    bin.install "cudalint"
    generate_completions_from_executable(bin/"cudalint", "completion")
  end

  test do
    (testpath/"a.cu").write <<~CUDA
      __constant__ float table[64];
      __global__ void f(float *out) { out[threadIdx.x] = table[threadIdx.x]; }
    CUDA
    output = shell_output("#{bin}/cudalint check --output-format concise a.cu", 1)
    assert_match "constant-divergent-index", output
  end
end
