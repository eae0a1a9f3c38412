import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { nearestAccent, nearestPaper, type Theme } from '../../src/rules/site/colors.ts';
import { site } from '../../src/rules/site/site.ts';
import { type Administration, startAdministration } from '../administration/start-administration.ts';
import { square } from '../attachments/test-images.ts';
import { multipartBody } from '../attachments/multipart-body.ts';
import type { Browser } from '../browser.ts';
import { codeOf } from '../writers.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());
beforeEach(async () => {
  await administration.sql(
    `update app_public.site_settings set name = null, accent_light = null, accent_dark = null, paper_light = null, paper_dark = null, font = 'SERIF',
     navigation = null, footer_links = '[]', profiles = '[]', claims = '[]', wordmark_light = null, wordmark_dark = null, icon = null, support_email = null`,
  );
});

const save = /* GraphQL */ `
  mutation save($settings: SiteChangeInput!, $revision: Int!) {
    saveSiteSettings(input: { settings: $settings, revision: $revision }) {
      siteConfiguration { name font navigation profiles accentLight wordmarkLight wordmarkWidth revision }
    }
  }
`;
type Saved = { saveSiteSettings: { siteConfiguration: Record<string, unknown> } };
const revision = async () =>
  (await administration.sql<{ revision: number }>('select revision from app_public.site_settings'))[0]?.revision ?? -1;
const saveAs = async (browser: Browser, settings: object) => browser.graphql<Saved>(save, { settings, revision: await revision() });
const lines = async () => (await administration.lines()).filter(({ action }) => action === 'site.change');

describe('saveSiteSettings', () => {
  test('an administrator saves them, everyone reads them, and the audit log names the changes @ADMIN-01', async () => {
    const before = (await lines()).length;
    const links = [{ label: 'Courses', url: '/courses' }];
    const settings = { name: '  Marigold ', font: 'SANS', navigation: JSON.stringify(links), accentLight: '#2050c0', description: '' };
    const { data } = await saveAs(administration.admin.browser, settings);
    expect(data?.saveSiteSettings.siteConfiguration).toMatchObject({ name: 'Marigold', font: 'SANS', accentLight: '#2050c0' });
    const read = await administration.site
      .newBrowser()
      .graphql<{ site: { name: string; navigation: string } }>('query { site { name navigation } }');
    expect(read.data?.site.name).toBe('Marigold');
    expect(JSON.parse(read.data?.site.navigation ?? '')).toEqual(links);
    expect((await lines()).slice(before)).toEqual([
      {
        user_name: (await administration.sql<{ username: string }>('select username from app_public.users where is_admin'))[0]?.username,
        action: 'site.change',
        details: { changed: 'accent_light, font, name, navigation' },
      },
    ]);
  });

  test('no one else saves anything @AUTH-03', async () => {
    const before = await lines();
    const visitor = administration.site.newBrowser();
    for (const [browser, code] of [
      [visitor, 'LOGIN_REQUIRED'],
      [administration.learner.browser, 'FORBIDDEN'],
      [administration.author.browser, 'FORBIDDEN'],
    ] as const)
      expect(codeOf(await saveAs(browser, { name: 'Taken over' }))).toBe(code);
    expect(await administration.sql('select name from app_public.site_settings')).toEqual([{ name: null }]);
    expect(await lines()).toEqual(before);
    // The control: the same call by an administrator is accepted.
    expect(codeOf(await saveAs(administration.admin.browser, { name: 'Kept' }))).toBeUndefined();
  });

  test('saving over newer settings is reported', async () => {
    const old = await revision();
    await saveAs(administration.admin.browser, { name: 'First' });
    const answer = await administration.admin.browser.graphql(save, { settings: { name: 'Second' }, revision: old });
    expect(codeOf(answer)).toBe('CONFLICT');
    expect(await administration.sql('select name from app_public.site_settings')).toEqual([{ name: 'First' }]);
  });

  test.each([
    ['name', { name: 'x'.repeat(61) }],
    ['description', { description: 'x'.repeat(301) }],
    ['supportEmail', { supportEmail: 'nobody' }],
    ['organizationUrl', { organizationUrl: 'javascript:alert(1)' }],
    ['applyUrl', { applyUrl: '//elsewhere.example' }],
    ['navigation', { navigation: '[{"label":"Evil","url":"javascript:alert(1)"}]' }],
    ['navigation', { navigation: '[{"label":"Evil","url":"//elsewhere.example"}]' }],
    ['navigation', { navigation: '[{"label":"Evil","url":"/\\\\elsewhere.example"}]' }],
    ['navigation', { navigation: '{"label":"No list"}' }],
    ['navigation', { navigation: JSON.stringify(Array.from({ length: 9 }, () => ({ label: 'Many', url: '/courses' }))) }],
    ['footerLinks', { footerLinks: '[{"url":"/courses"}]' }],
    ['profiles', { profiles: '[{"label":"Path","url":"/courses"}]' }],
    ['claims', { claims: '[{"figure":"","words":"hours"}]' }],
    ['accentLight', { accentLight: 'red' }],
    ['accentLight', { accentLight: '#2050c0;}body{display:none' }],
    ['icon', { icon: '/media/a/aaaaaaaaaaaaaaaaaaaaaaaaaa/1600.webp' }],
  ])('%s is refused with its field: %j', async (field, settings) => {
    const { errors } = await saveAs(administration.admin.browser, settings);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field });
    expect(await administration.sql('select name from app_public.site_settings')).toEqual([{ name: null }]);
  });

  test('a color with unreadable text is refused with the nearest readable one, which is then accepted', async () => {
    const refused = await saveAs(administration.admin.browser, { accentLight: '#ffcc00' });
    const nearest = nearestAccent('#ffcc00', '#f4f5f1', 'light');
    expect(refused.errors?.[0]?.message).toBe(
      `accentLight: text would be too hard to read with this color. The nearest that works is ${nearest}.`,
    );
    expect(codeOf(await saveAs(administration.admin.browser, { accentLight: nearest }))).toBeUndefined();
  });

  test('the database and the form find the same nearest colors', async () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
    const pairs = fc.sample(fc.tuple(color, color), process.env['NEWLINE_TEST_FULL'] ? 60 : 12);
    for (const theme of ['light', 'dark'] as const satisfies readonly Theme[]) {
      const rows = await administration.sql<{ paper: string; accent: string }>(
        `select p.near as paper, app_private.nearest_accent(g.accent, p.near, $3) as accent
         from unnest($1::text[], $2::text[]) with ordinality g (paper, accent, at), lateral (select app_private.nearest_paper(g.paper, $3) as near) p order by g.at`,
        [pairs.map(([paper]) => paper), pairs.map(([, accent]) => accent), theme === 'dark'],
      );
      const expected = pairs.map(([paper, accent]) => {
        const near = nearestPaper(paper, theme);
        return { paper: near, accent: nearestAccent(accent, near, theme) };
      });
      expect(rows).toEqual(expected);
    }
  });
});

