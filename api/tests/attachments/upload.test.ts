import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { multipartBody } from './multipart-body.ts';
import { movingGif, photograph, square } from './test-images.ts';
import { createAttachment, sendForm, sendUpload } from './send-upload.ts';

let site: TestApi;
let dataDir: string;
let person: Browser;
let personId: string;
let photo: Buffer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'newline-uploads-'));
  site = await startTestApi({ env: { dataDir } });
  ({ browser: person, userId: personId } = await signUp(site, 'uploader@example.com'));
  photo = await (await photograph(1800, 1350)).jpeg().toBuffer();
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const rows = async () => (await site.db.superuser.query('select from app_public.attachments')).rowCount;
const underWay = async () =>
  (await site.db.superuser.query('select from app_private.unkept_files where user_id is not null and due_at > now()')).rowCount;
const filesIn = async (folder: string) => readdir(join(dataDir, 'uploads', folder)).catch(() => []);

describe('createAttachment @API-02', () => {
  test('stores a photo and returns what a document needs', async () => {
    const { status, attachment, errors } = await sendUpload(site, person, { bytes: photo, name: 'harbour.jpg', type: 'image/jpeg' });
    expect([status, errors]).toEqual([200, undefined]);
    expect(attachment).toMatchObject({
      name: 'harbour.jpg',
      kind: 'IMAGE',
      contentType: 'image/webp',
      width: 1800,
      height: 1350,
      isAnimated: false,
      discussionId: null,
      attachableId: null,
      ownerId: personId,
      imageUrl: expect.stringMatching(/^\/media\/a\/[a-z2-7]{26}\/1600\.webp$/),
    });
    expect(Buffer.from(attachment?.thumbhash ?? '', 'base64').length).toBeGreaterThan(10);
    await vi.waitFor(async () => expect([await filesIn('incoming'), await underWay()]).toEqual([[], 0]), { timeout: 20_000, interval: 50 });
  });

  test('keeps a name of its own and the discussion it belongs to', async () => {
    const [clipId] = await makeClips(site.db, await makeCourse(site.db), 1);
    const { rows: created } = await site.db.superuser.query<{ id: string }>(
      'insert into app_public.discussions (clip_id) values ($1) returning id',
      [clipId],
    );
    const discussionId = created[0]?.id;
    const details = { name: 'A harbour', kind: 'IMAGE', contentType: 'image/png', discussionId };
    const { attachment } = await sendUpload(site, person, { bytes: await square(40).png().toBuffer() }, details);
    expect(attachment).toMatchObject({ name: 'A harbour', discussionId, width: 40, height: 40 });
  });

  test.each([
    ['discussionId', 'There is no such discussion.'],
    ['attachableId', 'This text doesn’t exist, or isn’t yours.'],
  ])('with an unknown %s is refused, and nothing is stored', async (field, message) => {
    const before = [await rows(), (await filesIn('a')).length];
    const { errors } = await sendUpload(site, person, { bytes: photo }, { [field]: '00000000-0000-4000-8000-000000000000' });
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'NOT_FOUND' } });
    expect([await rows(), (await filesIn('a')).length]).toEqual(before);
  });

  test('rotates a sideways image, keeps the width of a tall one, and keeps an animation moving', async () => {
    const turned = await sendUpload(site, person, {
      bytes: await (await photograph(300, 200)).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    });
    expect(turned.attachment).toMatchObject({ width: 200, height: 300 });
    const long = await sendUpload(site, person, { bytes: await (await photograph(1000, 6000)).jpeg().toBuffer() });
    expect(long.attachment).toMatchObject({ width: 1000, height: 6000 });
    const moving = await sendUpload(site, person, { bytes: await movingGif(120, 90, 5), name: 'a.gif', type: 'image/gif' });
    expect(moving.attachment).toMatchObject({ width: 120, height: 90, isAnimated: true });
    const response = await fetch(site.url + moving.attachment?.imageUrl);
    expect((await sharp(Buffer.from(await response.arrayBuffer()), { pages: -1 }).metadata()).pages).toBe(5);
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('accepts %s', async (format) => {
    const bytes = await square(64).toFormat(format).toBuffer();
    expect((await sendUpload(site, person, { bytes, type: `image/${format}` })).attachment).toMatchObject({ width: 64, height: 64 });
  });
});

