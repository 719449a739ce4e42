"""Measures what __restrict__ on each pointer parameter of restrict_own.cu does.

    restrict_own.py [--nvcc NVCC]          prints the table, the last two columns from restrict_own.csv
    restrict_own.py --check [--nvcc NVCC]  compares it with restrict_own.csv; exits 1 where they differ

It needs nvcc 13 and no GPU. Loads are counted in the PTX of sm_80, sm_90 and sm_100:
ld.global.nc is one of the read-only path. The counts are those of sm_90; the others
must agree on whether there are more of them with the qualifier, where the rule reports.
"""
import argparse
import csv
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIGNATURE = re.compile(r"^((?:template\s*<[^>]*>\s*)?__global__ void (\w+)\()(.*)(\)\s*\{)\s*$", re.M)


def name_of(parameter):
    m = re.search(r"\(\*(\w+)\)", parameter) or re.search(r"(\w+)(?:\[\d*\])?$", parameter)
    return m.group(1)


def qualify(parameter):
    name = name_of(parameter)
    if parameter.endswith("[]"):
        return re.sub(r"(\w+)\[\]$", r"*__restrict__ \1", parameter)
    return re.sub(r"\b%s\b" % name, "__restrict__ " + name, parameter)


def kernels(text):
    out = {}
    for m in SIGNATURE.finditer(text):
        parameters = [p.strip() for p in re.split(r",(?![^(]*\))", m.group(3))]
        out[m.group(2)] = (parameters, [i for i, p in enumerate(parameters) if ("*" in p or "[" in p) and not re.search(r"\(\*\w+\)\(", p)])
    return out


def variant(text, table, nth, refused):
    def change(m):
        parameters, pointers = table[m.group(2)]
        if nth >= len(pointers) or (m.group(2), nth) in refused or "__restrict__" in parameters[pointers[nth]]:
            return m.group(0)
        changed = list(parameters)
        changed[pointers[nth]] = qualify(changed[pointers[nth]])
        return m.group(1) + ", ".join(changed) + m.group(4)
    return SIGNATURE.sub(change, text)


def compiled(nvcc, arch, text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.cu")
        with open(path, "w") as f:
            f.write(text)
        return subprocess.run([nvcc, "-std=c++17", "-w", "-arch=" + arch, "-ptx", path, "-o", "-"], capture_output=True, text=True)


def loads(ptx):
    out, kernel = {}, None
    for line in ptx.split("\n"):
        m = re.search(r"\.entry\s+_Z(\d+)(\w+)\s*\(", line)
        if m:
            kernel = m.group(2)[:int(m.group(1))]
            out[kernel] = [0, 0]
        elif re.search(r"\.func\b", line):
            kernel = None
        m = re.match(r"\s*(?:@\S+\s+)?ld\.(\S+)", line)
        if m and kernel:
            if "global.nc" in m.group(1):
                out[kernel][1] += 1
            elif not m.group(1).startswith(("param", "shared", "local", "const")):
                out[kernel][0] += 1
    return out


def measure(nvcc, text, arch):
    table = kernels(text)
    base = loads(compiled(nvcc, arch, text).stdout)
    out, refused = {}, set()
    for nth in range(max(len(p) for _, p in table.values())):
        for _ in range(5):
            source = variant(text, table, nth, refused)
            r = compiled(nvcc, arch, source)
            if r.returncode == 0:
                break
            lines = source.split("\n")
            for m in re.finditer(r"k\.cu\((\d+)\): error", r.stderr):
                i = int(m.group(1)) - 1
                while not SIGNATURE.match(lines[i] + "\n"):
                    i -= 1
                refused.add((SIGNATURE.match(lines[i] + "\n").group(2), nth))
        else:
            sys.exit(r.stderr)
        after = loads(r.stdout)
        for k, (parameters, pointers) in table.items():
            if nth < len(pointers):
                out[k, name_of(parameters[pointers[nth]])] = base[k] + (["", ""] if (k, nth) in refused else after[k])
    return out


def gains(row):
    return row[3] != "" and row[3] > row[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--nvcc", default="nvcc")
    options = parser.parse_args()
    with open(os.path.join(HERE, "restrict_own.cu")) as f:
        text = f.read()
    known = {}
    path = os.path.join(HERE, "restrict_own.csv")
    if os.path.exists(path):
        with open(path) as f:
            known = {(r["kernel"], r["parameter"]): r for r in csv.DictReader(f)}
    measured = {arch: measure(options.nvcc, text, arch) for arch in ("sm_80", "sm_90", "sm_100")}
    columns = ["kernel", "parameter", "loads", "read_only", "restrict_loads", "restrict_read_only", "report", "why"]
    out, bad = csv.writer(sys.stdout, lineterminator="\n"), 0
    if not options.check:
        out.writerow(columns)
    for key in sorted(measured["sm_90"], key=lambda k: text.index(" " + k[0] + "(")):
        row = measured["sm_90"][key]
        old = known.get(key, {"report": "", "why": ""})
        if old["report"] != "no" and len({gains(measured[arch][key]) for arch in measured}) > 1:
            print("the architectures differ on", *key, file=sys.stderr)
            bad += 1
        if not options.check:
            out.writerow([*key, *row, old["report"], old["why"]])
        elif [str(x) for x in row] != [old.get(c, "?") for c in columns[2:6]]:
            print("differs:", *key, row, file=sys.stderr)
            bad += 1
    sys.exit(bad > 0)


main()
