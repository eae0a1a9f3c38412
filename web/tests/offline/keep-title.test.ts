import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkOffline } from '../../app/shared/offline/check-offline.ts';
import { formatBytes } from '../../app/shared/offline/format-bytes.ts';
import { imagesIn, keepTitle } from '../../app/shared/offline/keep-title.ts';
import { chooseQuality, videoFilePath } from '../../app/shared/offline/keep-video.ts';
import { findOffline, listOffline, offlineReader, readContact, recordContact } from '../../app/shared/offline/offline-titles.ts';
import { MemoryCaches } from './memory-caches.ts';

const [ada, otto] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const book = { id: '00000000-0000-4000-8000-0000000000b0', kind: 'book' } as const;

/** The site, as a browser with one session sees it. */
type Site = {
  user: string | null;
  open: string[];
  version: string;
  release: string | null;
  isReachable: boolean;
  /** Whether the author allows that videos are kept; lesson 'one' has one. */
  allowsVideos: boolean;
  onPage?: (path: string) => void;
};

let site: Site;
let stored: MemoryCaches;
let requested: string[];
beforeEach(() => {
  site = { user: ada, open: ['one', 'two'], version: '1', release: 'r1', isReachable: true, allowsVideos: false };
  stored = new MemoryCaches();
  requested = [];
  vi.stubGlobal('caches', stored);
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string } = {}) => {
    if (!site.isReachable) throw new TypeError('Failed to fetch');
    if (path === '/graphql') return Response.json({ data: answerTo(body) });
    requested.push(path);
    if (path === '/offline-files.json')
      return Response.json({ release: site.release, files: ['/assets/a.js'], videoFiles: ['/assets/player.js'] });
    if (path.startsWith('/media/')) return mediaAt(path);
    site.onPage?.(path);
    return new Response(`<main data-of="${site.user}">${path} ${site.version}</main>`, { headers: { 'content-type': 'text/html' } });
  });
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function answerTo(body: string): object {
  const viewer = site.user && { id: site.user };
  if (body.includes('query offlineReader')) return { viewer };
  const lesson = (slug: string) => ({
    id: slug,
    title: slug,
    permalink: `/books/queues/${slug}`,
    updatedAt: site.version,
    isOpen: site.open.includes(slug),
    videoUrl: slug === 'one' && site.open.includes(slug) ? 'local:clip-one' : null,
    videoPass: slug === 'one' && site.open.includes(slug) ? '1234567890.pass' : null,
  });
  const nodes = ['one', 'two', 'three'].map((slug) => ({ id: slug, lesson: lesson(slug) }));
  const item = { id: book.id, title: 'Queues', permalink: '/books/queues', updatedAt: '1', allowsOfflineVideos: site.allowsVideos };
  return { viewer, bookById: { ...item, bookLessons: { nodes } } };
}

/** The files of the video of lesson 'one', which need its access token. */
function mediaAt(path: string): Response {
  const name = path.replace('/media/s/1234567890.pass/clip-one/', '');
  const files: Record<string, string> = {
    'master.m3u8':
      '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",URI="audio.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=19,AVERAGE-BANDWIDTH=16,RESOLUTION=1280x720\nhigh.m3u8\n',
    'high.m3u8': '#EXTM3U\n#EXT-X-MAP:URI="high-init.mp4"\n#EXTINF:4,\nhigh-0.m4s\n#EXTINF:4,\nhigh-1.m4s\n',
    'audio.m3u8': '#EXTM3U\n#EXT-X-MAP:URI="audio-init.mp4"\n#EXTINF:8,\naudio-0.m4s\n',
    'tracks.json': '{"captions":["en"],"hasStoryboard":true}',
  };
  if (/^(?:high|low|audio)-(?:init\.mp4|\d\.m4s)$|^captions\.en\.vtt$|^poster\.webp$/u.test(name)) return new Response(`bytes of ${name}`);
  return name in files ? new Response(files[name]) : new Response('', { status: 404 });
}

const pages = () => requested.filter((path) => path.startsWith('/books/'));

test('a title is its page and the lessons that the reader has access to @OFFLINE-01', async () => {
  const progress: string[] = [];
  const title = await keepTitle(book, { onProgress: ({ of, done, total }) => progress.push(`${done}/${total} ${of}`) });
  expect(title).toMatchObject({ userId: ada, title: 'Queues', closedCount: 1, isComplete: true, release: 'r1' });
  expect(pages()).toEqual(['/books/queues', '/books/queues/one', '/books/queues/two']);
  expect(progress).toEqual(['1/3 pages', '2/3 pages', '3/3 pages']);
  expect(await offlineReader()).toBe(ada);
});

