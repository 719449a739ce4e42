"""python -m cudalint runs the program."""

import os
import subprocess
import sys

from cudalint._program import find_cudalint_bin

if __name__ == "__main__":
    command = [find_cudalint_bin(), *sys.argv[1:]]
    if sys.platform == "win32":  # exec leaves the terminal before the program ends there
        sys.exit(subprocess.run(command).returncode)
    os.execv(command[0], command)
