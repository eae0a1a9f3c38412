import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabase } from '@newline/db/start-database';
import { afterAll, beforeAll, expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../newline.mjs', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'newline-cli-'));
const dataDir = join(parent, 'data');

beforeAll(() => chmodSync(parent, 0o711));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

type Answer = { code: number | null; out: string; err: string };

/** Runs the command line as a person would, with nothing of this process' settings but what is given. */
function newline(args: string[], settings: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings };
    const child = spawn(process.execPath, [launcher, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const answer = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (answer.out += chunk));
    child.stderr.on('data', (chunk) => (answer.err += chunk));
    child.on('close', (code) => resolve({ code, ...answer }));
  });
}

test('help lists every command', async () => {
  const { code, out } = await newline([]);
  expect(code).toBe(0);
  for (const name of ['demo', 'demo:people [--json]', 'doctor', 'migrate', 'help'])
    expect(out).toMatch(new RegExp(`^  ${name.replace(/[[\]]/g, '\\$&')} `, 'm'));
});

test('An unknown command or option is told in a sentence', async () => {
  expect(await newline(['frobnicate'])).toEqual({ code: 1, out: '', err: 'There is no command frobnicate. `newline help` lists them.\n' });
  expect((await newline(['demo:people', '--jso'])).err).toMatch(/Unknown option '--jso'.*\nUsage: newline demo:people \[--json\]\n$/);
});

test('A setting that is wrong is told with its remedy', async () => {
  expect(await newline(['migrate'], { PORT: 'http' })).toEqual({
    code: 1,
    out: '',
    err: 'PORT: must be a whole number from 1 to 65535.\n',
  });
});

test('migrate makes the database, demo fills it once, and demo:people can then be asked', async () => {
  const migrated = await newline(['migrate']);
  expect(migrated).toMatchObject({ code: 0, out: 'The database is up to date.\n' });

  const before = await newline(['demo:people', '--json']);
  expect(before).toMatchObject({ code: 1, out: '' });
  expect(before.err).toMatch(/^The demo was not loaded into this database\./);

  const loaded = await newline(['demo']);
  expect(loaded).toMatchObject({ code: 0 });
  const again = await newline(['demo']);
  expect(again.code).toBe(1);
  expect(again.err).toMatch(/^The database has content, and the demo is only loaded into an empty one\./);

  const { code, out } = await newline(['demo:people', '--json']);
  expect(code).toBe(0);
  const people: unknown = JSON.parse(out);
  expect(people).toEqual(
    ['learner', 'anotherLearner', 'proLearner', 'author', 'admin'].map((role) =>
      expect.objectContaining({
        role,
        email: expect.stringMatching(/@/),
        password: expect.stringMatching(/.{12}/),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ),
  );
}, 120_000);

test('Beside a running site the command line uses its database and leaves it running', async () => {
  const { secretKey } = await import('@newline/api/env').then(({ readEnv }) => readEnv({ DATA_DIR: dataDir }));
  const site = await startDatabase({ dataDir, secretKey, log: () => undefined });
  try {
    expect(await newline(['demo:people'])).toMatchObject({ code: 0, err: '' });
    const { code, out } = await newline(['doctor']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {4}The embedded PostgreSQL, in use by the running site, answers/m);
    expect(out).toMatch(/^ok {4}Every migration was run$/m);
  } finally {
    await site.stop();
  }
});

test('The demo is refused where others can reach the site', async () => {
  const { code, err } = await newline(['demo'], { PUBLIC_URL: 'https://learn.example.com' });
  expect(code).toBe(1);
  expect(err).toMatch(/^The demo has accounts whose passwords can be worked out/);
});

test('doctor names what is missing and the remedy, and ends with 1', async () => {
  const { code, out } = await newline(['doctor'], {
    DATABASE_URL: 'postgres://owner:geheim@127.0.0.1:9/newline',
    PUBLIC_URL: 'https://learn.example.com',
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^fail {2}The server of DATABASE_URL\n {6}PostgreSQL cannot be reached at 127\.0\.0\.1:9/m);
  expect(out).toMatch(/^fail {2}SMTP_URL is not set\n {6}.*Set SMTP_URL/m);
  expect(out).not.toContain('geheim');
});

test('doctor asks the mail server for its greeting', async () => {
  const server = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const { out } = await newline(['doctor'], { SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect(out).toContain(`ok    Mail server 127.0.0.1:${port} answers`);
  } finally {
    server.close();
  }
});
