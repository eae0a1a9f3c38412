import { faultOfCodeLines } from '@newline/document/code-lines';
import { createBlockId } from '@newline/document/block-ids';
import type { RateLimit } from '../../rate-limits.ts';
import type { Log } from '../../log.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { Viewer } from '../../viewer.ts';
import { encodeSegments, parseCodeAddress, type CodeAddress } from './code-address.ts';
import type { CodeContent, CodeHost } from './code-host.ts';
import type { CodeCutter } from './code-cutter.ts';
import type { CutCode } from './cq/query-code.ts';
import { isBlank } from './cut-code.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** A request for code: a file, and lines of it or a code query. */
export type RemoteCodeRequest = {
  readonly url: string;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly query: string | null;
};

/** Code of a repository, or the reasons why there is none. */
export type RemoteCodeResult = {
  readonly url: string;
  readonly displayName: string | null;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly codeQuery: string | null;
  readonly text: string | null;
  readonly filepath: string | null;
  readonly range: CutCode['range'] | null;
  readonly commit: { readonly oid: string; readonly refname: string | null } | null;
  readonly repository: { readonly service: 'github'; readonly owner: string; readonly name: string } | null;
  readonly errors: readonly string[];
  readonly uniqueId: string;
};

/** Looks up code. Doesn't throw for errors that the user can fix: they are in `errors`. */
export type RemoteCode = {
  lookUp(viewer: Viewer, request: RemoteCodeRequest): Promise<RemoteCodeResult>;
};

/** Total time for GitHub's responses, so that the lookup ends before the GraphQL operation does. */
const timeoutMs = 4_500;

export function createRemoteCode(options: {
  readonly host: CodeHost;
  readonly cutter: CodeCutter;
  /** Base URL of files for users, `https://github.com`. */
  readonly webUrl: string;
  readonly rateLimit: RateLimit;
  readonly log: Log;
}): RemoteCode {
  const { host, cutter, webUrl, rateLimit, log } = options;

  async function find(viewer: Viewer, request: RemoteCodeRequest, deadline: number): Promise<RemoteCodeResult> {
    if (viewer.userId === null) throw new RemoteCodeError('refused', 'Please sign in to load code.');
    const address = parseCodeAddress(request.url, new URL(webUrl).host);
    const fault = faultOfCodeLines(linesOf(request, address));
    if (fault !== null) throw new RemoteCodeError('refused', fault.message);
    const wait = await rateLimit.consume(viewer.userId);
    if (wait !== null) throw new RemoteCodeError('later', `Too many requests for code. Try again in ${wait} seconds.`);
    const file = await host.read(address, deadline);
    const cut = await cutter.cut(file, { ...linesOf(request, address), query: request.query });
    return {
      url: urlOf(webUrl, file, cut),
      displayName: file.filepath,
      startLine: cut.startLine,
      endLine: cut.endLine,
      codeQuery: isBlank(request.query) ? null : request.query,
      text: cut.text,
      filepath: file.filepath,
      range: cut.range,
      commit: { oid: file.oid, refname: file.refname },
      repository: { service: 'github', owner: file.owner, name: file.name },
      errors: [],
      uniqueId: createBlockId(new Set()),
    };
  }

  return {
    async lookUp(viewer, request) {
      try {
        return await find(viewer, request, Date.now() + timeoutMs);
      } catch (error) {
        return failed(request, reasonOf(error, log));
      }
    },
  };
}

/** Requested lines take precedence over those of the URL. */
function linesOf({ startLine, endLine }: RemoteCodeRequest, address: CodeAddress): { startLine: number | null; endLine: number | null } {
  return startLine === null && endLine === null ? address : { startLine, endLine };
}

/** Builds the URL from its parsed parts, never from the input. */
function urlOf(webUrl: string, file: CodeContent, { startLine, endLine }: CutCode): string {
  const path = encodeSegments([file.owner, file.name, 'blob', ...(file.refname ?? file.oid).split('/'), ...file.filepath.split('/')]);
  return `${webUrl}/${path}#L${startLine}${endLine === startLine ? '' : `-L${endLine}`}`;
}

function failed({ url, startLine, endLine, query }: RemoteCodeRequest, reason: string): RemoteCodeResult {
  return {
    url,
    displayName: null,
    startLine,
    endLine,
    codeQuery: query,
    text: null,
    filepath: null,
    range: null,
    commit: null,
    repository: null,
    errors: [reason],
    uniqueId: createBlockId(new Set()),
  };
}

function reasonOf(error: unknown, log: Log): string {
  if (error instanceof RemoteCodeError) return error.message;
  if (error instanceof OutboundError) return error.message;
  if (error instanceof Error && error.name === 'QueryError') return error.message;
  log.error({ err: error }, 'remote code: a lookup failed');
  return 'The code could not be loaded. Try again later.';
}
