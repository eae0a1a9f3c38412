import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { type Article, publishArticle, updateArticle, codeOf, startWriters, type Writers } from '../writers.ts';

let writers: Writers;
let site: Writers['site'];
let author: Writers['author'];
let editor: Writers['editor'];
let learner: Writers['learner'];
let admin: Writers['admin'];
let makeArticle: Writers['makeArticle'];
let save: Writers['save'];
let read: Writers['read'];

beforeAll(async () => {
  writers = await startWriters();
  ({ site, author, editor, learner, admin, makeArticle, save, read } = writers);
});
afterAll(() => writers.stop());

describe('publishing', () => {
  test('makes the latest text public; later changes wait for the next publication @EDIT-12', async () => {
    const { id } = await makeArticle('For readers.', 'Readable');
    expect(await read(learner, id)).toBeNull();
    const published = await author.graphql<{ publishArticle: { article: Article } }>(publishArticle, { input: { id, version: 1 } });
    expect(published.data?.publishArticle.article).toMatchObject({ status: 'PUBLISHED', bodyMarkdown: 'For readers.' });
    await save(editor, id, 1, 'Half a sen', { title: 'Half a tit' });
    expect(await read(learner, id)).toMatchObject({ title: 'Readable', bodyMarkdown: 'For readers.' });
    const working = await read(author, id);
    expect(working.latestRevision).toMatchObject({ version: 2, publishedAt: null });
    expect(working.revisions.nodes[1]?.publishedAt).not.toBeNull();
    await author.graphql(publishArticle, { input: { id, version: 2 } });
    expect(await read(learner, id)).toMatchObject({ title: 'Half a tit', bodyMarkdown: 'Half a sen' });
  });

  test('is for its authors and administrators, not editors, and only for the version that they have seen @EDIT-12 @API-01', async () => {
    const { id } = await makeArticle();
    const publish = (browser: Browser, version = 1) => browser.graphql(publishArticle, { input: { id, version } });
    expect(codeOf(await publish(site.newBrowser()))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await publish(learner))).toBe('NOT_FOUND');
    expect(codeOf(await publish(editor))).toBe('FORBIDDEN');
    await save(editor, id, 1, 'Not seen by the author.');
    const stale = await publish(author);
    expect(codeOf(stale)).toBe('CONFLICT');
    expect(stale.errors?.[0]?.message).toBe('The text has changed since version 1. Read version 2 before you publish it.');
    expect((await publish(admin, 2)).errors).toBeUndefined();
    const empty = await makeArticle('');
    expect(codeOf(await author.graphql(publishArticle, { input: { id: empty.id, version: 1 } }))).toBe('BAD_INPUT');
  });

  test('can be scheduled, and then happens automatically @EDIT-12', async () => {
    const { id } = await makeArticle();
    const publishedAt = new Date(Date.now() + 1_500).toISOString();
    const scheduled = await author.graphql<{ publishArticle: { article: Article } }>(publishArticle, {
      input: { id, version: 1, publishedAt },
    });
    expect(scheduled.data?.publishArticle.article.status).toBe('SCHEDULED');
    expect(await read(learner, id)).toBeNull();
    await expect.poll(async () => (await read(learner, id))?.bodyMarkdown, { timeout: 5_000 }).toBe('First words.');
    const later = new Date(Date.now() + 60_000).toISOString();
    const again = await author.graphql(publishArticle, { input: { id, version: 1, publishedAt: later } });
    expect(again.errors?.[0]?.message).toBe('publishedAt: this is already published. Unpublish it first to schedule it.');
    expect(again.errors?.[0]?.extensions?.['field']).toBe('publishedAt');
  });

  test('is undone by unpublishing and archiving, which keep the text and the first date @EDIT-12', async () => {
    const { id } = await makeArticle();
    const change = (name: string, more = '') =>
      author.graphql<Record<string, { article: { status: string; publishedAt: string | null } }>>(
        `mutation a($id: UUID!) { ${name}(input: { id: $id ${more} }) { article { status publishedAt } } }`,
        { id },
      );
    await author.graphql(publishArticle, { input: { id, version: 1, publishedAt: '2025-02-03T04:05:06Z' } });
    expect((await change('unpublishArticle')).data?.['unpublishArticle']?.article.status).toBe('DRAFT');
    expect(await read(learner, id)).toBeNull();
    await author.graphql(publishArticle, { input: { id, version: 1 } });
    expect((await change('archiveArticle')).data?.['archiveArticle']?.article).toMatchObject({ status: 'ARCHIVED' });
    expect(await read(learner, id)).toBeNull();
    const back = await change('archiveArticle', 'isArchived: false');
    expect(back.data?.['archiveArticle']?.article.status).toBe('PUBLISHED');
    expect(Date.parse(back.data?.['archiveArticle']?.article.publishedAt ?? '')).toBe(Date.parse('2025-02-03T04:05:06Z'));
    for (const name of ['unpublishArticle', 'archiveArticle']) {
      const call = `mutation a($id: UUID!) { ${name}(input: { id: $id }) { article { status } } }`;
      expect(codeOf(await editor.graphql(call, { id }))).toBe('FORBIDDEN');
      expect(codeOf(await learner.graphql(call, { id }))).toBe('FORBIDDEN');
      expect(codeOf(await site.newBrowser().graphql(call, { id }))).toBe('LOGIN_REQUIRED');
    }
  });

  test('tells the page cache what is out of date, as does saving a public text, but not saving unpublished changes', async () => {
    const { id } = await makeArticle();
    const heard: string[] = [];
    const stop = site.api.onTagsChanged((tags) => heard.push(...(tags ?? ['all'])));
    /** Counts the article's database notifications that `perform` caused: notifications arrive in the order of commits, and one follows. */
    const notificationsOf = async (perform: () => Promise<object>): Promise<number> => {
      await site.db.superuser.query(`notify newline_tags, 'before'`);
      await expect.poll(() => heard).toContain('before');
      heard.length = 0;
      expect(await perform()).not.toHaveProperty('errors');
      await site.db.superuser.query(`notify newline_tags, 'after'`);
      await expect.poll(() => heard).toContain('after');
      return heard.filter((tag) => tag === `article:${id}`).length;
    };
    expect(await notificationsOf(() => author.graphql(publishArticle, { input: { id, version: 1 } }))).toBe(1);
    expect(await notificationsOf(() => save(author, id, 1, 'not for readers yet'))).toBe(0);
    expect(await notificationsOf(() => author.graphql(publishArticle, { input: { id, version: 2 } }))).toBe(1);
    expect(await notificationsOf(() => author.graphql(updateArticle, { input: { id, patch: { summary: 'For cards.' } } }))).toBe(1);
    stop();
  });
});

