import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RemoteCodeResult } from '@newline/api/features/remote-code/remote-code';
import type { Browser } from '../browser.ts';
import { type FakeGitHubCode, oid, startFakeGitHubCode } from './fake-github-code.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const farm = readFileSync(new URL('./code-files/farm.js.txt', import.meta.url), 'utf8');

const remoteCodeQuery = /* GraphQL */ `
  query remoteCodeForUrl($url: String!, $startLine: Int, $endLine: Int, $query: String) {
    remoteCodeForUrl(url: $url, startLine: $startLine, endLine: $endLine, query: $query) {
      url displayName startLine endLine codeQuery text filepath range { start end } commit { oid refname }
      repository { service owner name } errors uniqueId
    }
  }`;

let gitHub: FakeGitHubCode;
let api: TestApi;
let reader: Browser;
beforeAll(async () => {
  gitHub = await startFakeGitHubCode();
  api = await startTestApi({
    env: {
      fetchTestMap: new Map([['api.github.com', gitHub.target]]),
      codeHost: { url: 'https://github.com', apiUrl: 'https://api.github.com', token: 'the-token' },
    },
  });
  reader = (await signUp(api, 'ada@example.com')).browser;
});
afterAll(async () => {
  await api.stop();
  await gitHub.stop();
});

beforeEach(() => {
  gitHub.repositories.set('acme/farm', {
    branches: { main: oid('a'), 'feature/new-barn': oid('b'), feature: oid('a') },
    tags: { 'v1.0': oid('a') },
    commits: {
      [oid('a')]: {
        'src/farm.js': farm,
        'src/odd name #1?/größe.ts': 'export const größe = 1;\n',
        'README.md': '# Farm\n\nCows.\n',
        'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
        'latin.txt': Buffer.from([0x67, 0x72, 0xfc, 0x6e]),
        'long.txt': 'line\n'.repeat(2_001),
        'wide.js': `${'x'.repeat(100_001)}\n`,
        'huge.bin.txt': 'a'.repeat(1024 * 1024 + 1),
      },
      [oid('b')]: { 'src/farm.js': 'class NewBarn {}\n' },
    },
  });
  gitHub.repositories.set('acme/secret', {
    isPrivate: true,
    branches: { main: oid('c') },
    commits: { [oid('c')]: { 'a.js': 'let a;\n' } },
  });
});
afterEach(() => {
  gitHub.trouble = null;
});

async function ask(variables: Record<string, unknown>, browser = reader): Promise<RemoteCodeResult> {
  const answer = await browser.graphql<{ remoteCodeForUrl: RemoteCodeResult }>(remoteCodeQuery, variables);
  expect(answer.errors).toBeUndefined();
  const result = answer.data?.remoteCodeForUrl;
  if (!result) throw new Error('Expected a result, got none');
  return result;
}

const blob = (rest: string) => `https://github.com/acme/farm/blob/${rest}`;

