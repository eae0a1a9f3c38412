import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishArticle, startWriters, type Writers } from '../writers.ts';

let writers: Writers;
beforeAll(async () => {
  writers = await startWriters();
});
afterAll(() => writers.stop());

test('an article returns its signed repository URL together with its other fields', async () => {
  const { id, version, slug } = await writers.makeArticle();
  await writers.author.graphql(publishArticle, { input: { id, version } });
  const { data, errors } = await writers.site
    .newBrowser()
    .graphql<{ articleBySlug: object }>('query ($slug: String!) { articleBySlug(slug: $slug) { title repositoryPass } }', { slug });
  expect(errors).toBeUndefined();
  expect(data?.articleBySlug).toMatchObject({ repositoryPass: expect.stringMatching(/^\?expires=\d+&signature=/) as string });
});
