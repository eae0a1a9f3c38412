import type { DocumentNode } from '@newline/document/document-node';
import { toMarkdown } from '@newline/document/markdown';
import {
  loadOneWithPgClient,
  type PgClient,
  type PgResource,
  type PgSelectSingleStep,
  sideEffectWithPgClient,
} from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, lambda, loadOne, object, type Step } from 'postgraphile/grafast';
import { codedError } from '../../errors/error-codes.ts';
import type { TextSurroundings } from '../documents/derive-stored-body.ts';
import { longText } from '../documents/text-reader.ts';
import { textSurroundings } from '../documents/text-surroundings.ts';
import type { Renderer } from '../rendering/create-renderer.ts';
import type { TextKind } from './text-kind.ts';

/** What a writer may read of a revision's text; `proBlocks` is told of lessons alone. */
type RevisionText = { readonly id: string; readonly body: DocumentNode; readonly openBlocks: number; readonly proBlocks: number };

/** The calls that change a text, by name. */
type Writes = Readonly<Record<string, (client: PgClient, input: never) => Promise<object>>>;

const wholeText = 2_147_483_647;

/** What the database answers of the revisions of each kind. */
const textColumns: Readonly<Record<TextKind, string>> = {
  article: `id, body_delta as body, open_blocks as "openBlocks", ${wholeText} as "proBlocks"`,
  lesson: 'id, body_delta as body, open_blocks as "openBlocks", pro_blocks as "proBlocks"',
};

/**
 * The plans of the mutations that write a text, of what they answer, and of the texts of its revisions: the same for articles and
 * lessons. `pgResources` are those of the build.
 */
export function createTextPlans<TWrites extends { readonly [TName in keyof TWrites]: Writes[string] }>(
  kind: TextKind,
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
  const renderTexts = (found: readonly (RevisionText | null)[], { shared: { renderer } }: { readonly shared: TextSurroundings }) =>
    Promise.all(found.map(async (text) => (text === null || renderer === null ? null : renderedOf(text.body, renderer))));
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

  /** Reading marks what is read: a later save does not write over a state that somebody has seen. */
  async function loadTexts(client: PgClient, ids: readonly unknown[]): Promise<readonly (RevisionText | null)[]> {
    const { rows } = await client.query<RevisionText>({
      text: `select ${textColumns[kind]} from app_private.read_${kind}_revisions($1)`,
      values: [ids],
    });
    const byId = new Map(rows.map((text) => [text.id, text]));
    return ids.map((id) => byId.get(String(id)) ?? null);
  }

  return {
    /** A mutation field that runs one of the writes as the signed-in person. */
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
  };
}

/** Null too when drawing takes longer than a reader should wait; the drawer remembers what it drew. */
async function renderedOf(body: DocumentNode, renderer: Renderer): Promise<unknown> {
  const [rendered] = await renderer.renderToStore(body);
  return rendered === null ? null : (JSON.parse(rendered) as unknown);
}