describe('this process’s settings', () => {
  test('are the saved ones by the time of the response', async () => {
    await saveAs(administration.admin.browser, { name: 'Marigold', supportEmail: 'help@marigold.example' });
    expect([site.name, site.contact]).toEqual(['Marigold', 'help@marigold.example']);
    await saveAs(administration.admin.browser, {});
    expect(site.name).toBe('newline');
  });

  test('follow a change from elsewhere, which puts every cached page out of date', async () => {
    const heard: (readonly string[] | null)[] = [];
    const forget = administration.site.api.onTagsChanged((tags) => void heard.push(tags));
    try {
      await administration.sql(`update app_public.site_settings set name = 'Elsewhere'`);
      await vi.waitFor(() => expect(site.name).toBe('Elsewhere'));
      await vi.waitFor(() => expect(heard).toContainEqual(['!*', '*']));
    } finally {
      forget();
    }
  });
});

describe('createSiteImage', () => {
  const create =
    'mutation create($file: Upload!) { createSiteImage(input: { file: $file }) { attachment { imageUrl width height contentType } } }';
  type Image = { imageUrl: string; width: number; height: number; contentType: string };
  const upload = async (browser: Browser, bytes: Uint8Array | string, type: string) => {
    const { body, contentType } = multipartBody([
      { name: 'operations', bytes: JSON.stringify({ query: create, variables: { file: null } }) },
      { name: 'map', bytes: '{"0":["variables.file"]}' },
      { name: '0', fileName: 'mark', type, bytes },
    ]);
    const headers = {
      origin: administration.site.url,
      'sec-fetch-site': 'same-origin',
      cookie: browser.cookieHeader,
      'content-type': contentType,
    };
    const answer = await fetch(`${administration.site.url}/graphql`, { method: 'POST', headers, body: new Uint8Array(body) });
    return (await answer.json()) as {
      data?: { createSiteImage: { attachment: Image } | null };
      errors?: { extensions?: { code?: string } }[];
    };
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><script>alert(1)</script><path d="M0 0h200v50H0z"/></svg>';

  test('an SVG becomes an image without its markup, and the header has its size', async () => {
    const { data } = await upload(administration.admin.browser, svg, 'image/svg+xml');
    const image = data?.createSiteImage?.attachment;
    expect(image).toMatchObject({ contentType: 'image/webp', width: 1600, height: 400 });
    const served = await fetch(administration.site.url + (image?.imageUrl ?? ''));
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(Buffer.from(await served.arrayBuffer()).toString('latin1')).not.toMatch(/<svg|<script/);
    const saved = await saveAs(administration.admin.browser, { wordmarkLight: image?.imageUrl });
    expect(saved.data?.saveSiteSettings.siteConfiguration).toMatchObject({ wordmarkLight: image?.imageUrl, wordmarkWidth: 1600 });
    expect(site.wordmark).toMatchObject({ lightUrl: image?.imageUrl, width: 1600, height: 400 });
  });

  test('an image is kept while the settings show it, and deleted afterwards', async () => {
    const { data } = await upload(administration.admin.browser, await square(64).png().toBuffer(), 'image/png');
    const icon = data?.createSiteImage?.attachment.imageUrl;
    const isLoose = async () =>
      (
        await administration.sql<{ is: boolean }>('select loose_since is not null as is from app_public.attachments where image_url = $1', [
          icon,
        ])
      )[0]?.is;
    await saveAs(administration.admin.browser, { icon });
    expect(await isLoose()).toBe(false);
    await saveAs(administration.admin.browser, {});
    expect(await isLoose()).toBe(true);
  });

  test('only administrators upload one, and a file that isn’t an image is refused', async () => {
    const before = await administration.sql('select id from app_public.attachments');
    for (const { browser } of [administration.learner, administration.author])
      expect((await upload(browser, svg, 'image/svg+xml')).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await upload(administration.admin.browser, 'no image', 'image/svg+xml')).errors?.[0]?.extensions?.code).toBe('BAD_INPUT');
    expect(await administration.sql('select id from app_public.attachments')).toEqual(before);
  });
});
