# Runs the reader's program in Python. The last thing that it defines is called by python-engine.ts.
import ast
import builtins
import importlib.abc
import inspect
import linecache
import os
import sys
import traceback

# They are the worker, and Python's engine in it.
HIDDEN = ('js', 'pyodide_js')


class Refusal(importlib.abc.MetaPathFinder):
    """Says in a sentence why a module can't be imported."""

    def find_spec(self, name, path=None, target=None):
        top = name.partition('.')[0]
        if top in sys.stdlib_module_names:
            said = f'“{name}” isn’t part of Python in a browser.'
        else:
            said = f'“{name}” can’t be imported here. Only Python’s standard library and the files of this program can.'
        raise ModuleNotFoundError(said, name=name)


def refuse_input(prompt='', /):
    raise RuntimeError('input() doesn’t work here. Write the value into the code.')


def prepare():
    from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder

    sys.meta_path[:] = [one for one in sys.meta_path if one in (BuiltinImporter, FrozenImporter, PathFinder)]
    sys.meta_path.append(Refusal())
    for name in HIDDEN:
        sys.modules.pop(name, None)
    builtins.input = refuse_input
    sys.path.insert(0, os.getcwd())


def tell(error, name):
    """The last steps through the reader's files, and what went wrong."""
    own = [name, os.getcwd() + '/']
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename == own[0] or one.filename.startswith(own[1])]
    lines = traceback.format_exception_only(error)
    if frames:
        lines = ['Traceback (most recent call last):\n', *traceback.format_list(frames[-5:]), *lines]
    return ''.join(lines).replace(own[1], '').rstrip()


async def run(name, source):
    prepare()
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    scope = sys.modules['__main__'].__dict__
    scope['__file__'] = name
    try:
        code = compile(source, name, 'exec', flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        result = eval(code, scope)
        if inspect.isawaitable(result):
            await result
    except SystemExit as error:
        return '' if error.code in (None, 0) else str(error.code)
    except BaseException as error:
        return tell(error, name)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return ''
