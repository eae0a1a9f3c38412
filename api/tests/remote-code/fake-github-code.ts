import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A repository: branches and tags point to commits, a commit is its files by path. */
export type FakeRepository = {
  isPrivate?: boolean;
  branches: Record<string, string>;
  tags?: Record<string, string>;
  commits: Record<string, Record<string, string | Buffer>>;
};

/** A received request. */
export type FakeQuestion = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly status: number };

/** A fake of GitHub's REST API for files, on loopback: repositories, commits, contents, refs, ETags and both rate limits. */
export type FakeGitHubCode = {
  /** `address:port`, for FETCH_TEST_MAP. */
  readonly target: string;
  readonly repositories: Map<string, FakeRepository>;
  /** All requests, in order. */
  readonly questions: FakeQuestion[];
  /** Replaces the response; null resets it. */
  trouble: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  stop(): Promise<void>;
};

/** Returns commit ids that are easy to distinguish: `oid('a')` is 40 times a. */
export const oid = (digit: string) => digit.repeat(40);

export async function startFakeGitHubCode(): Promise<FakeGitHubCode> {
  const repositories = new Map<string, FakeRepository>();
  const questions: FakeQuestion[] = [];
  const server = createServer((request, response) => {
    response.on('finish', () => questions.push({ path: request.url ?? '', headers: request.headers, status: response.statusCode }));
    if (fake.trouble !== null) return fake.trouble(request, response);
    const { status, body } = answer(repositories, new URL(request.url ?? '/', 'http://localhost'));
    const text = JSON.stringify(body);
    const etag = `W/"${createHash('sha256').update(text).digest('hex')}"`;
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-remaining': '59',
      ...(status === 200 ? { etag } : {}),
    };
    if (status === 200 && request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    return response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeGitHubCode = {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    repositories,
    questions,
    trouble: null,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

type Answer = { status: number; body: unknown };

const missing: Answer = { status: 404, body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' } };

function answer(repositories: ReadonlyMap<string, FakeRepository>, url: URL): Answer {
  const [repos, owner = '', name = '', kind, ...rest] = url.pathname.split('/').slice(1).map(decodeURIComponent);
  const repository = repositories.get(`${owner}/${name}`);
  if (repos !== 'repos' || repository === undefined) return missing;
  if (kind === undefined) return { status: 200, body: { id: 1, full_name: `${owner}/${name}`, private: repository.isPrivate ?? false } };
  if (kind === 'commits') {
    const sha = commitOf(repository, url.searchParams.get('sha') ?? 'HEAD');
    return sha === null ? missing : { status: 200, body: [{ sha, commit: { message: 'Change' } }] };
  }
  if (kind === 'git' && rest[0] === 'matching-refs') {
    const prefix = `refs/${rest.slice(1).join('/')}`;
    const all = [
      ...Object.entries(repository.branches).map(([ref, sha]) => ({ ref: `refs/heads/${ref}`, object: { sha, type: 'commit' } })),
      ...Object.entries(repository.tags ?? {}).map(([ref, sha]) => ({ ref: `refs/tags/${ref}`, object: { sha, type: 'commit' } })),
    ];
    return { status: 200, body: all.filter(({ ref }) => ref.startsWith(prefix)) };
  }
  if (kind === 'contents') return contents(repository, rest.join('/'), url.searchParams.get('ref') ?? 'HEAD');
  return missing;
}

function contents(repository: FakeRepository, path: string, ref: string): Answer {
  const files = repository.commits[commitOf(repository, ref) ?? ''];
  if (files === undefined) return { status: 404, body: { message: `No commit found for the ref ${ref}`, status: '404' } };
  const file = files[path];
  if (file === undefined) {
    const inside = Object.keys(files).filter((one) => one.startsWith(`${path}/`));
    return inside.length === 0 ? missing : { status: 200, body: inside.map((one) => ({ type: 'file', path: one })) };
  }
  const bytes = Buffer.from(file);
  const isLarge = bytes.length > 1024 * 1024;
  return {
    status: 200,
    body: {
      type: 'file',
      path,
      size: bytes.length,
      encoding: isLarge ? 'none' : 'base64',
      content: isLarge ? '' : bytes.toString('base64').replaceAll(/.{60}/gu, '$&\n'),
    },
  };
}

function commitOf({ branches, tags = {}, commits }: FakeRepository, ref: string): string | null {
  const commit = ref === 'HEAD' ? branches['main'] : (branches[ref] ?? tags[ref] ?? ref);
  return commit !== undefined && commit in commits ? commit : null;
}
