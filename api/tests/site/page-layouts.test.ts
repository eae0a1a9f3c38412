import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Administration, startAdministration } from '../administration/start-administration.ts';
import type { Browser } from '../browser.ts';
import { codeOf } from '../writers.ts';
import { homeKinds, pricingKinds, writeKinds } from '../../src/rules/site/page-sections.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());
beforeEach(async () => {
  await administration.sql(`update app_public.page_layouts set sections = '[]'`);
  await administration.sql('delete from app_public.logos');
});

const save = /* GraphQL */ `
  mutation save($page: SitePage!, $sections: JSON!, $revision: Int!, $logos: JSON) {
    savePageLayout(input: { page: $page, sections: $sections, revision: $revision, logos: $logos }) { pageLayout { page sections revision } }
  }
`;
type Page = 'HOME' | 'PRICING' | 'WRITE_WITH_US';
const revisionOf = async (page: Page) =>
  (
    await administration.sql<{ revision: number }>('select revision from app_public.page_layouts where page = $1::app_public.site_page', [
      page,
    ])
  )[0]?.revision ?? -1;
const saveAs = async (browser: Browser, page: Page, sections: unknown, logos: unknown = null) =>
  browser.graphql<{ savePageLayout: { pageLayout: { sections: string; revision: number } } }>(save, {
    page,
    sections: typeof sections === 'string' ? sections : JSON.stringify(sections),
    revision: await revisionOf(page),
    logos: logos === null ? null : JSON.stringify(logos),
  });
const stored = async (page: Page) =>
  (
    await administration.sql<{ sections: unknown }>('select sections from app_public.page_layouts where page = $1::app_public.site_page', [
      page,
    ])
  )[0]?.sections;
const lines = async () => (await administration.lines()).filter(({ action }) => action === 'page.change');

