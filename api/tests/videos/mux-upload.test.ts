import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { readVideo, settled, startVideo } from './send-video.ts';
import { type Begun, type MuxSite, startMuxSite } from './mux-site.ts';

let all: MuxSite;

beforeAll(async () => {
  all = await startMuxSite();
});
afterEach(() => {
  all.mux.onMessage = all.post;
  all.mux.trouble = null;
});
afterAll(() => all.stop());

const complete = (browser: Browser, playbackId: string) =>
  browser.graphql<{ completeVideoUpload: { video: { status: string } } | null }>(
    'mutation complete($playbackId: String!) { completeVideoUpload(input: { playbackId: $playbackId }) { video { status } } }',
    { playbackId },
  );
const goOn = (browser: Browser, playbackId: string) =>
  browser.graphql<{ continueVideo: { uploadUrl: string | null } | null }>(
    'mutation goOn($playbackId: String!) { continueVideo(input: { playbackId: $playbackId }) { uploadUrl } }',
    { playbackId },
  );

describe('an upload to Mux @STUDIO-01', () => {
  test('is requested with a signed policy, our name for it and only this site as its origin', async () => {
    const { playbackId, upload } = await all.begin();
    expect(upload).toMatchObject({
      cors_origin: all.site.url,
      timeout: 86_400,
      new_asset_settings: { playback_policies: ['signed'], passthrough: playbackId },
    });
    // Captions come from the author.
    expect(JSON.stringify(upload.new_asset_settings)).not.toContain('generated_subtitles');
    expect(
      await all.one('select provider, provider_upload_id, status from app_public.videos where playback_id = $1', [playbackId]),
    ).toEqual({
      provider: 'mux',
      provider_upload_id: upload.id,
      status: 'UPLOADING',
    });
    await expect(stat(join(all.dataDir, 'video-uploads'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['visitor', 'LOGIN_REQUIRED'],
    ['anotherLearner', 'FORBIDDEN'],
    ['proLearner', 'FORBIDDEN'],
  ] as const)('is not requested by a %s', async (person, code) => {
    const before = all.mux.uploads.size;
    const answer = await startVideo(all.people[person], { lessonId: all.lessonId }, { byteCount: 10 });
    expect(answer.errors?.[0]?.extensions?.['code']).toBe(code);
    expect(all.mux.uploads.size).toBe(before);
  });

  test('that Mux refuses leaves nothing behind and uses up none of the day’s bytes', async () => {
    const rateLimit = () => all.one('select sum(byte_count) from app_private.video_budgets');
    await all.begin();
    const before = await rateLimit();
    const { count } = await all.one<{ count: string }>('select count(*) from app_public.videos where lesson_id = $1', [all.lessonId]);
    for (const trouble of [401, 500]) {
      all.mux.trouble = trouble;
      const answer = await startVideo(all.people.author, { lessonId: all.lessonId }, { byteCount: 1000 });
      expect(answer.errors?.[0]).toMatchObject({
        message: 'The video service is not accepting uploads at the moment. Try again later, or contact an administrator of this site.',
        extensions: { code: 'UNAVAILABLE' },
      });
    }
    expect(await rateLimit()).toEqual(before);
    // Starting another upload discards the previous one; no other was added.
    const after = await all.one<{ count: string }>('select count(*) from app_public.videos where lesson_id = $1', [all.lessonId]);
    expect(Number(after.count)).toBe(Number(count) - 1);
    expect(all.site.logLines.join('\n')).not.toContain('canary');
  });

  test('can be continued only by its user, and can’t be ended by guessing', async () => {
    const begun = await all.begin();
    const { playbackId, upload } = begun;
    expect((await goOn(all.people.author, playbackId)).data?.continueVideo?.uploadUrl).toBe(upload.url);
    for (const [person, code] of [
      ['visitor', 'LOGIN_REQUIRED'],
      ['anotherLearner', 'NOT_FOUND'],
      ['admin', 'NOT_FOUND'],
    ] as const) {
      expect((await goOn(all.people[person], playbackId)).errors?.[0]?.extensions?.['code'], person).toBe(code);
      expect((await complete(all.people[person], playbackId)).errors?.[0]?.extensions?.['code'], person).toBe(code);
    }
    expect(await all.status(begun)).toBe('UPLOADING');
    // The file is complete, but that wasn't reported: then there is nothing to send.
    all.mux.onMessage = null;
    await all.send(begun);
    expect((await goOn(all.people.author, playbackId)).data?.continueVideo?.uploadUrl).toBeNull();
    await all.until(begun, 'PROCESSING');
  });
});

describe('processing at Mux @STUDIO-01', () => {
  test('is reported by messages: its progress, and then the video plays', async () => {
    const begun = await all.begin();
    await all.send(begun);
    await all.until(begun, 'PROCESSING');
    expect(await readVideo(all.people.author, begun.playbackId)).toMatchObject({ progress: 40, reason: null });
    const asset = all.mux.settle(begun.upload.id);
    await all.mux.tell('video.asset.ready', asset);
    expect(await settled(all.people.author, begun.playbackId)).toMatchObject({
      status: 'READY',
      videoUrl: `local:${begun.playbackId}`,
      durationSeconds: 13.2,
      width: 1280,
      height: 720,
      stillSeconds: [0, 2, 4, 6, 8, 10, 12],
      posterSecond: 4,
    });
    expect(await all.one('select video_duration from app_public.lessons where id = $1', [all.lessonId])).toEqual({ video_duration: 13 });
    // Repeated and older messages change nothing.
    const row = () => all.one('select * from app_public.videos where playback_id = $1', [begun.playbackId]);
    const before = await row();
    const requestCount = all.mux.requests.length;
    await all.mux.tell('video.asset.ready', asset);
    await all.mux.tell('video.upload.asset_created', { id: begun.upload.id, status: 'asset_created' });
    await vi.waitFor(() => expect(all.mux.requests.length).toBeGreaterThan(requestCount), { timeout: 20_000, interval: 50 });
    await all.runJob('watch_mux');
    expect(await row()).toEqual(before);
  });

  test('is checked if every message was lost', async () => {
    all.mux.onMessage = null;
    const begun = await all.begin();
    await all.send(begun);
    expect((await complete(all.people.author, begun.playbackId)).data?.completeVideoUpload?.video.status).toMatch(
      /^(?:QUEUED|PROCESSING)$/,
    );
    await all.until(begun, 'PROCESSING');
    all.mux.settle(begun.upload.id);
    await all.runJob('watch_mux');
    await all.until(begun, 'READY');
    // The author closed the page before the end: nothing was reported.
    const silent = await all.begin();
    await all.send(silent);
    all.mux.settle(silent.upload.id);
    await all.runJob('watch_mux');
    await all.until(silent, 'READY');
  });

  test('waits while Mux is unavailable', async () => {
    const begun = await all.begin();
    await all.send(begun);
    await all.until(begun, 'PROCESSING');
    all.mux.settle(begun.upload.id);
    all.mux.trouble = 503;
    const requestCount = all.mux.requests.length;
    await all.runJob('watch_mux');
    await vi.waitFor(() => expect(all.mux.requests.length).toBeGreaterThan(requestCount), { timeout: 20_000, interval: 50 });
    expect(await all.status(begun)).toBe('PROCESSING');
    all.mux.trouble = null;
    await all.runJob('watch_mux');
    await all.until(begun, 'READY');
  });

  const failures: [string, (begun: Begun) => void, string, RegExp][] = [
    [
      'Mux cannot read',
      ({ upload }) =>
        all.mux.settle(upload.id, { status: 'errored', errors: { type: 'invalid_input', messages: ['The file is not a video.'] } }),
      'video.asset.errored',
      /^Mux could not read this video: The file is not a video\. Export it again, as MP4 with H\.264, and upload that\.$/,
    ],
    [
      'is longer than the site takes',
      ({ upload }) => all.mux.settle(upload.id, { duration: 660 }),
      'video.asset.ready',
      /^This video is 11 minutes long; the limit is 10 minutes\.$/,
    ],
    [
      'has no picture',
      ({ upload }) => all.mux.settle(upload.id, { tracks: [{ type: 'audio' }] }),
      'video.asset.ready',
      /^This file has sound but no picture\.$/,
    ],
    [
      'was canceled there',
      ({ upload }) => (upload.status = 'cancelled'),
      'video.upload.cancelled',
      /^The upload was canceled at Mux\. Upload it again\.$/,
    ],
    ['was not finished in time', ({ upload }) => (upload.status = 'timed_out'), '', /^The upload was not finished within a day\./],
    [
      'Mux did not take',
      ({ upload }) => Object.assign(upload, { status: 'errored', error: { type: 'invalid', message: 'Too\nlarge' } }),
      'video.upload.errored',
      /^Mux rejected this file: Too large\. Upload it again\.$/,
    ],
    ['Mux has lost', ({ upload }) => all.mux.uploads.delete(upload.id), '', /^Mux no longer has this upload\. Upload it again\.$/],
    [
      'was deleted there before it was ready',
      ({ upload }) => all.mux.assets.delete(all.mux.settle(upload.id, { status: 'preparing' }).id),
      'video.asset.deleted',
      /^This video was deleted at Mux\. Upload it again\.$/,
    ],
  ];
  test.each(failures)('fails with a reason for a video that %s', async (_name, happen, type, reason) => {
    const begun = await all.begin();
    happen(begun);
    if (type === '') await all.runJob('watch_mux');
    else
      await all.mux.tell(type, { id: begun.upload.asset_id ?? begun.upload.id, upload_id: begun.upload.id, passthrough: begun.playbackId });
    const failed = await settled(all.people.author, begun.playbackId);
    expect(failed.status).toBe('FAILED');
    expect(failed.reason).toMatch(reason);
  });
});
