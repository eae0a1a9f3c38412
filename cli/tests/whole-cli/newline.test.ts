import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from '@newline/db/start-database';
import { withClient } from '@newline/db/with-client';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runNewline } from '../run-newline.ts';
import { muxKeys, startFakeMux } from '../../../api/tests/videos/fake-mux.ts';

const parent = mkdtempSync(join(tmpdir(), 'newline-cli-'));
const dataDir = join(parent, 'data');

beforeAll(() => chmodSync(parent, 0o711));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const newline = (args: string[], settings: Record<string, string> = {}) => runNewline(args, { DATA_DIR: dataDir, ...settings });

/** The SECRET_KEY that the first run created. */
async function keyOf(folder: string): Promise<string> {
  const { readEnv } = await import('@newline/api/env');
  return readEnv({ DATA_DIR: folder }).secretKey;
}

test('help lists every command', async () => {
  const { code, out } = await newline([]);
  expect(code).toBe(0);
  for (const name of [
    'demo',
    'demo:people [--json]',
    'doctor',
    'setup',
    'export <permalink> <folder|zip>',
    'import <folder|zip> --as',
    'exercises check',
    'migrate',
    'backup <file>',
    'restore [--replace] <file>',
    'export-me <username> <file>',
    'sign-in-link <username>',
    'remove-second-step <username>',
    'second-step-optional',
    'version',
    'help',
  ])
    expect(out).toMatch(new RegExp(`^  ${name.replace(/[[\]|]/g, '\\$&')} `, 'm'));
});

test('--version is the version of the release, which every package has', async () => {
  const manifestOf = (folder: string): { version: string; workspaces?: string[] } =>
    JSON.parse(readFileSync(new URL(`../../../${folder}/package.json`, import.meta.url), 'utf8'));
  const { version, workspaces = [] } = manifestOf('.');
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(await newline(['--version'])).toEqual({ code: 0, out: `newline ${version}\n`, err: '' });
  expect(await newline(['version'])).toMatchObject({ out: `newline ${version}\n` });
  for (const workspace of workspaces) expect([workspace, manifestOf(workspace).version]).toEqual([workspace, version]);
});

test('an unknown command or option is reported in a sentence', async () => {
  expect(await newline(['frobnicate'])).toEqual({
    code: 1,
    out: '',
    err: 'Unknown command: frobnicate. Run `newline help` to list the commands.\n',
  });
  expect((await newline(['demo:people', '--jso'])).err).toMatch(/Unknown option '--jso'.*\nUsage: newline demo:people \[--json\]\n$/);
});

test('an invalid setting is reported with its solution', async () => {
  expect(await newline(['migrate'], { PORT: 'http' })).toEqual({
    code: 1,
    out: '',
    err: 'PORT: must be a whole number from 1 to 65535.\n',
  });
});

