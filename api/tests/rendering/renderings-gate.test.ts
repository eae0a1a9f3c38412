import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { publishArticle, startWriters, updateArticle, type Writers } from '../writers.ts';

// A drawing says what its block says: the words of a formula and of a diagram, and how long each word of code is.
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
  // On a busy machine a save does not wait for its drawings: the job makes them.
  await writers.site.api.renderTexts();
  await vi.waitUntil(
    async () => (await author.graphql<Answer>(document, { id, slug: 'article-1' })).data?.articleById.bodyDrawings.includes('Canary'),
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

type Answer = { articleById: { isCut: boolean; bodyDelta: string; bodyDrawings: string } };

test('a reader without a subscription gets no drawing from behind the paywall, by any field @DOC-04', async () => {
  for (const browser of [writers.site.newBrowser(), writers.learner]) {
    const { data, errors } = await browser.graphql<Answer>(document, { id, slug: 'article-1' });
    expect(errors).toBeUndefined();
    expect(data?.articleById.isCut).toBe(true);
    expect(JSON.stringify(data)).not.toMatch(/canary/iu);
    // Not even how many there are, or how long their words.
    const renderings = JSON.parse(data?.articleById.bodyDrawings ?? '') as unknown[];
    const { content } = JSON.parse(data?.articleById.bodyDelta ?? '') as { content: unknown[] };
    expect(renderings).toEqual([[{ code: [expect.stringMatching(/^5k/u)], name: 'TypeScript' }]]);
    expect(content).toHaveLength(renderings.length);
  }
});

test('its author and staff get every one of them, so the search is able to @DOC-04', async () => {
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
