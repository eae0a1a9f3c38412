import type { CutCode } from './cq/query-code.ts';
import { cutLines, queryCode } from './cq/query-code.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** A file that code is extracted from. */
export type CodeSource = { readonly text: string; readonly filepath: string };

/** The part of a file to extract: lines, or the selection of a code query, which takes precedence. */
export type CodePart = { readonly startLine: number | null; readonly endLine: number | null; readonly query: string | null };

const maxLines = 2_000;
const maxCharacters = 100_000;

/**
 * Extracts part of a file. A code query is CPU work on untrusted input: outside the code process, use a `CodeCutter`.
 * @throws QueryError | RemoteCodeError with a message for the user
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

/** Whether a query is empty: then the lines count. */
export function isBlank(text: string | null): text is null | '' {
  return text === null || text.trim() === '';
}
