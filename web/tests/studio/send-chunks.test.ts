import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeMux, type FakeUpload, muxKeys, startFakeMux } from '../../../api/tests/videos/fake-mux.ts';
import { sendChunks } from '../../app/shared/video-field/send-chunks.ts';
import type { Sending } from '../../app/shared/video-field/send-file.ts';

const mib = 1024 * 1024;
const total = 17 * mib;

/** The parts of a browser's XMLHttpRequest that the sender uses, over real HTTP. */
class Request extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  readonly #headers = new Headers();
  readonly #ending = new AbortController();
  #address = '';
  #answered: Headers | null = null;

  open(_method: string, url: string): void {
    this.#address = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    return this.#answered?.get(name) ?? null;
  }
  abort(): void {
    this.#ending.abort();
  }
  send(body: Blob | null): void {
    fetch(this.#address, { method: 'PUT', headers: this.#headers, body, signal: this.#ending.signal })
      .then(({ status, headers }) => {
        this.status = status;
        this.#answered = headers;
        if (body) this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: body.size }));
      })
      .catch(() => undefined)
      .finally(() => this.dispatchEvent(new Event('loadend')));
  }
}

let mux: FakeMux;
let upload: FakeUpload;
let file: File;
const page = new EventTarget();

beforeAll(async () => {
  mux = await startFakeMux();
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const bytes = new Uint8Array(total);
  for (let at = 0; at < total; at += 4093) bytes[at] = at % 251;
  file = new File([bytes], 'talk.mp4');
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await mux.stop();
});
beforeEach(async () => {
  mux.chunks.length = 0;
  const answer = await fetch(`${mux.origin}/video/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${muxKeys.tokenId}:${muxKeys.tokenSecret}`).toString('base64')}` },
    body: JSON.stringify({ cors_origin: 'http://localhost', timeout: 60, new_asset_settings: {} }),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  const created = mux.uploads.get(data.id);
  if (!created) throw new Error('expected an upload, got none');
  upload = created;
});

/** Sends the file and resolves to the result, with all events. */
function send(onProgress: (bytes: number, sending: Sending) => void = () => undefined) {
  const progress: number[] = [];
  const waits: true[] = [];
  const ended = new Promise<'done' | number | null>((resolve) => {
    const sending = sendChunks(file, upload.url, {
      onProgress: (bytes) => {
        progress.push(bytes);
        onProgress(bytes, sending);
      },
      onWaiting: () => waits.push(true),
      onDone: () => resolve('done'),
      onFailure: resolve,
    });
  });
  return { ended, progress, waits };
}
const isComplete = async () => upload.bytes.equals(Buffer.from(await file.arrayBuffer()));

test('a file is sent in chunks of 8 MiB, and the last has the rest @STUDIO-01', async () => {
  const { ended, progress } = send();
  expect(await ended).toBe('done');
  expect(mux.chunks).toEqual([
    `bytes */${total}: 308`,
    `bytes 0-${8 * mib - 1}/${total}: 308`,
    `bytes ${8 * mib}-${16 * mib - 1}/${total}: 308`,
    `bytes ${16 * mib}-${total - 1}/${total}: 200`,
  ]);
  expect(await isComplete()).toBe(true);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect([progress.at(0), progress.at(-1)]).toEqual([0, total]);
});

test('after a failure it requests the received size, and continues from that byte @STUDIO-01', async () => {
  mux.breakAfter = mib;
  const { ended, waits } = send();
  expect(await ended).toBe('done');
  expect(mux.chunks.slice(0, 4)).toEqual([
    `bytes */${total}: 308`,
    `bytes 0-${8 * mib - 1}/${total}: 503`,
    `bytes */${total}: 308`,
    `bytes ${mib}-${9 * mib - 1}/${total}: 308`,
  ]);
  expect(waits).toEqual([true]);
  expect(await isComplete()).toBe(true);
});

test('chunks that were sent before, on another page, aren’t sent again @STUDIO-01', async () => {
  upload.bytes = Buffer.from(await file.slice(0, 10 * mib).arrayBuffer());
  expect(await send().ended).toBe('done');
  expect(mux.chunks).toEqual([`bytes */${total}: 308`, `bytes ${10 * mib}-${total - 1}/${total}: 200`]);
  expect(await isComplete()).toBe(true);
  // Nor when everything was received.
  mux.chunks.length = 0;
  expect(await send().ended).toBe('done');
  expect(mux.chunks).toEqual([`bytes */${total}: 200`]);
});

test('a pause stops it, and it continues where it was @STUDIO-01', async () => {
  let paused: Sending | null = null;
  const released = new Promise<void>((resolve) => {
    const { ended, progress } = send((bytes, sending) => {
      if (bytes < 8 * mib || paused !== null) return;
      paused = sending;
      sending.pause();
      const reportCount = progress.length;
      // Nothing is reported while it's held.
      page.dispatchEvent(new Event('online'));
      expect(progress.length).toBe(reportCount);
      sending.resume();
    });
    void ended.then((outcome) => {
      expect(outcome).toBe('done');
      resolve();
    });
  });
  await released;
  expect(paused).not.toBeNull();
  expect(mux.chunks.filter((line) => line.startsWith('bytes */'))).toHaveLength(2);
  expect(await isComplete()).toBe(true);
});

test('an upload that has already finished ends with its response @STUDIO-01', async () => {
  upload.status = 'cancelled';
  expect(await send().ended).toBe(410);
  expect(mux.chunks).toEqual([`bytes */${total}: 410`]);
});
