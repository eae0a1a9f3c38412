import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { type ItemWriters, startItemWriters } from './item-writers.ts';

let w: ItemWriters;
let people: Record<'visitor' | 'learner' | 'other author' | 'editor' | 'author' | 'admin', Browser>;

beforeAll(async () => {
  w = await startItemWriters();
  const { signUp } = await import('../people.ts');
  const { browser: other, userId } = await signUp(w.site, 'other-author@example.com', 'Olga Other');
  await w.site.db.superuser.query(
    `with c as (insert into app_public.courses (title, slug, permalink) values ('Of Olga', 'of-olga', '/courses/of-olga') returning id)
     insert into app_public.contributions (course_id, user_id) select id, $1 from c`,
    [userId],
  );
  people = { visitor: w.stranger, learner: w.learner, 'other author': other, editor: w.editor, author: w.author, admin: w.admin };
});
afterAll(() => w.stop());

const kinds = ['course', 'book'] as const;
const nameOf = { course: 'Course', book: 'Book' } as const;
type Answer = Record<string, Record<string, Record<string, unknown>>>;

/** Returns what each of the six users gets for the same mutation. */
async function everybody(mutation: string, inputOf: (person: string) => object): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [person, browser] of Object.entries(people)) outcomes[person] = await w.outcome(browser, mutation, inputOf(person));
  return outcomes;
}

