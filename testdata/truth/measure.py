#!/usr/bin/env python3
"""Rebuild the CSV files beside this script by measuring the kernels of the .cu files beside it.

usage: measure.py [--nvcc NVCC] [--ncu NCU] [--arch sm_90] [--keep DIR | --from DIR] [FILE.cu ...]

Needs nvcc, ncu and a GPU whose counters may be read. --keep DIR leaves ncu's raw pages there;
--from DIR reads such pages in place of compiling and measuring (no GPU, no toolkit).
Exits 1 if a measurement disagrees with a `check` line. README.md says what all of it means.
"""
import argparse, collections, concurrent.futures, csv, io, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

DIVERGENT = "sm__idc_divergent_instructions.sum"
REPLAYS = "sm__idc_divergent_instruction_replays.sum"
SHARED_INSTRUCTIONS = "smsp__inst_executed_op_shared_%s.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum"
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_%s.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum"
DATA_WAVEFRONTS = {"load": "l1tex__data_pipe_lsu_wavefronts_mem_lgds_cmd_read.sum",
                   "store": "l1tex__data_pipe_lsu_wavefronts_mem_lgds_cmd_write.sum"}

METRICS = {
    "constant": [DIVERGENT, REPLAYS, "smsp__inst_executed_op_ldc.sum", "idc__requests.sum"],
    "global": [m % op for op in ("ld", "st") for m in (REQUESTS, SECTORS)] + list(DATA_WAVEFRONTS.values()),
    "shared": [m % op for op in ("ld", "st") for m in (SHARED_INSTRUCTIONS, WAVEFRONTS, CONFLICTS)],
}


def annotations(path):
    """The kernels of a file in order: name -> (words of its truth line, words of its check line)."""
    found, truth, check = {}, None, None
    with open(path) as f:
        for line in f:
            if line.startswith("// truth: "):
                truth, check = line.split()[2:], None
            elif line.startswith("// check: "):
                check = [int(n) for n in re.findall(r"\d+", line)]
            else:
                m = re.match(r"__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)\(", line)
                if m:
                    if truth is None:
                        sys.exit(f"{path}: {m[1]} has no truth line")
                    found[m[1]] = (truth, check)
                    truth = check = None
    return found


def family(path):
    return os.path.basename(path).split("_")[0]


def known_metrics(ncu, arch):
    """The base names of the metrics this ncu offers for the GPU, or None if it cannot say."""
    out = subprocess.run([ncu, "--query-metrics"], capture_output=True, text=True)
    return {line.split()[0] for line in out.stdout.splitlines() if line.strip()} if out.returncode == 0 else None


def compile_(path, args, folder, more=()):
    """Compiles a program, with the options its first line asks for in place of C++17."""
    exe = os.path.join(folder, os.path.basename(path)[:-3])
    with open(path) as f:
        own = re.match(r"// nvcc: (.*)", f.readline())
    options = own[1].split() if own else ["-std=c++17"]
    subprocess.run([args.nvcc, "-O3", *options, *more, f"-arch={args.arch}", "-o", exe, path], check=True)
    return exe


def compile_all(args, folder, more=()):
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return dict(zip(args.files, pool.map(lambda f: compile_(f, args, folder, more), args.files)))


