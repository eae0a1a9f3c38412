import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@newline/api/env';
import { createTestAuthority } from '@newline/db/test-certificates';
import { expect, onTestFinished, test } from 'vitest';
import { checkPublicUrl } from '../../src/doctor/check-public-url.ts';

const healthy: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The settings of a site at this URL; a loopback one counts as production here. */
const siteAt = (publicUrl: string) => ({ ...readEnv({ SECRET_KEY: 'a'.repeat(32) }), publicUrl, isProduction: true });

test('a site for this machine alone isn’t requested', async () => {
  expect(await checkPublicUrl({ ...siteAt('http://127.0.0.1:9'), isProduction: false })).toEqual([]);
});

test('a site that answers at PUBLIC_URL is fine, and the clock is compared', async () => {
  const url = `http://127.0.0.1:${await listen(createPlain(healthy))}`;
  const agreeing = { state: 'ok', what: `The clock agrees with the server of ${url}` };
  expect(await checkPublicUrl(siteAt(url))).toEqual([{ state: 'ok', what: `${url} answers` }, agreeing]);
  const [, ahead] = await checkPublicUrl(siteAt(url), () => Date.now() + 90_000);
  expect(ahead).toMatchObject({
    state: 'fail',
    what: expect.stringMatching(/^The clock is (?:89|90|91) s ahead of the server of/) as string,
  });
});

test('another server, a proxy that doesn’t reach the site, and no answer are told apart', async () => {
  const other = `http://127.0.0.1:${await listen(createPlain((_request, response) => void response.end('Welcome to nginx!')))}`;
  expect(await checkPublicUrl(siteAt(other))).toMatchObject([{ state: 'fail', what: `${other}: another server answers (status 200)` }]);
  const proxy = `http://127.0.0.1:${await listen(createPlain((_request, response) => void response.writeHead(502).end()))}`;
  expect(await checkPublicUrl(siteAt(proxy))).toMatchObject([
    { state: 'warn', what: `${proxy}: the proxy answers 502, because it does not reach the site` },
  ]);
  expect(await checkPublicUrl(siteAt('http://127.0.0.1:9'))).toMatchObject([
    {
      state: 'warn',
      what: expect.stringContaining('http://127.0.0.1:9: no answer') as string,
      remedy: expect.stringContaining('DNS') as string,
    },
  ]);
});

test('a certificate that isn’t trusted is a problem; a trusted one shows its remaining days', async () => {
  const authority = createTestAuthority('Test Authority');
  const { certificate, key } = authority.issue('localhost');
  const url = `https://localhost:${await listen(createTls({ cert: certificate, key }, healthy))}`;
  expect(await checkPublicUrl(siteAt(url))).toMatchObject([
    { state: 'fail', what: expect.stringMatching(/: the certificate is not valid: /) as string },
  ]);
  // Node reads the authorities that it trusts when it starts.
  const folder = mkdtempSync(join(tmpdir(), 'newline-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'authority.pem'), authority.certificate);
  const script = `import { checkPublicUrl } from ${JSON.stringify(new URL('../../src/doctor/check-public-url.ts', import.meta.url).href)};
    console.log(JSON.stringify(await checkPublicUrl({ publicUrl: ${JSON.stringify(url)}, isProduction: true, trustProxy: 0, secretKey: 'a key' })));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const findings = JSON.parse(output) as { state: string; what: string }[];
  expect(findings[0]).toEqual({ state: 'ok', what: `${url} answers` });
  expect(findings[1]).toMatchObject({ state: 'ok', what: expect.stringMatching(/^The certificate is valid for \d{4} days$/) as string });
});
