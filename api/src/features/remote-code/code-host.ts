import { z } from 'zod';
import { encodeSegments, type CodeAddress } from './code-address.ts';
import type { ApiAnswer, GitHubApi } from './github-api.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** Where a file is, once the code host said where the ref ends. */
export type CodePlace = {
  readonly owner: string;
  readonly name: string;
  /** The branch or tag; null when the address named a commit. */
  readonly refname: string | null;
  readonly filepath: string;
};

/** A file as it was at a commit. */
export type CodeContent = CodePlace & { readonly oid: string; readonly text: string; readonly etag: string | null };

/** What a re-check found. */
export type Recheck =
  | { readonly state: 'same' }
  | { readonly state: 'read'; readonly text: string; readonly oid: string; readonly etag: string | null };

/** Reads files of public repositories. */
export type CodeHost = {
  /** Reads the file of an address at the commit to which its ref points now. Throws RemoteCodeError. */
  read(address: CodeAddress, deadline: number): Promise<CodeContent>;
  /** Reads a file on its branch or tag again, unless it is still the one with this ETag. Throws RemoteCodeError. */
  readAgain(place: CodePlace, etag: string | null): Promise<Recheck>;
};

/** The largest file that is read. */
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
 *
 * @param options.isTokenUsed then each repository is asked whether it is public: without a token only public ones answer
 */
export function createCodeHost(api: GitHubApi, { isTokenUsed }: { readonly isTokenUsed: boolean }): CodeHost {
  const repositoryPath = ({ owner, name }: { owner: string; name: string }) => `/repos/${encodeSegments([owner, name])}`;

  /** A token may see what readers of this site may not. */
  async function mustBePublic(place: { owner: string; name: string }, timeoutMs: number): Promise<void> {
    if (!isTokenUsed) return;
    const { data } = answered(await api.get(repositoryPath(place), { timeoutMs }));
    if (repository.parse(data).private)
      throw new RemoteCodeError('gone', 'There is no such repository, commit or file, or it is not public.');
  }

  async function commitOf(place: { owner: string; name: string }, ref: string, timeoutMs: number): Promise<string> {
    const path = `${repositoryPath(place)}/commits?sha=${encodeURIComponent(ref)}&per_page=1`;
    const [commit] = commits.parse(answered(await api.get(path, { timeoutMs })).data);
    if (commit === undefined) throw new RemoteCodeError('gone', 'The repository has no commit yet.');
    return commit.sha;
  }

  const contentPath = (place: { owner: string; name: string }, filepath: readonly string[], ref: string) =>
    `${repositoryPath(place)}/contents/${encodeSegments(filepath)}?ref=${encodeURIComponent(ref)}`;

  /** The longest branch or tag with which these segments begin, `feature/search` of `feature/search/src/index.ts`. */
  async function longRefOf(address: CodeAddress, timeoutMs: () => number): Promise<string | null> {
    const [first = ''] = address.rest;
    for (const kind of ['heads', 'tags']) {
      const path = `${repositoryPath(address)}/git/matching-refs/${kind}/${encodeSegments([first])}/`;
      const names = refs.parse(answered(await api.get(path, { timeoutMs: timeoutMs() })).data).map(({ ref }) => ref.split('/').slice(2));
      const fitting = names.filter(
        (name) => name.length < address.rest.length && name.every((part, index) => part === address.rest[index]),
      );
      const longest = fitting.toSorted((one, other) => other.length - one.length)[0];
      if (longest !== undefined) return longest.join('/');
    }
    return null;
  }

  return {
    async read(address, deadline) {
      const left = () => Math.max(1, Math.min(3_000, deadline - Date.now()));
      const [first = '', ...path] = address.rest;
      const isCommit = /^[0-9a-f]{40}$/u.test(first);
      const readAt = async (oid: string, refname: string | null, filepath: readonly string[]): Promise<CodeContent> => {
        const { data, etag } = answered(await api.get(contentPath(address, filepath, oid), { timeoutMs: left() }));
        return { owner: address.owner, name: address.name, refname, filepath: filepath.join('/'), oid, text: textOf(data), etag };
      };
      const isPublic = mustBePublic(address, left());
      try {
        const [oid] = await Promise.all([isCommit ? first : commitOf(address, first, left()), isPublic]);
        return await readAt(oid, isCommit ? null : first, path);
      } catch (error) {
        if (!isGone(error) || isCommit || path.length < 2) throw error;
        // A private repository is gone as well; a branch may be called `feature/search`.
        await isPublic;
        const refname = await longRefOf(address, left);
        if (refname === null) throw error;
        return readAt(await commitOf(address, refname, left()), refname, address.rest.slice(refname.split('/').length));
      }
    },
    async readAgain(place, etag) {
      const ref = place.refname ?? 'HEAD';
      await mustBePublic(place, 5_000);
      const answer = await api.get(contentPath(place, place.filepath.split('/'), ref), { known: etag, timeoutMs: 5_000 });
      if (answer === null) return { state: 'same' };
      return { state: 'read', text: textOf(answer.data), oid: await commitOf(place, ref, 5_000), etag: answer.etag };
    },
  };
}

function answered(answer: ApiAnswer | null): ApiAnswer {
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
  if (Array.isArray(data)) return refuse('This address is a folder. Give that of a file in it.');
  const file = content.parse(data);
  if (file.type !== 'file') return refuse(`This address is a ${file.type}, not a file.`);
  if ((file.size ?? 0) > maxFileBytes || file.encoding !== 'base64') return refuse('The file is larger than 1 MB.');
  const bytes = Buffer.from(file.content ?? '', 'base64');
  try {
    if (bytes.includes(0)) throw new TypeError('a zero byte');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('The file is binary: it has no lines to show.');
  }
}