describe('savePageLayout', () => {
  test('an administrator saves the sections, everyone reads them, and the audit log names them @ADMIN-01 @HOME-01', async () => {
    const before = (await lines()).length;
    const sections = [
      { kind: 'WAYS', content: { write: 'Teach' } },
      { kind: 'DESK', isHidden: true },
    ];
    const { data } = await saveAs(administration.admin.browser, 'HOME', sections);
    expect(JSON.parse(data?.savePageLayout.pageLayout.sections ?? '')).toEqual(sections);
    const read = await administration.site
      .newBrowser()
      .graphql<{ pageLayout: { sections: string } }>('query { pageLayout(page: HOME) { sections } }');
    expect(JSON.parse(read.data?.pageLayout.sections ?? '')).toEqual(sections);
    expect((await lines()).slice(before).map(({ details }) => details)).toEqual([{ page: 'HOME', changed: 'desk, ways' }]);
    expect(await stored('PRICING')).toEqual([]);
  });

  test('no one else saves anything @AUTH-03', async () => {
    const before = await lines();
    for (const [browser, code] of [
      [administration.site.newBrowser(), 'LOGIN_REQUIRED'],
      [administration.learner.browser, 'FORBIDDEN'],
      [administration.author.browser, 'FORBIDDEN'],
    ] as const)
      expect(codeOf(await saveAs(browser, 'HOME', [{ kind: 'DESK', isHidden: true }], [{ name: 'Mine' }]))).toBe(code);
    expect(await stored('HOME')).toEqual([]);
    expect(await administration.sql('select name from app_public.logos')).toEqual([]);
    expect(await lines()).toEqual(before);
    // The control: the same call by an administrator is accepted.
    expect(
      codeOf(await saveAs(administration.admin.browser, 'HOME', [{ kind: 'DESK', isHidden: true }], [{ name: 'Ours' }])),
    ).toBeUndefined();
    expect(await administration.sql('select name from app_public.logos')).toEqual([{ name: 'Ours' }]);
  });

  test('saving over newer sections is reported', async () => {
    const old = await revisionOf('PRICING');
    await saveAs(administration.admin.browser, 'PRICING', [{ kind: 'QUESTIONS', isHidden: true }]);
    const answer = await administration.admin.browser.graphql(save, { page: 'PRICING', sections: '[]', revision: old, logos: null });
    expect(codeOf(answer)).toBe('CONFLICT');
    expect(await stored('PRICING')).toEqual([{ kind: 'QUESTIONS', isHidden: true }]);
  });

  test('all sections of a page are accepted, in any order', async () => {
    for (const [page, kinds] of [
      ['HOME', homeKinds],
      ['PRICING', pricingKinds],
      ['WRITE_WITH_US', writeKinds],
    ] as const)
      expect(
        codeOf(
          await saveAs(
            administration.admin.browser,
            page,
            kinds.toReversed().map((kind) => ({ kind })),
          ),
        ),
      ).toBeUndefined();
  });

  test('an event with a start, an end, a time zone and a link is taken', async () => {
    const content = {
      title: 'Live',
      startsAt: '2026-12-17T17:00:00.000Z',
      endsAt: '2026-12-17T18:00:00.000Z',
      timeZone: 'Etc/GMT+1',
      url: '/courses',
    };
    expect(codeOf(await saveAs(administration.admin.browser, 'HOME', [{ kind: 'EVENT', content }]))).toBeUndefined();
    expect(await stored('HOME')).toEqual([{ kind: 'EVENT', content }]);
  });

  test.each([
    ['no list', { kind: 'DESK' }],
    ['a kind of another page', [{ kind: 'TOP' }]],
    ['a kind twice', [{ kind: 'DESK' }, { kind: 'DESK' }]],
    ['no kind', [{ isHidden: true }]],
    ['a hidden headline', [{ kind: 'HEADLINE', isHidden: true }]],
    ['an unknown field', [{ kind: 'DESK', html: '<b>' }]],
    ['hidden as a word', [{ kind: 'DESK', isHidden: 'yes' }]],
    ['content that is no object', [{ kind: 'DESK', content: [] }]],
    ['null in the list', [null]],
    ['a long text', [{ kind: 'DESK', content: { lead: 'x'.repeat(2001) } }]],
    ['a long text in a list', [{ kind: 'PRO', content: { features: ['x'.repeat(2001)] } }]],
    ['a script as a link', [{ kind: 'AUTHORS', content: { authors: [{ url: 'javascript:alert(1)' }] } }]],
    ['a link without a protocol', [{ kind: 'AUTHORS', content: { authors: [{ url: '//elsewhere.example' }] } }]],
    ['a link that is a list', [{ kind: 'AUTHORS', content: { authors: [{ url: [] }] } }]],
    [
      'an event that ends before its start',
      [{ kind: 'EVENT', content: { startsAt: '2026-12-17T17:00:00.000Z', endsAt: '2026-12-17T16:00:00.000Z' } }],
    ],
    ['an event without an end', [{ kind: 'EVENT', content: { startsAt: '2026-12-17T17:00:00.000Z' } }]],
    ['an event at a time without a zone', [{ kind: 'EVENT', content: { startsAt: '2026-12-17T17:00', endsAt: '2026-12-17T18:00' } }]],
    ['an event in a time zone with markup', [{ kind: 'EVENT', content: { timeZone: '<b>' } }]],
    ['an event with a script as its link', [{ kind: 'EVENT', content: { url: 'javascript:alert(1)' } }]],
    ['an image from elsewhere', [{ kind: 'TESTIMONIALS', content: { quotes: [{ imageUrl: 'https://elsewhere.example/a.png' }] } }]],
    [
      'an image that nobody uploaded',
      [{ kind: 'TESTIMONIALS', content: { quotes: [{ imageUrl: '/media/a/aaaaaaaaaaaaaaaaaaaaaaaaaa/1600.webp' }] } }],
    ],
    ['a video that is a script', [{ kind: 'NEWSLETTER', content: { videoUrl: 'javascript:alert(1)' } }]],
    [
      'too much',
      Array.from({ length: 12 }, (_, at) => ({
        kind: homeKinds[at],
        content: { lead: Array.from({ length: 4 }, () => 'x'.repeat(1900)) },
      })),
    ],
  ])('refuses %s', async (_what, sections) => {
    expect(codeOf(await saveAs(administration.admin.browser, 'HOME', sections))).toBe('BAD_INPUT');
    expect(await stored('HOME')).toEqual([]);
  });

  test.each([
    ['no list', { name: 'One' }],
    ['no name', [{ name: '' }]],
    ['a name twice in a strip', [{ name: 'One' }, { name: 'One' }]],
    ['a website that is a script', [{ name: 'One', websiteUrl: 'javascript:alert(1)' }]],
    ['an image that nobody uploaded', [{ name: 'One', imageUrl: '/media/a/aaaaaaaaaaaaaaaaaaaaaaaaaa/1600.webp' }]],
    ['an image from elsewhere', [{ name: 'One', imageUrl: 'https://elsewhere.example/a.png' }]],
    ['a dark image alone', [{ name: 'One', darkImageUrl: '/media/a/aaaaaaaaaaaaaaaaaaaaaaaaaa/1600.webp' }]],
    ['too many', Array.from({ length: 61 }, (_, at) => ({ name: `Logo ${at}` }))],
  ])('refuses logos with %s', async (_what, logos) => {
    expect(codeOf(await saveAs(administration.admin.browser, 'HOME', [], logos))).toBe('BAD_INPUT');
    expect(await administration.sql('select name from app_public.logos')).toEqual([]);
  });

  test('logos are replaced as a whole, in order, and stay if none are given', async () => {
    const logos = [{ name: 'Opaline', websiteUrl: 'https://opaline.example' }, { name: 'Harrow', isStudentLogo: true }, { name: 'Harrow' }];
    await saveAs(administration.admin.browser, 'HOME', [], logos);
    await saveAs(administration.admin.browser, 'HOME', [{ kind: 'DESK', isHidden: true }]);
    const { data } = await administration.site
      .newBrowser()
      .graphql('query { logos(first: 10, orderBy: [POSITION_ASC]) { nodes { name websiteUrl isStudentLogo } } }');
    expect(data).toEqual({
      logos: {
        nodes: [
          { name: 'Opaline', websiteUrl: 'https://opaline.example', isStudentLogo: false },
          { name: 'Harrow', websiteUrl: null, isStudentLogo: true },
          { name: 'Harrow', websiteUrl: null, isStudentLogo: false },
        ],
      },
    });
  });

  test('an image is kept while a page or a logo shows it, and deleted afterwards', async () => {
    const image = '/media/a/pagelayoutimage/1600.webp';
    await administration.sql(
      `insert into app_public.attachments (file, name, image_url, kind, content_type, width, height, byte_count)
       values ('a/pagelayoutimage', 'logo.webp', $1, 'IMAGE', 'image/webp', 10, 10, 10)`,
      [image],
    );
    const isLoose = async () =>
      (
        await administration.sql<{ is: boolean }>('select loose_since is not null as is from app_public.attachments where image_url = $1', [
          image,
        ])
      )[0]?.is;
    const quotes = [{ id: '', quote: 'Good.', name: 'Ada', role: '', imageUrl: image }];
    await saveAs(administration.admin.browser, 'HOME', [{ kind: 'TESTIMONIALS', content: { quotes } }], [{ name: 'One', imageUrl: image }]);
    expect(await isLoose()).toBe(false);
    await saveAs(administration.admin.browser, 'HOME', []);
    expect(await isLoose()).toBe(false);
    await saveAs(administration.admin.browser, 'HOME', [], []);
    expect(await isLoose()).toBe(true);
  });
});