test('visitors, and readers without access to any lesson, keep nothing @OFFLINE-01', async () => {
  site.open = [];
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'refused' });
  site = { ...site, user: null, open: ['one'] };
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'refused' });
  expect(await stored.keys()).toEqual([]);
});

test('canceled, it continues where it stopped @OFFLINE-01', async () => {
  const ending = new AbortController();
  const canceled = keepTitle(book, { signal: ending.signal, onProgress: ({ done }) => done === 2 && ending.abort() });
  await expect(canceled).rejects.toMatchObject({ fault: 'canceled' });
  expect(await listOffline(ada)).toMatchObject([{ isComplete: false, pages: [{ path: '/books/queues' }, { path: '/books/queues/one' }] }]);
  requested = [];
  expect(await keepTitle(book)).toMatchObject({ isComplete: true });
  expect(pages()).toEqual(['/books/queues/two']);
});

test('a full browser says so, and keeps what fits @OFFLINE-01', async () => {
  stored.maxResponses = 5;
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'full' });
  expect(await listOffline(ada)).toMatchObject([{ isComplete: false }]);
});

test('a page of another user who signed in meanwhile is never stored @OFFLINE-01', async () => {
  site.onPage = (path) => {
    if (path === '/books/queues/one') site.user = otto;
  };
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'unreachable' });
  expect((await stored.texts()).filter((text) => text.includes(otto))).toEqual([]);
});

test('the next contact removes what a reader may not keep anymore, and loads newer texts @OFFLINE-01', async () => {
  await keepTitle(book);
  site.version = '2';
  await checkOffline({ isForced: true });
  expect((await stored.texts()).filter((text) => text.includes('/books/queues/one 2'))).toHaveLength(1);
  site.open = ['one'];
  await checkOffline({ isForced: true });
  expect((await stored.texts()).filter((text) => text.startsWith('<main') && text.includes('/two'))).toEqual([]);
  expect(await listOffline(ada)).toMatchObject([{ closedCount: 2, isComplete: true }]);
  site.open = [];
  await checkOffline({ isForced: true });
  expect(await listOffline()).toEqual([]);
});

test('a new release loads its pages again @OFFLINE-01', async () => {
  await keepTitle(book);
  site.release = 'r2';
  requested = [];
  await checkOffline({ isForced: true });
  expect(pages()).toHaveLength(3);
  expect(await stored.keys()).toContain('offline-files r2');
  expect(await stored.keys()).not.toContain('offline-files r1');
});

/** The files of videos that are stored, by their paths. */
const storedMedia = async () => (await stored.paths()).filter((path) => path.startsWith('/media/')).toSorted();

test('its videos are kept in one quality, without their access tokens, if its author allows it @OFFLINE-01', async () => {
  expect(await keepTitle(book, { hasVideos: true })).toMatchObject({ isComplete: true, hasVideos: false });
  expect(await storedMedia()).toEqual([]);
  site.allowsVideos = true;
  const progress: string[] = [];
  const title = await keepTitle(book, { hasVideos: true, onProgress: ({ of, done, total }) => progress.push(`${done}/${total} ${of}`) });
  expect(title).toMatchObject({ isComplete: true, hasVideos: true });
  expect(progress.slice(3)).toEqual(['0/1 videos', ...[0.2, 0.4, 0.6, 0.8, 1].map((share) => `${share}/1 videos`), '1/1 videos']);
  const names = [
    'audio-0.m4s',
    'audio-init.mp4',
    'audio.m3u8',
    'captions.en.vtt',
    'high-0.m4s',
    'high-1.m4s',
    'high-init.mp4',
    'high.m3u8',
  ];
  expect(await storedMedia()).toEqual([...names, 'master.m3u8', 'poster.webp', 'tracks.json'].map((name) => `/media/v/clip-one/${name}`));
  const main = (await findOffline('/media/v/clip-one/master.m3u8'))?.response;
  expect(await main?.text()).not.toContain('low.m3u8');
  expect(await stored.paths()).toContain('/assets/player.js');
});

test('videos go when the access to their lesson ends, and when the author doesn’t allow them anymore @OFFLINE-01', async () => {
  site.allowsVideos = true;
  await keepTitle(book, { hasVideos: true });
  await checkOffline({ isForced: true });
  expect((await storedMedia()).length).toBeGreaterThan(5);
  site.open = ['two'];
  await checkOffline({ isForced: true });
  expect(await storedMedia()).toEqual([]);
  site.open = ['one', 'two'];
  await keepTitle(book, { hasVideos: true });
  expect((await storedMedia()).length).toBeGreaterThan(5);
  site.allowsVideos = false;
  await checkOffline({ isForced: true });
  expect(await storedMedia()).toEqual([]);
  expect(await listOffline(ada)).toMatchObject([{ isComplete: true, hasVideos: false }]);
});

