#!/bin/sh
# Tries the packaged extension in VS Code itself: code-server, in a headless Chromium.
#
#   npm ci && npm run test:browser -- [FOLDER]     # FOLDER: where the screenshots go
#
# Needs Linux, Go, Node.js 20, 22 or 24 with its headers, a C++ compiler, Python, ripgrep,
# Chromium (apt-get install chromium ripgrep) and the npm registry. code-server and
# playwright-core, about 500 MB, are kept in CUDALINT_VSCODE_TOOLS (a temporary folder). CUDALINT
# is the program to try (built from this checkout), or VSIX a package of .ci/extension with the
# program in it; CHROMIUM is the browser, STEPS a regular expression for the names of the steps
# to take.
set -eu
export npm_config_loglevel=error
here=$(cd "$(dirname "$0")" && pwd)
extension=$(cd "$here/../.." && pwd)
temporary=${TMPDIR:-/tmp}
tools=${CUDALINT_VSCODE_TOOLS:-$temporary/cudalint-vscode-tools}
work=$(mktemp -d "$temporary/cudalint-vscode.XXXXXX")
clean() { rm -rf "$work" || { sleep 2; rm -rf "$work"; }; } # what runs may still write
trap clean EXIT
shots=${1:-$temporary/cudalint-vscode-screenshots}
mkdir -p "$shots" "$tools"
shots=$(cd "$shots" && pwd)

# Each code-server runs on one version of Node.js.
case $(node --version) in
  v20.*) server=4.100.3 ;;
  v22.*) server=4.116.0 ;;
  v24.*) server=4.139.1 ;;
  *) echo "Node.js $(node --version): code-server needs 20, 22 or 24" >&2; exit 1 ;;
esac
for program in go rg c++ python3; do
  command -v "$program" >/dev/null || { echo "$program is not in PATH" >&2; exit 1; }
done
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -x "$browser" ] || { echo "Chromium is not in PATH: set CHROMIUM" >&2; exit 1; }

if [ ! -e "$tools/done-$server" ]; then
  echo "== code-server $server into $tools"
  cd "$tools"
  echo '{"private": true}' > package.json
  # Its own set-up fetches ripgrep from GitHub and builds what is not needed here.
  npm install --no-audit --no-fund --ignore-scripts "code-server@$server" playwright-core@1.65.1
  npm_config_build_from_source=true npm rebuild argon2
  cd node_modules/code-server/lib/vscode
  npm install --no-audit --no-fund --ignore-scripts --omit=dev
  npm rebuild @vscode/spdlog native-watchdog # not node-pty: no terminal is opened
  ln -sfn node_modules node_modules.asar
  mkdir -p node_modules/@vscode/ripgrep/bin
  ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
  : > "$tools/done-$server"
fi

echo "== the package"
cd "$extension"
mkdir "$work/bin"
if [ -n "${VSIX:-}" ]; then
  cp "$VSIX" "$work/cudalint.vsix"
else
  npm run --silent package -- --out "$work/cudalint.vsix" >/dev/null
  if [ -n "${CUDALINT:-}" ]; then
    cp "$CUDALINT" "$work/bin/cudalint"
  else
    (cd ../.. && go build -o "$work/bin/cudalint" ./cmd/cudalint)
  fi
fi
mkdir "$work/project"
cp ../../testdata/readme/quantise.cu test/browser/project/* "$work/project"

echo "== VS Code"
code() { # always in a process of its own, which it becomes, so that it can be ended
  exec node "$tools/node_modules/code-server/out/node/entry.js" \
    --config "$work/config.yaml" --user-data-dir "$work/data" --extensions-dir "$work/extensions" "$@"
}
mkdir -p "$work/data/User" "$work/data/Machine"
program=$work/bin/cudalint
[ -n "${VSIX:-}" ] || printf '{"cudalint.path": "%s"}\n' "$program" > "$work/data/Machine/settings.json"
cp "$here/settings.json" "$work/data/User/settings.json"
printf 'auth: none\n' > "$work/config.yaml"
(code --install-extension "$work/cudalint.vsix")
[ -z "${VSIX:-}" ] || program=$(echo "$work"/extensions/cudalint.cudalint-*/server/cudalint)
code --bind-addr 127.0.0.1:0 --disable-telemetry --disable-update-check > "$work/log" 2>&1 &
server_pid=$!
trap 'kill "$server_pid" 2>/dev/null || true; wait "$server_pid" 2>/dev/null || true; clean' EXIT
for _ in $(seq 100); do
  address=$(sed -n 's/.*listening on \(http:[^ ]*[0-9]\).*/\1/p' "$work/log" | head -n 1)
  [ -n "$address" ] && break
  sleep 0.2
done
[ -n "$address" ] || { cat "$work/log" >&2; exit 1; }

echo "== the session; screenshots in $shots"
status=0
PLAYWRIGHT="$tools/node_modules/playwright-core" CHROMIUM="$browser" ADDRESS=$address \
  PROGRAM="$program" PROJECT="$work/project" SCREENSHOTS="$shots" \
  node "$here/session.mjs" || status=$?
[ "$status" = 0 ] || tail -n 20 "$work/log" >&2
exit "$status"
