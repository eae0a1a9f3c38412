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
} from '@newline/document/annotations/text-anchor';
import type { DocumentNode } from '@newline/document/document-node';
import { documentSchema } from '@newline/document/schema/prosemirror-schema';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import { codedError } from '../../errors/error-codes.ts';

/** The `selection` of a new discussion, as a mutation is given it; what else it may hold, the server finds itself. */
export type SelectionInput = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly blockId?: string | null;
  readonly prefix?: string | null;
  readonly suffix?: string | null;
};

/**
 * Places the selection of a new discussion in the text of its lesson or article, as far as the person may read it, and answers what
 * `app_private.add_selection` takes. Words, context and positions are those of the stored text, not those that were sent. Words
 * that are no longer there make an orphan with the words that were sent, so that a comment is not lost to an edit made meanwhile.
 * Throws BAD_INPUT for a selection of nothing.
 */
export async function placeSelection(
  client: PgClient,
  item: { readonly lessonId?: string | null | undefined; readonly articleId?: string | null | undefined },
  input: SelectionInput,
): Promise<string> {
  const { text } = input;
  if (input.from < 0 || input.to < input.from) throw codedError('SELECTION_RANGE_INVALID', { from: input.from, to: input.to });
  if (text.length > maxQuoteLength) throw codedError('SELECTION_TOO_LONG', { max: maxQuoteLength, length: text.length });
  const document = await readableBody(client, item);
  const view = viewOfDocument(document);
  const found = locate(view, text, input);
  const anchor = found === null ? (charactersOf(text) === '' ? anchorBlock(view, input.blockId ?? '') : null) : createAnchor(view, found);
  if (anchor !== null) {
    const quoted = charactersOf(anchor.text).length;
    return JSON.stringify({ ...anchor, delta: cut(document, anchor.from, anchor.to), quoted, isOrphaned: false });
  }
  if (charactersOf(text) === '') throw codedError('SELECTION_EMPTY');
  const kept = { prefix: (input.prefix ?? '').slice(-contextLength), suffix: (input.suffix ?? '').slice(0, contextLength) };
  const place = { from: 0, to: 0, node: null, blockId: null, endBlockId: null, occurrence: 0, delta: null };
  return JSON.stringify({ ...place, ...kept, text, quoted: charactersOf(text).length, isOrphaned: true });
}

/** By its positions if the words stand there, else by its neighbours, else where its block has the words only once. */
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

/** The text as the person may read it: what they may not read is nothing they can quote. */
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
