import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSvgRenderer } from '../../src/features/import-export/svg-renderer.ts';
import { startWriters, type Writers } from '../writers.ts';
import { downloadFolder, type Files, makeFolder, sendFolder } from './send-folder.ts';

// What a folder contains besides its texts: captions, images, the order of tags.
let writers: Writers;
beforeAll(async () => {
  writers = await startWriters();
});
const renderer = createSvgRenderer();
afterAll(async () => {
  await renderer.close();
  await writers.stop();
});

const rows = async <TRow extends object>(text: string, values: unknown[] = []) =>
  (await writers.site.db.superuser.query<TRow>(text, values)).rows;
const manifest = (more: object, slug = 'a') =>
  JSON.stringify({ format: 'newline', version: 1, kind: 'COURSE', lessons: [{ file: `${slug}.md`, slug, title: 'A' }], ...more });

describe('captions', () => {
  const playbackId = 'V'.repeat(22);
  const video = `local:${playbackId}`;
  const vtt = (caption: string) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${caption}\n`;
  const sha256 = '0'.repeat(64);
  const folder = (text: string | null, more: object[] = []): Files => ({
    'manifest.json': manifest({
      title: 'With captions',
      lessons: [{ file: 'a.md', slug: 'a', title: 'A', video }],
      captions: [{ video, language: 'en', file: 'captions/a.en.vtt', sha256 }, ...more],
    }),
    'a.md': 'Words.',
    ...(text === null ? {} : { 'captions/a.en.vtt': text }),
  });
  const readCaptions = () =>
    rows<{ language: string; vtt: string }>(
      'select c.language, c.vtt from app_public.video_captions c join app_public.videos v on v.id = c.video_id where v.playback_id = $1 order by 1',
      [playbackId],
    );

  beforeAll(() =>
    rows(
      `insert into app_public.videos (playback_id, owner_id, provider, name, byte_count, status, video_url, duration_seconds)
       values ($1, $2, 'local', 'a.mp4', 1000, 'READY', 'local:' || $1, 60)`,
      [playbackId, writers.authorId],
    ),
  );

  test('of the author’s own video are imported: announced first, kept afterwards, played and searched, and not duplicated @STUDIO-01', async () => {
    const look = await sendFolder(writers.site, writers.author, folder(vtt('Light.')));
    expect([look.answer.captions, look.answer.messages]).toEqual([1, []]);
    expect(await readCaptions()).toEqual([]);
    const report = await makeFolder(writers.site, writers.author, folder(vtt('Light.')));
    expect([report.captions, report.messages]).toEqual([1, []]);
    expect(await readCaptions()).toEqual([{ language: 'en', vtt: vtt('Light.') }]);
    const files = await downloadFolder(writers.site, writers.author, '/courses/with-captions');
    const [path, bytes] = [...files].find(([name]) => name.startsWith('captions/')) ?? [];
    expect(bytes?.toString()).toBe(vtt('Light.'));
    expect(
      await rows('select from app_public.lessons l join app_private.lesson_videos v on v.lesson_id = l.id where v.video_url = $1', [video]),
    ).toHaveLength(1);
    expect((await makeFolder(writers.site, writers.author, Object.fromEntries(files))).captions).toBe(0);
    // Changed in the folder, they change here.
    const changed = { ...Object.fromEntries(files), [path ?? '']: vtt('Dark.') };
    expect((await makeFolder(writers.site, writers.author, changed)).captions).toBe(1);
    expect(await readCaptions()).toEqual([{ language: 'en', vtt: vtt('Dark.') }]);
  });

  test('with a mistake, without a video, or without their file stay as they are, and are reported by file and line @STUDIO-01', async () => {
    const before = await readCaptions();
    const importMessages = async (files: Files) =>
      (await makeFolder(writers.site, writers.author, files)).messages.map(
        ({ file, lines, message }) => `${file}:${lines.join()} ${message}`,
      );
    expect(await importMessages(folder('WEBVTT\n\n00:00.000 --> oops\nLight.\n'))).toEqual([
      expect.stringMatching(/^captions\/a\.en\.vtt:3 The captions weren’t changed: ./u),
    ]);
    expect(await importMessages(folder(null))).toEqual(['captions/a.en.vtt: There is no such file, so the captions weren’t changed.']);
    const other = { video: 'local:another', language: 'en', file: 'captions/b.en.vtt', sha256 };
    expect(await importMessages({ ...folder(vtt('Dark.'), [other]), 'captions/b.en.vtt': vtt('Light.') })).toEqual([
      'captions/b.en.vtt: The captions weren’t changed: local:another isn’t one of your videos on this site.',
    ]);
    const wrong = { video, language: 'not a language', file: 'captions/c.vtt', sha256 };
    expect(await importMessages({ ...folder(vtt('Dark.'), [wrong]), 'captions/c.vtt': vtt('Light.') })).toEqual([
      'captions/c.vtt: The captions weren’t changed: language: expected a tag such as en or pt-BR.',
    ]);
    expect(await readCaptions()).toEqual(before);
  });
});

test('an image that a text contains as data is stored, once, like a file @STUDIO-01', async () => {
  const dot = await sharp({ create: { width: 9, height: 7, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
  const data = `data:image/png;base64,${dot.toString('base64')}`;
  const report = await makeFolder(writers.site, writers.author, { 'a.md': `# A\n\n![One](${data})\n\n![Two](${data})\n` });
  expect(report.messages).toEqual([]);
  expect(await rows('select from app_public.attachments where width = 9 and height = 7')).toHaveLength(1);
  const [text] = await rows<{ markdown: string }>(
    `select array_to_string(b.block_markdown, '') as markdown from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id
     join app_public.courses c on c.id = l.course_id where c.title = 'A'`,
  );
  expect(text?.markdown.match(/!\[(?:One|Two)\]\(\/media\//gu)).toHaveLength(2);
});

describe('an SVG image', () => {
  const svg = (inside: string, size = 'width="80" height="40"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`;
  const red = '<rect width="100%" height="100%" fill="#f00"/>';

  test('is imported as a large image without its markup, and reported @STUDIO-01', async () => {
    const files = {
      'manifest.json': manifest({ title: 'Drawn' }),
      'a.md': '![Red](red.svg)\n\n![None](none.svg)',
      'red.svg': svg(`<script>alert(1)</script>${red}`),
      'none.svg': 'no drawing',
    };
    const report = await makeFolder(writers.site, writers.author, files);
    expect(report.messages.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'none.svg: The SVG becomes a large WebP image, because pages don’t show SVG.',
      'none.svg: Skipped: expected an SVG, got something else.',
      'red.svg: The SVG becomes a large WebP image, because pages don’t show SVG.',
    ]);
    const media = [...(await downloadFolder(writers.site, writers.author, '/courses/drawn'))].filter(([path]) => path.startsWith('media/'));
    expect(media).toHaveLength(1);
    const image = sharp(media[0]?.[1]);
    expect(await image.metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
    const { channels } = await image.stats();
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 25))).toEqual([10, 0, 0]);
    // The same drawing again is the same image.
    await makeFolder(writers.site, writers.author, files);
    expect(await rows('select from app_public.attachments where width = 1600 and height = 800')).toHaveLength(1);
  });

  test('shows its own content and nothing of a file that it names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newline-drawing-'));
    try {
      const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
        .png()
        .toBuffer();
      await writeFile(join(folder, 'dot.png'), dot);
      const image = (href: string) => svg(`<image width="80" height="40" href="${href}"/>`);
      const isBlank = async (text: string) => {
        const rendered = await renderer.render(Buffer.from(text));
        return (await sharp(rendered).stats()).channels.at(-1)?.max === 0;
      };
      // Control: a non-blank image would be detected.
      expect(await isBlank(image(`data:image/png;base64,${dot.toString('base64')}`))).toBe(false);
      for (const href of [`file://${folder}/dot.png`, `${folder}/dot.png`]) expect(await isBlank(image(href)), href).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each([
    [
      'an endless entity',
      `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(1000)}">${'bcdefghi'
        .split('')
        .map((name, n) => `<!ENTITY ${name} "${`&${'abcdefgh'[n] ?? ''};`.repeat(50)}">`)
        .join('')}]>${svg('<text>&i;</text>')}`,
    ],
    ['a size beyond every limit', svg(red, 'width="1000000" height="1000000"')],
    ['more than 2 MB', svg(`<!--${'x'.repeat(2_000_000)}-->`)],
    ['nothing in it', ''],
  ])('is refused with %s', async (_what, text) => {
    await expect(renderer.render(Buffer.from(text))).rejects.toMatchObject({ extensions: { code: 'BAD_INPUT' } });
  });
});

test('tags keep the order of the folder and can be created @STUDIO-01', async () => {
  await rows(`insert into app_public.tags (name, slug) values ('Zig', 'zig'), ('Ada', 'ada-lang'), ('Nim', 'nim') on conflict do nothing`);
  const tagsOf = async () =>
    (
      JSON.parse((await downloadFolder(writers.site, writers.author, '/courses/tagged')).get('manifest.json')?.toString() ?? '') as {
        tags: string[];
      }
    ).tags;
  for (const tags of [
    ['zig', 'ada-lang', 'nim'],
    ['nim', 'zig'],
    ['ada-lang', 'nim', 'zig'],
  ]) {
    await makeFolder(writers.site, writers.author, {
      'manifest.json': manifest({ title: 'Tagged', slug: 'tagged', tags }),
      'a.md': 'Words.',
    });
    expect(await tagsOf()).toEqual(tags);
  }
});