test('migrate creates the database, demo fills it once, and demo:people then lists its users', async () => {
  const migrated = await newline(['migrate']);
  expect(migrated).toMatchObject({ code: 0, out: 'The database is up to date.\n' });

  const before = await newline(['demo:people', '--json']);
  expect(before).toMatchObject({ code: 1, out: '' });
  expect(before.err).toMatch(/^This database does not contain the demo\./);

  const loaded = await newline(['demo']);
  expect(loaded).toMatchObject({ code: 0 });
  const again = await newline(['demo']);
  expect(again.code).toBe(1);
  expect(again.err).toMatch(/^The database already has content, and the demo needs an empty one\./);

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

test('export writes a course as a folder, and import reads it, and an mdBook, back @STUDIO-01', async () => {
  const { secretKey } = await import('@newline/api/env').then(({ readEnv }) => readEnv({ DATA_DIR: dataDir }));
  // Next to a running site a command starts no server of its own.
  const site = await startDatabase({ dataDir, secretKey, log: () => undefined });
  onTestFinished(() => site.stop());
  const folder = join(parent, 'shell');
  const archive = join(parent, 'shell.zip');
  expect(await newline(['export', '/courses/a-shell-of-ones-own', folder])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Wrote \d+ files to /),
  });
  expect((await newline(['export', '/courses/a-shell-of-ones-own', folder])).err).toMatch(/is not empty\. Choose a new or empty folder/);
  expect(await newline(['export', 'courses/a-shell-of-ones-own', archive])).toMatchObject({ code: 0 });
  expect((await newline(['export', '/courses/none', archive])).err).toBe('There is no course or book with an author at /courses/none.\n');

  const author =
    (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { contributors: { username: string }[] }).contributors[0]
      ?.username ?? '';
  const dryRun = await newline(['import', folder, '--as', author, '--dry-run']);
  expect(dryRun).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Would update the course ".+" at \/courses\/a-shell-of-ones-own: 9 lessons, 0 of them new, \d+ images\.$/m),
  });
  const fromFolder = await newline(['import', folder, '--as', author]);
  expect(fromFolder.out).toMatch(/^Updated the course .+: 9 lessons, 0 of them new/m);
  expect((await newline(['import', archive, '--as', author, '--into', 'book'])).out).toMatch(
    /^Created the book .+ at \/books\/.+: 9 chapters, 9 of them new/m,
  );

  const book = join(parent, 'book');
  mkdirSync(join(book, 'src'), { recursive: true });
  writeFileSync(join(book, 'book.toml'), '[book]\ntitle = "Kettles"');
  writeFileSync(join(book, 'src/SUMMARY.md'), '- [One](one.md)\n- [Draft]()');
  writeFileSync(join(book, 'src/one.md'), '# One\n\n[gone](gone.md)');
  expect(await newline(['import', book, '--as', author])).toEqual({
    code: 0,
    err: '',
    out: `Lost (1):
src/one.md:3  The link to "gone.md" is removed, and its text is kept: there is no such file.
For your information (1):
src/SUMMARY.md:2  "Draft" is a draft, so its chapter has no text.
Created the book "Kettles" at /books/kettles: 2 chapters, 2 of them new, 0 images.
`,
  });
  expect((await newline(['import', book])).err).toBe('Missing --as <username>: an author of the title, or an administrator.\n');
  expect((await newline(['import', book, '--as', 'nobody-at-all'])).err).toBe('There is no user named nobody-at-all.\n');
  expect((await newline(['import', join(parent, 'none'), '--as', author])).err).toMatch(/^There is no folder or archive at /);
  const empty = join(parent, 'empty');
  mkdirSync(empty);
  symlinkSync(folder, join(empty, 'link'));
  expect(await newline(['import', empty, '--as', author])).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/link/) });
}, 120_000);

test('export-me writes what a user could download, and never overwrites a file @AUTH-04', async () => {
  const file = join(parent, 'ada.json');
  const { out: people } = await newline(['demo:people', '--json']);
  const [learner] = JSON.parse(people) as { email: string; id: string }[];
  const site = await startDatabase({ dataDir, secretKey: await keyOf(dataDir), log: () => undefined });
  let username = '';
  try {
    const { rows } = await withClient(site.connections.owner, (owner) =>
      owner.query<{ username: string }>('select username from app_public.users where id = $1', [learner?.id]),
    );
    username = rows[0]?.username ?? '';
    expect(await newline(['export-me', username, file])).toMatchObject({ code: 0, out: `${file}: all data stored about ${username}.\n` });
  } finally {
    await site.stop();
  }
  const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(data).toMatchObject({
    email: learner?.email,
    users: [{ id: learner?.id, username }],
    enrollments: expect.arrayContaining([expect.objectContaining({ user_id: learner?.id })]),
  });
  expect(await newline(['export-me', username, file])).toMatchObject({ code: 1, err: expect.stringMatching(/^Cannot write .*: EEXIST/) });
  expect(await newline(['export-me', 'nobody-of-that-name', file])).toMatchObject({
    code: 1,
    err: 'There is no user named nobody-of-that-name.\n',
  });
  expect(await newline(['export-me', username])).toMatchObject({
    code: 1,
    err: 'Expected <username> and <file>, got 1 argument.\nUsage: newline export-me <username> <file>\n',
  });
}, 60_000);

