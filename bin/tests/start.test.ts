import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'newline-start-'));
const dataDir = join(parent, 'data');
let port = 0;
let running: ChildProcess[] = [];

beforeAll(async () => {
  chmodSync(parent, 0o711);
  port = await freePort(18_000);
});
// Stops what a failed test left running, which would fail later tests.
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
});
afterAll(() => {
  rmSync(parent, { recursive: true, force: true });
});

/** `npm start` without npm: what its script runs. Settles when it is ready or has ended. */
async function start(
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<{ child: ChildProcess; output: string; code: number | null }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', ...settings };
  const child = spawn(process.execPath, ['bin/start.mjs', ...flags], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  await new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready http/m.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', () => resolve());
  });
  return { child, output, code: child.exitCode };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  running = running.filter((other) => other !== child);
  return child.exitCode;
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' })).status;
}

function postgresPid(): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

test('a first start creates everything, a second one nothing, and a signal stops all of it', async () => {
  const first = await start();
  expect(first.output).toContain('Creating a PostgreSQL database');
  expect(first.output).toMatch(/^Sign in as \S+@\S+ with the password \S+/m);
  expect(first.output).toMatch(new RegExp(`^ready http://localhost:${port}$`, 'm'));
  expect(first.output).not.toContain('no administrator');
  expect(await statusOf('/clips')).toBe(200);
  expect(await end(first.child, 'SIGTERM')).toBe(0);
  expect(postgresPid()).toBeNull();

  const second = await start();
  expect(second.output).not.toMatch(/Making|Building|Loading|Installing/);
  expect(await end(second.child, 'SIGINT')).toBe(0);
  expect(postgresPid()).toBeNull();
}, 120_000);

/** The link for the first administrator, from the file that a start outside a terminal writes. */
const firstAdminLink = (folder: string) => readFileSync(join(folder, 'first-administrator.txt'), 'utf8').trim();

test('a site without a demo prints a one-time link for its first administrator @AUTH-03', async () => {
  const folder = join(parent, 'bare');
  const { child, output } = await start({ DEMO: 'off', DATA_DIR: folder });
  const link = firstAdminLink(folder);
  expect(link).toMatch(/^http:\S+\/api\/first-admin\?token=[\w-]{43}$/);
  expect(output).toContain('first-administrator.txt');
  expect(output).not.toContain('first-admin?token=');
  expect(output).not.toContain('Sign in as');
  expect(await statusOf(link.slice(`http://localhost:${port}`.length))).toBe(200);
  expect(await end(child, 'SIGTERM')).toBe(0);
}, 60_000);

// Its first page takes a quarter of a minute.
test.runIf(process.env['NEWLINE_TEST_FULL'])('with --dev the pages are served from their sources', async () => {
  const folder = join(parent, 'own-dev');
  const { child } = await start({ DEMO: 'off', DATA_DIR: folder, NODE_ENV: 'development' }, ['--dev']);
  const answer = await fetch(`http://localhost:${port}/courses`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('import("/app/entry.client.tsx")');
  expect(await statusOf('/app/entry.client.tsx')).toBe(200);
  expect(await end(child, 'SIGTERM')).toBe(0);
});

test('with --empty a new site has no demo, even after restarts, and an existing one stays as it is', async () => {
  const folder = { DATA_DIR: join(parent, 'own') };
  const first = await start(folder, ['--empty']);
  expect(firstAdminLink(folder.DATA_DIR)).toContain('first-admin?token=');
  expect(first.output).not.toMatch(/Loading the demo|Sign in as/);
  await end(first.child, 'SIGTERM');
  const later = await start(folder);
  expect(firstAdminLink(folder.DATA_DIR)).toContain('first-admin?token=');
  expect(later.output).not.toMatch(/Loading the demo|Sign in as/);
  await end(later.child, 'SIGTERM');
  await end((await start()).child, 'SIGTERM');
  const there = await start({}, ['--empty']);
  expect(there.output).toContain(`There is a site in ${dataDir} already, so --empty changes nothing.`);
  await end(there.child, 'SIGTERM');
}, 120_000);

test('after kill -9 the next start is clean', async () => {
  const killed = await start();
  await end(killed.child, 'SIGKILL');
  const orphanPid = postgresPid();
  const next = await start();
  expect(next.output).toContain('Stopping the PostgreSQL server that an earlier run left behind');
  expect(await statusOf('/')).toBe(200);
  expect(postgresPid()).not.toBe(orphanPid);
  await end(next.child, 'SIGTERM');
}, 60_000);

test('a port in use is reported in one sentence', async () => {
  const blocker = createServer().listen(port, '127.0.0.1');
  await once(blocker, 'listening');
  try {
    const { output, code } = await start();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^Port ${port} is in use\\. [^\\n]+\\n$`));
  } finally {
    blocker.close();
  }
}, 30_000);

test('a read-only folder is reported in one sentence', async () => {
  writeFileSync(join(parent, 'a-file'), '');
  const { output, code } = await start({ DATA_DIR: join(parent, 'a-file', 'data') });
  expect(code).toBe(1);
  expect(output).toMatch(/^DATA_DIR \S+ is not writable \(ENOTDIR\)\. [^\n]+\n$/);
}, 30_000);

test.runIf(process.platform === 'linux')(
  'a folder that can’t be created is reported, and the start ends',
  async () => {
    const { output, code } = await start({ DATA_DIR: '/proc/newline/data' });
    expect(code).toBe(1);
    expect(output).toMatch(/^DATA_DIR \S+ is not writable \((ENOENT|EACCES)\)\. [^\n]+\n$/);
  },
  30_000,
);

test('all invalid settings are reported together', async () => {
  const { output, code } = await start({ TRUST_PROXY: 'yes', DEMO: 'perhaps' });
  expect(code).toBe(1);
  expect(output).toMatch(/^2 settings need a change:\n- DEMO: [^\n]+\n- TRUST_PROXY: [^\n]+\n$/);
}, 30_000);

test('an unavailable server is reported in one sentence', async () => {
  const { output, code } = await start({ DATABASE_URL: 'postgres://owner:geheim@127.0.0.1:9/newline' });
  expect(code).toBe(1);
  expect(output).toMatch(/^Cannot connect to PostgreSQL at 127\.0\.0\.1:9, database newline as owner: [^\n]+\n$/);
}, 30_000);
