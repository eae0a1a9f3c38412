import type { RunLimits, RunMessage } from './run-message.ts';

/**
 * Prepares a worker or a page for the code of a reader: its console writes to `send`, and the counter of steps is in place before the code.
 * This function is sent to the sandbox as text, so it uses nothing from outside of itself.
 *
 * @param mode `worker`: steps are counted over the whole run. `page`: over each task, so that a page can go on for as long as it's open
 */
export function prepareRealm(limits: RunLimits, mode: 'worker' | 'page', send: (message: RunMessage) => void): void {
  const realm = globalThis as unknown as Record<string, unknown>;
  // Taken before the code can replace them.
  const { Error, Map, String, JSON, Object, Array, WeakSet, performance, MessageChannel } = globalThis;
  let lines = 0;
  // The page around cuts lines as text; here it's about memory.
  // oxlint-disable-next-line newline/safe-cuts
  const cut = (text: string) => text.slice(0, limits.lineLength);

  const write = (level: 'log' | 'info' | 'warn' | 'error', text: string) => {
    lines += 1;
    if (lines <= limits.lines) send({ kind: 'line', level, text: cut(text) });
    else if (lines === limits.lines + 1) send({ kind: 'limit', limit: 'output' });
  };

  /** Writes a value as a reader of code expects it, in no more characters than a line has. */
  const show = (value: unknown, isInside: boolean, depth: number, seen: WeakSet<object>): string => {
    if (typeof value === 'string') return isInside ? JSON.stringify(cut(value)) : cut(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return value.name === '' ? '(function)' : `(function ${value.name})`;
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (seen.has(value)) return '(circular)';
    if (depth > 3) return Array.isArray(value) ? '[…]' : '{…}';
    seen.add(value);
    const parts: string[] = [];
    let length = 0;
    const add = (text: string) => {
      length += text.length;
      if (parts.length >= 100 || length > limits.lineLength) return false;
      parts.push(text);
      return true;
    };
    const finish = (open: string, count: number, close: string) => {
      seen.delete(value);
      return `${open}${parts.join(', ')}${parts.length < count ? ', …' : ''}${close}`;
    };
    if (Array.isArray(value)) {
      for (const item of value) if (!add(show(item, true, depth + 1, seen))) break;
      return finish('[', value.length, ']');
    }
    if (value instanceof Map) {
      for (const [key, item] of value) if (!add(`${show(key, true, depth + 1, seen)} => ${show(item, true, depth + 1, seen)}`)) break;
      return finish('Map {', value.size, '}');
    }
    if (value instanceof Set) {
      for (const item of value) if (!add(show(item, true, depth + 1, seen))) break;
      return finish('Set {', value.size, '}');
    }
    if (value instanceof Date || value instanceof RegExp) return String(value);
    if (value instanceof Promise) return 'Promise {}';
    const keys = Object.keys(value);
    for (const key of keys) {
      const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
      if (!add(`${name}: ${show((value as Record<string, unknown>)[key], true, depth + 1, seen)}`)) break;
    }
    const { name = '' } = (Object.getPrototypeOf(value) as { constructor?: { name?: string } } | null)?.constructor ?? {};
    return finish(`${name === 'Object' || name === '' ? '' : `${name} `}{ `, keys.length, ' }').replace('{  }', '{}');
  };
  const showAll = (values: readonly unknown[]) => {
    try {
      return values.map((value) => show(value, false, 0, new WeakSet())).join(' ');
    } catch {
      return '(a value that can’t be shown)';
    }
  };

  Object.defineProperty(globalThis, '__show', { value: (value: unknown) => show(value, true, 0, new WeakSet()) });

  const counts: Record<string, number> = {};
  let indent = '';
  const writer =
    (level: 'log' | 'info' | 'warn' | 'error') =>
    (...values: unknown[]) =>
      write(level, showAll(values).replace(/^/gm, indent));
  const group = (...values: unknown[]) => {
    if (values.length > 0) write('log', indent + showAll(values));
    if (indent.length < 20) indent += '  ';
  };
  const console = {
    log: writer('log'),
    info: writer('info'),
    debug: writer('log'),
    dir: (value: unknown) => write('log', indent + showAll([value])),
    warn: writer('warn'),
    error: writer('error'),
    trace: writer('log'),
    assert: (isTrue: unknown, ...values: unknown[]) =>
      isTrue || write('error', `Assertion failed${values.length > 0 ? `: ${showAll(values)}` : ''}`),
    table: (value: unknown) => {
      if (typeof value !== 'object' || value === null) return write('log', showAll([value]));
      for (const [key, row] of Object.entries(value)) write('log', `${key}  ${showAll([row])}`);
    },
    count: (label = 'default') => {
      counts[label] = (counts[label] ?? 0) + 1;
      write('log', `${label}: ${counts[label]}`);
    },
    countReset: (label = 'default') => void delete counts[label],
    group,
    groupCollapsed: group,
    groupEnd: () => void (indent = indent.slice(2)),
    time: () => undefined,
    timeEnd: () => undefined,
    timeLog: () => undefined,
    clear: () => undefined,
  };
  realm['console'] = console;

  let steps = 0;
  let isOver = false;
  let isInTask = false;
  let startedAt = 0;
  const ending = new MessageChannel();
  ending.port1.addEventListener('message', () => void (isInTask = false));
  ending.port1.start();
  const stop = () => {
    if (!isOver) send({ kind: 'limit', limit: 'steps' });
    isOver = true;
    throw new Error('Stopped: too many steps.');
  };
  // Thrown again at each further step: code that catches it gets no further.
  const step = () => {
    steps += 1;
    if (mode === 'worker') {
      if (steps > limits.steps) stop();
      return;
    }
    if (!isInTask) {
      isInTask = true;
      steps = 1;
      startedAt = performance.now();
      ending.port2.postMessage(null);
    }
    if (isOver || steps > limits.taskSteps || (steps % 1024 === 0 && performance.now() - startedAt > limits.taskMs)) stop();
  };
  Object.defineProperty(globalThis, '__step', { value: step });

  /** The name and message of what was thrown. The line is only known for code that wasn't translated. */
  const tell = (reason: unknown) => {
    if (isOver) return;
    write('error', reason instanceof Error ? showAll([reason]) : `Uncaught ${showAll([reason])}`);
  };
  Object.defineProperty(globalThis, '__fail', { value: tell });
  realm['onerror'] = (_message: unknown, _file: unknown, _line: unknown, _column: unknown, error: unknown) => {
    tell(error ?? _message);
    return true;
  };
  realm['onunhandledrejection'] = (event: PromiseRejectionEvent) => {
    tell(event.reason);
    event.preventDefault();
  };
}
