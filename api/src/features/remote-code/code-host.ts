import { z } from 'zod';
import { encodeSegments, type CodeAddress } from './code-address.ts';
import type { ApiAnswer, GitHubApi } from './github-api.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** Location of a file, after the code host resolved where the ref ends. */
export type CodeLocation = {
  readonly owner: string;
  readonly name: string;
  /** The branch or tag; null if the URL names a commit. */
  readonly refname: string | null;
  readonly filepath: string;
};

/** Content of a file at a commit. */
export type CodeContent = CodeLocation & { readonly oid: string; readonly text: string; readonly etag: string | null };

/** Result of reading a file again. */
export type Recheck =
  | { readonly state: 'same' }
  | { readonly state: 'read'; readonly text: string; readonly oid: string; readonly etag: string | null };

export type CodeHost = {
  /** Reads the file of a URL at the commit that its ref currently points to. Throws RemoteCodeError. */
  read(address: CodeAddress, deadline: number): Promise<CodeContent>;
  /** Reads a file on its branch or tag again, unless it still has this ETag. Throws RemoteCodeError. */
  readAgain(location: CodeLocation, etag: string | null): Promise<Recheck>;
};

/** Maximum size of a file that is read. */
const maxFileBytes = 1024 * 1024;

const commits = z.array(z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/u) }));
const refs = z.array(z.object({ ref: z.string() }));
const content = z.object({
  type: z.string(),
  size: z.number().optional(),
  encoding: z.string().optional(),
  content: z.string().optional(),
});
const repository = z.object({ private: z.boolean() });

/**
 * Creates the reader of GitHub, or of a GitHub Enterprise server.
 * @param options.isTokenUsed checks that each repository is public; without a token only public ones can be read
 */
export function createCodeHost(api: GitHubApi, { isTokenUsed }: { readonly isTokenUsed: boolean }): CodeHost {
  const repositoryPath = ({ owner, name }: { owner: string; name: string }) => `/repos/${encodeSegments([owner, name])}`;

  /** A token may have access to repositories that readers of this site may not see. */
  async function mustBePublic(location: { owner: string; name: string }, timeoutMs: number): Promise<void> {
    if (!isTokenUsed) return;
    const { data } = requireAnswer(await api.get(repositoryPath(location), { timeoutMs }));
    if (repository.parse(data).private)
      throw new RemoteCodeError('gone', 'This repository, commit or file does not exist or is not public.');
  }

  async function commitOf(location: { owner: string; name: string }, ref: string, timeoutMs: number): Promise<string> {
    const path = `${repositoryPath(location)}/commits?sha=${encodeURIComponent(ref)}&per_page=1`;
    const [commit] = commits.parse(requireAnswer(await api.get(path, { timeoutMs })).data);
    if (commit === undefined) throw new RemoteCodeError('gone', 'The repository has no commits yet.');
    return commit.sha;
  }

  const contentPath = (location: { owner: string; name: string }, filepath: readonly string[], ref: string) =>
    `${repositoryPath(location)}/contents/${encodeSegments(filepath)}?ref=${encodeURIComponent(ref)}`;

  /** Returns the longest branch or tag that these segments begin with, such as `feature/search` of `feature/search/src/index.ts`. */
  async function longRefOf(address: CodeAddress, timeoutMs: () => number): Promise<string | null> {
    const [first = ''] = address.refAndPath;
    for (const kind of ['heads', 'tags']) {
      const path = `${repositoryPath(address)}/git/matching-refs/${kind}/${encodeSegments([first])}/`;
      const names = refs
        .parse(requireAnswer(await api.get(path, { timeoutMs: timeoutMs() })).data)
        .map(({ ref }) => ref.split('/').slice(2));
      const fitting = names.filter(
        (name) => name.length < address.refAndPath.length && name.every((segment, index) => segment === address.refAndPath[index]),
      );
      const longest = fitting.toSorted((a, b) => b.length - a.length)[0];
      if (longest !== undefined) return longest.join('/');
    }
    return null;
  }

  return {
    async read(address, deadline) {
      const remainingMs = () => Math.max(1, Math.min(3_000, deadline - Date.now()));
      const [first = '', ...path] = address.refAndPath;
      const isCommit = /^[0-9a-f]{40}$/u.test(first);
      const readAt = async (oid: string, refname: string | null, filepath: readonly string[]): Promise<CodeContent> => {
        const { data, etag } = requireAnswer(await api.get(contentPath(address, filepath, oid), { timeoutMs: remainingMs() }));
        return { owner: address.owner, name: address.name, refname, filepath: filepath.join('/'), oid, text: textOf(data), etag };
      };
      const isPublic = mustBePublic(address, remainingMs());
      try {
        const [oid] = await Promise.all([isCommit ? first : commitOf(address, first, remainingMs()), isPublic]);
        return await readAt(oid, isCommit ? null : first, path);
      } catch (error) {
        if (!isGone(error) || isCommit || path.length < 2) throw error;
        // A private repository counts as missing too. Otherwise, the ref may be a branch such as `feature/search`.
        await isPublic;
        const refname = await longRefOf(address, remainingMs);
        if (refname === null) throw error;
        return readAt(await commitOf(address, refname, remainingMs()), refname, address.refAndPath.slice(refname.split('/').length));
      }
    },
    async readAgain(location, etag) {
      const ref = location.refname ?? 'HEAD';
      await mustBePublic(location, 5_000);
      const answer = await api.get(contentPath(location, location.filepath.split('/'), ref), { knownEtag: etag, timeoutMs: 5_000 });
      if (answer === null) return { state: 'same' };
      return { state: 'read', text: textOf(answer.data), oid: await commitOf(location, ref, 5_000), etag: answer.etag };
    },
  };
}

function requireAnswer(answer: ApiAnswer | null): ApiAnswer {
  if (answer === null) throw new Error('GitHub: expected an answer to a question without an ETag of ours');
  return answer;
}

function isGone(error: unknown): boolean {
  return error instanceof RemoteCodeError && error.fault === 'gone';
}

function textOf(data: unknown): string {
  const refuse = (message: string): never => {
    throw new RemoteCodeError('refused', message);
  };
  if (Array.isArray(data)) return refuse('This URL points to a folder. Enter the URL of a file in it.');
  const file = content.parse(data);
  if (file.type !== 'file') return refuse(`This URL points to a ${file.type}, not a file.`);
  if ((file.size ?? 0) > maxFileBytes || file.encoding !== 'base64') return refuse('The file is larger than 1 MB.');
  const bytes = Buffer.from(file.content ?? '', 'base64');
  try {
    if (bytes.includes(0)) throw new TypeError('a zero byte');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('The file is binary, so it has no lines to show.');
  }
}
