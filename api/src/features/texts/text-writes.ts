import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { isEmptyDocument } from '@newline/document/derive';
import { validateDocument } from '@newline/document/validate';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import { codedError } from '../../errors/error-codes.ts';
import { type AnchorHint, keepAnchorHints, moveAnchors } from '../annotations/move-anchors.ts';
import { readTitle } from '../articles/read-details.ts';
import { deriveStoredBody, readStoredBody, type StoredBody, type TextSurroundings } from '../documents/derive-stored-body.ts';
import type { BodyInput } from '../documents/read-body.ts';
import { writeBody } from '../documents/write-body.ts';
import { annotatedItem, type DraftedKind } from './text-kind.ts';
import { rowsOf } from '../../database/rows-of.ts';

/** Result of a mutation on a text: the text's id, the id and version of its newest revision, and when that was saved. */
export type WrittenText = {
  readonly textId: string;
  readonly revisionId: string;
  readonly version: number;
  readonly savedAt: string;
};

export type SaveTextInput = BodyInput & {
  readonly id: string;
  readonly baseVersion: number;
  readonly title: string;
  readonly sessionId?: string | null;
  readonly sequence?: number | null;
  readonly anchors?: readonly AnchorHint[] | null;
};

/**
 * The input of `publishArticle`, `publishLesson` and `publishPage`. Only an article has a time; only a page can ask everyone to accept it.
 */
export type PublishTextInput = {
  readonly id: string;
  readonly version: number;
  readonly publishedAt?: string | null;
  readonly asksAgain?: boolean | null;
};

type Outcome = 'SAVED' | 'UNCHANGED' | 'SUPERSEDED' | 'CONFLICT';
type Newest = { revisionId: string; version: number; title: string; savedAt: string; body: DocumentNode | null };
type SaveRow = Newest & { outcome: Outcome; savedBy: string | null; userId: string | null };

/** The columns of `newest`, a revision that a database function returns. */
const newestColumns = `(s.newest).id as "revisionId", (s.newest).version, (s.newest).title,
  to_char((s.newest).updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "savedAt", s.body_delta as body`;

/** The operations that change a text, with the permissions of the client's user. Each is one statement: all or nothing. */
export type TextWrites = {
  save(client: PgClient, input: SaveTextInput): Promise<WrittenText>;
  publish(client: PgClient, input: PublishTextInput): Promise<{ textId: string }>;
  restore(client: PgClient, input: { readonly revisionId: string; readonly baseVersion: number }): Promise<WrittenText>;
};

/**
 * Creates the operations that save, publish and restore the texts of articles, lessons or pages; the database functions are named after the
 * kind.
 * @param surroundings the site's origin, which decides which links are external, and the renderer of code, formulas and diagrams
 */
