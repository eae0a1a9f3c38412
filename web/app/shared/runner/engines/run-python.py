# Runs the reader's program in Python, and the tests of an exercise. `run` and `check` are called by python-engine.ts.
import ast
import builtins
import importlib.abc
import inspect
import linecache
import operator
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


class Failure(Exception):
    """A test that failed, with what it expected and what it got."""


OPERATORS = {
    ast.Eq: ('', operator.eq),
    ast.NotEq: ('not ', operator.ne),
    ast.Lt: ('less than ', operator.lt),
    ast.LtE: ('at most ', operator.le),
    ast.Gt: ('more than ', operator.gt),
    ast.GtE: ('at least ', operator.ge),
    ast.Is: ('', operator.is_),
    ast.IsNot: ('not ', operator.is_not),
    ast.In: ('one of ', lambda value, values: value in values),
    ast.NotIn: ('none of ', lambda value, values: value not in values),
}


def compare(kind, actual, expected):
    words, judge = OPERATORS[kind]
    if not judge(actual, expected):
        raise Failure(f'{words}{expected!r}', repr(actual))


def hold(value, said):
    if not value:
        raise Failure(said, repr(value))


class Comparisons(ast.NodeTransformer):
    """Makes each `assert` say what it expected and what it got."""

    def visit_Assert(self, node):
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            kind = ast.Constant(type(test.ops[0]).__name__)
            call = ast.Call(ast.Name('__compare__', ast.Load()), [kind, test.left, test.comparators[0]], [])
        else:
            call = ast.Call(ast.Name('__hold__', ast.Load()), [test, ast.Constant(ast.unparse(test))], [])
        return ast.copy_location(ast.Expr(call), node)


def named(node):
    """The name of a test: its message, its docstring, or itself."""
    if isinstance(node, ast.Assert):
        message = node.msg
        return message.value if isinstance(message, ast.Constant) and isinstance(message.value, str) else ast.unparse(node.test)
    return (ast.get_docstring(node) or node.name.removeprefix('test_').replace('_', ' ')).splitlines()[0]


async def check(name, source, tell_outcome):
    """Runs the tests in the module of the program: each assert outside of functions, and each function whose name starts with test_."""
    scope = sys.modules['__main__'].__dict__
    scope['__compare__'] = lambda kind, *values: compare(getattr(ast, kind), *values)
    scope['__hold__'] = hold

    async def attempt(said, code, call=None):
        try:
            result = eval(code, scope)
            if inspect.isawaitable(result):
                await result
            if call is not None:
                result = scope[call]()
                if inspect.isawaitable(result):
                    await result
        except Failure as failure:
            tell_outcome(said, 'failed', *failure.args)
        except BaseException as error:
            tell_outcome(said, 'failed', 'no error', ''.join(traceback.format_exception_only(error)).rstrip())
        else:
            return True
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
        return False

    for node in ast.parse(source, name).body:
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith('test_')
        said = named(node) if is_function or isinstance(node, ast.Assert) else None
        tree = ast.fix_missing_locations(Comparisons().visit(ast.Module([node], [])))
        code = compile(tree, name, 'exec', flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        passed = await attempt(said or f'Line {node.lineno} of the tests', code, node.name if is_function else None)
        if passed and said is not None:
            tell_outcome(said, '', '', '')