describe('remoteCodeForUrl', () => {
  test('returns every field of the specification, pinned to the branch’s commit @API-01 @API-02 @EDIT-06', async () => {
    const result = await ask({ url: `${blob('main/src/farm.js')}?plain=1#L15-L18` });
    expect(result).toEqual({
      url: blob('main/src/farm.js#L15-L18'),
      displayName: 'src/farm.js',
      startLine: 15,
      endLine: 18,
      codeQuery: null,
      text: 'constructor(height, width) {\n  this.height = height;\n  this.width = width;\n}',
      filepath: 'src/farm.js',
      range: { start: farm.indexOf('  constructor'), end: farm.indexOf('width;\n  }') + 'width;\n  }'.length },
      commit: { oid: oid('a'), refname: 'main' },
      repository: { service: 'github', owner: 'acme', name: 'farm' },
      errors: [],
      uniqueId: expect.stringMatching(/^[0-9A-Za-z]{5}$/),
    });
  });

  test('a query replaces lines, and explicit lines replace those in the URL @EDIT-06', async () => {
    const byQuery = await ask({ url: blob('main/src/farm.js#L1-L2'), startLine: 3, endLine: 4, query: '.Barn .calcArea' });
    expect([byQuery.text, byQuery.startLine, byQuery.endLine, byQuery.codeQuery]).toEqual([
      'calcArea() {\n  return this.height * this.width;\n}',
      22,
      24,
      '.Barn .calcArea',
    ]);
    const byLines = await ask({ url: blob('main/src/farm.js#L1-L2'), startLine: 7, endLine: 9 });
    expect([byLines.text, byLines.url]).toEqual(["bye(); // -> 'bye'\n\nlet Farm = () => 'cow';", blob('main/src/farm.js#L7-L9')]);
    expect((await ask({ url: blob('main/src/farm.js'), startLine: 7 })).endLine).toBe(7);
    expect((await ask({ url: blob('main/README.md'), query: '  ' })).text).toBe('# Farm\n\nCows.');
  });

  test.each([
    [blob(`${oid('a')}/README.md#L1`), null, 'README.md', 1],
    [blob('v1.0/README.md'), 'v1.0', 'README.md', 3],
    [blob('feature/new-barn/src/farm.js'), 'feature/new-barn', 'src/farm.js', 1],
    [blob('main/src/odd%20name%20%231%3F/gr%C3%B6%C3%9Fe.ts'), 'main', 'src/odd name #1?/größe.ts', 1],
    ['https://github.com/acme/farm/raw/refs/heads/main/README.md', 'main', 'README.md', 3],
    ['https://github.com/acme/farm/blame/main/README.md#L3C1-L2C4', 'main', 'README.md', 3],
    ['https://github.com/acme/farm/blob/feature%2Fnew-barn/src/farm.js', 'feature/new-barn', 'src/farm.js', 1],
  ])('reads %s @EDIT-06', async (url, refname, filepath, endLine) => {
    const result = await ask({ url });
    expect(result.errors).toEqual([]);
    expect([result.commit?.refname, result.filepath, result.endLine]).toEqual([refname, filepath, endLine]);
    expect((await ask({ url: result.url })).text).toBe(result.text);
  });

  const noFile = /^(?:Only URLs of https:\/\/github\.com are supported|This URL does not point to a file|This is not a URL)/;
  test.each([
    ['a visitor', blob('main/README.md'), {}, /^Please sign in to load code\.$/],
    ['another host', 'https://gitlab.com/acme/farm/blob/main/README.md', {}, noFile],
    ['the host of raw files', 'https://raw.githubusercontent.com/acme/farm/main/README.md', {}, noFile],
    ['a host like it', 'https://github.com.evil.example/acme/farm/blob/main/README.md', {}, noFile],
    ['a user name', 'https://github.com@evil.example/acme/farm/blob/main/README.md', {}, noFile],
    ['http', 'http://github.com/acme/farm/blob/main/README.md', {}, noFile],
    ['a port', 'https://github.com:8443/acme/farm/blob/main/README.md', {}, noFile],
    ['no address', 'README.md', {}, noFile],
    ['a line end', 'https://github.com/acme/farm/blob/main/READ\nME.md', {}, noFile],
    ['a backslash', 'https://github.com\\acme/farm/blob/main/README.md', {}, noFile],
    ['a repository', 'https://github.com/acme/farm', {}, noFile],
    ['a way up', 'https://github.com/acme/farm/blob/main/%2e%2e%2f%2e%2e%2fsecret/contents/a.js', {}, noFile],
    ['a pull request', 'https://github.com/acme/farm/pull/7/files', {}, noFile],
    ['a folder', blob('main/src'), {}, /^This URL points to a folder/],
    ['no such file', blob('main/nothing.js'), {}, /^This repository, commit or file does not exist/],
    ['no such branch', blob('nowhere/src/farm.js'), {}, /^This repository, commit or file does not exist/],
    ['no such repository', 'https://github.com/acme/nothing/blob/main/a.js', {}, /^This repository, commit or file does not exist/],
    ['a private repository', 'https://github.com/acme/secret/blob/main/a.js', {}, /^This repository, commit or file does not exist/],
    ['a picture', blob('main/logo.png'), {}, /^The file is binary/],
    ['another encoding', blob('main/latin.txt'), {}, /^The file is binary/],
    ['more than 1 MB', blob('main/huge.bin.txt'), {}, /^The file is larger than 1 MB\.$/],
    ['more than 2,000 lines', blob('main/long.txt'), {}, /^At most 2000 lines are shown; these are 2001\./],
    ['very long lines', blob('main/wide.js'), {}, /^These lines are longer than 100,000 characters\.$/],
    ['a line that is not there', blob('main/README.md#L9'), {}, /^There is no line 9: the file has 3 lines\.$/],
    ['lines the wrong way round', blob('main/README.md'), { startLine: 3, endLine: 2 }, /^End Line comes before Start Line\.$/],
    ['a negative line', blob('main/README.md'), { startLine: -3, endLine: 2 }, /^Start Line must be a whole number, 1 or more\.$/],
    ['a line 0 beside a query', blob('main/src/farm.js'), { endLine: 0, query: '.Barn' }, /^End Line must be a whole number, 1 or more\.$/],
    ['a line past any file', blob('main/README.md'), { startLine: 1_000_001 }, /^Start Line must be a whole number, 1 or more\.$/],
    ['line 0 of the URL', blob('main/README.md#L0'), {}, /^Start Line must be a whole number, 1 or more\.$/],
    [
      'a name that is not there',
      blob('main/src/farm.js'),
      { query: '.calcAria' },
      /^\.calcAria was not found\. Did you mean \.calcArea\?$/,
    ],
    ['a query that is none', blob('main/src/farm.js'), { query: 'hm?' }, /^The code query is invalid/],
  ])('answers %s with a reason, never a server error @API-02 @EDIT-06', async (user, url, more, reason) => {
    const result = await ask({ url, ...more }, user === 'a visitor' ? api.newBrowser() : reader);
    expect(result.errors).toEqual([expect.stringMatching(reason)]);
    expect([result.url, result.text, result.commit, result.repository]).toEqual([url, null, null, null]);
  });

  test('revalidates only with the ETag that it has, and sends its token only to the API @EDIT-06', async () => {
    gitHub.questions.length = 0;
    const url = blob('main/README.md');
    await ask({ url });
    const first = gitHub.questions.splice(0);
    await ask({ url });
    const second = gitHub.questions.splice(0);
    expect(new Set(first.map(({ path }) => path.split('?')[0]))).toEqual(
      new Set(['/repos/acme/farm', '/repos/acme/farm/commits', '/repos/acme/farm/contents/README.md']),
    );
    expect(second.map(({ status }) => status)).toEqual([304, 304, 304]);
    expect([...first, ...second].every(({ headers }) => headers.authorization === 'Bearer the-token')).toBe(true);
  });

  test.each([
    ['refuses', 403, { 'x-ratelimit-remaining': '0' }, /^This site has reached GitHub’s request limit\. Try again after \d\d:\d\d UTC/],
    ['is busy', 429, { 'retry-after': '1' }, /^This site has reached GitHub’s request limit\. Try again after \d\d:\d\d UTC/],
    ['does not know the token', 401, {}, /^GitHub rejects this site’s token/],
    ['breaks', 502, {}, /^api\.github\.com responded with 502\. Try again later\.$/],
  ])('reports when GitHub %s @API-02 @EDIT-06', async (_what, status, headers: Record<string, string>, reason) => {
    const other = await startTestApi({ env: { fetchTestMap: new Map([['api.github.com', gitHub.target]]) } });
    try {
      gitHub.trouble = (_request, response) =>
        void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"message":"no"}');
      const { browser } = await signUp(other, 'eve@example.com');
      expect((await ask({ url: blob('main/README.md') }, browser)).errors).toEqual([expect.stringMatching(reason)]);
      // GitHub isn't requested while its rate limit is exceeded.
      gitHub.questions.length = 0;
      gitHub.trouble = null;
      await ask({ url: blob('main/README.md') }, browser);
      expect(gitHub.questions.length === 0).toBe(status === 403 || status === 429);
    } finally {
      await other.stop();
    }
  });

  test('reports in time when GitHub doesn’t respond, disconnects or answers with a page @API-02 @EDIT-06', async () => {
    gitHub.trouble = () => undefined;
    expect((await ask({ url: blob('main/silent.md') })).errors).toEqual([
      expect.stringMatching(/^api\.github\.com did not respond within [1-5] seconds\.$/),
    ]);
    gitHub.trouble = (request) => request.socket.destroy();
    expect((await ask({ url: blob('main/silent.md') })).errors).toEqual(['api.github.com could not be reached.']);
    gitHub.trouble = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello');
    expect((await ask({ url: blob('main/silent.md') })).errors).toEqual([
      expect.stringMatching(/^api\.github\.com responded with text\/html/),
    ]);
    gitHub.trouble = (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"strange":true}');
    expect((await ask({ url: blob('main/silent.md') })).errors).toEqual(['The code could not be loaded. Try again later.']);
  });
});

