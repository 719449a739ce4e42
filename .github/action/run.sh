#!/usr/bin/env bash
# The scripts of the steps of action.yml: find, download, build and check. Inputs come as
# environment variables only, as none may be read as code.
set -euo pipefail

readonly repository=github.com/cudalint/cudalint
readonly releases=${CUDALINT_RELEASES:-https://$repository/releases/download} # or a mirror
readonly folder=$RUNNER_TEMP/cudalint                                         # what the cache keeps
readonly programs=$RUNNER_TEMP/cudalint-bin

output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

fail() {
  echo "::error title=cudalint::$1"
  exit 2
}

# Says which archive is to be downloaded, or that there is none and Go has to build.
find_release() {
  local release
  case $INPUT_VERSION in
  installed) return ;;
  "")
    # A tag or a commit stands for a release; a branch or a local folder is built as it is.
    [[ $ACTION_REF =~ ^(v[0-9].*|[0-9a-f]{40})$ ]] || { output build true && return; }
    release=$(sed -n 's/^const release = "\(.*\)"$/\1/p' "$GITHUB_ACTION_PATH/cmd/cudalint/version.go")
    ;;
  *) release=${INPUT_VERSION#v} ;;
  esac
  [[ $release =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] ||
    fail 'The version is a release such as v0.2.0, "installed" or empty.'
  output version "$release"

  case $RUNNER_OS-$RUNNER_ARCH in
  Linux-X64) output archive "cudalint_${release}_linux_amd64.tar.gz" ;;
  Linux-ARM64) output archive "cudalint_${release}_linux_arm64.tar.gz" ;;
  macOS-X64) output archive "cudalint_${release}_darwin_amd64.tar.gz" ;;
  macOS-ARM64) output archive "cudalint_${release}_darwin_arm64.tar.gz" ;;
  Windows-X64) output archive "cudalint_${release}_windows_amd64.zip" ;;
  Windows-ARM64) output archive "cudalint_${release}_windows_arm64.zip" ;;
  *) output build true ;;
  esac
}

# Downloads a file of the release; where there is none, Go has to build.
get() {
  local code
  code=$(curl --silent --show-error --location --proto-redir =https --retry 3 --max-time 300 \
    --output "$folder/$1" --write-out '%{http_code}' "$releases/v$VERSION/$1") ||
    fail "The release v$VERSION cannot be downloaded."
  case $code in
  200) ;;
  404)
    rm -rf "$folder"
    echo "There is no $1 of v$VERSION: building it with Go."
    output build true
    exit 0
    ;;
  *) fail "The release v$VERSION cannot be downloaded: the server answers $code." ;;
  esac
}

# Prints the archive's checksum in SHA256SUMS.
expected() { awk -v name="$ARCHIVE" '$2 == name || $2 == "*" name { print $1 }' "$folder/SHA256SUMS"; }

# Compares the archive with SHA256SUMS.
intact() {
  local sum
  if command -v sha256sum >/dev/null; then sum=$(sha256sum <"$folder/$ARCHIVE"); else sum=$(shasum -a 256 <"$folder/$ARCHIVE"); fi
  [ "${sum%% *}" = "$(expected)" ]
}

download() {
  # What the cache restored is checked as what is downloaded is.
  if ! { [ -f "$folder/SHA256SUMS" ] && [ -f "$folder/$ARCHIVE" ] && intact; }; then
    mkdir -p "$folder"
    get SHA256SUMS
    get "$ARCHIVE"
    if ! intact; then
      rm -rf "$folder"
      fail "The SHA-256 checksum of $ARCHIVE is not that of SHA256SUMS; nothing of it was run."
    fi
  fi
  mkdir -p "$programs"
  case $ARCHIVE in
  *.zip) unzip -q -o "$folder/$ARCHIVE" -d "$programs" ;;
  *) tar -xzf "$folder/$ARCHIVE" -C "$programs" ;;
  esac
  echo "$programs" >>"$GITHUB_PATH"
}

