// `npm test`: installs what is missing, then checks types and style and runs every test. Plain JavaScript, because any Node from 20 on can
// run it, before anything is installed. Its last line is `N passed, N failed`. `--changed` runs only what changes since the last commit of
// main can affect; `--full` runs all browser tests at both widths, and the long samples.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './ensure-build.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureFfmpeg } from './ensure-ffmpeg.mjs';
import { ensureNginx } from './ensure-nginx.mjs';
import { ensurePackages } from './ensure-packages.mjs';
import { ensurePgbouncer } from './ensure-pgbouncer.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { mayInstallDebian } from './install-debian.mjs';
import { endWithParent, isNode24, runOnNode24 } from './run-on-node-24.mjs';
import { changedFiles, readSpecs, touchedSpecs } from './testing/changed.mjs';
import { judge, slowest } from './testing/judge.mjs';
import { readQuarantine } from './testing/quarantine.mjs';
import { otherPostgres } from './testing/other-postgres.mjs';
import { projectVariable, readReport, reportVariable } from './testing/report.mjs';
import { useTemporaryFolder } from './testing/temporary-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, 'node_modules', '.cache', 'newline-test');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=./bin/testing/vitest-reporter.mjs'];
const tell = (line) => process.stderr.write(`${line}\n`);

if (!ensurePackages(root, tell)) finish({ passed: 0, failed: 1 });
if (isNode24()) await test();
else runOnNode24(root, fileURLToPath(import.meta.url), process.argv.slice(2));

async function test() {
  endWithParent();
  if (process.argv.includes('--full')) {
    process.env.NEWLINE_TEST_FULL = '1';
    process.env.NEWLINE_TEST_SEED ??= String(randomInt(2 ** 31));
    tell(`Property tests: NEWLINE_TEST_SEED=${process.env.NEWLINE_TEST_SEED}`);
  }
  // The settings of the user's own site must not affect the tests.
  for (const name of ['DATABASE_URL', 'DATA_DIR', 'PUBLIC_URL', 'PORT', 'HOST', 'DEMO', 'SECRET_KEY', 'SMTP_URL', 'NODE_ENV'])
    delete process.env[name];
  // Each test file has a process of its own, and without a shared cache each would compile the same code again.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'newline');
  useTemporaryFolder();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  const times = [];
  const runs = [];
  const step = async (name, work) => {
    tell(`\n== ${name}`);
    const start = performance.now();
    const isFine = await work();
    times.push(`${name.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s${isFine ? '' : '   failed'}`);
    return isFine;
  };
  const check = async (name, work) => {
    if (!(await step(name, work)))
      runs.push({ name, report: { tests: [], errors: ['failed; what it printed stands above'] }, isFine: false });
  };
  const run = async (name, args, more = {}) => {
    const file = join(results, `${name}.json`);
    const isFine = await step(name, () => runNode(args, { [reportVariable]: file, ...more }));
    runs.push({ name, report: readReport(file), isFine });
  };
  const runOnPostgres = async ({ major, files }) => {
    const name = `postgres-${major}`;
    const programs = ensurePostgres(root, major, tell);
    if (programs === null) return check(name, () => false);
    const more = { NEWLINE_TEST_POSTGRES: programs, [projectVariable]: `PostgreSQL ${major}` };
    await run(name, [...vitest, '--project=db', '--project=api', ...files], more);
  };
  await check('chromium', () => ensureChromium(tell));
  await step('ffmpeg', async () => {
    await ensureFfmpeg(tell);
    return true;
  });
  await step('pgbouncer', () => ensurePgbouncer(tell));
  await step('nginx', () => ensureNginx(tell));
  await check('types', () => runNpm('typecheck'));
  await check('lint', () => runNpm('lint'));
  await check('build', () => ensureBuild(root, tell));
  const changed = process.argv.includes('--changed') ? changedFiles(root) : null;
  await run('vitest', [...vitest, ...(changed ? [`--changed=${changed.base}`, '--passWithNoTests'] : [])]);
  if (changed === null || changed.files.some((file) => /^(?:api|db)\//.test(file)))
    for (const release of otherPostgres({ isFull: process.argv.includes('--full') })) await runOnPostgres(release);
  const specs = changed && touchedSpecs(changed.files, readSpecs(root));
  if (specs === null || specs.length > 0)
    await run('browser', [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      `--reporter=list,${join(root, 'bin/testing/playwright-reporter.mjs')}`,
      ...(specs ?? []),
    ]);
  // They need root on Debian, where they install what they need.
  const onDebian = process.argv.includes('--full') ? ['operating', 'package'] : [];
  if (mayInstallDebian()) for (const name of onDebian) await check(name, () => runNpm(`test:${name}`));
  const { passed, failed, messages, failures } = judge(runs, readQuarantine(root), { isWhole: changed === null });
  // Failures are printed again, because they are thousands of lines above.
  for (const failure of failures) tell(`\nfailed: ${failure}`);
  const skipped = mayInstallDebian() ? [] : onDebian.map((name) => `Skipped: npm run test:${name}, which needs root on Debian.`);
  tell(['', ...messages, ...skipped].join('\n'));
  tell(
    [
      '\nThe slowest tests:',
      ...slowest(
        runs.flatMap(({ report }) => report?.tests ?? []),
        10,
      ),
    ].join('\n'),
  );
  tell(`\n${times.join('\n')}\n`);
  finish({ passed, failed });
}

function runNpm(script) {
  const npm = process.env.npm_execpath;
  const args = ['run', '--silent', script];
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return result.status === 0;
}

function runNode(args, more) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, ...more } }).status === 0;
}

function finish({ passed, failed }) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
