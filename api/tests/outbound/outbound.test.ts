import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '@newline/api/log';
import { createOutbound, type Outbound, type OutboundRequest } from '@newline/api/outbound';
import { OutboundError } from '@newline/api/outbound/outbound-error';
import { isPublicAddress } from '@newline/api/outbound/public-address';
import { startCanary, type Canary } from './canary.ts';
import { startDnsStub, type DnsStub } from './dns-stub.ts';
import { startHostileUpstream, type HostileUpstream } from './hostile-upstream.ts';
import { ssrfAddresses } from './ssrf-addresses.ts';

const log = createLog('silent');
const json: OutboundRequest = { accept: ['application/json'], hosts: ['upstream.example'] };
const anywhere: OutboundRequest = { accept: ['application/json'], hosts: 'any' };

let canary: Canary;
let dns: DnsStub;
let upstream: HostileUpstream;
/** Its connections go to the canary's port instead of 443, so that all are seen. */
let watched: Outbound;
let mapped: Outbound;
beforeAll(async () => {
  canary = await startCanary();
  dns = await startDnsStub({
    'inside.example': [['127.0.0.1']],
    'foo.localhost': [['127.0.0.1']],
    'localhost.localdomain': [['127.0.0.1']],
    'metadata.google.internal': [['169.254.169.254']],
    // This machine's own address for that name is the canary's.
    localhost: [['93.184.216.34']],
    'inside6.example': [['127.0.0.1', '::1']],
    'both.example': [['93.184.216.34', '10.0.0.1']],
    'mapped.example': [['93.184.216.34', '::ffff:7f00:1']],
    'rebinding.example': [['93.184.216.34'], ['127.0.0.1']],
  });
  upstream = await startHostileUpstream(`https://127.0.0.1:${canary.port}/`);
  const publicUrl = 'https://newline.example';
  watched = createOutbound({ env: { publicUrl, fetchTestMap: new Map() }, log, resolve: dns.resolve, connectPort: canary.port });
  mapped = createOutbound({
    env: {
      publicUrl,
      fetchTestMap: new Map([
        ['upstream.example', upstream.target],
        ['canary.example', `127.0.0.1:${canary.port}`],
      ]),
    },
    log,
  });
});
afterAll(() => Promise.all([canary.stop(), dns.stop(), upstream.stop(), watched.close(), mapped.close()]));

/** Returns the fault of a request that must fail. */
async function faultOf(outbound: Outbound, url: string, request: OutboundRequest): Promise<string> {
  try {
    const { status } = await outbound.fetch(url, request);
    return `answered ${status}`;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    expect(error.message).toMatch(/^\S.*\.$/s);
    return error.fault;
  }
}

