"""Starts a small class server on this computer, to try out what GRADING.md says about JupyterHub.

``python tools/class_server.py FOLDER`` makes a class in FOLDER: the students ada and ben with a
home each, an instructor with a course, a repository of lessons, and nbgrader's exchange. It prints
the link that gives a student the lessons, and serves the class until Ctrl-C. Run again, it goes
on with the class that is there.

The server answers on this computer only. All its users are the user who starts it, so they can
read and change everything that this user can: it's for trying things out, and not for a class.
"""

import argparse
import os
import secrets
import shutil
import socket
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode
from zipfile import ZipFile

STUDENTS = ("ada", "ben")
INSTRUCTOR = "instructor"
PROXY = "configurable-http-proxy"
FIRST_PAGE = "lab/tree/blocky/notebooks/start.ipynb"

#: JupyterHub refuses shorter passwords.
SHORTEST_PASSWORD = 8

HUB_SETTINGS = """\
import os

c = get_config()  # noqa: F821

c.JupyterHub.bind_url = {address!r}
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub_port}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["CLASS_PASSWORD"]
c.Authenticator.allowed_users = {users!r}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r}
c.Spawner.args = {arguments!r}
c.Spawner.environment = {{"JUPYTER_CONFIG_PATH": {settings!r}}}
c.Spawner.start_timeout = 180
c.Spawner.http_timeout = 180
"""

#: The settings of nbgrader for everybody, which GRADING.md shows with an exchange in /srv/exchange.
NBGRADER_SETTINGS = """\
import os

c = get_config()  # noqa: F821
user = os.environ["JUPYTERHUB_USER"]
home = os.path.expanduser("~")

c.Exchange.root = {exchange!r}
if user == "instructor":
    load_subconfig("nbgrader_config.py", path=os.path.join(home, "course"))  # noqa: F821
    c.CourseDirectory.root = os.path.join(home, "course")
else:
    c.CourseDirectory.course_id = "blocky"
    c.CourseDirectory.student_id = user
    c.Exchange.assignment_dir = os.path.join(home, "blocky", "exercises")
"""

#: In this class only, all users are the same user of the system, so every owner seems to be wrong.
ONLY_ONE_OWNER = "c.ExchangeCollect.check_owner = False\n"


def what_is_missing():
    """Return a sentence for each program or package that has to be installed first."""
    packages = [name for name in ("jupyterhub", "nbgitpuller", "nbgrader") if not find_spec(name)]
    sentences = []
    if packages:
        sentences.append(f"The class server needs {', '.join(packages)}. In the clone, run: "
                         'python -m pip install ".[instructor,hub]"')
    if not shutil.which(PROXY):
        sentences.append(f"The class server needs the program {PROXY}. With Node.js 20 or newer, "
                         f"run: npm install --global {PROXY}")
    if not shutil.which("git"):
        sentences.append("The class server needs the program git.")
    return sentences


def link(address, repository):
    """Return the link that gives a student the lessons and opens the first page."""
    query = urlencode({"repo": repository, "branch": "main", "urlpath": FIRST_PAGE})
    return f"{address}/hub/user-redirect/git-pull?{query}"


def home_of(folder, user):
    """Return the path of a user's home in the folder of a class."""
    return folder / "home" / user


def lessons_in(folder):
    """Return the path of the repository of lessons in the folder of a class."""
    return folder / "lessons" / "blocky"


def environment_of(folder, user):
    """Return the environment variables of a user's programs, as the hub sets them."""
    return {**os.environ, "HOME": str(home_of(folder, user)), "USER": user,
            "JUPYTERHUB_USER": user, "JUPYTER_CONFIG_PATH": str(folder / "settings")}


def make_class(folder):
    """Make a class in a folder, in which students can submit; keep what is there already."""
    course = home_of(folder, INSTRUCTOR) / "course"
    settings = folder / "settings" / "nbgrader_config.py"
    for each in (course, settings.parent, *(home_of(folder, student) for student in STUDENTS)):
        each.mkdir(parents=True, exist_ok=True)
    text = NBGRADER_SETTINGS.format(exchange=str(folder / "exchange")) + ONLY_ONE_OWNER
    settings.write_text(text, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "blocky", "course", course], check=True)
    if not lessons_in(folder).exists():
        subprocess.run([sys.executable, "-m", "blocky", "release"], cwd=course, check=True)
        with ZipFile(course / "students.zip") as lessons:
            lessons.extractall(lessons_in(folder).parent)
        commit(lessons_in(folder))
        subprocess.run([sys.executable, "-m", "nbgrader", "release_assignment", "blocky"],
                       cwd=course, env=environment_of(folder, INSTRUCTOR), check=True)


def commit(folder):
    """Make a git repository of a folder, with its files on the branch main."""
    git = ["git", "-c", "user.name=Instructor", "-c", "user.email=instructor@example.org"]
    for words in (["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
                  ["commit", "--quiet", "--message", "The lessons and exercises"]):
        subprocess.run([*git, *words], cwd=folder, check=True)


def free_ports(number):
    """Return the numbers of ports of this computer on which nothing listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def is_free(port):
    """Whether a port of this computer exists, and nothing listens on it."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError):
        return False
    return True


def serve(folder, port, password):
    """Say how to use a class, and become the JupyterHub that serves it until Ctrl-C."""
    hub_port, proxy_port = free_ports(2)
    address = f"http://127.0.0.1:{port}"
    settings = HUB_SETTINGS.format(
        address=address, hub_port=hub_port, proxy_port=proxy_port,
        users={INSTRUCTOR, *STUDENTS}, homes=str(home_of(folder, "{username}")),
        arguments=["--allow-root"] if os.getuid() == 0 else [], settings=str(folder / "settings"))
    (folder / "jupyterhub_config.py").write_text(settings, encoding="utf-8")
    print(f"The students {' and '.join(STUDENTS)} follow this link:")
    print(link(address, lessons_in(folder).as_uri()))
    print(f"The user {INSTRUCTOR} signs in at {address} and works in the folder course.")
    print(f"The password of all users is {password}", flush=True)
    os.chdir(folder)
    os.environ["CLASS_PASSWORD"] = password
    os.execv(sys.executable, [sys.executable, "-m", "jupyterhub"])


def main():
    """Make and serve a class in the folder that the command line names.

    Return what keeps the class from being served.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of the class")
    parser.add_argument("--port", type=int, default=8000,
                        help="the port on which the class is served (default: 8000)")
    parser.add_argument("--password", default=secrets.token_urlsafe(9),
                        help="the password of all users (default: a new one each time)")
    given = parser.parse_args()
    if os.name == "nt":
        return "JupyterHub doesn't run on Windows. Use Linux or macOS."
    if len(given.password) < SHORTEST_PASSWORD:
        return f"The password is too short. Use {SHORTEST_PASSWORD} characters or more."
    # The hub starts programs of this Python, also if its environment isn't activated.
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    if missing := what_is_missing():
        return "\n".join(missing)
    if not is_free(given.port):
        return f"Port {given.port} isn't free. Choose another one with --port."
    folder = given.folder.resolve()
    make_class(folder)
    serve(folder, given.port, given.password)


if __name__ == "__main__":
    sys.exit(main())