test('a video that was interrupted continues with the missing parts, and can’t be played before @OFFLINE-01', async () => {
  site.allowsVideos = true;
  const ending = new AbortController();
  const canceled = keepTitle(book, {
    hasVideos: true,
    signal: ending.signal,
    onProgress: ({ of, done }) => of === 'videos' && done >= 0.4 && ending.abort(),
  });
  await expect(canceled).rejects.toMatchObject({ fault: 'canceled' });
  expect(await storedMedia()).not.toContain('/media/v/clip-one/master.m3u8');
  const before = (await storedMedia()).filter((path) => path.endsWith('.m4s') || path.endsWith('.mp4'));
  expect(before).toHaveLength(2);
  requested = [];
  expect(await keepTitle(book, { hasVideos: true })).toMatchObject({ isComplete: true, hasVideos: true });
  for (const path of before) expect(requested.filter((one) => one.endsWith(path.slice(path.lastIndexOf('/'))))).toEqual([]);
});

test.each([
  ['/media/s/1234567890.a_b-c/Ab_9/high-0.m4s', '/media/v/Ab_9/high-0.m4s'],
  ['/media/v/Ab_9/master.m3u8', '/media/v/Ab_9/master.m3u8'],
  ['/media/s/x/../../api/own-data', null],
  ['/media/a/k1/1600.webp', null],
  ['/api/own-data', null],
])('the file %s is kept as %s', (path, cached) => {
  expect(videoFilePath(path)).toBe(cached);
});

test.each([
  [
    'the best of up to 720',
    [
      [640, 360],
      [1280, 720],
      [1920, 1080],
    ],
    '1280x720',
  ],
  [
    'upright',
    [
      [360, 640],
      [720, 1280],
      [1080, 1920],
    ],
    '720x1280',
  ],
  [
    'the smallest of larger ones',
    [
      [3840, 2160],
      [1920, 1080],
    ],
    '1920x1080',
  ],
] as const)('the kept quality is %s', (_name, sizes, cached) => {
  const main = [
    '#EXTM3U',
    ...sizes.flatMap(([width, height]) => [`#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=${width}x${height}`, `${height}.m3u8`]),
  ].join('\n');
  const quality = chooseQuality(main);
  expect(quality?.playlist.match(/RESOLUTION=(\S+)/u)?.[1]).toBe(cached);
  expect(quality?.playlist.match(/STREAM-INF/gu)).toHaveLength(1);
  expect(chooseQuality('#EXTM3U\n#EXTINF:4,\n0.ts\n')).toBeNull();
  expect(chooseQuality('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nhttps://evil.example/a.m3u8\n')).toBeNull();
});

test.each([
  ['signed out', null],
  ['another user', otto],
])('%s: the next contact removes the copies @OFFLINE-01', async (_who, user) => {
  await keepTitle(book);
  site.user = user;
  await checkOffline({ isForced: true });
  expect((await stored.texts()).filter((text) => text.includes(ada))).toEqual([]);
});

test('while the site can’t tell, nothing changes @OFFLINE-01', async () => {
  await keepTitle(book);
  const before = await stored.texts();
  site.isReachable = false;
  await checkOffline({ isForced: true });
  expect(await stored.texts()).toEqual(before);
});

test('the site is asked at most every five minutes @OFFLINE-01', async () => {
  await keepTitle(book);
  site.user = null;
  await checkOffline();
  expect(await readContact()).not.toBeNull();
  await recordContact(ada, Date.now() - 5 * 60 * 1000);
  await checkOffline();
  expect(await readContact()).toBeNull();
});

test('a site that has turned it off keeps nothing, and removes what there is @OFFLINE-01', async () => {
  await keepTitle(book);
  site.release = null;
  await checkOffline({ isForced: true });
  expect(await stored.keys()).toEqual([]);
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'off' });
  expect(await stored.keys()).toEqual([]);
});

test.each([
  [0, '0 kB'],
  [12, '1 kB'],
  [254_300, '254 kB'],
  [1_250_000, '1.3 MB'],
  [10_737_000_000, '11 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('images are those that the site stores, and no other URL @OFFLINE-01', () => {
  const html = `<img src="/media/a/k1/1600.webp" srcset="/media/a/k1/480.webp 480w, /media/a/k1/1600.webp 1600w">
    <img src="https://evil.example/media/a/k2/1.webp"><img src="//evil.example/media/a/k3/1.webp"><img src="/api/own-data">
    <img src="/media/a/../../api/own-data"><img src="data:image/png;base64,AA">`;
  expect(imagesIn(html)).toEqual(['/media/a/k1/1600.webp', '/media/a/k1/480.webp']);
});
