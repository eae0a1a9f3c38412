import { largestOf, smallestOf } from '@newline/document/append';
import { RemoteCodeError } from './remote-code-error.ts';

/** The parsed URL of a file. Requests are built from it, never from the URL itself. */
export type CodeAddress = {
  readonly owner: string;
  readonly name: string;
  /** The ref followed by the path, as segments: only the code host knows where the ref ends. */
  readonly refAndPath: readonly string[];
  /** Lines of the fragment, `#L10-L20`; null without one. */
  readonly startLine: number | null;
  readonly endLine: number | null;
};

const maxLength = 2_000;

/** Path segments that may precede the ref. */
const views: ReadonlySet<string> = new Set(['blob', 'raw', 'blame', 'edit']);

/**
 * Parses the URL of a file on the code host: `/{owner}/{name}/blob/{ref}/{path}#L10-L20`, or the same with `raw` or `blame`.
 * @param host the only host that is accepted
 * @throws RemoteCodeError
 */
export function parseCodeAddress(address: string, host: string): CodeAddress {
  const refuse = (message: string): never => {
    throw new RemoteCodeError('refused', message);
  };
  const example = `https://${host}/owner/repository/blob/main/file.ts#L1-L20`;
  // The URL parser would drop tabs and line breaks, and read a backslash as a slash.
  if (address.length > maxLength || /[\s\p{Cc}\p{Cf}\\]/u.test(address) || !URL.canParse(address)) {
    return refuse(`This is not a URL. Enter the URL of a file, such as ${example}.`);
  }
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.host !== host) {
    return refuse(`Only URLs of https://${host} are supported, such as ${example}.`);
  }
  const segments = url.pathname.split('/').slice(1).map(decode);
  const [owner = '', name = '', view, ...tail] = segments;
  const isName = /^[A-Za-z\d](?:[\w-]{0,99})$/u.test(owner) && /^[\w.-]{1,100}$/u.test(name) && !/^\.{1,2}$/u.test(name);
  if (!isName || view === undefined || !views.has(view)) return refuse(`This URL does not point to a file. Enter one such as ${example}.`);
  const refAndPath = (tail[0] === 'refs' && (tail[1] === 'heads' || tail[1] === 'tags') ? tail.slice(2) : tail).flatMap((segment) =>
    segment.split('/'),
  );
  if (refAndPath.length < 2 || !refAndPath.every(isSegment))
    return refuse(`This URL does not point to a file. Enter one such as ${example}.`);
  return { owner, name: name.replace(/\.git$/u, ''), refAndPath, ...readLines(url.hash) };
}

/** Encodes segments for the path of a URL. Throws a RemoteCodeError for one such as `..`, which would leave the path. */
export function encodeSegments(segments: readonly string[]): string {
  if (!segments.every(isSegment)) throw new RemoteCodeError('refused', 'This path does not point to a file.');
  return segments.map((segment) => encodeURIComponent(segment)).join('/');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function isSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && segment.length <= 255 && !/[\p{Cc}\p{Cf}\\]/u.test(segment);
}

function readLines(hash: string): { startLine: number | null; endLine: number | null } {
  const [, first, last] = /^#L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?$/u.exec(hash) ?? [];
  if (first === undefined) return { startLine: null, endLine: null };
  const lines = [Number(first), Number(last ?? first)];
  return { startLine: smallestOf(lines), endLine: largestOf(lines) };
}