describe('details', () => {
  test('are changed one at a time by an author; absent fields stay, and null clears them @API-01', async () => {
    const { id } = await makeArticle();
    await site.db.superuser.query(
      `insert into app_public.tags (name, slug) values ('Postgres', 'postgres'), ('React', 'react') on conflict do nothing`,
    );
    const update = (browser: Browser, patch: object) =>
      browser.graphql<{ updateArticle: { article: Record<string, unknown> } }>(updateArticle, { input: { id, patch } });
    const all = {
      description: 'About this article.',
      summary: 'One sentence.',
      mainImageUrl: '/media/a/cover.webp',
      canonicalUrl: 'https://example.com/first',
      topic: 'BACKEND',
      subscriptionRequired: true,
      previewPercent: 30,
      isShownPublicly: false,
    };
    const first = await update(author, { ...all, tags: ['postgres', 'react'] });
    expect(first.data?.updateArticle.article).toMatchObject({
      ...all,
      taggings: { nodes: [{ tag: { slug: 'postgres' } }, { tag: { slug: 'react' } }] },
    });
    const second = await update(author, { summary: ' ', previewPercent: null, tags: ['react'] });
    expect(second.data?.updateArticle.article).toMatchObject({
      ...all,
      summary: null,
      previewPercent: null,
      taggings: { nodes: [{ tag: { slug: 'react' } }] },
    });
    for (const [browser, code] of [
      [site.newBrowser(), 'LOGIN_REQUIRED'],
      [learner, 'NOT_FOUND'],
      [editor, 'FORBIDDEN'],
    ] as const)
      expect(codeOf(await update(browser, { summary: 'x' }))).toBe(code);
  });

  test('with mistakes are reported together, each with its field', async () => {
    const { id } = await makeArticle();
    const update = (patch: object) => author.graphql(updateArticle, { input: { id, patch } });
    const answer = await update({
      slug: 'Not A Slug',
      canonicalUrl: 'ftp://x',
      previewPercent: 101,
      summary: 'a'.repeat(2001),
      tags: ['A b'],
    });
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_INPUT',
      field: 'slug',
      fields: {
        slug: 'expected lower-case words joined by single hyphens, at most 120 characters, got "Not A Slug"',
        canonicalUrl: 'expected an http or https address, got "ftp://x"',
        previewPercent: 'expected a whole number from 0 to 100, got 101',
        summary: 'expected at most 2,000 characters, got 2,001',
        tags: 'expected slugs of tags, got "A b"',
      },
    });
    const unknown = await update({ tags: ['no-such-tag'] });
    expect(unknown.errors?.[0]).toMatchObject({
      message: 'tags: there is no tag no-such-tag.',
      extensions: { code: 'BAD_INPUT', field: 'tags' },
    });
    const other = await makeArticle();
    const conflict = await update({ slug: other.slug });
    expect(conflict.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'slug' });
  });

  test('a slug that was public redirects; one that wasn’t is free again @EDIT-12', async () => {
    const { id, slug } = await makeArticle();
    const rename = (to: string) => author.graphql(updateArticle, { input: { id, patch: { slug: to } } });
    const at = async (path: string) => {
      const { data } = await learner.graphql<{ permalinkByPath: { isCurrent: boolean; article: { permalink: string } } | null }>(
        'query a($path: String!) { permalinkByPath(path: $path) { isCurrent article { permalink } } }',
        { path },
      );
      return data?.permalinkByPath;
    };
    await rename('never-public');
    await rename('first-public');
    await author.graphql(publishArticle, { input: { id, version: 1 } });
    await rename('second-public');
    expect(await at('/articles/first-public')).toEqual({ isCurrent: false, article: { permalink: '/articles/second-public' } });
    expect(await at('/articles/second-public')).toMatchObject({ isCurrent: true });
    expect(await at('/articles/never-public')).toBeNull();
    const other = await makeArticle();
    const claim = (to: string) => author.graphql(updateArticle, { input: { id: other.id, patch: { slug: to } } });
    expect((await claim('first-public')).errors?.[0]).toMatchObject({
      message: 'slug: /articles/first-public is taken.',
      extensions: { code: 'CONFLICT', field: 'slug' },
    });
    expect((await claim(slug)).errors).toBeUndefined();
  });
});
