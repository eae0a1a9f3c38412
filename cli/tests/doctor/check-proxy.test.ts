import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { doctorHeader, isDoctorToken } from '@newline/api/proxy-report';
import { trustProxies } from '@newline/api/trust-proxies';
import { expect, onTestFinished, test } from 'vitest';
import { proxyFindings } from '../../src/doctor/check-proxy.ts';
import { checkPublicUrl } from '../../src/doctor/check-public-url.ts';

const secretKey = 'a key of the tests of proxies, which nobody else knows';

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Starts a site that trusts this many proxies, as the real one does, and answers the doctor. */
function startSite(trustProxy: number): Promise<number> {
  const trusts = trustProxies(trustProxy);
  return listen(({ url, headers, socket }, response) => {
    if (url !== '/readyz' || !isDoctorToken(secretKey, headers[doctorHeader])) return void response.end('{"status":"ok"}');
    const forwardedFor = String(headers['x-forwarded-for'] ?? '')
      .split(/, */)
      .filter(Boolean);
    let ip = socket.remoteAddress ?? '';
    for (const [hop, address] of forwardedFor.toReversed().entries()) if (trusts !== false && trusts(ip, hop)) ip = address;
    const forwardedProto = headers['x-forwarded-proto'] ?? null;
    const proxy = {
      protocol: trusts === false ? 'http' : (forwardedProto ?? 'http'),
      ip,
      host: headers.host ?? null,
      forwardedProto,
      forwardedFor,
    };
    response.end(JSON.stringify({ status: 'ok', proxy }));
  });
}

/** Starts a proxy in front of a port, which sends these headers. `from` is the address from which it was asked. */
function startProxy(
  port: number,
  from: string,
  change: (headers: IncomingHttpHeaders, from: string) => IncomingHttpHeaders = usual,
): Promise<number> {
  return listen((incoming, outgoing) => {
    const sent = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers: change(incoming.headers, from) },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(sent);
  });
}

const usual = (headers: IncomingHttpHeaders, from: string): IncomingHttpHeaders => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], from].filter(Boolean).join(', '),
  'x-forwarded-proto': 'http',
});
const without =
  (name: string) =>
  (headers: IncomingHttpHeaders, from: string): IncomingHttpHeaders =>
    Object.fromEntries(Object.entries(usual(headers, from)).filter(([each]) => each !== name));

/** What the doctor says about proxies, beside that the site answers and the clock. */
async function findingsAt(port: number) {
  const publicUrl = `http://127.0.0.1:${port}`;
  return (await checkPublicUrl({ publicUrl, isProduction: true, trustProxy: 1, secretKey })).slice(2);
}

const visitor = '198.51.100.7';
const fine = [{ state: 'ok', what: 'The site sees the protocol, the host and the IP address of visitors' }];

test('no proxy, one, and two are fine with the right TRUST_PROXY @RUN-02', async () => {
  expect(await findingsAt(await startSite(0))).toEqual(fine);
  expect(await findingsAt(await startProxy(await startSite(1), visitor))).toEqual(fine);
  expect(await findingsAt(await startProxy(await startProxy(await startSite(2), '203.0.113.9'), visitor))).toEqual(fine);
  // One that replaces the header.
  const replaces = (headers: IncomingHttpHeaders, from: string) => ({ ...usual(headers, from), 'x-forwarded-for': from });
  expect(await findingsAt(await startProxy(await startSite(1), visitor, replaces))).toEqual(fine);
});

test('a missing or wrong TRUST_PROXY is a problem, with the right number', async () => {
  expect(await findingsAt(await startProxy(await startSite(0), visitor))).toMatchObject([
    {
      state: 'fail',
      what: expect.stringMatching(/^TRUST_PROXY is 0, and the site is behind a proxy/) as string,
      remedy: expect.stringContaining('TRUST_PROXY=1') as string,
    },
  ]);
  expect(await findingsAt(await startProxy(await startSite(2), visitor))).toMatchObject([
    {
      state: 'fail',
      what: 'TRUST_PROXY is more than 1, the number of proxies',
      remedy: expect.stringContaining('choose their IP address') as string,
    },
  ]);
  expect(await findingsAt(await startProxy(await startProxy(await startSite(1), '203.0.113.9'), visitor))).toMatchObject([
    {
      state: 'fail',
      what: expect.stringMatching(/^TRUST_PROXY is less than 2, the number of proxies/) as string,
      remedy: expect.stringContaining('TRUST_PROXY=2') as string,
    },
  ]);
});

test('headers that do not arrive are problems', async () => {
  const passesOn = (headers: IncomingHttpHeaders) => headers;
  expect(await findingsAt(await startProxy(await startSite(1), visitor, passesOn))).toMatchObject([
    { state: 'fail', what: 'The site believes any X-Forwarded-For, and no proxy adds to it' },
  ]);
  expect(await findingsAt(await startProxy(await startSite(1), visitor, without('x-forwarded-for')))).toMatchObject([
    { state: 'fail', what: 'The proxy does not send X-Forwarded-For', remedy: expect.stringContaining('proxy_set_header') as string },
  ]);
  const otherHost = (headers: IncomingHttpHeaders, from: string) => ({ ...usual(headers, from), host: 'backend' });
  expect(await findingsAt(await startProxy(await startSite(1), visitor, otherHost))).toMatchObject([
    { state: 'warn', what: expect.stringMatching(/^The proxy sends the Host backend instead of 127\.0\.0\.1:/) as string },
  ]);
});

test('a protocol that does not arrive is a problem', async () => {
  const report = { protocol: 'http', ip: visitor, host: 'learn.example', forwardedProto: null, forwardedFor: [visitor] };
  expect(proxyFindings(report, 'https://learn.example')).toMatchObject([
    { state: 'fail', what: 'The proxy does not send X-Forwarded-Proto', remedy: expect.stringContaining('$scheme') as string },
  ]);
  expect(proxyFindings({ ...report, forwardedProto: 'http' }, 'https://learn.example')).toMatchObject([
    { state: 'fail', what: 'The proxy sends X-Forwarded-Proto http, and PUBLIC_URL is https://' },
  ]);
  expect(proxyFindings({ ...report, protocol: 'https', forwardedProto: 'https' }, 'https://learn.example')).toEqual(fine);
});

test('a site with another SECRET_KEY says nothing about its proxies', async () => {
  const publicUrl = `http://127.0.0.1:${await startProxy(await startSite(0), visitor)}`;
  expect((await checkPublicUrl({ publicUrl, isProduction: true, trustProxy: 1, secretKey: 'another key' })).slice(2)).toEqual([]);
});