test('a user has 120 lookups in ten minutes, and uses up no one else’s @API-02 @EDIT-06', async () => {
  const { browser } = await signUp(api, 'bob@example.com');
  const url = blob('main/README.md');
  const lookUps = [];
  for (let time = 0; time < 11; time += 1) lookUps.push(...(await Promise.all(Array.from({ length: 11 }, () => ask({ url }, browser)))));
  const refused = lookUps.filter(({ errors }) => errors.length > 0);
  expect(refused.map(({ errors }) => errors)).toEqual([
    [expect.stringMatching(/^Too many requests for code\. Try again in \d+ seconds\.$/)],
  ]);
  expect((await ask({ url })).errors).toEqual([]);
});

describe('a renamed repository', () => {
  test('is followed only at the API @EDIT-06', async () => {
    const { target } = gitHub;
    const leave = (location: string) => {
      gitHub.trouble = (request, response) => {
        if (request.url?.startsWith('/repos/acme/old') !== true)
          return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
        return void response.writeHead(301, { location }).end();
      };
    };
    leave(`http://${target}/repos/acme/farm`);
    expect((await ask({ url: 'https://github.com/acme/old/blob/main/README.md' })).errors).toEqual(['Only https URLs are supported.']);
    leave('https://evil.example/repos/acme/farm');
    expect((await ask({ url: 'https://github.com/acme/old/blob/main/README.md' })).errors).toEqual([
      'evil.example is not on the list of allowed hosts.',
    ]);
  });
});
