import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveCheck } from '@newline/api/features/exercise-checks/serve-check';
import type { ExerciseCheck } from '@newline/api/rules/exercise-check';
import { exerciseCheckLimits } from '@newline/api/rules/limits/exercise-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { exerciseNode } from './exercise-nodes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newline-runner-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['check.js', 'worker-abc.js', 'python.wasm']) await writeFile(join(folder, 'assets', name), name);
  await writeFile(join(folder, 'secret.js'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

async function start() {
  const results: Record<string, ExerciseCheck> = {};
  const runner = { release: 'r', folder, script: '/assets/check.js' };
  const server = await serveCheck(runner, [{ id: 'one', node: exerciseNode('one', { solution: '</script>' }) }], (id, check) => {
    if (results[id]) throw new Error('expected one result');
    results[id] = check;
  });
  onTestFinished(() => server.close());
  const { port, pathname } = new URL(server.url);
  /** Sends a request with the path and the host exactly as given. */
  const ask = (path: string, { host = `127.0.0.1:${port}`, method = 'GET', body = '' } = {}) =>
    new Promise<{ status: number; policy: string; text: string }>((resolve, reject) => {
      const headers = { host, ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }) };
      const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, policy: String(incoming.headers['content-security-policy'] ?? ''), text }),
        );
      });
      outgoing.on('error', reject).end(body);
    });
  return { server, results, ask, port, pathname };
}

test('the page with the exercises, which may be drafts, is sent once, and to its own name only @PRACTICE-02', async () => {
  const { server, ask, port, pathname } = await start();
  for (const path of ['/', '/check/', `${pathname}x`, '/exercises']) expect((await ask(path)).status, path).toBe(404);
  for (const host of [`localhost:${port}`, 'newline.example', `127.0.0.1:${Number(port) + 1}`, `evil.example:${port}`])
    expect((await ask(pathname, { host })).status, host).toBe(404);
  expect((await ask(pathname, { method: 'POST' })).status).toBe(404);
  expect(server.isOpened()).toBe(false);
  const page = await ask(pathname);
  expect([page.status, server.isOpened()]).toEqual([200, true]);
  expect(page.policy).toContain(`frame-src http://localhost:${port}/embed/run/;`);
  expect(page.policy).toContain("default-src 'none'");
  // Text of an exercise doesn't end the element that it's in.
  expect(page.text.split('</script>')).toHaveLength(3);
  expect((await ask(pathname)).status).toBe(404);
});

test('the sandbox has the pages of readers, under another name, and nothing else @PRACTICE-02', async () => {
  const { ask, port, pathname } = await start();
  const sandbox = { host: `localhost:${port}` };
  for (const name of ['console', 'engine', 'page']) {
    const page = await ask(`/embed/run/${name}`, sandbox);
    expect(page.status).toBe(200);
    expect(page.policy).toMatch(/connect-src 'none'.*sandbox allow-scripts$/);
    expect(page.policy).toContain(`frame-ancestors http://127.0.0.1:${port};`);
  }
  for (const path of [pathname, '/assets/check.js', '/embed/run/other', '/results/'])
    expect((await ask(path, sandbox)).status, path).toBe(404);
  expect((await ask('/embed/run/console')).status).toBe(404);
});

test('only built files are sent, with the policies of the site @PRACTICE-02', async () => {
  const { ask } = await start();
  expect(await ask('/assets/check.js')).toMatchObject({ status: 200, text: 'check.js', policy: '' });
  expect((await ask('/assets/worker-abc.js')).policy).toContain("'wasm-unsafe-eval'");
  expect((await ask('/assets/python.wasm')).status).toBe(200);
  for (const path of ['/assets/../secret.js', '/assets/%2e%2e/secret.js', '/assets//check.js', '/secret.js', '/assets/none.js'])
    expect((await ask(path)).status, path).toBe(404);
});

test('a result is taken once, from the page alone, and within its limits @PRACTICE-02', async () => {
  const { server, results, ask, port, pathname } = await start();
  const { text } = await ask(pathname);
  const [, path = ''] = /"results":"([^"]+)"/.exec(text) ?? [];
  const result = {
    id: 'one',
    verdict: 'SOLUTION_FAILS',
    reason: 'x'.repeat(5000),
    failedTests: Array.from({ length: 50 }, (_, at) => `${at}\0`.repeat(300)),
  };
  const post = (body: unknown, options = {}) => ask(path, { method: 'POST', body: JSON.stringify(body), ...options });
  expect((await post(result, { host: `localhost:${port}` })).status).toBe(404);
  expect((await ask('/results/guess', { method: 'POST', body: JSON.stringify(result) })).status).toBe(404);
  for (const wrong of [{}, { ...result, verdict: 'FINE' }, { ...result, failedTests: 'all' }, 'text'])
    expect((await post(wrong)).status).toBe(400);
  await post({ ...result, id: 'another' });
  expect(results).toEqual({});
  expect((await post(result)).status).toBe(204);
  await post({ ...result, verdict: 'PASSES' });
  const { checkReason, checkedTests, checkedTestName } = exerciseCheckLimits;
  expect(results['one']?.verdict).toBe('SOLUTION_FAILS');
  expect(results['one']?.reason?.length).toBe(checkReason);
  expect(results['one']?.failedTests.length).toBe(checkedTests);
  expect(Math.max(...(results['one']?.failedTests ?? []).map(({ length }) => length))).toBe(checkedTestName);
  expect(JSON.stringify(results)).not.toContain('\\u0000');
  await post({ isOver: true });
  await server.isOver;
});