test('removing a lost second step and the rule for administrators works in the terminal, and the audit log records it @LOGIN-01', async () => {
  const { out: people } = await newline(['demo:people', '--json']);
  const admin = (JSON.parse(people) as { role: string; id: string }[]).find(({ role }) => role === 'admin');
  const site = await startDatabase({ dataDir, secretKey: await keyOf(dataDir), log: () => undefined });
  try {
    const { username, done } = await withClient(site.connections.owner, async (owner) => {
      const { rows } = await owner.query<{ username: string }>('select username from app_public.users where id = $1', [admin?.id]);
      await owner.query(`insert into auth.passkeys (user_id, credential_id, public_key, name) values ($1, 'lost', '', 'Phone')`, [
        admin?.id,
      ]);
      await owner.query('update auth.sign_in_rules set admins_need_second_step = true');
      const name = rows[0]?.username ?? '';
      const lines = [
        await newline(['remove-second-step', name]),
        await newline(['remove-second-step', name]),
        await newline(['remove-second-step', 'nobody-of-that-name']),
        await newline(['second-step-optional']),
        await newline(['sign-in-link', name]),
        await newline(['sign-in-link', 'nobody-of-that-name']),
      ];
      return { username: name, done: lines };
    });
    expect(done).toMatchObject([
      { code: 0, out: `${username} can sign in without a second step, and is signed out everywhere.\n` },
      { code: 1, err: `${username} has no two-step sign-in and no passkeys.\n` },
      { code: 1, err: 'There is no user named nobody-of-that-name.\n' },
      { code: 0, out: 'Administrators can sign in without a second step.\n' },
      {
        code: 0,
        out: expect.stringMatching(/^http:\/\/localhost:3000\/api\/auth\/magic-link\/verify\?token=[\w-]{43}&callbackURL=%2Fadmin\n$/),
      },
      { code: 1, err: 'There is no user named nobody-of-that-name.\n' },
    ]);
    const state = await withClient(site.connections.owner, (owner) =>
      owner.query(`select (select count(*)::int from auth.passkeys) as passkeys, r.admins_need_second_step as rule,
        (select array_agg(l.action order by l.id) from app_public.audit_log l where l.user_id is null and l.action in ('person.remove_second_step', 'security.change')) as lines
        from auth.sign_in_rules r`),
    );
    expect(state.rows).toEqual([{ passkeys: 0, rule: false, lines: ['person.remove_second_step', 'security.change'] }]);
  } finally {
    await site.stop();
  }
}, 120_000);

test('next to a running site, commands use its database and keep it running', async () => {
  const { secretKey } = await import('@newline/api/env').then(({ readEnv }) => readEnv({ DATA_DIR: dataDir }));
  const site = await startDatabase({ dataDir, secretKey, log: () => undefined });
  try {
    expect(await newline(['demo:people'])).toMatchObject({ code: 0, err: '' });
    const { code, out } = await newline(['doctor']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {4}Embedded PostgreSQL \(used by the running site\) responds/m);
    expect(out).toMatch(/^ok {4}All migrations have run$/m);
    expect(out).toMatch(/^ok {4}The oldest due job has been waiting for \d+ s$/m);
  } finally {
    await site.stop();
  }
});

test('the demo is refused where others can reach the site', async () => {
  const { code, err } = await newline(['demo'], { PUBLIC_URL: 'https://learn.example.com' });
  expect(code).toBe(1);
  expect(err).toMatch(/^The demo’s passwords can be computed by anyone/);
});

test('before the first start, doctor says what will be created', async () => {
  const server = await startDatabase({
    dataDir: join(parent, 'new-server'),
    secretKey: 'a key of another site'.repeat(2),
    log: () => undefined,
  });
  onTestFinished(server.stop);
  const { owner } = server.connections;
  await withClient(owner, (client) => client.query('create database new_site'));
  const settings = {
    DATABASE_URL: owner.connectionString.replace(/\/newline\?/, '/new_site?'),
    SECRET_KEY: 'a key of another site'.repeat(2),
    DATA_DIR: join(parent, 'new-data'),
  };
  const { out } = await newline(['doctor'], settings);
  expect(out).toMatch(/^warn {2}DATA_DIR \S+new-data does not exist yet\n {6}The first start creates it\.$/m);
  expect(out).toMatch(/^warn {2}The database is empty\n {6}The first start creates all tables \(\d+ migrations\) and the job queue\.$/m);
  expect(out).toMatch(/^ok {4}The clock agrees with the database server$/m);
  expect(out).not.toMatch(/^fail/m);
});

