import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faultOfMessage, faultOfSubject } from '../../commit-subject.mjs';
import { installHooks } from '../../install-hooks.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The last commit before the rule; all later ones follow it. */
const baseline = 'b4c1780';

/** Subjects that reached the main branch despite the rule, and can't be changed anymore. */
const exceptions = new Set<string>();

// Git's own variables, such as those of a hook that runs the tests, would name another repository.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_') && name !== 'CI'));

function git(cwd: string, ...args: string[]) {
  return spawnSync('git', args, { cwd, encoding: 'utf8', env });
}

test.for([
  'web: Keep the draft when the editor loads',
  'api, db: Process each email once',
  'web: Embed videos of two more hosts',
  'docs: Bring the table up to date',
  'remote code: Search files in a process of its own',
  'lint: Need a reason for each exception',
])('accepts "%s"', (subject) => {
  expect(faultOfSubject(subject)).toBeNull();
});

test.for([
  ['Keep the draft when the editor loads', 'area'],
  ['web: keep the draft', 'capitalized'],
  ['web: Keeps the draft', 'imperative'],
  ['web: Renamed the draft', 'imperative'],
  ['web: Adding the draft', 'imperative'],
  ['web: The', 'area'],
  ['web:Keep the draft', 'area'],
  ['web: Keep the draft.', 'period'],
  [`web: Keep ${'x'.repeat(63)}`, '73 characters'],
] as const)('refuses "%s"', ([subject, why]) => {
  expect(faultOfSubject(subject)).toContain(why);
});

test('counts characters, and ignores Git’s own subjects', () => {
  expect(faultOfSubject(`web: Keep ${'é'.repeat(62)}`)).toBeNull();
  expect(faultOfMessage('Merge branch "main" into feature\n')).toBeNull();
  expect(faultOfMessage('Revert "web: Keep the draft"\n')).toBeNull();
  expect(faultOfMessage('fixup! web: Keep the draft\n')).toBeNull();
  expect(faultOfMessage('# a comment\n\nweb: Keep the draft\n\nWhy.\n')).toBeNull();
  expect(faultOfMessage('keep the draft\n')).toContain('keep the draft');
});

test(`the subjects of all commits after ${baseline} follow the rule`, (context) => {
  const log = git(root, 'log', '--no-merges', '--format=%h %s', `${baseline}..HEAD`);
  // A download, a shallow clone, or a history that begins later.
  if (log.status !== 0) return context.skip(`${baseline} is not in this checkout: there is no history to check`);
  const faults = log.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ line, subject: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ subject }) => !exceptions.has(subject) && faultOfMessage(subject) !== null);
  expect(faults.map(({ line }) => line)).toEqual([]);
});

describe.skipIf(git(root, '--version').status !== 0)('the hook', () => {
  function makeClone(): string {
    const folder = mkdtempSync(join(tmpdir(), 'newline-hooks-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true, filter: (from) => !from.startsWith(join(root, 'bin/tests')) });
    return folder;
  }
  const isolated = { ...env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const commit = (folder: string, subject: string) =>
    spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--allow-empty', '-m', subject], {
      cwd: folder,
      encoding: 'utf8',
      env: isolated,
    });

  test('is installed once in a clone, and refuses a subject without an imperative', () => {
    const folder = makeClone();
    git(folder, 'init', '--quiet');
    expect(commit(folder, 'anything goes').status).toBe(0);
    expect(installHooks(folder, isolated)).toBe('installed');
    expect(installHooks(folder, isolated)).toBe('already');
    const refused = commit(folder, 'web: Added a page');
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('imperative');
    expect(commit(folder, 'web: Add a page')).toMatchObject({ status: 0 });
  });

  test('leaves a clone with its own hooks unchanged', () => {
    const folder = makeClone();
    git(folder, 'init', '--quiet');
    writeFileSync(join(folder, '.git', 'hooks', 'pre-push'), '#!/bin/sh\n');
    expect(installHooks(folder, isolated)).toBe('own hooks');
    git(folder, 'config', 'core.hooksPath', '.husky');
    expect(installHooks(folder, isolated)).toBe('own hooks');
    expect(git(folder, 'config', '--get', 'core.hooksPath').stdout.trim()).toBe('.husky');
  });

  test('isn’t installed in continuous integration, outside of a clone, in a subfolder of another clone, or without Git', () => {
    const folder = makeClone();
    expect(installHooks(folder, isolated)).toBe('no clone');
    git(folder, 'init', '--quiet');
    expect(installHooks(folder, { ...isolated, CI: 'true' })).toBe('ci');
    expect(installHooks(join(folder, 'bin'), isolated)).toBe('no clone');
    expect(installHooks(folder, { ...isolated, PATH: join(folder, 'nowhere') })).toBe('no clone');
    // A container may install packages before it has the rest of the project.
    const { prepare } = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { prepare: string } }).scripts;
    const empty = mkdtempSync(join(tmpdir(), 'newline-empty-'));
    onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
    expect(spawnSync(prepare, { cwd: empty, shell: true }).status).toBe(0);
    const run = spawnSync(process.execPath, [join(folder, 'bin/install-hooks.mjs')], { env: { PATH: join(folder, 'nowhere') } });
    expect(run.status).toBe(0);
  });
});
