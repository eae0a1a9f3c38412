import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../testing/judge.mjs';
import { readReport, reportVariable } from '../../testing/report.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'newline-runner-'));

beforeAll(() => symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a runner over temporary files, like `npm test`, and returns its report and verdict. */
function run(name: 'vitest' | 'browser', files: Readonly<Record<string, string>>, args: readonly string[]) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const file = join(folder, `${name}-report.json`);
  const env = { ...process.env, [reportVariable]: file, NODE_OPTIONS: '' };
  // Variables that a test runner sets for its workers must not reach a runner inside a test.
  for (const key of Object.keys(env)) if (/^(?:VITEST|TEST|PLAYWRIGHT|CI$)/.test(key)) Reflect.deleteProperty(env, key);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], { cwd: folder, env, encoding: 'utf8' });
  const report = readReport(file);
  if (report === null) throw new Error(`run: expected ${name} to report, it said:\n${stdout}\n${stderr}`);
  return { report, verdict: judge([{ name, report, isFine: status === 0 }], [], { isWhole: true }) };
}

const head = "import { expect, test } from 'vitest';\nlet tries = 0;\n";

test('Vitest: a broken test fails the run, a flaky one is named and doesn’t, and a file that can’t be loaded is a failure', () => {
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    `--root=${folder}`,
    '--retry=1',
    `--reporter=${join(root, 'bin/testing/vitest-reporter.mjs')}`,
  ];
  const flaky = run('vitest', { 'a.test.ts': `${head}test('at last', () => { tries += 1; expect(tries).toBe(2); });` }, args);
  expect(flaky.report.tests).toMatchObject([{ title: 'a.test.ts > at last', outcome: 'passed', tries: 2 }]);
  expect(flaky.verdict).toMatchObject({
    passed: 1,
    failed: 0,
    messages: ['flaky: a.test.ts > at last (2 tries)', expect.stringContaining('expected 1 to be 2')],
  });
  const broken = run(
    'vitest',
    {
      'b.test.ts': `${head}test('fine', () => {}); test.skip('left out', () => {}); test('never', () => expect(1).toBe(2));`,
      'c.test.ts': "import './not-there.ts';\nimport { test } from 'vitest';\ntest('unseen', () => {});",
    },
    args,
  );
  expect(broken.verdict).toMatchObject({ passed: 2, failed: 2 });
  expect(broken.verdict.failures.join('\n')).toMatch(/b\.test\.ts > never\n.*expected 1 to be 2[^]*vitest: c\.test\.ts\n.*not-there/);
});

test('Playwright: a broken test fails the run and stops those that depend on it; a flaky one is named and doesn’t', () => {
  const config = "export default { testDir: '.', testMatch: '*.spec.ts', retries: 2, workers: 1, projects: [{ name: 'desk' }] };";
  const args = [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config=playwright.config.ts',
    `--reporter=${join(root, 'bin/testing/playwright-reporter.mjs')}`,
  ];
  const start = "import { expect, test } from '@playwright/test';\n";
  const flaky = run(
    'browser',
    {
      'playwright.config.ts': config,
      'a.spec.ts': `${start}test.describe('a group', () => { test('at last', ({}, { retry }) => { expect(retry).toBe(1); }); });`,
    },
    args,
  );
  expect(flaky.report.tests).toMatchObject([{ title: 'a.spec.ts > a group > at last', project: 'desk', outcome: 'passed', tries: 2 }]);
  expect(flaky.verdict).toMatchObject({ passed: 1, failed: 0 });
  expect(flaky.verdict.messages).toEqual(['flaky: a.spec.ts > a group > at last [desk] (2 tries)', expect.stringContaining('Expected: 1')]);
  const serial = `${start}test.describe.configure({ mode: 'serial' });
    test('begins', () => {});
    test('never', async ({}, testInfo) => { await testInfo.attach('site log', { body: 'the disk is full' }); expect(1).toBe(2); });
    test('goes on', () => {});
    test.skip('left out', () => {});`;
  const broken = run('browser', { 'b.spec.ts': serial }, args);
  expect(broken.report.tests.map(({ title, outcome, tries }) => ({ title, outcome, tries }))).toEqual([
    { title: 'a.spec.ts > a group > at last', outcome: 'passed', tries: 2 },
    { title: 'b.spec.ts > begins', outcome: 'passed', tries: 1 },
    { title: 'b.spec.ts > never', outcome: 'failed', tries: 3 },
    { title: 'b.spec.ts > goes on', outcome: 'not run', tries: 0 },
    { title: 'b.spec.ts > left out', outcome: 'skipped', tries: 0 },
  ]);
  expect(broken.verdict).toMatchObject({ passed: 2, failed: 2 });
  expect(broken.verdict.failures[0]).toMatch(/b\.spec\.ts > never \[desk\][^]*at b\.spec\.ts:4[^]*the disk is full/);
});

test('a broken test fails the run in any package and in any part of the browser tests', () => {
  const packages = ['document', 'db', 'api', 'editor', 'ui', 'web', 'cli', 'bin'];
  const broken = `${head}test('broken', () => expect(1).toBe(2));`;
  mkdirSync(join(folder, 'bin/testing'), { recursive: true });
  for (const file of ['vitest.config.ts', 'bin/testing/temporary-folder.mjs']) copyFileSync(join(root, file), join(folder, file));
  const unit = run(
    'vitest',
    {
      'db/tests/start-test-server.ts': 'export default () => undefined;',
      ...Object.fromEntries(packages.map((name) => [`${name}/tests/broken.test.ts`, broken])),
    },
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--reporter=${join(root, 'bin/testing/vitest-reporter.mjs')}`],
  );
  expect(unit.verdict.failures.map((failure) => failure.split(' > ')[0] ?? '').toSorted()).toEqual(
    packages.map((name) => `${name}/tests/broken.test.ts`).toSorted(),
  );
  expect(unit.verdict).toMatchObject({ passed: 0, failed: packages.length });

  mkdirSync(join(folder, 'e2e'), { recursive: true });
  copyFileSync(join(root, 'e2e/playwright.config.ts'), join(folder, 'e2e/playwright.config.ts'));
  const journey = (tags: string) =>
    `import { expect, test } from '@playwright/test';\ntest('broken ${tags}', () => expect(1).toBe(2));\ntest('whole ${tags}', () => {});`;
  const browser = run(
    'browser',
    {
      'e2e/support/global-setup.ts': 'export default () => undefined;',
      'e2e/at-desk.spec.ts': journey(''),
      'e2e/on-phone.spec.ts': journey('@phone'),
      'e2e/own-alone.spec.ts': journey(''),
    },
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config=e2e/playwright.config.ts',
      `--reporter=${join(root, 'bin/testing/playwright-reporter.mjs')}`,
    ],
  );
  expect(browser.verdict.failures.map((failure) => failure.split('\n')[0])).toEqual([
    expect.stringMatching(/own-alone.spec.ts > broken .*\[own site\]/),
    expect.stringMatching(/at-desk.spec.ts > broken .*\[desk\]/),
    expect.stringMatching(/on-phone.spec.ts > broken .*\[desk\]/),
    expect.stringMatching(/on-phone.spec.ts > broken .*\[phone\]/),
  ]);
  expect(browser.verdict).toMatchObject({ passed: 4, failed: 4 });
});
