import { isSignedByMux } from '@newline/api/features/videos/mux-signature';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FakeUpload, muxKeys } from './fake-mux.ts';
import { readVideo } from './send-video.ts';
import { type MuxSite, startMuxSite } from './mux-site.ts';

let all: MuxSite;

beforeAll(async () => {
  all = await startMuxSite();
});
afterEach(() => {
  all.mux.onMessage = all.post;
  all.mux.trouble = null;
});
afterAll(() => all.stop());

const get = (path: string) => fetch(`${all.site.url}${path}`, { redirect: 'manual' });

describe('a webhook message from Mux @STUDIO-01', () => {
  const body = '{"type":"video.asset.ready","data":{"id":"a"}}';
  const signed = (secret: string, at: number) =>
    new Promise<[string, string]>((resolve) => {
      all.mux.onMessage = async (text, signature) => resolve([text, signature]);
      void all.mux.tell('video.asset.ready', { id: 'a' }, { secret, at });
    });

  test('counts if it is signed and from the last five minutes', async () => {
    const now = Date.now();
    const [text, signature] = await signed(muxKeys.webhookSecret, now);
    expect(await all.post(text, signature)).toBe(200);
    // Mux may sign with two secrets while one is replaced.
    expect(await all.post(text, `${signature.split(',')[0]},v1=${'0'.repeat(64)},${signature.split(',')[1]}`)).toBe(200);
    const refused: [string, string | null][] = [
      [text, null],
      [text, ''],
      [text, 'v1=0'],
      [`${text} `, signature],
      [body, signature],
      [text, signature.replace(/v1=./, (start) => (start === 'v1=0' ? 'v1=1' : 'v1=0'))],
      [text, signature.replace(/t=\d+/, `t=${Math.floor(now / 1000) - 1}`)],
      [text, signature.replace('v1=', 'v0=')],
      await signed('another secret', now),
      await signed(muxKeys.webhookSecret, now - 301_000),
      await signed(muxKeys.webhookSecret, now + 302_000),
    ];
    for (const [sentBody, header] of refused) expect(await all.post(sentBody, header), String(header)).toBe(400);
    expect(await all.post(...(await signed(muxKeys.webhookSecret, now - 290_000)))).toBe(200);
  });

  test('is checked to the second and byte by byte', async () => {
    const [text, signature] = await signed(muxKeys.webhookSecret, 1_000_000_000_000);
    const bytes = Buffer.from(text);
    const check = (now: number) => isSignedByMux(bytes, signature, muxKeys.webhookSecret, now);
    expect([check(1_000_000_300_000), check(1_000_000_301_000), check(999_999_700_000), check(999_999_699_000)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('about something else in the account is ignored, and so is an invalid one', async () => {
    for (const [type, data] of [
      ['video.asset.ready', { id: 'unknown', passthrough: 'not ours', upload_id: 'unknown' }],
      ['video.live_stream.active', { id: 'x' }],
      ['video.asset.ready', { id: 7 }],
    ] as const)
      expect(await all.mux.tell(type, data), type).toBe(200);
  });

  test('is never trusted: its claims are checked with Mux', async () => {
    const begun = await all.begin();
    await all.mux.tell('video.asset.ready', {
      id: 'claimed',
      status: 'ready',
      upload_id: begun.upload.id,
      passthrough: begun.playbackId,
      playback_ids: [{ id: 'somebodyElses', policy: 'public' }],
    });
    const requestCount = all.mux.requests.length;
    await all.runJob('watch_mux');
    await vi.waitFor(() => expect(all.mux.requests.length).toBeGreaterThan(requestCount), { timeout: 20_000, interval: 50 });
    expect(await all.status(begun)).toBe('UPLOADING');
  });
});

describe('a video at Mux is watched @DOC-04 @AUTH-03', () => {
  test('by users who can read the lesson, at a signed URL of Mux, and by no one else', async () => {
    const { playbackId, upload } = await all.ready();
    const asset = all.mux.assets.get(upload.asset_id ?? '');
    const muxId = asset?.playback_ids[0]?.id;
    for (const person of ['visitor', 'anotherLearner'] as const)
      expect(await all.passOf(all.people[person]), person).toEqual({ videoPass: null, videoUrl: null });
    for (const file of ['master.m3u8', 'storyboard.vtt', 'poster.webp', 'thumbnail-5.webp', 'tracks.json'])
      expect((await get(`/media/v/${playbackId}/${file}`)).status, file).toBe(404);

    for (const person of ['proLearner', 'author', 'admin'] as const) {
      const { videoPass, videoUrl } = (await all.passOf(all.people[person])) ?? {};
      expect(videoUrl, person).toBe(`local:${playbackId}`);
      const folder = `/media/s/${videoPass}/${playbackId}`;
      const opened = await get(`${folder}/master.m3u8`);
      expect(opened.status).toBe(302);
      expect(opened.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
      const address = new URL(opened.headers.get('location') ?? '');
      expect(`${address.origin}${address.pathname}`).toBe(`${all.mux.origin}/${muxId}.m3u8`);
      const { exp = 0, aud, sub } = decodeJwt(address.searchParams.get('token') ?? '');
      // Valid as long as the access token, no longer.
      expect({ exp: String(exp), aud, sub }).toEqual({ exp: videoPass?.split('.')[0], aud: 'v', sub: muxId });
      expect((await fetch(address)).status, person).toBe(200);
    }
    const { videoPass } = (await all.passOf(all.people.proLearner)) ?? {};
    const folder = `/media/s/${videoPass}/${playbackId}`;
    const still = new URL((await get(`${folder}/thumbnail-5.webp`)).headers.get('location') ?? '');
    expect(still.pathname).toBe(`/${muxId}/thumbnail.webp`);
    expect(decodeJwt(still.searchParams.get('token') ?? '')).toMatchObject({ aud: 't', time: 4, width: 640 });
    const storyboard = (await get(`${folder}/storyboard.vtt`)).headers.get('location') ?? '';
    expect((await fetch(storyboard)).headers.get('content-type')).toBe('text/vtt');
    expect((await fetch(still)).status).toBe(200);
    // A token grants access to its own file only.
    expect((await fetch(storyboard.replace('storyboard.vtt', 'thumbnail.webp'))).status).toBe(403);
    expect((await fetch(`${all.mux.origin}/${muxId}.m3u8`)).status).toBe(403);
    expect((await get(`/media/s/1234567890.${'A'.repeat(32)}/${playbackId}/master.m3u8`)).status).toBe(403);
    expect((await get(`${folder}/high.m3u8`)).status).toBe(404);
  });

  test('by everyone if it belongs to a clip, with our captions and the chosen poster', async () => {
    const { playbackId, upload } = await all.ready({ clipId: all.clipId });
    const { playback_ids: ids = [] } = all.mux.assets.get(upload.asset_id ?? '') ?? {};
    const folder = `/media/v/${playbackId}`;
    const opened = await vi.waitFor(
      async () => {
        const answer = await get(`${folder}/master.m3u8`);
        expect(answer.status).toBe(302);
        return answer;
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(opened.headers.get('cache-control')).toBe('public, max-age=3600');
    const location = opened.headers.get('location') ?? '';
    expect((await fetch(location)).status).toBe(200);
    const { exp = 0 } = decodeJwt(new URL(location).searchParams.get('token') ?? '');
    expect(exp * 1000 - Date.now()).toBeGreaterThan(12 * 60 * 60 * 1000 - 5000);
    expect(exp * 1000 - Date.now()).toBeLessThan(13 * 60 * 60 * 1000 + 5000);
    // It stays the same for an hour, so that caches work.
    expect((await get(`${folder}/master.m3u8`)).headers.get('location')).toBe(location);

    const saved = await all.people.author.graphql(
      'mutation save($id: String!, $text: String!) { saveVideoCaptions(input: { playbackId: $id, language: "de", text: $text }) { video { playbackId } } }',
      { id: playbackId, text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n' },
    );
    expect(saved.errors).toBeUndefined();
    expect(await (await get(`${folder}/tracks.json`)).json()).toEqual({ captions: ['de'], hasStoryboard: true });
    expect(await (await get(`${folder}/captions.de.vtt`)).text()).toContain('Hallo');

    const chosen = await all.people.author.graphql(
      'mutation choose($id: String!) { chooseVideoPoster(input: { playbackId: $id, second: 8 }) { video { posterSecond } } }',
      { id: playbackId },
    );
    expect(chosen).toMatchObject({ data: { chooseVideoPoster: { video: { posterSecond: 8 } } } });
    expect(await all.one('select thumbnail_seconds from app_public.clips where id = $1', [all.clipId])).toEqual({ thumbnail_seconds: 8 });
    const still = new URL((await get(`${folder}/thumbnail-8.webp`)).headers.get('location') ?? '');
    expect(still.pathname).toBe(`/${ids[0]?.id}/thumbnail.webp`);
    expect(decodeJwt(still.searchParams.get('token') ?? '')).toMatchObject({ time: 8 });
  });
});

describe('a video that is removed @STUDIO-01', () => {
  const reportDeleted = (upload: FakeUpload) =>
    vi.waitFor(
      async () => {
        await all.runJob('tidy_videos');
        expect(all.mux.assets.has(upload.asset_id ?? '')).toBe(false);
        const { rows } = await all.site.db.superuser.query('select 1 from app_private.unkept_videos where provider_upload_id = $1', [
          upload.id,
        ]);
        expect(rows).toEqual([]);
      },
      { timeout: 20_000, interval: 300 },
    );

  test('is deleted at Mux by a job, even if Mux was unavailable at first', async () => {
    const { playbackId, upload } = await all.ready();
    const removed = await all.people.author.graphql('mutation r($id: UUID!) { removeVideo(input: { lessonId: $id }) { wasThere } }', {
      id: all.lessonId,
    });
    expect(removed).toMatchObject({ data: { removeVideo: { wasThere: true } } });
    all.mux.trouble = 503;
    const requestCount = all.mux.requests.length;
    await all.runJob('tidy_videos');
    await vi.waitFor(() => expect(all.mux.requests.slice(requestCount)).toContain(`DELETE /video/v1/assets/${upload.asset_id}`), {
      timeout: 20_000,
      interval: 50,
    });
    expect(all.mux.assets.has(upload.asset_id ?? '')).toBe(true);
    all.mux.trouble = null;
    await reportDeleted(upload);
    expect((await all.passOf(all.people.proLearner))?.videoUrl).toBeNull();
    expect(await readVideo(all.people.author, playbackId)).toBeNull();
  });

  test('is canceled while it is uploading, and deleted if its end wasn’t reported', async () => {
    const waiting = await all.begin();
    await all.people.author.graphql('mutation d($id: String!) { discardVideo(input: { playbackId: $id }) { video { playbackId } } }', {
      id: waiting.playbackId,
    });
    await reportDeleted(waiting.upload);
    expect(waiting.upload.status).toBe('cancelled');
    all.mux.onMessage = null;
    const uploaded = await all.begin();
    await all.send(uploaded);
    await all.people.author.graphql('mutation d($id: String!) { discardVideo(input: { playbackId: $id }) { video { playbackId } } }', {
      id: uploaded.playbackId,
    });
    expect(all.mux.assets.has(uploaded.upload.asset_id ?? '')).toBe(true);
    await reportDeleted(uploaded.upload);
  });

  test('from Mux itself no longer plays, and its author sees why', async () => {
    const begun = await all.ready();
    const asset = all.mux.assets.get(begun.upload.asset_id ?? '');
    if (!asset) throw new Error('expected a video at Mux');
    // A false report.
    await all.mux.tell('video.asset.deleted', asset);
    const requestCount = all.mux.requests.length;
    await vi.waitFor(() => expect(all.mux.requests.slice(requestCount - 1)).toContain(`GET /video/v1/assets/${asset.id}`), {
      timeout: 20_000,
      interval: 50,
    });
    expect(await all.status(begun)).toBe('READY');
    all.mux.assets.delete(asset.id);
    await all.mux.tell('video.asset.deleted', asset);
    await all.until(begun, 'FAILED');
    expect((await readVideo(all.people.author, begun.playbackId))?.reason).toBe('This video was deleted at Mux. Upload it again.');
    expect(await all.passOf(all.people.proLearner)).toEqual({ videoPass: null, videoUrl: null });
    expect(await all.one('select video_duration from app_public.lessons where id = $1', [all.lessonId])).toEqual({ video_duration: null });
  });
});
