// Runs after `npm install` (package.json, "prepare"): makes Git use the hooks in bin/hooks, in a clone that has no hooks of its own. It
// never fails an install: without Git, outside of a clone, in a container or in continuous integration there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of hooks, relative to the project's folder: Git resolves it in each worktree. */
const hooksPath = 'bin/hooks';

/**
 * Sets core.hooksPath. Returns what it did, for tests.
 *
 * @param {string} root the project's folder
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {'installed' | 'already' | 'ci' | 'no clone' | 'own hooks'}
 */
export function installHooks(root, env = process.env) {
  if (env.CI) return 'ci';
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', env });
    return status === 0 ? stdout.trim() : null;
  };
  const top = git('rev-parse', '--show-toplevel');
  if (!top || !existsSync(top) || realpathSync(top) !== realpathSync(root)) return 'no clone';
  const current = git('config', '--get', 'core.hooksPath');
  if (current === hooksPath) return 'already';
  if (current) return 'own hooks';
  const folder = git('rev-parse', '--git-path', 'hooks');
  if (folder && hasHooks(isAbsolute(folder) ? folder : join(root, folder))) return 'own hooks';
  return git('config', 'core.hooksPath', hooksPath) === null ? 'no clone' : 'installed';
}

/** Returns true for a folder with custom hooks; Git's examples end with .sample. */
function hasHooks(folder) {
  return existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith('.sample'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const result = installHooks(dirname(dirname(fileURLToPath(import.meta.url))));
    if (result === 'installed') console.log(`Git checks commit subjects from now on (core.hooksPath is ${hooksPath}).`);
    if (result === 'own hooks')
      console.log(`This clone has Git hooks of its own. To check commit subjects, call ${hooksPath}/commit-msg from yours.`);
  } catch (error) {
    console.log(`Git hooks were not installed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
