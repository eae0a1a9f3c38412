import { expect, type People } from './journey.ts';
import { suffix } from './people.ts';

/** A runnable block of a text. */
export type CodeOfText = { readonly mode: string; readonly code: string; readonly name?: string };

/** Publishes an unlisted article with these runnable blocks, between paragraphs unless they belong together, and returns its path. */
export async function publishCode(people: People, blocks: readonly (CodeOfText | readonly CodeOfText[])[]): Promise<string> {
  const author = await people.at(await people.make('author'));
  const content = blocks.flatMap((block, index) => [
    { type: 'paragraph', content: [{ type: 'text', text: `Program ${index + 1}.` }] },
    ...[block].flat().map(({ mode, code, name = null }) => ({
      type: 'codeBlock',
      attrs: { mode, runnable: true, displayName: name },
      content: [{ type: 'text', text: code }],
    })),
  ]);
  const made = await author.run<{ createArticle: { article: { id: string; permalink: string; latestRevision: { version: number } } } }>(
    'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id permalink latestRevision { version } } } }',
    { input: { title: `Code ${suffix()}`, bodyDelta: JSON.stringify({ type: 'doc', content }) } },
  );
  expect(made.errors).toBeUndefined();
  const { id, permalink = '', latestRevision } = made.data?.createArticle.article ?? {};
  const unlisted = 'mutation u($input: UpdateArticleInput!) { updateArticle(input: $input) { article { id } } }';
  expect((await author.run(unlisted, { input: { id, patch: { isShownPublicly: false } } })).errors).toBeUndefined();
  const publish = 'mutation a($input: PublishArticleInput!) { publishArticle(input: $input) { article { id } } }';
  expect((await author.run(publish, { input: { id, version: latestRevision?.version } })).errors).toBeUndefined();
  return permalink;
}