describe('countedFacts', () => {
  const query = 'query { countedFacts { nodes { fact amount } } }';
  const countedFor = async (browser: Browser) =>
    (await browser.graphql<{ countedFacts: { nodes: { fact: string; amount: number }[] } }>(query)).data?.countedFacts.nodes;

  test('everyone gets the numbers that the home page shows, and administrators get all of them @HOME-01 @AUTH-03', async () => {
    const visitor = administration.site.newBrowser();
    expect(await countedFor(visitor)).toEqual([]);
    expect(await countedFor(administration.author.browser)).toEqual([]);
    expect((await countedFor(administration.admin.browser))?.length).toBe(7);
    await saveAs(administration.admin.browser, 'HOME', [
      { kind: 'HEADLINE', content: { isCounted: true, facts: ['LESSONS', 'COURSES'] } },
      { kind: 'PRO', content: { countsTitles: true } },
    ]);
    expect((await countedFor(visitor))?.map(({ fact }) => fact)).toEqual(['COURSES', 'LESSONS']);
  });

  test('titles that are sold separately, announced or hidden don’t count as included in Pro @HOME-03', async () => {
    const countOf = async () =>
      (await administration.site.newBrowser().graphql<{ titlesInPro: number }>('{ titlesInPro }')).data?.titlesInPro;
    const before = (await countOf()) ?? -1;
    const add = (slug: string, columns: string, values: string) =>
      administration.sql(
        `with c as (insert into app_public.courses (title, slug, permalink, ${columns}) values ($1::text, $1::text, '/courses/' || $1::text, ${values}))
          insert into app_public.books (title, slug, permalink, ${columns.replace('is_masterclass', 'is_bootcamp')})
            values ($1::text, $1::text, '/books/' || $1::text, ${values})`,
        [slug],
      );
    await add('pro-soon', 'is_coming_soon', 'true');
    await add('pro-later', 'is_published, published_at', `true, now() + interval '1 day'`);
    await add('pro-hidden', 'is_published, published_at, is_shown_publicly', 'true, now(), false');
    await add('pro-masterclass', 'is_published, published_at, is_masterclass', 'true, now(), true');
    await add('pro-workshop', 'is_published, published_at, is_live_workshop', 'true, now(), true');
    expect(await countOf()).toBe(before);
    await add('pro-included', 'is_published, published_at', 'true, now()');
    expect(await countOf()).toBe(before + 2);
  });

  test('announced, hidden and draft items don’t count', async () => {
    const countOf = async () => (await countedFor(administration.admin.browser))?.find(({ fact }) => fact === 'COURSES')?.amount ?? -1;
    const before = await countOf();
    const add = (slug: string, columns: string, values: string) =>
      administration.sql(
        `insert into app_public.courses (title, slug, permalink, ${columns}) values ($1::text, $1::text, '/courses/' || $1::text, ${values})`,
        [slug],
      );
    await add('counted-draft', 'is_published', 'false');
    await add('counted-soon', 'is_coming_soon', 'true');
    await add('counted-later', 'is_published, published_at', `true, now() + interval '1 day'`);
    await add('counted-hidden', 'is_published, published_at, is_shown_publicly', 'true, now(), false');
    expect(await countOf()).toBe(before);
    await add('counted-now', 'is_published, published_at', 'true, now()');
    expect(await countOf()).toBe(before + 1);
  });
});

test('testimonialsByIds returns reviews in the order of their ids, without hidden ones @HOME-05', async () => {
  const added = await administration.sql<{ id: string }>(
    `insert into app_public.testimonials (slug, rating, quote_md, name) values ('layout-one', 5, 'One', 'A'), ('layout-two', 5, 'Two', 'B'), ('layout-three', 5, 'Three', 'C') returning id`,
  );
  const ids = added.map(({ id }) => id).toReversed();
  await administration.sql('update app_public.testimonials set hidden_at = now() where id = $1', [ids[1]]);
  const { data } = await administration.site
    .newBrowser()
    .graphql('query by($ids: [UUID!]!) { testimonialsByIds(ids: $ids) { nodes { quoteMd } } }', { ids });
  expect(data).toEqual({ testimonialsByIds: { nodes: [{ quoteMd: 'Three' }, { quoteMd: 'One' }] } });
});