describe.each(kinds)('a %s', (kind) => {
  const name = nameOf[kind];
  const update = async (id: string, patch: object, fields = 'title') =>
    w.author.graphql<Answer>(`mutation u($input: Update${name}Input!) { update${name}(input: $input) { ${kind} { ${fields} } } }`, {
      input: { id, patch },
    });

  test('starts as a draft with a slug from its title, and only authors create one @STUDIO-01', async () => {
    const first = await w.makeItem(kind, `  Größe  & “Maß” of a ${kind} `);
    expect(first).toMatchObject({
      title: `Größe & “Maß” of a ${kind}`,
      slug: `grosse-mass-of-a-${kind}`,
      status: 'DRAFT',
      mayWrite: true,
      mayPublish: true,
    });
    expect(first.permalink).toBe(`/${kind}s/grosse-mass-of-a-${kind}`);
    expect((await w.makeItem(kind, first.title)).slug).toBe(`grosse-mass-of-a-${kind}-2`);
    expect(await everybody(`create${name}`, () => ({ title: 'Mine' }))).toEqual({
      visitor: 'LOGIN_REQUIRED',
      learner: 'FORBIDDEN',
      'other author': 'DONE',
      editor: 'FORBIDDEN',
      author: 'DONE',
      admin: 'DONE',
    });
    expect(await w.outcome(w.author, `create${name}`, { title: ' ' })).toBe('BAD_INPUT');
  });

  test('is edited by its editors and authors, and by no one else @STUDIO-01', async () => {
    const item = await w.makeItem(kind);
    const byWriters = {
      visitor: 'LOGIN_REQUIRED',
      learner: 'NOT_FOUND',
      'other author': 'NOT_FOUND',
      editor: 'DONE',
      author: 'DONE',
      admin: 'DONE',
    };
    const byAuthors = { ...byWriters, editor: 'FORBIDDEN' };
    const of = { [`${kind}Id`]: item.id };
    const [section, lesson] = [await w.add('Section', { ...of, title: 'Part' }), await w.add('Lesson', { ...of, title: 'Lesson' })];
    expect(await everybody(`update${name}`, () => ({ id: item.id, patch: { summary: 'Said.' } }))).toEqual(byWriters);
    expect(await everybody('createSection', () => ({ ...of, title: 'More' }))).toEqual(byWriters);
    expect(await everybody('updateSection', () => ({ id: section, title: 'Renamed' }))).toEqual(byWriters);
    expect(await everybody('moveSection', () => ({ id: section, position: 2 }))).toEqual(byWriters);
    expect(await everybody('createLesson', () => ({ ...of, title: 'More' }))).toEqual(byWriters);
    expect(await everybody('updateLesson', () => ({ id: lesson, patch: { description: 'Said.' } }))).toEqual(byWriters);
    expect(await everybody('moveLesson', () => ({ id: lesson, sectionId: section, position: 1 }))).toEqual(byWriters);
    expect(await everybody('createClip', () => ({ ...of, title: 'Clip' }))).toEqual(byWriters);

    expect(await everybody('updateLesson', () => ({ id: lesson, patch: { isFree: true } }))).toEqual(byAuthors);
    expect(await everybody(`update${name}`, () => ({ id: item.id, patch: { isShownPublicly: true } }))).toEqual(byAuthors);
    expect(await everybody(`update${name}`, () => ({ id: item.id, patch: { allowsOfflineVideos: true } }))).toEqual(byAuthors);
    expect(await everybody('setItemPrice', () => ({ ...of, amountCents: 4900 }))).toEqual(byAuthors);
    expect(await everybody('setContributor', () => ({ ...of, username: 'lea-learner', title: 'EDITOR' }))).toEqual({ ...byAuthors });
    await w.site.db.superuser.query(
      `delete from app_public.contributions where ${kind}_id = $1 and user_id = (select id from app_public.users where username = 'lea-learner')`,
      [item.id],
    );
    expect(await everybody(`publish${name}`, () => ({ id: item.id }))).toEqual(byAuthors);
    // Public items are known to exist.
    const publicOutcomes = { ...byAuthors, learner: 'FORBIDDEN', 'other author': 'FORBIDDEN' };
    expect(await everybody(`archive${name}`, () => ({ id: item.id, isArchived: false }))).toEqual(publicOutcomes);
    expect(await everybody('deleteLesson', () => ({ id: lesson }))).toEqual({ ...publicOutcomes, admin: 'NOT_FOUND' });
    expect(await everybody('deleteSection', () => ({ id: section }))).toEqual({
      ...publicOutcomes,
      editor: 'DONE',
      author: 'NOT_FOUND',
      admin: 'NOT_FOUND',
    });
    expect(await everybody(`unpublish${name}`, () => ({ id: item.id }))).toEqual({ ...publicOutcomes, author: 'DONE', admin: 'DONE' });
  });

  test('stores its details, and reports invalid ones @STUDIO-01', async () => {
    const item = await w.makeItem(kind);
    await w.site.db.superuser.query(
      `insert into app_public.tags (name, slug) values ('Type Script', 'type-script') on conflict do nothing`,
    );
    const done = await update(
      item.id,
      {
        subtitle: 'Second line',
        summary: 'One sentence.',
        description: 'A paragraph.',
        topic: 'BACKEND',
        tags: ['Type Script'],
        previewPercent: 20,
        pricingFeatures: ['Source', ' ', 'Source', 'Captions'],
        faq: [
          { question: 'Why?', answer: 'So.' },
          { question: '', answer: '' },
        ],
        resources: [{ title: 'Site', url: 'https://example.com' }],
        dependencies: {
          primaryLanguage: ' TypeScript ',
          list: [
            { name: 'react', version: '19.2', link: 'https://react.dev' },
            { name: ' ', version: '', link: null },
            { name: 'vitest', version: null },
          ],
        },
        lessonLanguage: 'de',
        syllabus: '# All',
        marketingHeadline: 'Buy',
        heroVideoUrl: 'local:trailer1',
      },
      'subtitle summary description topic previewPercent pricingFeatures faq resources dependencies lessonLanguage syllabus marketingHeadline heroVideoUrl taggings { nodes { tag { slug } } }',
    );
    expect(done.errors).toBeUndefined();
    expect(done.data?.[`update${name}`]?.[kind]).toEqual({
      subtitle: 'Second line',
      summary: 'One sentence.',
      description: 'A paragraph.',
      topic: 'BACKEND',
      previewPercent: 20,
      pricingFeatures: ['Source', 'Captions'],
      faq: '[{"answer":"So.","question":"Why?"}]',
      resources: '[{"url":"https://example.com","title":"Site"}]',
      dependencies:
        '{"list":[{"link":"https://react.dev","name":"react","version":"19.2"},{"name":"vitest"}],"primaryLanguage":"TypeScript"}',
      lessonLanguage: 'de',
      syllabus: '# All',
      marketingHeadline: 'Buy',
      heroVideoUrl: 'local:trailer1',
      taggings: { nodes: [{ tag: { slug: 'type-script' } }] },
    });
    const wrong = await update(item.id, {
      title: '',
      slug: 'No Slug',
      previewPercent: 101,
      heroVideoUrl: 'javascript:1',
      resources: [{ title: 'x', url: 'ftp://x' }],
      dependencies: { list: [{ name: 'x', link: 'javascript:1' }] },
      lessonLanguage: '!',
    });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_INPUT',
      field: 'title',
      fields: {
        title: 'expected 1 to 200 characters, got 0',
        slug: expect.stringContaining('lower-case words') as string,
        previewPercent: expect.stringContaining('0 to 100') as string,
        heroVideoUrl: expect.stringContaining('local:') as string,
        resources: expect.stringContaining('http') as string,
        dependencies: 'link expected an http or https address, got "javascript:1"',
        lessonLanguage: expect.stringContaining('language tag') as string,
      },
      // A client in another language chooses its own sentences.
      faults: {
        title: { reason: 'FIELD_TITLE_LENGTH_INVALID', params: { max: 200, length: 0 } },
        slug: { reason: 'FIELD_SLUG_INVALID', params: { max: 120, got: 'No Slug' } },
        previewPercent: { reason: 'FIELD_WHOLE_NUMBER_INVALID', params: { min: 0, max: 100, got: '101' } },
        heroVideoUrl: { reason: 'FIELD_VIDEO_INVALID', params: { got: 'javascript:1' } },
        resources: { reason: 'FIELD_ENTRY_ADDRESS_INVALID', params: { got: 'ftp://x' } },
        dependencies: { reason: 'FIELD_PART_ADDRESS_INVALID', params: { part: 'link', got: 'javascript:1' } },
        lessonLanguage: { reason: 'FIELD_LANGUAGE_INVALID', params: { got: '!' } },
      },
    });
    for (const [dependencies, fault] of [
      [{ list: [{ name: '', version: '1' }] }, 'dependencies: expected a name in each.'],
      [{ list: Array.from({ length: 31 }, (_, at) => ({ name: `n${at}` })) }, 'dependencies: expected at most 30, got 31.'],
      [{ list: Array.from({ length: 30 }, () => ({ name: 'n', link: `https://x.example/${'y'.repeat(250)}` })) }, /there is no room/],
      [{ primaryLanguage: 'x'.repeat(41) }, 'dependencies: language expected at most 40 characters, got 41.'],
    ] as const)
      expect((await update(item.id, { dependencies })).errors?.[0]).toMatchObject({
        message: typeof fault === 'string' ? fault : (expect.stringMatching(fault) as string),
        extensions: { code: 'BAD_INPUT', field: 'dependencies' },
      });
    // As much as fits is stored, and an empty list becomes null.
    const longest = Array.from({ length: 30 }, (_, at) => ({ name: `n${at}`, version: '1', link: `https://x.example/${'y'.repeat(130)}` }));
    expect((await update(item.id, { dependencies: { list: longest } })).errors).toBeUndefined();
    const emptied = await update(item.id, { dependencies: { primaryLanguage: '', list: [] } }, 'dependencies');
    expect(emptied.data?.[`update${name}`]?.[kind]).toEqual({ dependencies: null });
    const unknown = await update(item.id, { tags: ['Nothing such'] });
    expect(unknown.errors?.[0]).toMatchObject({
      message: 'tags: there is no tag Nothing such.',
      extensions: { code: 'BAD_INPUT', field: 'tags' },
    });
  });

  test('redirects from a changed URL once people could follow it, and refuses a taken one @STUDIO-01', async () => {
    const item = await w.makeItem(kind, `Moving ${kind}`);
    const other = await w.makeItem(kind, `Standing ${kind}`);
    const lesson = await w.add('Lesson', { [`${kind}Id`]: item.id, title: 'One' });
    const where = async (path: string) =>
      (
        await w.stranger.graphql<{ permalinkByPath: Answer | null }>(
          `query q($path: String!) { permalinkByPath(path: $path) { ${kind} { permalink } } }`,
          { path },
        )
      ).data?.permalinkByPath;
    const lessonAt = async (path: string) =>
      (
        await w.stranger.graphql<{ lessonAt: { permalink: string } | null }>(
          'query q($path: String!) { lessonAt(path: $path) { permalink } }',
          { path },
        )
      ).data?.lessonAt;
    expect((await update(item.id, { slug: `drafted-${kind}` }, 'permalink')).data?.[`update${name}`]?.[kind]).toEqual({
      permalink: `/${kind}s/drafted-${kind}`,
    });
    expect(await where(`/${kind}s/moving-${kind}`)).toBeNull();
    expect(await w.outcome(w.author, `publish${name}`, { id: item.id })).toBe('DONE');
    expect((await update(item.id, { slug: `moved-${kind}` })).errors).toBeUndefined();
    expect(await w.outcome(w.author, 'updateLesson', { id: lesson, patch: { slug: 'uno' } })).toBe('DONE');
    expect(await where(`/${kind}s/drafted-${kind}`)).toEqual({ [kind]: { permalink: `/${kind}s/moved-${kind}` } });
    for (const path of ['drafted', 'moved'].flatMap((one) => ['one', 'uno'].map((end) => `/${kind}s/${one}-${kind}/${end}`)))
      expect(await lessonAt(path), path).toEqual({ permalink: `/${kind}s/moved-${kind}/uno` });
    expect((await update(item.id, { permalink: `/short-${kind}` }, 'permalink')).data?.[`update${name}`]?.[kind]).toEqual({
      permalink: `/short-${kind}`,
    });
    expect(await where(`/${kind}s/moved-${kind}`)).toEqual({ [kind]: { permalink: `/short-${kind}` } });
    const faults = [{ slug: other.slug }, { permalink: other.permalink }, { permalink: '/studio' }, { permalink: `/${kind}s/another` }];
    const codes = [];
    for (const patch of faults) codes.push(await w.outcome(w.author, `update${name}`, { id: item.id, patch }));
    expect(codes).toEqual(['CONFLICT', 'BAD_INPUT', 'BAD_INPUT', 'BAD_INPUT']);
    expect(await w.outcome(w.author, `update${name}`, { id: other.id, patch: { permalink: `/short-${kind}` } })).toBe('CONFLICT');
  });

  test('goes through its states: announced, scheduled, early access, published, back to draft, archived @STUDIO-01', async () => {
    const item = await w.makeItem(kind);
    const read = async (browser: Browser) =>
      (
        await browser.graphql<Record<string, { status: string; isEarlyAccess: boolean } | null>>(
          `query q($id: UUID!) { ${kind}ById(id: $id) { status isEarlyAccess } }`,
          { id: item.id },
        )
      ).data?.[`${kind}ById`]?.status ?? null;
    const both = async () => [await read(w.author), await read(w.stranger)];
    expect(await w.outcome(w.author, `publish${name}`, { id: item.id })).toBe('BAD_INPUT');
    expect(await w.outcome(w.author, `update${name}`, { id: item.id, patch: { isComingSoon: true } })).toBe('DONE');
    expect(await both()).toEqual(['COMING_SOON', 'COMING_SOON']);
    await w.add('Lesson', { [`${kind}Id`]: item.id, title: 'One' });
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    expect(await w.outcome(w.author, `publish${name}`, { id: item.id, publishedAt: ahead })).toBe('DONE');
    expect(await both()).toEqual(['SCHEDULED', null]);
    expect(await w.outcome(w.author, `publish${name}`, { id: item.id, publishedAt: '2099-01-01T00:00:00Z' })).toBe('BAD_INPUT');
    expect(await w.outcome(w.author, `publish${name}`, { id: item.id, isEarlyAccess: true })).toBe('DONE');
    expect(await both()).toEqual(['EARLY_ACCESS', 'EARLY_ACCESS']);
    expect(await w.outcome(w.author, `publish${name}`, { id: item.id, publishedAt: ahead })).toBe('BAD_INPUT');
    expect(await w.outcome(w.author, `publish${name}`, { id: item.id })).toBe('DONE');
    expect(await both()).toEqual(['PUBLISHED', 'PUBLISHED']);
    expect(await w.outcome(w.author, `archive${name}`, { id: item.id })).toBe('DONE');
    expect(await both()).toEqual(['ARCHIVED', null]);
    expect(await w.outcome(w.author, `archive${name}`, { id: item.id, isArchived: false })).toBe('DONE');
    expect(await both()).toEqual(['PUBLISHED', 'PUBLISHED']);
    expect(await w.outcome(w.author, `unpublish${name}`, { id: item.id })).toBe('DONE');
    expect(await both()).toEqual(['DRAFT', null]);
    const mine = async (browser: Browser, variables: Record<string, unknown>) =>
      (
        await browser.graphql<Record<string, { nodes: { id: string }[] }>>(
          `query q($search: String, $status: ItemStatus, $of: Boolean) { my${name}s(search: $search, status: $status, isEveryones: $of) { nodes { id } } }`,
          variables,
        )
      ).data?.[`my${name}s`]?.nodes.some(({ id }) => id === item.id);
    expect([
      await mine(w.author, {}),
      await mine(w.editor, { search: item.title.toUpperCase(), status: 'DRAFT' }),
      await mine(w.author, { status: 'PUBLISHED' }),
    ]).toEqual([true, true, false]);
    expect([
      await mine(w.stranger, { of: true }),
      await mine(w.learner, { of: true }),
      await mine(w.admin, {}),
      await mine(w.admin, { of: true, search: item.title }),
    ]).toEqual([false, false, false, true]);
  });

  test('keeps an uploaded cover as long as it shows it, and accepts only its writers’ uploads @STUDIO-01', async () => {
    const item = await w.makeItem(kind);
    const upload = async (username: string, file: string) => {
      await w.site.db.superuser.query(
        `insert into app_public.attachments (owner_id, file, name, image_url, kind, content_type, byte_count)
         select id, $2, 'Cover', '/media/' || $2 || '/1600.webp', 'IMAGE', 'image/png', 1 from app_public.users where username = $1`,
        [username, file],
      );
      return `/media/${file}/1600.webp`;
    };
    const [first, second, foreign] = [
      await upload('ada-author', `a/first-${kind}`),
      await upload('ed-editor', `a/second-${kind}`),
      await upload('lea-learner', `a/foreign-${kind}`),
    ];
    const isLoose = async (file: string) =>
      (
        await w.site.db.superuser.query<{ is_loose: boolean }>(
          'select loose_since is not null as is_loose from app_public.attachments where file = $1',
          [file],
        )
      ).rows[0]?.is_loose;
    const put = async (posterImageUrl: string | null) =>
      (await update(item.id, { posterImageUrl }, 'posterImageUrl')).errors?.[0]?.extensions;
    expect(await put(first)).toBeUndefined();
    expect(await isLoose(`a/first-${kind}`)).toBe(false);
    expect(await put(foreign)).toMatchObject({ code: 'BAD_INPUT', field: 'posterImageUrl' });
    expect(await put(second)).toBeUndefined();
    expect([await isLoose(`a/first-${kind}`), await isLoose(`a/second-${kind}`)]).toEqual([true, false]);
    expect(await put(null)).toBeUndefined();
    expect(await isLoose(`a/second-${kind}`)).toBe(true);
  });

  test('has writers, at least one of them an author, and prices @STUDIO-01', async () => {
    const item = await w.makeItem(kind);
    const of = { [`${kind}Id`]: item.id };
    const writers = async () => {
      const { rows } = await w.site.db.superuser.query<{ id: string; who: string }>(
        `select c.id, u.username || ' ' || c.title as who from app_public.contributions c join app_public.users u on u.id = c.user_id where c.${kind}_id = $1 order by who`,
        [item.id],
      );
      return rows;
    };
    expect(await w.outcome(w.author, 'setContributor', { ...of, username: '@Lea-Learner', title: 'EDITOR' })).toBe('DONE');
    expect(await w.outcome(w.author, 'setContributor', { ...of, username: 'nobody-such', title: 'EDITOR' })).toBe('BAD_INPUT');
    expect((await writers()).map(({ who }) => who)).toEqual(['ada-author AUTHOR', 'ed-editor EDITOR', 'lea-learner EDITOR']);
    const [ada] = await writers();
    expect(await w.outcome(w.author, 'setContributor', { ...of, username: 'ada-author', title: 'EDITOR' })).toBe('CONFLICT');
    expect(await w.outcome(w.author, 'removeContributor', { id: ada?.id })).toBe('CONFLICT');
    expect(await w.outcome(w.editor, 'removeContributor', { id: ada?.id })).toBe('FORBIDDEN');
    expect(await w.outcome(w.author, 'setContributor', { ...of, username: 'lea-learner', title: 'AUTHOR' })).toBe('DONE');
    // Both remove each other at the same time: one of them remains.
    const [, , lea] = await writers();
    const outcomes = await Promise.all([
      w.outcome(w.author, 'removeContributor', { id: lea?.id }),
      w.outcome(w.learner, 'removeContributor', { id: ada?.id }),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'DONE')).toHaveLength(1);
    expect((await writers()).filter(({ who }) => who.endsWith('AUTHOR'))).toHaveLength(1);
    // Any author may create another item; the learner of the other tests isn't one.
    await w.site.db.superuser.query(
      `delete from app_public.contributions where user_id = (select id from app_public.users where username = 'lea-learner')`,
    );

    const price = async () =>
      (
        await w.site.db.superuser.query(
          `select amount_cents, currency, is_advanced from app_public.item_prices where ${kind}_id = $1 order by is_advanced, currency`,
          [item.id],
        )
      ).rows;
    await w.outcome(w.admin, 'setItemPrice', { ...of, amountCents: 4900 });
    await w.outcome(w.admin, 'setItemPrice', { ...of, amountCents: 5900, currency: 'EUR' });
    await w.outcome(w.admin, 'setItemPrice', { ...of, amountCents: 900, isAdvanced: true });
    expect(await price()).toEqual([
      { amount_cents: 5900, currency: 'EUR', is_advanced: false },
      { amount_cents: 4900, currency: 'USD', is_advanced: false },
      { amount_cents: 900, currency: 'USD', is_advanced: true },
    ]);
    expect(await w.outcome(w.admin, 'setItemPrice', { ...of, amountCents: 0 })).toBe('BAD_INPUT');
    expect(await w.outcome(w.admin, 'setItemPrice', { ...of, amountCents: null })).toBe('DONE');
    expect(await price()).toEqual([{ amount_cents: 900, currency: 'USD', is_advanced: true }]);
  });
});
