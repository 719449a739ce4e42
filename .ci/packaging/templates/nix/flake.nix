# nix run, or nix profile install, in a folder that has this file.
{
  description = "Linter for CUDA C++ that prices memory accesses";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      archives = {
        x86_64-linux = { platform = "linux_amd64"; sha256 = "@SHA256 cudalint_@VERSION@_linux_amd64.tar.gz@"; };
        aarch64-linux = { platform = "linux_arm64"; sha256 = "@SHA256 cudalint_@VERSION@_linux_arm64.tar.gz@"; };
        x86_64-darwin = { platform = "darwin_amd64"; sha256 = "@SHA256 cudalint_@VERSION@_darwin_amd64.tar.gz@"; };
        aarch64-darwin = { platform = "darwin_arm64"; sha256 = "@SHA256 cudalint_@VERSION@_darwin_arm64.tar.gz@"; };
      };
    in
    {
      packages = builtins.mapAttrs
        (system: archive:
          let pkgs = nixpkgs.legacyPackages.${system}; in
          {
            default = pkgs.stdenvNoCC.mkDerivation {
              pname = "cudalint";
              inherit version;
              src = pkgs.fetchurl {
                url = "https://github.com/cudalint/cudalint/releases/download/v${version}/cudalint_${version}_${archive.platform}.tar.gz";
                inherit (archive) sha256;
              };
              sourceRoot = ".";
              installPhase = "install -Dm755 cudalint $out/bin/cudalint";
              meta = {
                homepage = "https://github.com/cudalint/cudalint";
                license = pkgs.lib.licenses.asl20;
                mainProgram = "cudalint";
              };
            };
          })
        archives;
    };
}
