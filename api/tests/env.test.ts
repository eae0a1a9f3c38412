import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv, withoutDemoFile, writeEnvExample } from '../src/env.ts';
import { muxKeys } from './videos/fake-mux.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'newline-env-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (variables: Record<string, string>) => readEnv({ DATA_DIR: dataDir, ...variables });

test('.env.example is generated from the schema', () => {
  const committed = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  expect(committed).toBe(writeEnvExample());
});

test('without any variable the site runs on this machine, with the demo', () => {
  const env = read({});
  expect(env).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    isProduction: false,
    isDemoWanted: true,
    trustProxy: 0,
  });
  expect(env.embedOrigin).toBe('http://127.0.0.1:3000');
});

test('an empty variable counts as unset', () => {
  expect(read({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: null });
});

test('PUBLIC_URL follows PORT and loses its trailing slash', () => {
  expect(read({ PORT: '3105' }).publicUrl).toBe('http://localhost:3105');
  expect(read({ PUBLIC_URL: 'https://learn.example.com/' }).publicUrl).toBe('https://learn.example.com');
});

test('all problems are listed together, each with its solution', () => {
  const bad = { PORT: '80000', DATABASE_URL: 'mysql://x', TRUST_PROXY: '-1', STORAGE_DRIVER: 'ftp', DEMO: 'yes', SECRET_KEY: 'short' };
  expect(() => read(bad)).toThrow(
    [
      '6 settings need a change:',
      '- PORT: must be a whole number from 1 to 65535.',
      '- DATABASE_URL: must be a URL such as postgres://user:password@host:5432/database.',
      '- DEMO: must be on, off or auto.',
      '- SECRET_KEY: must have at least 32 characters. Make one with: openssl rand -base64 32',
      '- TRUST_PROXY: must be a whole number from 0 to 10.',
      '- STORAGE_DRIVER: must be local or s3.',
    ].join('\n'),
  );
});

test('a CDN needs its URL and its token, which is only sent encrypted', () => {
  const [url, token] = ['https://cdn.example.com/purge', 'a-token-to-purge'];
  expect(read({}).cdn).toBeNull();
  expect(read({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }).cdn).toEqual({ provider: 'webhook', purgeUrl: url, token });
  expect(() => read({ CDN_PURGE_URL: url })).toThrow(/^CDN_PURGE_URL: also needs CDN_PURGE_TOKEN/);
  expect(() => read({ CDN_PURGE_TOKEN: token })).toThrow(/^CDN_PURGE_URL: also needs CDN_PURGE_TOKEN/);
  const plain = { CDN_PURGE_URL: 'http://cdn.example.com/purge', CDN_PURGE_TOKEN: token };
  expect(() => read({ PUBLIC_URL: 'https://learn.example.com', ...plain })).toThrow(/^CDN_PURGE_URL: must be an https URL/);
});

test('PGSSLROOTCERT applies to every database URL unless it says otherwise', () => {
  const file = join(dataDir, 'authority.pem');
  writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
  const databaseUrl = 'postgres://owner@db.example.com/site';
  const full = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
  const addressFor = (DATABASE_URL: string, PGSSLROOTCERT: string) => read({ DATABASE_URL, PGSSLROOTCERT }).database.databaseUrl;
  expect(addressFor(databaseUrl, file)).toBe(databaseUrl + full);
  expect(addressFor(databaseUrl, 'system')).toBe(`${databaseUrl}?sslmode=verify-full`);
  expect(addressFor(`${databaseUrl}?sslmode=disable`, file)).toBe(`${databaseUrl}?sslmode=disable`);
  expect(addressFor('postgres:///site?host=/run/postgresql', file)).toBe('postgres:///site?host=/run/postgresql');
  expect(read({ DATABASE_URL: databaseUrl, APP_DATABASE_URL: databaseUrl, PGSSLROOTCERT: file }).database.appDatabaseUrl).toBe(
    databaseUrl + full,
  );
  expect(() => addressFor(databaseUrl, join(dataDir, 'none.pem'))).toThrow(/^PGSSLROOTCERT: .*none\.pem can't be read\. Check the path/);
  writeFileSync(file, 'no certificate');
  expect(() => addressFor(databaseUrl, file)).toThrow(/^PGSSLROOTCERT: .* has no certificate\./);
  expect(() => read({ DATABASE_URL: `${databaseUrl}?sslrootcert=${file}` })).toThrow(/^DATABASE_URL: sslrootcert: .* has no certificate\./);
});

describe('a site that others can reach', () => {
  const production = { PUBLIC_URL: 'https://learn.example.com' };

  test.each([
    ['http://localhost', false],
    ['http://127.0.0.1:3105', false],
    ['http://[::1]:3105', false],
    ['http://site.localhost', false],
    ['https://learn.example.com', true],
    ['http://192.168.1.5', true],
    ['http://localhost.example.com', true],
    ['http://127.0.0.1.example.com', true],
  ])('%s is in production: %s', (address, isProduction) => {
    expect(read({ PUBLIC_URL: address }).isProduction).toBe(isProduction);
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.com'])('a site for this machine only doesn’t listen on %s', (host) => {
    expect(() => read({ HOST: host })).toThrow(/^HOST: .* lets other machines connect.*Set PUBLIC_URL/);
    expect(() => read({ HOST: host, PUBLIC_URL: 'http://127.0.0.1:3105' })).toThrow(/^HOST: /);
    expect(read({ ...production, HOST: host }).host).toBe(host);
    for (const own of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) expect(read({ HOST: own }).host).toBe(own);
  });

  test('shows no demo by default and refuses to turn it on', () => {
    expect(read(production).isDemoWanted).toBe(false);
    expect(() => read({ ...production, DEMO: 'on' })).toThrow(/^DEMO: .*loopback/);
  });

  test('refuses FETCH_TEST_MAP, which is allowed on a local machine', () => {
    const map = { FETCH_TEST_MAP: 'api.github.com=127.0.0.1:3301,youtube.com=127.0.0.1:3302' };
    expect(() => read({ ...production, ...map })).toThrow(/^FETCH_TEST_MAP: /);
    expect(read(map).fetchTestMap.get('youtube.com')).toBe('127.0.0.1:3302');
  });

  test('has no embed origin unless one on another host is set', () => {
    expect(read(production).embedOrigin).toBeNull();
    expect(read({ ...production, EMBED_ORIGIN: 'https://embeds.example.net' }).embedOrigin).toBe('https://embeds.example.net');
    expect(() => read({ ...production, EMBED_ORIGIN: 'https://learn.example.com:8443' })).toThrow(/^EMBED_ORIGIN: .*different host name/);
  });
});

test('the demo is for an embedded database unless it is requested', () => {
  const server = { DATABASE_URL: 'postgres://owner@localhost/newline' };
  expect(read(server).isDemoWanted).toBe(false);
  expect(read({ ...server, DEMO: 'on' }).isDemoWanted).toBe(true);
  expect(read({ DEMO: 'off' }).isDemoWanted).toBe(false);
});

test('a site that was started without a demo gets none later unless it is requested', () => {
  expect(read({}).isDemoWanted).toBe(true);
  writeFileSync(join(dataDir, withoutDemoFile), '');
  try {
    expect(read({}).isDemoWanted).toBe(false);
    expect(read({ DEMO: 'on' }).isDemoWanted).toBe(true);
  } finally {
    rmSync(join(dataDir, withoutDemoFile));
  }
});

test('metrics are off unless they have a port or a token, and other machines need the token', () => {
  expect(read({}).metrics).toBeNull();
  expect(read({ METRICS_HOST: '127.0.0.1' }).metrics).toBeNull();
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1', token: null });
  const token = '0123456789abcdef';
  expect(read({ METRICS_TOKEN: token }).metrics).toEqual({ port: null, host: '127.0.0.1', token });
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics?.host).toBe('0.0.0.0');
  expect(() => read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_HOST: 0.0.0.0 lets other machines connect.');
  expect(() => read({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT: must be another port than PORT.');
  expect(() => read({ METRICS_PORT: '0' })).toThrow('METRICS_PORT: must be a whole number from 1 to 65535.');
  expect(() => read({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN: must have at least 16 characters without spaces.');
});

test('traces are off without a collector, whose headers are read like OpenTelemetry does', () => {
  expect(read({}).tracing).toBeNull();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp/' };
  const url = 'https://collector.example.com/otlp/v1/traces';
  expect(read(endpoint).tracing).toEqual({ url, headers: {}, serviceName: 'newline', ratio: 1 });
  const all = {
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a=b,authorization=Bearer%20c',
    OTEL_SERVICE_NAME: 'academy',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  const headers = { 'x-key': 'a=b', authorization: 'Bearer c' };
  expect(read({ ...endpoint, ...all }).tracing).toEqual({ url, headers, serviceName: 'academy', ratio: 0.05 });
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https URL',
  );
  for (const wrong of ['key', 'key=', '=value', 'key=a b', 'a=b,c', 'key=%zz'])
    expect(() => read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: wrong })).toThrow('OTEL_EXPORTER_OTLP_HEADERS: must be name=value pairs');
  expect(() => read({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toThrow('OTEL_EXPORTER_OTLP_HEADERS: has no effect without');
  for (const wrong of ['2', '-1', '1.5', 'half'])
    expect(() => read({ OTEL_TRACES_SAMPLER_ARG: wrong })).toThrow('must be a number from 0 to 1');
});

test('GitHub needs both its ID and its secret', () => {
  expect(() => read({ GITHUB_CLIENT_ID: 'id' })).toThrow(/GITHUB_CLIENT_SECRET/);
  expect(read({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }).gitHub).toMatchObject({
    clientId: 'id',
    url: 'https://github.com',
  });
});

test('an owner’s URL without DATABASE_URL is refused', () => {
  expect(() => read({ APP_DATABASE_URL: 'postgres://app@localhost/newline' })).toThrow(/^APP_DATABASE_URL: .*DATABASE_URL/);
});

test('SECRET_KEY is created once, stored, and readable only by its owner', () => {
  const first = read({}).secretKey;
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(read({}).secretKey).toBe(first);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(read({ SECRET_KEY: 'x'.repeat(32) }).secretKey).toBe('x'.repeat(32));
});

test('a DATA_DIR that can’t be written is reported in one sentence', () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  expect(() => readEnv({ DATA_DIR: join(file, 'below') })).toThrow(
    /^DATA_DIR .* is not writable \(ENOTDIR\)\. Give this user write access, or set DATA_DIR to another folder\.$/,
  );
});

test('payments go through Stripe if both of its secrets are set, and are off otherwise @PAY-01', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_1234567890' };
  expect(read({}).billing).toEqual({ provider: 'manual', isGrantedAtOnce: true });
  expect(read({ PUBLIC_URL: 'https://learn.example.com' }).billing).toEqual({ provider: 'manual', isGrantedAtOnce: false });
  expect(read(keys).billing).toEqual({
    provider: 'stripe',
    secretKey: keys.STRIPE_SECRET_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    apiUrl: 'https://api.stripe.com',
  });
  expect(read({ ...keys, BILLING_PROVIDER: 'manual' }).billing).toMatchObject({ provider: 'manual' });
  expect(() => read({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toThrow(/STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY/);
  expect(() => read({ BILLING_PROVIDER: 'stripe' })).toThrow(/STRIPE_SECRET_KEY: is required/);
  expect(() => read({ STRIPE_SECRET_KEY: 'pk_test_1234567890' })).toThrow(/begins with sk_ or rk_/);
  expect(() => read({ ...keys, PUBLIC_URL: 'https://learn.example.com', STRIPE_API_URL: 'http://127.0.0.1:1' })).toThrow(
    /STRIPE_API_URL: is for tests only/,
  );
});

describe('videos are hosted by Mux if all of its keys are set', () => {
  const keys = {
    MUX_TOKEN_ID: muxKeys.tokenId,
    MUX_TOKEN_SECRET: muxKeys.tokenSecret,
    MUX_WEBHOOK_SECRET: muxKeys.webhookSecret,
    MUX_SIGNING_KEY: muxKeys.signingKeyId,
    MUX_PRIVATE_KEY: muxKeys.signingKeyBase64,
  };

  test('and by this site otherwise; videos that are at Mux keep playing', () => {
    expect(read({}).video).toMatchObject({ provider: 'local', mux: null });
    expect(read(keys).video).toMatchObject({
      provider: 'mux',
      mux: { tokenId: muxKeys.tokenId, streamUrl: 'https://stream.mux.com', imageUrl: 'https://image.mux.com' },
    });
    expect(read({ ...keys, VIDEO_PROVIDER: 'local' }).video).toMatchObject({ provider: 'local', mux: { tokenId: muxKeys.tokenId } });
  });

  test('the private key is accepted as Mux provides it, as PEM, or as PEM in one line', () => {
    for (const pem of [muxKeys.signingKeyBase64, muxKeys.signingKey, muxKeys.signingKey.replaceAll('\n', '\\n')])
      expect(read({ ...keys, MUX_PRIVATE_KEY: pem }).video.mux?.signingKey).toBe(muxKeys.signingKey);
    expect(() => read({ ...keys, MUX_PRIVATE_KEY: 'bm90IGEga2V5' })).toThrow(/^MUX_PRIVATE_KEY: must be the private key/);
  });

  test('an incomplete set is reported with what is missing', () => {
    for (const name of Object.keys(keys))
      expect(() => read({ ...keys, [name]: '' })).toThrow(new RegExp(`^${name}: is required for videos on Mux`));
    expect(() => read({ VIDEO_PROVIDER: 'mux' })).toThrow(/^5 settings need a change/);
    expect(() => read({ ...keys, PUBLIC_URL: 'https://learn.example.com', MUX_STREAM_URL: 'http://127.0.0.1:1' })).toThrow(
      /^MUX_STREAM_URL: must be an https URL/,
    );
  });
});
