import { spawnSync } from 'node:child_process';

/**
 * Returns the program and options of buildah with its own storage, so that a test never touches the images of the machine.
 *
 * @param {string} store a folder
 * @returns {readonly string[]}
 */
export function buildah(store) {
  return ['buildah', '--root', `${store}/images`, '--runroot', `${store}/run`];
}

/**
 * Runs a program and returns its output without the last line break. Throws an error with everything that it printed if it fails.
 *
 * @param {string | readonly string[]} program with options that come first
 * @param {readonly string[]} args
 * @param {{ cwd?: string, isShown?: boolean }} options `isShown` prints its output as it comes, and returns nothing
 * @returns {string}
 */
export function output(program, args, { cwd, isShown = false } = {}) {
  const [name = '', ...first] = [program].flat();
  const result = spawnSync(name, [...first, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', isShown ? 2 : 'pipe', isShown ? 2 : 'pipe'],
  });
  if (result.status !== 0) {
    const reason = result.error?.message ?? `${result.stdout ?? ''}${result.stderr ?? ''}`;
    throw new Error(`${name} ${args.join(' ')} failed:\n${reason}`);
  }
  return result.stdout?.trimEnd() ?? '';
}