def profile(path, exe, args, known):
    names = [m for m in METRICS[family(path)] if known is None or m.rsplit(".", 1)[0] in known]
    for m in set(METRICS[family(path)]) - set(names):
        print(f"{os.path.basename(path)}: this GPU has no {m}", file=sys.stderr)
    out = subprocess.run([args.ncu, "--csv", "--page", "raw", "--print-kernel-base", "function", "--print-units", "base",
                          "--target-processes", "all", "--clock-control", "none", "--metrics", ",".join(names), exe],
                         capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(f"{path}: ncu: exit {out.returncode}\n{out.stdout[-3000:]}\n{out.stderr[-3000:]}")
    return out.stdout


def counters(raw):
    """kernel -> metric -> the sum over its launches, from ncu's raw CSV page."""
    lines = raw.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    total = collections.defaultdict(collections.Counter)
    for row in csv.DictReader(io.StringIO("\n".join(lines[start:]))):
        if not row["ID"]:
            continue  # the row of units
        name = re.sub(r"^(?:void )?(\w+).*", r"\1", row["Kernel Name"])
        for column, value in row.items():
            if column.endswith(".sum") and value:
                total[name][column] += int(float(value.replace(",", "")))
    return total


def constant_row(name, truth, got):
    div, rep = got[DIVERGENT], got[REPLAYS]
    mean = 1 + rep / div if div else 1
    return {"kernel": name, "divergent_instructions": div, "replays": rep, "mean_addresses": f"{mean:.3f}",
            "worst_addresses": truth[1], "kind": truth[0]}, (div, rep)


def memory_row(name, truth, got):
    space, op, kind, worst = truth
    row = dict.fromkeys(("kernel", "space", "kind", "requests", "sectors", "sectors_per_request",
                         "bank_ways_per_request", "worst_sectors", "worst_bank_conflict", "truth_kind"), "")
    row.update(kernel=name, space=space, kind=op, truth_kind=kind)
    if space == "shared":
        suffix = "ld" if op == "load" else "st"
        requests, ways, extra = got[SHARED_INSTRUCTIONS % suffix], got[WAVEFRONTS % suffix], got[CONFLICTS % suffix]
        row.update(requests=requests, bank_ways_per_request=f"{ways / requests:.3f}", worst_bank_conflict=worst)
        return row, (requests, ways, extra)
    else:
        suffix = "ld" if op == "load" else "st"
        requests, count = got[REQUESTS % suffix], got[SECTORS % suffix]
        row.update(requests=requests, sectors=count, sectors_per_request=f"{count / requests:.3f}", worst_sectors=worst)
        if DATA_WAVEFRONTS[op] in got:
            row["bank_ways_per_request"] = f"{got[DATA_WAVEFRONTS[op]] / requests:.3f}"
    return row, (requests, count)


def arguments(doc, *families):
    """The command line; without files, those of some families beside this script."""
    p = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="*", metavar="FILE.cu")
    p.add_argument("--nvcc", default="nvcc")
    p.add_argument("--ncu", default="ncu")
    p.add_argument("--arch", default="sm_90")
    p.add_argument("--keep", metavar="DIR")
    p.add_argument("--from", dest="source", metavar="DIR")
    args = p.parse_args()
    args.files = args.files or sorted(os.path.join(HERE, f) for f in os.listdir(HERE) if f.endswith(".cu") and f.startswith(families))
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    return args


def main():
    args = arguments(__doc__, *METRICS)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        programs, known = {}, None
        if not args.source:
            known = known_metrics(args.ncu, args.arch)
            programs = compile_all(args, folder)
        for path in args.files:
            stem = os.path.basename(path)[:-3]
            if args.source:
                with open(os.path.join(args.source, stem + ".raw.csv")) as f:
                    raw = f.read()
            else:
                raw = profile(path, programs[path], args, known)
            if args.keep:
                with open(os.path.join(args.keep, stem + ".raw.csv"), "w") as f:
                    f.write(raw)
            got, rows = counters(raw), []
            for name, (truth, check) in annotations(path).items():
                if name not in got:
                    print(f"{stem}: {name}: no launch was measured")
                    wrong += 1
                    continue
                row, measured = (constant_row if family(path) == "constant" else memory_row)(name, truth, got[name])
                rows.append(row)
                if check and tuple(check) != measured:
                    print(f"{stem}: {name}: measured {measured}, the source says {tuple(check)}")
                    wrong += 1
            with open(path[:-3] + ".csv", "w", newline="") as f:
                out = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
                out.writeheader()
                out.writerows(rows)
            print(f"{stem}: {len(rows)} kernels")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