test('doctor lists what is missing with the solution, and exits with 1', async () => {
  const { code, out } = await newline(['doctor'], {
    DATABASE_URL: 'postgres://owner:geheim@127.0.0.1:9/newline',
    PUBLIC_URL: 'https://learn.example.com',
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^fail {2}The server in DATABASE_URL\n {6}Cannot connect to PostgreSQL at 127\.0\.0\.1:9/m);
  expect(out).toMatch(/^fail {2}SMTP_URL is not set\n {6}.*Set SMTP_URL/m);
  expect(out).not.toContain('geheim');
});

test('doctor shows the payment provider, and whether Stripe accepts the key and reports here @PAY-01', async () => {
  let answer = {
    status: 200,
    body: '{"object":"list","data":[{"object":"webhook_endpoint","url":"http://localhost:3000/webhooks/stripe","status":"enabled"}]}',
  };
  const fake = createHttpServer((_request, response) =>
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body),
  );
  await once(fake.listen(0, '127.0.0.1'), 'listening');
  const { port } = fake.address() as AddressInfo;
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_canarykey000',
    STRIPE_WEBHOOK_SECRET: 'whsec_canary00000',
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
  };
  try {
    const { out: plain } = await newline(['doctor']);
    expect(plain).toContain('ok    Payments: none; the demo grants access');
    expect(plain).toContain('ok    Newsletter: subscribers are stored here only');
    const output = (await newline(['doctor'], settings)).out;
    expect(output).toContain('ok    Payments: Stripe, in test mode, webhook http://localhost:3000/webhooks/stripe');
    expect(output).not.toContain('canary');
    answer = { status: 200, body: '{"object":"list","data":[]}' };
    expect((await newline(['doctor'], settings)).out).toContain(
      'warn  Payments: Stripe, in test mode has no webhook for http://localhost:3000/webhooks/stripe',
    );
    answer = { status: 401, body: '{"error":{"type":"invalid_request_error","message":"Invalid API Key provided."}}' };
    expect((await newline(['doctor'], settings)).out).toContain('fail  Payments: Stripe, in test mode rejects the key');
  } finally {
    fake.close();
  }
});

test('doctor shows whether Mux accepts the token, and its webhook URL', async () => {
  expect((await newline(['doctor'])).out).toContain('ok    Videos: stored and served here');
  const mux = await startFakeMux();
  const settings = {
    FETCH_TEST_MAP: `api.mux.com=${mux.target}`,
    MUX_TOKEN_ID: muxKeys.tokenId,
    MUX_TOKEN_SECRET: muxKeys.tokenSecret,
    MUX_WEBHOOK_SECRET: muxKeys.webhookSecret,
    MUX_SIGNING_KEY: muxKeys.signingKeyId,
    MUX_PRIVATE_KEY: muxKeys.signingKeyBase64,
  };
  try {
    const { out } = await newline(['doctor'], settings);
    expect(out).toContain('ok    Videos: Mux, token accepted; set its webhook to http://localhost:3000/webhooks/mux');
    expect(out).not.toContain('canary');
    const refused = await newline(['doctor'], { ...settings, MUX_TOKEN_SECRET: 'another' });
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('fail  Videos: Mux: the token is rejected\n      Check MUX_TOKEN_ID and MUX_TOKEN_SECRET');
    mux.trouble = 500;
    expect((await newline(['doctor'], settings)).out).toContain('warn  Videos: Mux: Mux responded with 500');
  } finally {
    await mux.stop();
  }
});

test('doctor checks the mail server', async () => {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], logger: false });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  try {
    const { out } = await newline(['doctor'], { SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect(out).toContain(`ok    Mail server 127.0.0.1:${port} accepts a connection without a user`);
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});
