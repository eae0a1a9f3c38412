import type { DocumentNode } from '@newline/document/document-node';
import { toMarkdown } from '@newline/document/markdown';
import { unfetchedImagesIn } from '@newline/document/unfetched-images';
import {
  loadOneWithPgClient,
  type PgClient,
  type PgResource,
  type PgSelectSingleStep,
  sideEffectWithPgClient,
} from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, lambda, loadOne, object, type Step } from 'postgraphile/grafast';
import { sources } from '../../../../sources.config.ts';
import { codedError } from '../../errors/error-codes.ts';
import type { TextSurroundings } from '../documents/derive-stored-body.ts';
import { longText } from '../documents/text-reader.ts';
import { textSurroundings } from '../documents/text-surroundings.ts';
import type { Renderer } from '../rendering/create-renderer.ts';
import type { DraftedKind } from './text-kind.ts';

/** What a writer may read of a revision's text; `proBlocks` applies only to lessons. */
type RevisionText = { readonly id: string; readonly body: DocumentNode; readonly openBlocks: number; readonly proBlocks: number };

/** The operations that change a text, by name. */
type Writes = Readonly<Record<string, (client: PgClient, input: never) => Promise<object>>>;

const wholeText = 2_147_483_647;

/** Columns of each kind's revisions. */
const textColumns: Readonly<Record<DraftedKind, string>> = {
  article: `id, body_delta as body, open_blocks as "openBlocks", ${wholeText} as "proBlocks"`,
  lesson: 'id, body_delta as body, open_blocks as "openBlocks", pro_blocks as "proBlocks"',
  page: `id, body_delta as body, ${wholeText} as "openBlocks", ${wholeText} as "proBlocks"`,
};

/**
 * Creates the plans of the mutations that write a text, of their payloads, and of the texts of its revisions, which articles, lessons
 * and pages share. `pgResources` are those of the build.
 */
export function createTextPlans<TWrites extends { readonly [TName in keyof TWrites]: Writes[string] }>(
  kind: DraftedKind,
  pgResources: Readonly<Record<string, PgResource>>,
  createWrites: (surroundings: TextSurroundings) => TWrites,
) {
  const { [`${kind}s`]: texts, [`${kind}_revisions`]: revisions } = pgResources;
  if (!texts || !revisions) throw new Error(`createTextPlans: expected tables of ${kind}s and their revisions`);
  const { executor } = texts;
  const payload = {
    clientMutationId: ($payload: Step) => access($payload, 'clientMutationId'),
    [kind]: ($payload: Step) => texts.get({ id: access($payload, ['written', 'textId']) }),
  };
  const textOf = ($revision: PgSelectSingleStep) => loadOneWithPgClient(executor, $revision.get('id'), loadTexts);
  const renderTexts = (revisionTexts: readonly (RevisionText | null)[], { shared: { renderer } }: { readonly shared: TextSurroundings }) =>
    Promise.all(revisionTexts.map(async (text) => (text === null || renderer === null ? null : renderedOf(text.body, renderer))));
  const blocks = ($revision: PgSelectSingleStep, readers: 'openBlocks' | 'proBlocks') =>
    lambda(textOf($revision), (text) => (text && text[readers] < wholeText ? text[readers] : null));

  function markdownOf(
    document: DocumentNode,
    { textReader }: TextSurroundings,
    options: { readonly hasIds: boolean },
  ): string | Promise<string> {
    const body = textReader === null ? '' : JSON.stringify(document);
    return textReader !== null && body.length > longText ? textReader.toMarkdown(body, options) : toMarkdown(document, options);
  }

  /** Reading a revision locks it: a later save won't overwrite a version that someone has seen. */
  async function loadTexts(client: PgClient, ids: readonly unknown[]): Promise<readonly (RevisionText | null)[]> {
    const { rows } = await client.query<RevisionText>({
      text: `select ${textColumns[kind]} from app_private.read_${kind}_revisions($1)`,
      values: [ids],
    });
    const byId = new Map(rows.map((text) => [text.id, text]));
    return ids.map((id) => byId.get(String(id)) ?? null);
  }

  return {
    /** Creates a mutation field that runs a write as the signed-in user. */
    mutation: (name: keyof TWrites) => (_$root: Step, args: FieldArgs) => {
      const $input = args.getRaw('input');
      const $written = sideEffectWithPgClient(
        executor,
        [$input, context().get('userId'), textSurroundings()],
        async (client, [input, userId, surroundings]) => {
          if (userId === null) throw codedError('SIGN_IN_REQUIRED');
          const write: Writes[string] = createWrites(surroundings)[name];
          return (write as (client: PgClient, input: unknown) => Promise<object>)(client, input);
        },
      );
      return object({ written: $written, clientMutationId: access($input, 'clientMutationId') });
    },
    payload,
    writtenPayload: {
      ...payload,
      revision: ($payload: Step) => revisions.get({ id: access($payload, ['written', 'revisionId']) }),
      version: ($payload: Step) => access($payload, ['written', 'version']),
      savedAt: ($payload: Step) => access($payload, ['written', 'savedAt']),
    },
    revision: {
      bodyDelta: ($revision: PgSelectSingleStep) => access(textOf($revision), 'body'),
      bodyDrawings: ($revision: PgSelectSingleStep) => loadOne(textOf($revision), { shared: () => textSurroundings(), load: renderTexts }),
      openBlocks: ($revision: PgSelectSingleStep) => blocks($revision, 'openBlocks'),
      bodyMarkdown: ($revision: PgSelectSingleStep, args: FieldArgs) =>
        lambda([textOf($revision), args.getRaw('hasIds'), textSurroundings()], ([text, hasIds, surroundings]) =>
          text ? markdownOf(text.body, surroundings, { hasIds: hasIds === true }) : null,
        ),
    },
    proBlocks: ($revision: PgSelectSingleStep) => blocks($revision, 'proBlocks'),
    unfetchedImages: ($revision: PgSelectSingleStep) =>
      lambda([textOf($revision), context().get('siteOrigin')], ([text, siteOrigin]) =>
        text === null ? [] : unfetchedImagesIn(text.body, { siteOrigin, imageOrigins: sources.img }),
      ),
  };
}

/** Returns the renderings of a text, or null if rendering takes longer than a reader should wait; the renderer caches its results. */
async function renderedOf(body: DocumentNode, renderer: Renderer): Promise<unknown> {
  const [rendered] = await renderer.renderToStore(body);
  return rendered === null ? null : (JSON.parse(rendered) as unknown);
}
