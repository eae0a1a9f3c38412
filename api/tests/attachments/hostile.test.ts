import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeImage } from '../../src/features/attachments/encode-image.ts';
import type { Browser } from '../browser.ts';
import { cpuTimed } from '../cpu-time.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { canary, craftedFiles, damaged, seedImages } from './crafted-files.ts';
import { square } from './test-images.ts';
import { sendUpload, type SentAttachment } from './send-upload.ts';
import { traversals } from './traversals.ts';

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
let site: TestApi;
let dataDir: string;
let person: Browser;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'newline-hostile-'));
  site = await startTestApi({ env: { dataDir } });
  ({ browser: person } = await signUp(site, 'hostile@example.com'));
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const rows = async () => Number((await site.db.superuser.query('select from app_public.attachments')).rowCount);
const folders = async () => (await readdir(join(dataDir, 'uploads', 'a')).catch(() => [])).length;

/** Expects that everything stored of an attachment is our own encoding, with nothing of the original file. */
async function expectClean(attachment: SentAttachment | null): Promise<void> {
  expect(attachment).not.toBeNull();
  for (const size of ['full', '480', 'square-96']) {
    const answer = await fetch(`${site.url}/media/${attachment?.file}/${size}.webp`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 4).toString() + bytes.subarray(8, 12).toString()).toBe('RIFFWEBP');
    for (const trace of [canary, 'CANARY', '<script', 'Exif', 'http://ns.adobe', 'PK\u0003\u0004', 'ICCP'])
      expect(bytes.includes(trace)).toBe(false);
    const { exif, icc, xmp, iptc } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, iptc }).toEqual({ exif: undefined, icc: undefined, xmp: undefined, iptc: undefined });
    // It is complete: its last row can be decoded.
    await sharp(bytes, { failOn: 'warning' }).raw().toBuffer();
  }
  expect(attachment?.name).toMatch(/^[^\p{C}/\\]{1,200}$/u);
}

test('none of sixty crafted files is stored as uploaded, and nothing of them remains in what is stored @API-02', async () => {
  const files = await craftedFiles();
  expect(files.length).toBeGreaterThanOrEqual(60);
  // Control: the canary is in the files that are sent.
  expect(files.filter(({ bytes, fate }) => fate === 'encoded anew' && bytes.includes('CANARY')).length).toBeGreaterThan(8);
  const before = process.memoryUsage.rss();
  const outcomes: Record<string, string> = {};
  for (const { what, bytes, name, type, details } of files) {
    const [rowsBefore, foldersBefore] = [await rows(), await folders()];
    const answer = await sendUpload(site, person, { bytes, ...(name ? { name } : {}), ...(type ? { type } : {}) }, details);
    if (answer.attachment) {
      await expectClean(answer.attachment);
      outcomes[what] = 'encoded anew';
    } else {
      expect(answer.errors?.[0]?.extensions?.['code'], what).toBe('BAD_INPUT');
      expect(answer.errors?.[0]?.message, what).toMatch(/expected .+, got .+/);
      expect([await rows(), await folders()], what).toEqual([rowsBefore, foldersBefore]);
      outcomes[what] = 'refused';
    }
  }
  expect(outcomes).toEqual(Object.fromEntries(files.map(({ what, fate }) => [what, fate])));
  expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
}, 120_000);

test('a decompression bomb is refused before it is unpacked', async () => {
  const bombs = (await craftedFiles()).filter(({ what }) => /pixels each way|301 frames/.test(what));
  expect(bombs.length).toBeGreaterThan(4);
  for (const { what, bytes } of bombs) {
    // The minimum of several runs: garbage may be collected meanwhile, but decompressing would be work every time.
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) times.push((await cpuTimed(() => expect(encodeImage(bytes), what).rejects.toThrow(/expected/))).cpuMs);
    expect(Math.min(...times), what).toBeLessThan(100);
  }
});

test(
  `${isFullRun ? '1,000' : 'a sample of'} damaged images are refused or re-encoded, and break nothing @API-02`,
  async () => {
    const seeds = await seedImages();
    expect(seeds).toHaveLength(20);
    const before = process.memoryUsage.rss();
    const fates = { refused: 0, stored: 0 };
    for (let n = 0; n < (isFullRun ? 1_000 : 80); n += 1) {
      const { format, bytes } = seeds[n % seeds.length] ?? { format: '', bytes: Buffer.alloc(0) };
      const file = damaged(bytes, n + 1, [250, 2_000, 20_000][n % 3] ?? 250);
      const answer = await sendUpload(site, person, { bytes: file, type: `image/${format === 'heif' ? 'avif' : format}` });
      if (answer.attachment) {
        fates.stored += 1;
        await expectClean(answer.attachment);
      } else {
        fates.refused += 1;
        expect(answer.errors?.[0], `${format} ${n}`).toMatchObject({ extensions: { code: 'BAD_INPUT' } });
      }
    }
    // Both outcomes occur, so neither is the outcome of all.
    expect(Math.min(fates.refused, fates.stored)).toBeGreaterThan(5);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  },
  isFullRun ? 600_000 : 120_000,
);

describe('image URLs', () => {
  /** Sends a raw path, because fetch would resolve the dots. */
  const rawGet = (path: string): Promise<{ status: number; body: Buffer; type: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(site.url);
      request({ hostname, port, path }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), type: answer.headers['content-type'] ?? '' }),
        );
      })
        .on('error', reject)
        .end();
    });

  test('lead to no file outside of the folder, in more than 140 ways', async () => {
    const { attachment } = await sendUpload(site, person, { bytes: await square(30).png().toBuffer() });
    const key = attachment?.file.slice(2) ?? '';
    // Files at the end of paths that climb out of the folder.
    await mkdir(join(dataDir, 'uploads', 'a', 'plain'), { recursive: true });
    for (const secretPath of ['secret.webp', 'uploads/secret.webp', 'uploads/a/secret.webp', 'uploads/a/plain/full.webp'])
      await writeFile(join(dataDir, secretPath), 'the secret');
    const paths = traversals(key);
    expect(paths.length).toBeGreaterThanOrEqual(140);
    for (const path of paths) {
      const { status, body, type } = await rawGet(path);
      expect([path, [400, 404, 414].includes(status), body.includes('the secret'), /html|svg/.test(type)]).toEqual([
        path,
        true,
        false,
        false,
      ]);
    }
    // Control: the same kind of request finds an existing file, and the secret existed.
    expect(await rawGet(`/media/a/${key}/full.webp`)).toMatchObject({ status: 200, type: 'image/webp' });
    expect(await readFile(join(dataDir, 'uploads/a/secret.webp'), 'utf8')).toBe('the secret');
  });
});
