import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket, readBody } from '@newline/api/features/attachments/bucket';
import { expect, onTestFinished, test } from 'vitest';
import { BucketError } from '../../src/errors/bucket-error.ts';
import { openStorage } from '../../src/features/attachments/storage.ts';
import { fetchBucketUpload } from '../../src/features/videos/bucket-uploads.ts';

/** Starts a service that answers like this, and returns the settings of a bucket there. Silence of half a second fails. */
async function startService(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    driver: 's3',
    bucket: 'uploads',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'WORDS', secretAccessKey: 'WORDS' },
    silenceMs: 500,
  } as const;
}

/** Sends the beginning of a file, and then nothing more. */
const stopsInTheMiddle: RequestListener = ({ method, url = '' }, response) => {
  if (url.includes('list-type')) {
    const files = ['video-uploads/v1/size-1000', 'video-uploads/v1/part-0-1000'].map(
      (key) => `<Contents><Key>${key}</Key><Size>${key.endsWith('1000') && key.includes('part') ? 1000 : 0}</Size></Contents>`,
    );
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${files.join('')}</ListBucketResult>`);
    return;
  }
  response.writeHead(200, { 'content-length': '1000', 'content-type': 'text/plain' });
  if (method === 'HEAD') response.end();
  else response.write('a'.repeat(100));
};

async function readAll(stream: AsyncIterable<Buffer>): Promise<number> {
  let byteCount = 0;
  for await (const chunk of stream) byteCount += chunk.length;
  return byteCount;
}

test('a file that stops in the middle fails as a failure of the bucket', async () => {
  const answer = await openBucket(await startService(stopsInTheMiddle)).open('file');
  expect(answer?.byteCount).toBe(1000);
  if (!answer?.stream) throw new Error('expected a file');
  const error: unknown = await readAll(readBody(answer.stream)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BucketError);
  expect((error as Error).cause).toMatchObject({ name: 'TimeoutError' });
});

test('an image that stops in the middle fails', async () => {
  const storage = await openStorage(await startService(stopsInTheMiddle), '/nowhere');
  const image = await storage.open('a/b/full.webp');
  if (!image) throw new Error('expected an image');
  await expect(readAll(image.stream as AsyncIterable<Buffer>)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a video that stops in the middle says nothing about the video, so its job is tried again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newline-silence-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bucket = openBucket(await startService(stopsInTheMiddle));
  await expect(fetchBucketUpload(bucket, 'v1', join(folder, 'input'))).rejects.toBeInstanceOf(BucketError);
});

test('a service that never answers fails', async () => {
  let requests = 0;
  const bucket = openBucket(await startService(() => void (requests += 1)));
  await expect(bucket.open('file')).rejects.toBeInstanceOf(BucketError);
  await expect(bucket.list('')).rejects.toBeInstanceOf(BucketError);
  expect(requests).toBeGreaterThan(1);
});

test('a service that is slow, but never silent for long, is fine', async () => {
  const bucket = openBucket(
    await startService((_request, response) => {
      response.writeHead(200, { 'content-length': '8' });
      let sent = 0;
      const timer = setInterval(() => {
        response.write('a');
        if ((sent += 1) === 8) {
          clearInterval(timer);
          response.end();
        }
      }, 100);
    }),
  );
  const answer = await bucket.open('file');
  if (!answer?.stream) throw new Error('expected a file');
  expect(await readAll(readBody(answer.stream))).toBe(8);
});
