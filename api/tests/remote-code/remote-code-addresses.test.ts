import { createCodeCutter } from '@newline/api/features/remote-code/code-cutter';
import { createCodeHost, type CodeHost } from '@newline/api/features/remote-code/code-host';
import { createGitHubApi } from '@newline/api/features/remote-code/github-api';
import { createRemoteCode, type RemoteCode } from '@newline/api/features/remote-code/remote-code';
import { createLog } from '@newline/api/log';
import { createOutbound, type Outbound } from '@newline/api/outbound';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Canary, startCanary } from '../outbound/canary.ts';
import { type FakeGitHubCode, oid, startFakeGitHubCode } from './fake-github-code.ts';
import { ssrfAddresses } from '../outbound/ssrf-addresses.ts';

const reader = { userId: '018f4e6a-0000-7000-8000-000000000001', role: 'learner' } as const;
const nowhere = { startLine: null, endLine: null, query: null };

let canary: Canary;
let gitHub: FakeGitHubCode;
let outbound: Outbound;
let host: CodeHost;
let remoteCode: RemoteCode;
let addresses: readonly string[];
beforeAll(async () => {
  [canary, gitHub] = await Promise.all([startCanary(), startFakeGitHubCode()]);
  ({ outbound, host, remoteCode } = lookUpThrough(gitHub.target));
  addresses = ssrfAddresses(canary.port, 'github.com');
  gitHub.repositories.set('acme/farm', { branches: { main: oid('a') }, commits: { [oid('a')]: { 'a.js': 'let a;\n' } } });
});
beforeEach(() => {
  gitHub.trouble = null;
  gitHub.questions.length = 0;
  canary.takeHits();
});
afterAll(async () => {
  await outbound.close();
  await Promise.all([canary.stop(), gitHub.stop()]);
});

/** Returns the lookup with the real fetcher, whose other connections would all go to the canary's port. */
function lookUpThrough(target: string): { outbound: Outbound; host: CodeHost; remoteCode: RemoteCode } {
  const log = createLog('silent');
  const fetcher = createOutbound({
    env: { publicUrl: 'http://localhost:3000', fetchTestMap: new Map([['api.github.com', target]]) },
    log,
    resolve: async () => ['127.0.0.1'],
    connectPort: canary.port,
  });
  const api = createGitHubApi({ apiUrl: 'https://api.github.com', token: null, outbound: fetcher });
  const codeHost = createCodeHost(api, { isTokenUsed: false });
  const rateLimit = { consume: async () => null, forget: async () => undefined };
  const code = { host: codeHost, cutter: createCodeCutter() };
  return { outbound: fetcher, host: codeHost, remoteCode: createRemoteCode({ ...code, webUrl: 'https://github.com', rateLimit, log }) };
}

describe('internal addresses', () => {
  test('the canary can be reached from here through many of these addresses @API-02 @EDIT-06', async () => {
    const other = lookUpThrough(`127.0.0.1:${canary.port}`);
    await other.remoteCode.lookUp(reader, { url: 'https://github.com/acme/farm/blob/main/a.js', ...nowhere });
    expect(canary.takeHits()).toBeGreaterThan(0);
    await other.outbound.close();
    const withPort = addresses.filter((address) => address.includes(`:${canary.port}`));
    await Promise.all(withPort.map((address) => fetch(address.trim().replace(/^https/i, 'http')).catch(() => null)));
    expect(canary.takeHits()).toBeGreaterThanOrEqual(40);
    expect((await remoteCode.lookUp(reader, { url: 'https://github.com/acme/farm/blob/main/a.js', ...nowhere })).text).toBe('let a;');
  });

  test('200 of them as the URL: refused, without any request @API-02 @EDIT-06', async () => {
    expect(addresses.length).toBeGreaterThanOrEqual(200);
    for (const url of addresses) {
      const { errors, text } = await remoteCode.lookUp(reader, { url, ...nowhere });
      expect([errors.length, text], url).toEqual([1, null]);
    }
    expect([canary.takeHits(), gitHub.questions.length]).toEqual([0, 0]);
  });

  test('200 of them as a part of it: sent to the code host’s API as names, if at all @API-02 @EDIT-06', async () => {
    for (const address of addresses) {
      const part = encodeURIComponent(address);
      for (const url of [
        `https://github.com/${part}/farm/blob/main/a.js`,
        `https://github.com/acme/${part}/blob/main/a.js`,
        `https://github.com/acme/farm/blob/${part}/a.js`,
        `https://github.com/acme/farm/blob/main/${part}`,
        `https://github.com/acme/farm/blob/main/../../../../${part}`,
      ]) {
        const { errors, text } = await remoteCode.lookUp(reader, { url, ...nowhere });
        expect([errors.length, text], url).toEqual([1, null]);
      }
    }
    expect(canary.takeHits()).toBe(0);
    const escaped = gitHub.questions.filter(({ path }) => !path.startsWith('/repos/acme/farm/') || /\/\.\.?(?:[/?]|$)/.test(path));
    expect(escaped).toEqual([]);
  });

  test('200 of them as targets of the API’s redirects: not followed @API-02 @EDIT-06', async () => {
    for (const address of addresses) {
      const location = address.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
      gitHub.trouble = (_request, response) => void response.writeHead(302, { location, 'content-type': 'application/json' }).end('{}');
      const { errors, text } = await remoteCode.lookUp(reader, { url: 'https://github.com/acme/farm/blob/main/a.js', ...nowhere });
      expect([errors.length, text], location).toEqual([1, null]);
    }
    expect(canary.takeHits()).toBe(0);
  });

  test('200 of them in a text’s own data about its code: the job requests nothing else @API-02 @EDIT-06', async () => {
    for (const address of addresses) {
      for (const hostName of [
        { owner: address, name: 'farm', refname: 'main', filepath: 'a.js' },
        { owner: 'acme', name: address, refname: 'main', filepath: 'a.js' },
        { owner: 'acme', name: 'farm', refname: address, filepath: 'a.js' },
        { owner: 'acme', name: 'farm', refname: 'main', filepath: address },
        { owner: 'acme', name: '..', refname: 'main', filepath: '../../user' },
      ]) {
        await expect(host.readAgain(hostName, null), JSON.stringify(hostName)).rejects.toThrow(
          expect.objectContaining({ name: 'RemoteCodeError' }),
        );
      }
    }
    expect(canary.takeHits()).toBe(0);
    expect(gitHub.questions.filter(({ path }) => !path.startsWith('/repos/'))).toEqual([]);
  });
});
