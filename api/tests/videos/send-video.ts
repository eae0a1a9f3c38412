import { readFile } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import type { Browser, GraphQLAnswer } from '../browser.ts';

/** The item that will play a video. */
export type VideoTarget = { lessonId?: string; clipId?: string; courseId?: string; bookId?: string };

/** A video's row, as its page sees it. */
export type VideoRow = {
  playbackId: string;
  status: 'UPLOADING' | 'QUEUED' | 'PROCESSING' | 'READY' | 'FAILED';
  reason: string | null;
  progress: number;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  stillSeconds: number[];
  posterSecond: number | null;
  videoUrl: string | null;
  pass: string | null;
};

const fields = 'playbackId status reason progress durationSeconds width height stillSeconds posterSecond videoUrl pass';

/** Starts an upload. */
export function startVideo(
  browser: Browser,
  target: VideoTarget,
  file: { name?: string; byteCount: number },
): Promise<GraphQLAnswer<{ startVideo: { uploadUrl: string; video: VideoRow } | null }>> {
  return browser.graphql(`mutation start($input: StartVideoInput!) { startVideo(input: $input) { uploadUrl video { ${fields} } } }`, {
    input: { name: 'talk.mp4', ...file, ...target },
  });
}

/** Reads a video's row; null for users who may not see it. */
export async function readVideo(browser: Browser, playbackId: string): Promise<VideoRow | null> {
  const answer = await browser.graphql<{ videoByPlaybackId: VideoRow | null }>(
    `query video($playbackId: String!) { videoByPlaybackId(playbackId: $playbackId) { ${fields} } }`,
    { playbackId },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data?.videoByPlaybackId ?? null;
}

/** Sends a request of the tus protocol; a header set to null is omitted. */
export async function tus(
  origin: string,
  browser: Browser,
  method: 'HEAD' | 'PATCH' | 'POST' | 'DELETE',
  path: string,
  { body, headers = {} }: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string | null> } = {},
): Promise<{ status: number; offset: number }> {
  const all: Record<string, string | null> = {
    origin,
    'sec-fetch-site': 'same-origin',
    cookie: browser.cookieHeader,
    'tus-resumable': '1.0.0',
    ...(body && { 'content-type': 'application/offset+octet-stream' }),
    ...headers,
  };
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)),
    ...(body && { body }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset') ?? Number.NaN) };
}

/** Uploads a whole file and returns its playback id. */
export async function sendVideo(origin: string, browser: Browser, target: VideoTarget, file: string, name = 'talk.mp4'): Promise<string> {
  const body = new Uint8Array(await readFile(file));
  const started = await startVideo(browser, target, { name, byteCount: body.length });
  expect(started.errors).toBeUndefined();
  const { uploadUrl = '', video } = started.data?.startVideo ?? {};
  const response = await tus(origin, browser, 'PATCH', uploadUrl, { body, headers: { 'upload-offset': '0' } });
  expect(response).toEqual({ status: 204, offset: body.length });
  return video?.playbackId ?? '';
}

/** Waits until a video is READY or FAILED. */
export async function settled(browser: Browser, playbackId: string): Promise<VideoRow> {
  return vi.waitFor(
    async () => {
      const video = await readVideo(browser, playbackId);
      if (video?.status !== 'READY' && video?.status !== 'FAILED')
        throw new Error(`expected a video that is done, got ${video?.status ?? 'none'}`);
      return video;
    },
    { timeout: 300_000, interval: 200 },
  );
}
