import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi, type Api } from '@newline/api/create-api';
import { createLog } from '@newline/api/log';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser } from '../browser.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';

let db: TestDatabase;
let door: FaultProxy;
let dataDir: string;
let api: Api;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  db = await startTestDatabase();
  door = await startFaultProxy(db.connections.app);
  dataDir = await mkdtemp(join(tmpdir(), 'newline-outage-'));
  const { owner, app: reader, auth, worker, direct } = db.connections;
  api = await createApi({
    env: {
      publicUrl: 'http://127.0.0.1',
      isProduction: false,
      dataDir,
      secretKey: db.secretKey,
      smtpUrl: null,
      mailFrom: 'no-reply@localhost',
      storage: { driver: 'local' },
      billing: { provider: 'manual', isGrantedAtOnce: false },
      newsletter: { provider: 'none', apiKey: null, listId: null },
      gitHub: null,
      fetchTestMap: new Map(),
      codeHost: { url: 'https://github.com', apiUrl: 'https://api.github.com', token: null },
    },
    connections: { owner, app: door.through(reader), auth: door.through(auth), worker: door.through(worker), direct: door.through(direct) },
    log: createLog('silent'),
  });
  app = fastify();
  await api.register(app);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await api.close();
  await door.shut().catch(() => undefined);
  await db.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const browser = () => new Browser(url, 'http://127.0.0.1');
const inside = /ECONN|127\.0\.0\.1:|PGSQL|password|newline_app|node_modules|at .*\.ts/;

test('without its database the API says so, and recovers automatically', async () => {
  expect((await browser().graphql('{ clipTotals { shorts } }')).status).toBe(200);
  await door.shut();

  expect((await browser().get('/healthz')).status).toBe(200);
  expect((await browser().get('/readyz')).status).toBe(503);
  const answers = [
    await browser().post('/graphql', { query: '{ clipTotals { shorts } }' }),
    // With a valid-looking session, the lookup of the viewer fails first.
    await browser().post('/graphql', { query: '{ viewer { id } }' }, { cookie: await genuineCookie() }),
  ];
  for (const answer of answers) {
    expect(answer.status, answer.text).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.json().errors?.[0]).toMatchObject({
      message: 'The database is not responding. Try again in a moment.',
      extensions: { code: 'UNAVAILABLE' },
    });
    expect(answer.text).not.toMatch(inside);
  }
  const signIn = await browser().post('/api/auth/sign-in/email', { email: 'a@example.com', password: 'correct horse battery' });
  expect(signIn.status, signIn.text).toBe(503);
  expect(signIn.headers.get('retry-after')).toBe('2');
  expect(signIn.json()).toMatchObject({ code: 'UNAVAILABLE' });
  expect(signIn.text).not.toMatch(inside);

  await door.open();
  await vi.waitFor(async () => expect((await browser().get('/readyz')).status).toBe(200), { timeout: 10_000 });
  await vi.waitFor(async () => expect((await browser().graphql('{ clipTotals { shorts } }')).errors).toBeUndefined(), { timeout: 10_000 });
  const heard = new Promise((resolve) => api.onTagsChanged(resolve));
  await vi.waitFor(
    async () => {
      await db.superuser.query(`select pg_notify('newline_tags', 'courses')`);
      await expect(Promise.race([heard, Promise.resolve('nothing yet')])).resolves.not.toBe('nothing yet');
    },
    { timeout: 10_000 },
  );
});

async function genuineCookie(): Promise<string> {
  const { createHmac } = await import('node:crypto');
  const signature = createHmac('sha256', db.secretKey).update('token').digest('base64');
  return `newline.session_token=${encodeURIComponent(`token.${signature}`)}`;
}
