"""Where pip put the program."""

import os
import sys
import sysconfig


def find_cudalint_bin():
    """Return the path of the program that belongs to this package.

    It lies in the folder of scripts: of this environment, of the user, or beside the package where
    that was installed with --target. Raises FileNotFoundError if it is in none of them.
    """
    name = "cudalint" + (".exe" if sys.platform == "win32" else "")
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", scheme=user_scheme()),
        os.path.join(package, "bin"),
    ]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"the program {name} is in none of {', '.join(folders)}")


def user_scheme():
    """Return the name of the scheme that pip install --user follows."""
    if sys.version_info >= (3, 10):
        return sysconfig.get_preferred_scheme("user")
    if os.name == "nt":
        return "nt_user"
    if sys.platform == "darwin" and sys._framework:
        return "osx_framework_user"
    return "posix_user"