build() {
  export GOBIN=$programs
  if [ -n "$INPUT_VERSION" ]; then
    go install "$repository/cmd/cudalint@v$VERSION"
  else
    (cd "$GITHUB_ACTION_PATH" && go install ./cmd/cudalint)
  fi
  echo "$programs" >>"$GITHUB_PATH"
}

# Appends the statistics in a file to the job's summary, as a table, and counts findings.
summarize() {
  awk -v output="$GITHUB_OUTPUT" -v status="$2" '
    BEGIN { print "### cudalint\n" }
    NR == 1 || NF < 7 { next }
    !rows++ {
      print "| rule | errors | warnings | infos | safe fixes | unsafe fixes | best est. speedup |"
      print "|---|--:|--:|--:|--:|--:|---|"
    }
    {
      best = $7
      for (i = 8; i <= NF; i++) best = best " " $i
      print "| `" $1 "` | " $2 " | " $3 " | " $4 " | " $5 " | " $6 " | " best " |"
      errors += $2; warnings += $3; infos += $4
    }
    END {
      if (status > 1) print (rows ? "\n" : "") "cudalint failed; the log says why."
      else if (!rows) print "No findings."
      printf "findings=%d\nerrors=%d\nwarnings=%d\n", errors + warnings + infos, errors, warnings >>output
    }' "$1" >>"$GITHUB_STEP_SUMMARY"
}

check() {
  local arguments=(check) words=() paths=() path status=0 written=0 token
  case $INPUT_FAIL_ON in
  never) arguments+=(--exit-zero) ;;
  *) arguments+=("--fail-on=$INPUT_FAIL_ON") ;;
  esac
  if [ -n "$INPUT_DIFF_FROM" ]; then arguments+=("--diff-from=$INPUT_DIFF_FROM"); fi
  if [ -n "$INPUT_BASELINE" ]; then arguments+=("--baseline=$INPUT_BASELINE"); fi
  # read splits at white space, and neither expands nor runs anything.
  read -r -d '' -a words <<<"$INPUT_ARGS" || true
  arguments+=(${words[@]+"${words[@]}"})
  while IFS= read -r path; do
    if [ -n "$path" ]; then paths+=("$path"); fi
  done <<<"$INPUT_PATHS"
  paths=(-- ${paths[@]+"${paths[@]}"})

  local sarif=$INPUT_SARIF_FILE
  if [ -z "$sarif" ] && [ "$INPUT_UPLOAD_SARIF" = true ]; then sarif=$RUNNER_TEMP/cudalint.sarif; fi
  case $sarif in
  *$'\n'*) fail "The name of the SARIF file has two lines." ;;
  "" | /* | [A-Za-z]:*) ;;
  *) sarif=$PWD/$sarif ;;
  esac

  # What is said besides the findings can name files of a pull request: it must not be
  # read as workflow commands.
  local said=$RUNNER_TEMP/cudalint.stderr
  cudalint "${arguments[@]}" --output-format=github "${paths[@]}" 2>"$said" || status=$?
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  cat "$said"
  echo "::$token::"

  # The same again, of the cache: a table, and the file.
  local statistics=$RUNNER_TEMP/cudalint.statistics
  cudalint "${arguments[@]}" --exit-zero --quiet --color=never --statistics --output-format=text "${paths[@]}" >"$statistics" 2>/dev/null || true
  summarize "$statistics" "$status"
  if [ -n "$sarif" ]; then
    cudalint "${arguments[@]}" --exit-zero --quiet --output-format=sarif --output-file="$sarif" "${paths[@]}" 2>/dev/null || written=$?
    if [ ! -s "$sarif" ]; then
      sarif=
      if [ "$written" != 0 ]; then status=$written; fi
    fi
  fi
  output status "$status"
  output sarif "$sarif"
}

case $1 in
find) find_release ;;
download) download ;;
build) build ;;
check) check ;;
esac
