import {
  type AnchorView,
  charactersOf,
  charactersWithin,
  type CharacterRange,
  viewOfDocument,
} from '@newline/document/annotations/anchor-view';
import {
  anchorBlock,
  contextLength,
  createAnchor,
  findByContext,
  findQuote,
  maxQuoteLength,
  type TextAnchor,
} from '@newline/document/annotations/text-anchor';
import type { DocumentNode } from '@newline/document/document-node';
import { documentSchema } from '@newline/document/schema/prosemirror-schema';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import { codedError } from '../../errors/error-codes.ts';

/** The `selection` of a new discussion as a mutation receives it; the server works out any other fields. */
export type SelectionInput = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly blockId?: string | null;
  readonly prefix?: string | null;
  readonly suffix?: string | null;
};

/**
 * Finds the selection of a new discussion in the part of its lesson or article that the user may read, and returns the input of
 * `app_private.add_selection` as JSON. Text, context and positions come from the stored text, not from the request. If the passage is gone,
 * the result is an orphan with the passage that was sent, so that an edit in the meantime doesn't lose the comment. Throws BAD_INPUT for an
 * empty selection.
 */
export async function placeSelection(
  client: PgClient,
  item: { readonly lessonId?: string | null | undefined; readonly articleId?: string | null | undefined },
  input: SelectionInput,
): Promise<string> {
  const { text } = input;
  checkSelection(input, maxQuoteLength);
  const document = await readableBody(client, item);
  const view = viewOfDocument(document);
  const match = locate(view, text, input);
  const anchor = match === null ? (charactersOf(text) === '' ? anchorBlock(view, input.blockId ?? '') : null) : createAnchor(view, match);
  if (anchor !== null) {
    const quoted = charactersOf(anchor.text).length;
    return JSON.stringify({ ...anchor, delta: cut(document, anchor.from, anchor.to), quoted, isOrphaned: false });
  }
  if (charactersOf(text) === '') throw codedError('SELECTION_EMPTY');
  const context = { prefix: (input.prefix ?? '').slice(-contextLength), suffix: (input.suffix ?? '').slice(0, contextLength) };
  const position = { from: 0, to: 0, node: null, blockId: null, endBlockId: null, occurrence: 0, delta: null };
  return JSON.stringify({ ...position, ...context, text, quoted: charactersOf(text).length, isOrphaned: true });
}

/**
 * Finds a selection in the part of a lesson or article that the user may read; null if the words aren't there. Throws BAD_INPUT for an
 * invalid selection.
 */
export async function findSelection(
  client: PgClient,
  item: { readonly lessonId?: string | null | undefined; readonly articleId?: string | null | undefined },
  input: SelectionInput,
  maxLength: number,
): Promise<TextAnchor | null> {
  checkSelection(input, maxLength);
  const view = viewOfDocument(await readableBody(client, item));
  const match = locate(view, input.text, input);
  if (match !== null) return createAnchor(view, match);
  const isBlock = charactersOf(input.text) === '';
  if (isBlock && !input.blockId) throw codedError('SELECTION_EMPTY');
  const block = isBlock ? anchorBlock(view, input.blockId ?? '') : null;
  // A block that has got words since isn't what was chosen.
  return block?.text === '' ? block : null;
}

function checkSelection({ from, to, text }: SelectionInput, max: number): void {
  if (from < 0 || to < from) throw codedError('SELECTION_RANGE_INVALID', { from, to });
  if (text.length > max) throw codedError('SELECTION_TOO_LONG', { max, length: text.length });
}

/** Finds a passage by its positions, else by its neighbors, else as the only occurrence in its block. */
function locate(view: AnchorView, text: string, { from, to, blockId, prefix, suffix }: SelectionInput): CharacterRange | null {
  const characters = charactersOf(text);
  if (characters === '') return null;
  const range = charactersWithin(view, from, to);
  if (view.characters.slice(range.start, range.end) === characters) return range;
  if (typeof blockId !== 'string') return null;
  const byContext = findByContext(view, { blockId, text, prefix: prefix ?? '', suffix: suffix ?? '' });
  if (byContext !== null) return byContext;
  const another = findQuote(view, { blockId, text, occurrence: 1 });
  return another === null ? findQuote(view, { blockId, text, occurrence: 0 }) : null;
}

/** Returns the text as the user may read it, so that they can't quote what is behind the paywall. */
async function readableBody(
  client: PgClient,
  { lessonId, articleId }: { readonly lessonId?: string | null | undefined; readonly articleId?: string | null | undefined },
): Promise<DocumentNode | null> {
  if (lessonId == null && articleId == null) return null;
  const { rows } = await client.query<{ body: DocumentNode | null }>(
    lessonId == null
      ? { text: 'select app_public.articles_body_delta(a) as body from app_public.articles a where a.id = $1', values: [articleId] }
      : { text: 'select app_public.lessons_body_delta(l) as body from app_public.lessons l where l.id = $1', values: [lessonId] },
  );
  return rows[0]?.body ?? null;
}

function cut(document: DocumentNode | null, from: number, to: number): unknown {
  return document === null ? null : documentSchema.nodeFromJSON(document).cut(from, to).toJSON();
}
