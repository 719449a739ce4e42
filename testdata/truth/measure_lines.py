#!/usr/bin/env python3
"""Rebuild lines_*.csv beside this script by measuring the kernels of lines_*.cu, each source line apart.

usage: measure_lines.py [--nvcc NVCC] [--ncu NCU] [--arch sm_90] [--keep DIR | --from DIR] [FILE.cu ...]

Needs what measure.py needs and takes the same arguments. Exits 1 if a measurement disagrees with a
`//=` comment, or if the lines of a kernel do not add up to its counters. README.md says what all of it means.
"""
import collections, csv, io, os, re, subprocess, sys, tempfile
from measure import SECTORS, WAVEFRONTS, arguments, compile_all, counters

METRICS = [m % op for m in (SECTORS, WAVEFRONTS) for op in ("ld", "st")]
COLUMNS = ["kernel", "line", "space", "kind", "requests", "sectors", "sectors_per_request", "wavefronts",
           "wavefronts_per_request", "worst_sectors", "worst_bank_conflict", "truth_kind"]
OPCODES = {("global", "load"): ["LDG"], ("global", "store"): ["STG"], ("global", "atomic"): ["RED", "REDG", "ATOM", "ATOMG"],
           ("shared", "load"): ["LDS"], ("shared", "store"): ["STS"]}

Expected = collections.namedtuple("Expected", "line kernel kind space fields")


def expectations(path):
    """The `//=` comments of a file. One that stands alone names its kernel and belongs to the code above it."""
    found, code = [], 0
    with open(path) as f:
        for number, text in enumerate(f, 1):
            alone = text.lstrip().startswith("//=")
            if not alone:
                code = number
            for comment in text.split("//=")[1:]:
                kernel, _, rest = comment.rpartition(":")
                kind, space, *words = rest.split()
                found.append(Expected(code, kernel.strip(), kind, space, dict(zip(words[::2], map(float, words[1::2])))))
    return found


def source_lines(page, name):
    """The instructions on ncu's source page, in order: (kernel, line of the file or 0, address, opcode, [executions,
    sectors, wavefronts]). One that was inlined can stand at several lines, and at one of them several times."""
    found, columns, own, kernel, line = {}, {}, False, "", 0
    for row in csv.reader(io.StringIO(page)):
        if row and row[0] == "File Path":
            own = os.path.basename(row[1]) == name
        elif row and row[0] == "Function Name":
            kernel = row[1]
        elif row and row[0] == "Line No":
            columns = {c: i for i, c in enumerate(row)}
        elif len(row) > 4 and row[0]:
            line = int(row[0]) if own else 0
        elif len(row) > 4 and row[2] != "...":
            opcode = re.match(r"\s*(?:@!?U?P\d+\s+)?(\w+)", row[3])[1]
            cells = [row[columns[c]] if c in columns else "" for c in
                     ("Instructions Executed", "L2 Theoretical Sectors Global", "L1 Wavefronts Shared")]
            found[kernel, line, row[2], opcode] = [int(float(c.replace(",", ""))) if c not in ("", "-") else 0 for c in cells]
    return [(*key, figures) for key, figures in found.items()]


def total(figures):
    return [sum(column) for column in zip(*figures)] or [0, 0, 0]


def rows_of(want, instructions):
    """The rows of one expectation: one for each kernel that executed its line. An atomic operation belongs to the
    toolkit's header: a kernel has one at most."""
    found, figures = [], collections.defaultdict(dict)
    kernels = {kernel for kernel, line, *_ in instructions if line == want.line}
    for kernel, line, address, opcode, counts in instructions:
        if kernel in kernels and opcode in OPCODES[want.space, want.kind] and (line == want.line or want.kind == "atomic"):
            figures[kernel][address] = counts
    for kernel, (requests, sectors, wavefronts) in sorted((k, total(f.values())) for k, f in figures.items()):
        if want.kernel in ("", kernel) and requests:
            requests = int(want.fields.get("requests", requests))
            row = dict.fromkeys(COLUMNS, "")
            row.update(kernel=kernel, line=want.line, space=want.space, kind=want.kind, requests=requests, truth_kind="exact")
            if want.space == "global":
                row.update(sectors=sectors, sectors_per_request=f"{sectors / requests:.3f}", worst_sectors=int(want.fields["sectors"]))
            else:
                row.update(wavefronts=wavefronts, wavefronts_per_request=f"{wavefronts / requests:.3f}",
                           worst_bank_conflict=int(want.fields["conflict"]))
            found.append(row)
    return found


def disagreement(want, row):
    """What a row measured that is not what its comment says, or ''."""
    worst = want.fields.get("sectors", want.fields.get("waves", want.fields.get("conflict")))
    expected, got = want.fields.get("mean", worst), float(row["sectors_per_request"] or row["wavefronts_per_request"])
    return "" if abs(got - expected) <= 0.001 else f"measured {got}, the source says {expected:g}"


def sums(instructions, counted):
    """The kernels whose instructions do not add up to what the counters of the whole kernel say."""
    for (space, kind), opcodes in OPCODES.items():
        counter = (SECTORS if space == "global" else WAVEFRONTS) % {"load": "ld", "store": "st"}.get(kind, "")
        figures = collections.defaultdict(dict)
        for kernel, _, address, opcode, counts in instructions:
            if opcode in opcodes and kind != "atomic":
                figures[kernel][address] = counts[1 if space == "global" else 2]
        for kernel, counts in figures.items():
            if sum(counts.values()) != counted[kernel][counter]:
                yield f"{kernel}: its lines have {sum(counts.values())}, {counter} is {counted[kernel][counter]}"


def profile(stem, program, args, folder):
    """The raw page and the source page of a program."""
    report = os.path.join(folder, stem)
    subprocess.run([args.ncu, "-f", "-o", report, "--target-processes", "all", "--clock-control", "none", "--section",
                    "SourceCounters", "--import-source", "yes", "--metrics", ",".join(METRICS), program],
                   check=True, stdout=subprocess.DEVNULL)
    pages = ["--page", "raw"], ["--page", "source", "--print-source", "cuda,sass"]
    return [subprocess.run([args.ncu, "--import", report + ".ncu-rep", "--csv", "--print-kernel-base", "function",
                            "--print-units", "base", *page], check=True, capture_output=True, text=True).stdout for page in pages]


def main():
    args = arguments(__doc__, "lines_")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        programs = {} if args.source else compile_all(args, folder, ["-lineinfo"])
        for path in args.files:
            stem = os.path.basename(path)[:-3]
            names = [os.path.join(args.source or args.keep or folder, stem + end) for end in (".raw.csv", ".source.csv")]
            if not args.source:
                for name, page in zip(names, profile(stem, programs[path], args, folder)):
                    with open(name, "w") as f:
                        f.write(page)
            raw, page = (open(name).read() for name in names)
            instructions, rows = source_lines(page, os.path.basename(path)), []
            for want in expectations(path):
                got = rows_of(want, instructions)
                problems = [p for p in (disagreement(want, row) for row in got) if p] if got else ["not executed"]
                for problem in problems:
                    print(f"{stem}:{want.line}: {want.kernel or ''} {want.space} {want.kind}: {problem}")
                wrong += len(problems)
                rows += got
            for problem in sums(instructions, counters(raw)):
                print(f"{stem}: {problem}")
                wrong += 1
            with open(path[:-3] + ".csv", "w", newline="") as f:
                out = csv.DictWriter(f, COLUMNS, lineterminator="\n")
                out.writeheader()
                out.writerows(rows)
            print(f"{stem}: {len(rows)} rows")
    sys.exit(wrong != 0)


main()