describe('internal addresses', () => {
  test('the canary can be reached through many of these addresses @API-02', async () => {
    // A separate canary: late connections would otherwise count against later tests.
    const reached = await startCanary();
    const addresses = ssrfAddresses(reached.port).filter((address) => address.includes(`:${reached.port}`));
    const enough = new AbortController();
    const outcomes = Promise.allSettled(addresses.map((address) => fetch(address.trim(), { signal: enough.signal })));
    let hits = 0;
    await expect.poll(() => (hits += reached.takeHits()), { timeout: 30_000 }).toBeGreaterThanOrEqual(40);
    enough.abort();
    await outcomes;
    await reached.stop();
    expect((await mapped.fetch('https://canary.example/', { ...json, hosts: ['canary.example'] })).status).toBe(200);
    expect(canary.takeHits()).toBe(1);
  });

  test('more than 200 are refused, with and without a list of hosts, and none is connected to @API-02', async () => {
    const addresses = ssrfAddresses(canary.port, 'upstream.example');
    expect(new Set(addresses).size).toBeGreaterThanOrEqual(200);
    const passed: string[] = [];
    for (const request of [anywhere, json]) {
      for (const address of addresses) {
        const fault = await faultOf(watched, address, request);
        if (fault !== 'refused' && fault !== 'unreachable') passed.push(`${fault}: ${address}`);
      }
    }
    expect(passed).toEqual([]);
    expect(canary.takeHits()).toBe(0);
  });

  test.each(['inside.example', 'inside6.example', 'both.example', 'mapped.example'])(
    'a name with one internal address is refused: %s',
    async (host) => {
      expect(await faultOf(watched, `https://${host}/`, anywhere)).toBe('refused');
      expect(await faultOf(watched, `https://${host}/`, { ...json, hosts: [host] })).toBe('refused');
      expect(canary.takeHits()).toBe(0);
    },
  );

  test('a name is resolved once, and later results are ignored', async () => {
    const before = dns.names.length;
    expect(await faultOf(watched, 'https://rebinding.example/', { ...anywhere, timeoutMs: 400 })).toMatch(/^(?:timeout|unreachable)$/);
    expect(dns.names.slice(before)).toEqual(['rebinding.example']);
    expect(canary.takeHits()).toBe(0);
    expect(await faultOf(watched, 'https://localhost/', { ...json, hosts: ['localhost'], timeoutMs: 400 })).toMatch(
      /^(?:timeout|unreachable)$/,
    );
    expect(canary.takeHits()).toBe(0);
    // Control: by now the name does resolve to an internal address.
    expect(await dns.resolve('rebinding.example')).toEqual(['127.0.0.1']);
    expect(await faultOf(watched, 'https://rebinding.example/', anywhere)).toBe('refused');
  });

  test('a redirect is checked like the first URL', async () => {
    for (const path of ['/inside', '/elsewhere', '/plain-http'])
      expect(await faultOf(mapped, `https://upstream.example${path}`, json), path).toBe('refused');
    expect(await faultOf(mapped, 'https://upstream.example/inside', anywhere)).toBe('refused');
    expect(canary.takeHits()).toBe(0);
  });

  test.each([
    '93.184.216.34',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001:82f::200e',
    '2003::1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each(['', 'localhost', '127.1', '0x7f000001', '1.1.1.1.', ' 1.1.1.1', '2606:4700::1111%eth0'])(
    '%j is not a public address',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});

describe('a host that may be private', () => {
  const allowed = { ...anywhere, hosts: ['127.0.0.1', 'inside.example', '10.0.0.1'], allowsPrivate: true } as const;

  test('is connected to on its own port, and no other host is', async () => {
    canary.takeHits();
    expect(await faultOf(watched, `http://127.0.0.1:${canary.port}/`, allowed)).toBe('answered 200');
    expect(canary.takeHits()).toBe(1);
    for (const url of [`http://127.0.0.1:${canary.port}/`, 'https://inside.example/', 'https://127.0.0.1/'])
      expect(await faultOf(watched, url, { ...allowed, allowsPrivate: false }), url).toBe('refused');
    expect(await faultOf(watched, `https://localhost:${canary.port}/`, allowed)).toBe('refused');
    // Without TLS only on this machine.
    for (const url of ['http://inside.example/', 'http://10.0.0.1/']) expect(await faultOf(watched, url, allowed), url).toBe('refused');
    expect(canary.takeHits()).toBe(0);
  });
});

describe('a list of hosts', () => {
  test('allows each name and its subdomains', async () => {
    const outbound = createOutbound({
      env: {
        publicUrl: 'https://newline.example',
        fetchTestMap: new Map([
          ['upstream.example', upstream.target],
          ['a.upstream.example', upstream.target],
          ['evilupstream.example', upstream.target],
          ['upstream.example.evil.example', upstream.target],
        ]),
      },
      log,
    });
    expect((await outbound.fetch('https://upstream.example/good', json)).status).toBe(200);
    expect((await outbound.fetch('https://a.upstream.example/good', json)).status).toBe(200);
    for (const host of ['evilupstream.example', 'upstream.example.evil.example', 'example', 'upstream.example.']) {
      expect(await faultOf(outbound, `https://${host}/good`, json), host).toBe('refused');
    }
    for (const address of [
      'https://upstream.example:8443/good',
      'https://upstream.example:80/good',
      'https://a@upstream.example/good',
      'http://upstream.example/good',
    ]) {
      expect(await faultOf(outbound, address, json), address).toBe('refused');
    }
    await outbound.close();
  });
});

describe('a request', () => {
  test('identifies the site and reveals nothing about its users', async () => {
    const answer = await mapped.fetch('https://upstream.example/good?a=1', json);
    expect({ ...answer, headers: null, body: answer.body.toString() }).toEqual({
      status: 200,
      headers: null,
      contentType: 'application/json',
      body: '{"ok":true}',
      url: 'https://upstream.example/good?a=1',
    });
    const { headers = {}, path } = upstream.last() ?? {};
    expect(path).toBe('/good?a=1');
    expect(headers).toMatchObject({
      host: 'upstream.example',
      'user-agent': 'newline (+https://newline.example)',
      accept: 'application/json',
    });
    await mapped.fetch('https://upstream.example/cookie', json);
    await mapped.fetch('https://upstream.example/good', json);
    expect(Object.keys(upstream.last()?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    for (const name of ['cookie', 'Authorization'])
      await expect(mapped.fetch('https://upstream.example/good', { ...json, headers: { [name]: 'x' } })).rejects.toThrow(
        'expected no header',
      );
  });

  test('unpacks, follows three redirects, and returns unsuccessful responses', async () => {
    expect((await mapped.fetch('https://upstream.example/packed', json)).body.toString()).toBe('{"ok":true}');
    expect(await mapped.fetch('https://upstream.example/hop?left=2', json)).toMatchObject({
      status: 200,
      url: 'https://upstream.example/good',
    });
    expect(await faultOf(mapped, 'https://upstream.example/hop?left=3', json)).toBe('redirects');
    expect(await mapped.fetch('https://upstream.example/missing', json)).toMatchObject({ status: 404, body: Buffer.alloc(0) });
    expect(await mapped.fetch('https://upstream.example/good', { ...json, method: 'HEAD' })).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
    });
  });
});

describe('a hostile server', () => {
  test.each([
    ['/endless', 'redirects'],
    ['/gigabyte', 'too-large'],
    ['/said-gigabyte', 'too-large'],
    ['/gzip-bomb', 'too-large'],
    ['/brotli-bomb', 'too-large'],
    ['/broken-gzip', 'unreachable'],
    ['/odd-encoding', 'wrong-type'],
    ['/wrong-type', 'wrong-type'],
    ['/no-type', 'wrong-type'],
    ['/header-flood', 'unreachable'],
    ['/no-http', 'unreachable'],
    ['/cut', 'unreachable'],
    ['/silent', 'timeout'],
    ['/drip', 'timeout'],
    ['/drip-redirects', 'timeout'],
  ])('%s ends automatically and within 50 MB as %s @API-02', async (path, fault) => {
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    expect(await faultOf(mapped, `https://upstream.example${path}`, json)).toBe(fault);
    clearInterval(watch);
    expect((most - before) / 1024 / 1024).toBeLessThan(50);
  });
});
