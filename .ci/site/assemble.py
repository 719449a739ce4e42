"""Writes mkdocs.yml and the pages of the site: assemble.py FOLDER, from the root of a checkout.

A page keeps its path, so that links between pages are the same on GitHub and on the site.
README.md becomes index.md. A link to a file that is no page goes to the file on GitHub.
"""

import pathlib
import posixpath
import re
import shutil
import sys

FILES = "https://github.com/cudalint/cudalint/blob/HEAD/"
LINK = re.compile(r"(\]\()([^)#\s]+)([^)\s]*\))")
CODE = re.compile(r"(^```.*?^```$|^~~~.*?^~~~$)", re.M | re.S)


def pages():
    """Returns the paths of all pages, each with its path on the site."""
    found = {"README.md": "index.md"}
    for name in ["CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md"]:
        found[name] = name
    for folder, pattern in [("docs", "*.md"), ("rules", "*/doc.md")]:
        for path in sorted(pathlib.Path(folder).glob(pattern)):
            found[path.as_posix()] = path.as_posix()
    return found


def rewrite(text, source, site):
    """Returns a page with links that hold on the site. Code keeps what looks like a link."""
    target = site[source]

    def link(match):
        before, address, after = match.groups()
        if re.match(r"[a-z]+:", address):
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), address))
        if path == "rules":
            path = "rules/index.md"
        elif path in site:
            path = site[path]
        elif not path.endswith(".png"):
            if not pathlib.Path(path).exists():
                sys.exit(f"{source}: {address} does not exist")
            return before + FILES + path + after
        return before + posixpath.relpath(path, posixpath.dirname(target) or ".") + after

    parts = CODE.split(text)
    return "".join(part if i % 2 else LINK.sub(link, part) for i, part in enumerate(parts))


def rules_index(readme):
    """Returns the list of rules as a page: the table of README.md."""
    table = re.search(r"^\| rule \|.*?\n\n", readme, re.M | re.S)
    if not table:
        sys.exit("README.md has no table of rules")
    return "# Rules\n\n" + re.sub(r"\]\(rules/", "](", table[0])


def write(folder):
    """Writes all pages into a folder."""
    site = pages()
    for source, target in site.items():
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rewrite(pathlib.Path(source).read_text(), source, site))
    (folder / "rules/index.md").write_text(rules_index(pathlib.Path("README.md").read_text()))
    for picture in pathlib.Path("docs").glob("*.png"):
        shutil.copy(picture, folder / "docs")


def configure(folder):
    """Writes mkdocs.yml with all rules in its navigation."""
    text = pathlib.Path(".ci/site/mkdocs.yml").read_text()
    place = "  - Rules:\n      - rules/index.md\n"
    if place not in text:
        sys.exit("mkdocs.yml has no place for the rules")
    rules = [f"      - rules/{path.parent.name}/doc.md\n" for path in sorted(pathlib.Path("rules").glob("*/doc.md"))]
    (folder / "mkdocs.yml").write_text(text.replace(place, place + "".join(rules)))


write(pathlib.Path(sys.argv[1]) / "docs")
configure(pathlib.Path(sys.argv[1]))
