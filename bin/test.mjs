// `npm test`: installs what is missing, then checks types and style and runs every test. Plain JavaScript, because it may be
// run by any Node from 20 on and before anything is installed. Its last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './ensure-build.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensurePackages } from './ensure-packages.mjs';
import { endWithParent, isNode24, runOnNode24 } from './run-on-node-24.mjs';
import { countPlaywright, countVitest } from './count-tests.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, 'node_modules', '.cache', 'newline-test');
const tell = (line) => process.stderr.write(`${line}\n`);

if (!ensurePackages(root, tell)) finish({ passed: 0, failed: 1 });
if (isNode24()) await test();
else runOnNode24(root, fileURLToPath(import.meta.url), process.argv.slice(2));

async function test() {
  endWithParent();
  if (process.argv.includes('--full')) process.env.NEWLINE_TEST_FULL = '1';
  // What the person set for their own site must not decide what the tests see.
  for (const name of ['DATABASE_URL', 'DATA_DIR', 'PUBLIC_URL', 'PORT', 'HOST', 'DEMO', 'SECRET_KEY', 'SMTP_URL', 'NODE_ENV'])
    delete process.env[name];
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  const total = { passed: 0, failed: 0 };
  const times = [];
  const step = async (name, work) => {
    tell(`\n== ${name}`);
    const start = performance.now();
    const { passed, failed } = await work();
    total.passed += passed;
    total.failed += failed;
    times.push(
      `${name.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s${failed > 0 ? `   ${failed} failed` : ''}`,
    );
  };
  await step('chromium', async () => check(await ensureChromium(tell)));
  await step('types', () => check(runNpm('typecheck')));
  await step('lint', () => check(runNpm('lint')));
  await step('build', () => check(ensureBuild(root, tell)));
  await step('vitest', () => {
    const report = join(results, 'vitest.json');
    const isFine = runNode([
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    return countVitest(readReport(report), isFine);
  });
  await step('browser', () => {
    const report = join(results, 'playwright.json');
    process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
    const isFine = runNode([
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
    ]);
    return countPlaywright(readReport(report), isFine);
  });
  tell(`\n${times.join('\n')}\n`);
  finish(total);
}

/** A step that has no tests of its own counts only when it fails. */
function check(isFine) {
  return { passed: 0, failed: isFine ? 0 : 1 };
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

function runNode(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function finish({ passed, failed }) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
