import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { publishArticle, startWriters, updateArticle, type Writers } from '../writers.ts';

// A rendering reveals its block: the text of a formula or diagram, and the length of each word of code.
let writers: Writers;
let id: string;

const text = [
  '```ts\nconst open = 1;\n```',
  '::paywall',
  '```ts\nconst canary = 2;\n```',
  '$$\ncanary_{formula}\n$$',
  '```mermaid\ngraph TD\n  A[Canary diagram]-->B\n```',
].join('\n\n');

beforeAll(async () => {
  writers = await startWriters();
  const { author, makeArticle } = writers;
  ({ id } = await makeArticle(text));
  const paid = await author.graphql(updateArticle, { input: { id, patch: { subscriptionRequired: true } } });
  const published = await author.graphql(publishArticle, { input: { id, version: 1 } });
  for (const { errors } of [paid, published]) if (errors) throw new Error(JSON.stringify(errors));
  // On a busy machine a save doesn't wait for its renderings: the job creates them.
  await writers.site.api.renderTexts();
  await vi.waitUntil(
    async () =>
      (await author.graphql<Answer>(document, { id, slug: 'article-1' })).data?.articleById.bodyDrawings?.includes('Canary') === true,
    { timeout: 60_000, interval: 100 },
  );
});
afterAll(() => writers.stop());

const document = /* GraphQL */ `
  query drawn($id: UUID!, $slug: String!) {
    articleById(id: $id) { isCut bodyDelta bodyDrawings }
    articleBySlug(slug: $slug) { bodyDrawings }
    articlesForTag(first: 5) { nodes { bodyDrawings } }
  }
`;

type Answer = { articleById: { isCut: boolean; bodyDelta: string; bodyDrawings: string | null } };

test('a reader without a subscription gets no rendering from behind the paywall, through any field @DOC-04', async () => {
  for (const browser of [writers.site.newBrowser(), writers.learner]) {
    const { data, errors } = await browser.graphql<Answer>(document, { id, slug: 'article-1' });
    expect(errors).toBeUndefined();
    expect(data?.articleById.isCut).toBe(true);
    expect(JSON.stringify(data)).not.toMatch(/canary/iu);
    // Not even their number, or the length of their words.
    const renderings = JSON.parse(data?.articleById.bodyDrawings ?? '') as unknown[];
    const { content } = JSON.parse(data?.articleById.bodyDelta ?? '') as { content: unknown[] };
    expect(renderings).toEqual([[{ code: [expect.stringMatching(/^5k/u)], name: 'TypeScript' }]]);
    expect(content).toHaveLength(renderings.length);
  }
});

test('its author and administrators get all of them, so the search is able to @DOC-04', async () => {
  for (const browser of [writers.author, writers.admin]) {
    const { data } = await browser.graphql<Answer>(document, { id, slug: 'article-1' });
    const renderings = data?.articleById.bodyDrawings ?? '';
    expect(renderings).toContain('Canary diagram');
    expect(JSON.parse(renderings)).toMatchObject([
      [{ name: 'TypeScript' }],
      null,
      [{ name: 'TypeScript' }],
      [{ markup: expect.arrayContaining(['math']) as unknown }],
      [{ label: 'Flowchart: Canary diagram, B' }],
    ]);
  }
});