describe('an uploaded image is served', () => {
  test('in every size; smaller ones are created on the first request, and none is larger than the original', async () => {
    const { attachment } = await sendUpload(site, person, { bytes: photo });
    const of = (size: string) => `${site.url}/media/${attachment?.file}/${size}.webp`;
    const widths: Record<string, number[]> = {};
    for (const size of ['480', '960', '1600', 'full', 'square-96', 'square-192']) {
      const again = await Promise.all([fetch(of(size)), fetch(of(size))]);
      const bodies = await Promise.all(again.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
      expect(bodies[0]?.equals(bodies[1] ?? Buffer.alloc(0))).toBe(true);
      const { width, height, format } = await sharp(bodies[0]).metadata();
      expect(format).toBe('webp');
      widths[size] = [width, height];
    }
    expect(widths).toEqual({
      '480': [480, 360],
      '960': [960, 720],
      '1600': [1600, 1200],
      full: [1800, 1350],
      'square-96': [96, 96],
      'square-192': [192, 192],
    });
    expect(new Set(await filesIn(attachment?.file ?? ''))).toEqual(
      new Set(['1600.webp', '480.webp', '960.webp', 'full.webp', 'square-192.webp', 'square-96.webp']),
    );
    expect(attachment?.squareImageUrl).toBe(`/media/${attachment?.file}/square-192.webp`);
  });

  test('as an image and nothing else, to be cached forever', async () => {
    const { attachment } = await sendUpload(site, person, { bytes: await square(50).png().toBuffer() }, { name: '"><script>.html' });
    const answer = await fetch(site.url + attachment?.imageUrl);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="picture-1600.webp"',
      'x-content-type-options': 'nosniff',
    });
    expect(Number(answer.headers.get('content-length'))).toBe((await answer.arrayBuffer()).byteLength);
    const etag = answer.headers.get('etag') ?? '';
    expect((await fetch(site.url + attachment?.imageUrl, { headers: { 'if-none-match': `"x", W/${etag}` } })).status).toBe(304);
    expect((await fetch(site.url + attachment?.imageUrl, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
  });
});

describe('limits', () => {
  test('10,000,000 bytes are accepted, and one more is not', async () => {
    const padded = (length: number) => Buffer.concat([photo, Buffer.alloc(length - photo.length)]);
    const over = await sendUpload(site, person, { bytes: padded(10_000_001), type: 'image/jpeg' });
    expect([over.status, over.errors?.[0]]).toMatchObject([413, { extensions: { code: 'BAD_INPUT', field: 'file' } }]);
    expect(over.errors?.[0]?.message).toBe('file: expected at most 10 MB (10,000,000 bytes), got more.');
    expect((await sendUpload(site, person, { bytes: padded(10_000_000), type: 'image/jpeg' })).attachment).toMatchObject({ width: 1800 });
  });

  test('a visitor must sign in before anything is read', async () => {
    const { status, errors } = await sendUpload(site, site.newBrowser(), { bytes: photo });
    expect([status, errors?.[0]?.extensions?.['code']]).toEqual([401, 'LOGIN_REQUIRED']);
  });

  test('a user has two uploads at the same time, and 200 MB in 24 hours', async () => {
    const { browser, userId } = await signUp(site, 'eager@example.com');
    const bytes = await square(20).png().toBuffer();
    await site.db.superuser.query(
      `insert into app_private.unkept_files (file, user_id, due_at) select 'a/' || n, $1, now() + interval '5 minutes' from generate_series(1, 2) n`,
      [userId],
    );
    const third = await sendUpload(site, browser, { bytes });
    expect([third.status, third.headers.get('retry-after'), third.errors?.[0]?.extensions?.['code']]).toEqual([429, '1', 'TOO_MANY']);
    await site.db.superuser.query('delete from app_private.unkept_files where user_id = $1', [userId]);
    expect((await sendUpload(site, browser, { bytes })).status).toBe(200);

    await site.db.superuser.query(
      `update app_private.upload_budgets set byte_count = 199999500, started_at = now() - interval '23 hours' where user_id = $1`,
      [userId],
    );
    const much = await sendUpload(site, browser, { bytes });
    expect([much.status, much.errors?.[0]?.message]).toEqual([
      429,
      'You have uploaded 200 MB or 2,000 files within 24 hours. Try again in 1 hour.',
    ]);
    expect(Number(much.headers.get('retry-after'))).toBeGreaterThan(3_500);
    await site.db.superuser.query(`update app_private.upload_budgets set started_at = now() - interval '25 hours' where user_id = $1`, [
      userId,
    ]);
    expect((await sendUpload(site, browser, { bytes })).status).toBe(200);
  });

  test('refused uploads count, and free their slot', async () => {
    const { browser, userId } = await signUp(site, 'clumsy@example.com');
    for (let n = 0; n < 3; n += 1) {
      expect((await sendUpload(site, browser, { bytes: Buffer.alloc(1_000, 'a') })).errors?.[0]?.extensions?.['code']).toBe('BAD_INPUT');
      await vi.waitFor(async () => expect(await underWay()).toBe(0), { timeout: 20_000, interval: 50 });
    }
    const { rows: rateLimit } = await site.db.superuser.query('select byte_count::int from app_private.upload_budgets where user_id = $1', [
      userId,
    ]);
    expect(rateLimit[0].byte_count).toBeGreaterThan(3_000);
  });
});

test('a file sent as another value is refused, without revealing where it is stored @API-02', async () => {
  const refusals: string[] = [];
  for (const query of [
    'query ($value: String!) { courseBySlug(slug: $value) { id } }',
    'query ($value: UUID!) { clipById(id: $value) { id } }',
    'query ($value: Int) { clips(first: $value) { nodes { id } } }',
    'mutation ($value: NewAttachmentInput!) { createAttachment(input: { attachment: $value }) { clientMutationId } }',
  ]) {
    const { errors } = await sendForm(site, person, [
      { name: 'operations', bytes: JSON.stringify({ query, variables: { value: null } }) },
      { name: 'map', bytes: '{"0":["variables.value"]}' },
      { name: '0', fileName: 'a.png', type: 'image/png', bytes: photo },
    ]);
    refusals.push(JSON.stringify(errors));
  }
  for (const refusal of refusals) {
    expect(refusal).toContain('a file');
    expect(refusal).not.toContain(site.options.env.dataDir);
    expect(refusal).not.toContain('incoming');
  }
});

test('an upload that is cut off leaves nothing behind @API-02', async () => {
  const before = [await rows(), (await filesIn('a')).length];
  const { body, contentType } = multipartBody([
    { name: 'operations', bytes: JSON.stringify({ query: createAttachment, variables: { attachment: { file: null } } }) },
    { name: 'map', bytes: '{"0":["variables.attachment.file"]}' },
    { name: '0', fileName: 'a.jpg', type: 'image/jpeg', bytes: photo },
  ]);
  const sending = request(`${site.url}/graphql`, {
    method: 'POST',
    headers: {
      origin: site.url,
      'sec-fetch-site': 'same-origin',
      cookie: person.cookieHeader,
      'content-type': contentType,
      'content-length': body.length,
    },
  });
  sending.on('error', () => undefined);
  sending.write(body.subarray(0, body.length - 2_000));
  await vi.waitFor(async () => expect([(await filesIn('incoming')).length, await underWay()]).toEqual([1, 1]), {
    timeout: 20_000,
    interval: 50,
  });
  sending.destroy();
  await vi.waitFor(async () => expect([await filesIn('incoming'), await underWay()]).toEqual([[], 0]), { timeout: 5_000 });
  expect([await rows(), (await filesIn('a')).length]).toEqual(before);
});

const operations = JSON.stringify({ query: createAttachment, variables: { attachment: { file: null } } });
const map = '{"0":["variables.attachment.file"]}';
const file = { name: '0', fileName: 'a.png', type: 'image/png', bytes: 'x' };
test.each([
  ['no map', [{ name: 'operations', bytes: operations }], /'map'/],
  ['the map before the operations', [{ name: 'map', bytes: map }, { name: 'operations', bytes: operations }, file], /Misordered/],
  ['the file before the map', [{ name: 'operations', bytes: operations }, file, { name: 'map', bytes: map }], /Misordered/],
  ['operations that are no JSON', [{ name: 'operations', bytes: '{' }, { name: 'map', bytes: map }, file], /'operations'/],
  [
    'a list of operations',
    [{ name: 'operations', bytes: `[${operations}]` }, { name: 'map', bytes: '{"0":["0.variables.attachment.file"]}' }, file],
    /one operation/,
  ],
  [
    'a map to nothing',
    [{ name: 'operations', bytes: operations }, { name: 'map', bytes: '{"0":["variables.none.file"]}' }, file],
    /Invalid object path/,
  ],
  [
    'a map to a prototype',
    [{ name: 'operations', bytes: operations }, { name: 'map', bytes: '{"0":["variables.__proto__.file"]}' }, file],
    /Invalid object path/,
  ],
  [
    'a map of two files',
    [{ name: 'operations', bytes: operations }, { name: 'map', bytes: '{"0":["variables.attachment.file"],"1":["variables.b"]}' }, file],
    /one file/,
  ],
  [
    'a map without its file',
    [
      { name: 'operations', bytes: operations },
      { name: 'map', bytes: map },
    ],
    /File missing/,
  ],
  [
    'operations of 200 kB',
    [{ name: 'operations', bytes: `${operations}${' '.repeat(200_000)}` }, { name: 'map', bytes: map }, file],
    /'operations'/,
  ],
])('%s is refused with a sentence', async (_what, parts, message) => {
  const { status, errors } = await sendForm(site, person, parts);
  expect([status, errors?.[0]?.extensions]).toEqual([400, expect.objectContaining({ code: 'BAD_INPUT' })]);
  expect(errors?.[0]?.message).toMatch(message);
  expect(errors?.[0]?.message).not.toMatch(/https?:|node_modules/);
});

test('one file creates one attachment, and a string creates none', async () => {
  const twice = `mutation ($file: Upload!) {
    a: createAttachment(input: { attachment: { file: $file } }) { attachment { imageUrl } }
    b: createAttachment(input: { attachment: { file: $file } }) { attachment { imageUrl } } }`;
  const before = Number(await rows());
  const { errors } = await sendForm(site, person, [
    { name: 'operations', bytes: JSON.stringify({ query: twice, variables: { file: null } }) },
    { name: 'map', bytes: '{"0":["variables.file"]}' },
    { ...file, bytes: photo },
  ]);
  expect(errors?.map(({ message }) => message)).toEqual(['file: expected a file for each attachment, got one for two.']);
  expect(await rows()).toBe(before + 1);
  const { rows: stored } = await site.db.superuser.query('select image_url from app_public.attachments order by id desc limit 1');
  expect((await fetch(site.url + stored[0].image_url)).status).toBe(200);
  const text = await person.graphql(createAttachment, { attachment: { file: '/etc/passwd' } });
  expect(text.errors?.[0]?.message).toMatch(/multipart request/);
});
