import type { CutCode } from './cq/query-code.ts';
import { cutLines, queryCode } from './cq/query-code.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** A file that code is cut out of. */
export type CodeSource = { readonly text: string; readonly filepath: string };

/** Which part of a file is wanted: lines, or what a code query selects, which goes before them. */
export type CodePart = { readonly startLine: number | null; readonly endLine: number | null; readonly query: string | null };

const maxLines = 2_000;
const maxCharacters = 100_000;

/**
 * Cuts a part out of a file. A code query is CPU work on what other people wrote: outside the process for it, ask a `CodeCutter`.
 *
 * @throws QueryError | RemoteCodeError with a sentence for the user who asked
 */
export async function cutCode({ text, filepath }: CodeSource, { startLine, endLine, query }: CodePart): Promise<CutCode> {
  const cut = isBlank(query) ? cutLines(text, startLine, endLine) : await queryCode(text, filepath, query);
  const { length } = cut.endLine - cut.startLine >= maxLines ? cut.text.split('\n') : [];
  if (length > maxLines)
    throw new RemoteCodeError(
      'refused',
      `At most ${maxLines} lines are shown; these are ${length}. Name the lines, or a part by a code query.`,
    );
  if (cut.text.length > maxCharacters) throw new RemoteCodeError('refused', 'These lines are longer than 100,000 characters.');
  return cut;
}

/** True for a query that asks for nothing: the lines count then. */
export function isBlank(text: string | null): text is null | '' {
  return text === null || text.trim() === '';
}