export function createTextWrites(kind: DraftedKind, surroundings: TextSurroundings): TextWrites {
  async function write(
    client: PgClient,
    text: { id: string; baseVersion: number; title: string; restoredVersion?: number },
    stored: StoredBody,
    editor: { sessionId?: string | null; sequence?: number | null; anchors?: readonly AnchorHint[] | null } = {},
  ): Promise<WrittenText> {
    const [saved] = await writeBody<SaveRow>(
      client,
      `select s.outcome, s.saved_by as "savedBy", (s.newest).user_id as "userId", ${newestColumns}
       from app_private.save_${kind}($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) s`,
      [text.id, text.baseVersion, text.title, ...stored, editor.sessionId ?? null, editor.sequence ?? null, text.restoredVersion ?? null],
    );
    if (!saved) throw new Error(`save_${kind}: expected one row, got none`);
    if (saved.outcome === 'CONFLICT') throw conflict(saved, text.baseVersion);
    if (saved.outcome === 'SAVED') {
      const item = annotatedItem(kind, text.id);
      if (item !== null) {
        await keepAnchorHints(client, item, saved.version, editor.anchors ?? []);
        await moveAnchors(client, item);
      }
    }
    return { textId: text.id, revisionId: saved.revisionId, version: saved.version, savedAt: saved.savedAt };
  }

  return {
    async save(client, input) {
      const title = readTitle(input.title);
      await requireTextRight(client, kind, input.id);
      const stored = await readStoredBody(input, documentKinds[kind], surroundings);
      return write(client, { id: input.id, baseVersion: input.baseVersion, title }, stored, input);
    },

    async publish(client, { id, version, publishedAt, asksAgain }) {
      const [working] = await rowsOf<Newest>(client, `select ${newestColumns} from app_private.working_${kind}($1, true) s`, [id]);
      const document = working?.body ? readStored(working.body, kind) : null;
      // A lesson may have no text, only a video.
      if (!working || document === null || (kind !== 'lesson' && isEmptyDocument(document))) throw codedError('NOTHING_TO_PUBLISH');
      const body = await deriveStoredBody(document, surroundings);
      const more = { article: [publishedAt ?? null], lesson: [], page: [asksAgain ?? false] };
      const values = [id, version, ...body, ...more[kind]];
      const [published] = await writeBody<{ outcome: Outcome }>(
        client,
        `select app_private.publish_${kind}(${values.map((_, index) => `$${index + 1}`).join(', ')}) as outcome`,
        values,
      );
      if (working.version !== version || published?.outcome !== 'SAVED')
        throw codedError(
          'TEXT_CHANGED_SINCE',
          { version, newest: working.version },
          { current: { version: working.version, title: working.title, savedAt: working.savedAt } },
        );
      const item = annotatedItem(kind, id);
      if (item !== null) await moveAnchors(client, item);
      return { textId: id };
    },

    async restore(client, { revisionId, baseVersion }) {
      // Users who can't write pages must not learn which revisions exist.
      if (kind === 'page') await requireTextRight(client, kind, null);
      const [old] = await rowsOf<{ textId: string; version: number; title: string; body: DocumentNode }>(
        client,
        `select r.${kind}_id as "textId", r.version, r.title, t.body_delta as body
         from app_private.read_${kind}_revisions(array[$1::uuid]) t join app_public.${kind}_revisions r on r.id = t.id`,
        [revisionId],
      );
      if (!old) throw codedError('REVISION_NOT_FOUND');
      const text = { id: old.textId, baseVersion, title: old.title, restoredVersion: old.version };
      return write(client, text, await deriveStoredBody(readStored(old.body, kind), surroundings));
    },
  };
}

/** The rules for documents of each kind: a page can have everything that an article can. */
const documentKinds: Readonly<Record<DraftedKind, DocumentKind>> = { article: 'article', lesson: 'lesson', page: 'article' };

/** Throws unless the user can write this text or, without an id, create an article or a page. Call it before parsing a text. */
export async function requireTextRight(client: PgClient, kind: DraftedKind, id: string | null): Promise<void> {
  if (kind === 'page') {
    await client.query({ text: 'select app_private.require_page_right($1)', values: [id] });
    return;
  }
  const ids = kind === 'lesson' ? [id, null] : [null, id];
  await client.query({ text: 'select app_private.require_text_right($1, $2)', values: ids });
}

/** Returns a CONFLICT error with the newest text in `extensions.current`, so that a page can show both and no text is lost. */
function conflict({ version, title, savedAt, savedBy, userId, revisionId, body }: SaveRow, baseVersion: number): Error {
  return codedError(
    'TEXT_SAVED_BY_OTHER',
    { savedBy: savedBy ?? 'Someone', version, baseVersion },
    {
      current: { revisionId, version, title, savedAt, savedBy, userId, bodyDelta: body === null ? null : JSON.stringify(body) },
    },
  );
}

/** Returns a stored document in the current version of the format. */
function readStored(body: DocumentNode, kind: DraftedKind): DocumentNode {
  const validation = validateDocument(body, documentKinds[kind]);
  if (!validation.ok) throw new Error(`Stored ${kind}: expected a valid document, got ${JSON.stringify(validation.errors.slice(0, 3))}`);
  return validation.document;
}
