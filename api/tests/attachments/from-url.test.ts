import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { startCanary } from '../outbound/canary.ts';
import { signUp } from '../people.ts';
import { ssrfAddresses } from '../outbound/ssrf-addresses.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { photograph } from './test-images.ts';

let site: TestApi;
let person: Browser;
let host: Server;
let requests: string[] = [];
beforeAll(async () => {
  const jpeg = await (await photograph(640, 400)).jpeg().toBuffer();
  const answers: Record<string, { status?: number; type: string; body: Buffer | string; location?: string }> = {
    '/cats/a%20cat.jpg': { type: 'image/jpeg', body: jpeg },
    '/moved': { status: 302, type: 'text/plain', body: '', location: '/cats/a%20cat.jpg' },
    '/inside': { status: 302, type: 'text/plain', body: '', location: 'https://169.254.169.254/latest' },
    '/page': { type: 'text/html', body: '<p>' },
    '/svg': { type: 'image/svg+xml', body: '<svg/>' },
    '/liar.png': { type: 'image/png', body: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' },
    '/gone': { status: 404, type: 'image/png', body: 'x' },
    '/large': { type: 'image/jpeg', body: Buffer.concat([jpeg, Buffer.alloc(10_000_001 - jpeg.length)]) },
  };
  host = createServer((request, response) => {
    requests.push(request.url ?? '');
    const target = new URL(request.url ?? '/', 'https://pictures.example').searchParams.get('to');
    if (target !== null) return void response.writeHead(302, { location: encodeURI(target) }).end();
    const { status = 200, type, body, location } = answers[request.url ?? ''] ?? { status: 500, type: 'text/plain', body: '' };
    response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) }).end(body);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  site = await startTestApi({ env: { fetchTestMap: new Map([['pictures.example', `127.0.0.1:${port}`]]) } });
  ({ browser: person } = await signUp(site, 'paster@example.com'));
});
afterAll(async () => {
  await site.stop();
  await new Promise((resolve) => host.close(resolve));
});

const mutation = `mutation fetchPicture($url: String!) {
  createAttachmentFromUrl(input: { attachment: { url: $url } }) { attachment { imageUrl name width height contentType } }
}`;
const rows = async () => (await site.db.superuser.query('select from app_public.attachments')).rowCount;

test.each(['https://pictures.example/cats/a%20cat.jpg', 'https://pictures.example/moved'])('%s becomes an attachment', async (url) => {
  type Data = { createAttachmentFromUrl: { attachment: { imageUrl: string } } };
  const { data, errors } = await person.graphql<Data>(mutation, { url });
  expect(errors).toBeUndefined();
  const attachment = data?.createAttachmentFromUrl.attachment ?? { imageUrl: '' };
  expect(attachment).toMatchObject({ name: 'a cat.jpg', width: 640, height: 400, contentType: 'image/webp' });
  expect((await fetch(site.url + attachment.imageUrl)).headers.get('content-type')).toBe('image/webp');
});

test.each([
  ['https://pictures.example/page', /text\/html, expected image/],
  ['https://pictures.example/svg', /image\/svg\+xml, expected image/],
  ['https://pictures.example/liar.png', /got SVG/],
  ['https://pictures.example/gone', /got status 404/],
  ['https://pictures.example/large', /at most 10 MB/],
  ['https://pictures.example/inside', /not a public host/],
  ['http://pictures.example/cats/a%20cat.jpg', /Only https/],
  ['https://127.0.0.1/a.png', /not a public host/],
  ['https://localhost/a.png', /allowed hosts|public host/],
  ['https://[::ffff:10.0.0.1]/a.png', /not a public host/],
  ['file:///etc/passwd', /Only https/],
  ['nonsense', /not a URL/],
])('%s is refused with the reason', async (url, message) => {
  const before = await rows();
  const { errors } = await person.graphql(mutation, { url });
  expect(errors?.[0]).toMatchObject({ message: expect.stringMatching(message), extensions: { code: 'BAD_INPUT' } });
  expect(await rows()).toBe(before);
});

test('none of 200 internal addresses is connected to, directly or by a redirect @API-02', async () => {
  const canary = await startCanary();
  try {
    const addresses = ssrfAddresses(canary.port, 'pictures.example');
    expect(addresses.length).toBeGreaterThanOrEqual(200);
    const before = await rows();
    for (const address of addresses) {
      for (const url of [address, `https://pictures.example/moved-to?to=${encodeURIComponent(address)}`]) {
        // Rejected images count against the daily quota, which isn't tested here.
        await site.db.superuser.query('delete from app_private.upload_budgets');
        const { errors } = await person.graphql(mutation, { url });
        expect(errors?.[0]?.extensions?.['code'], url).toBe('BAD_INPUT');
      }
    }
    expect([await rows(), canary.takeHits()]).toEqual([before, 0]);
    // Control: it can be reached.
    await fetch(`http://127.0.0.1:${canary.port}/`);
    expect(canary.takeHits()).toBe(1);
  } finally {
    await canary.stop();
  }
});

test('a visitor sends no requests to other sites, and users are limited', async () => {
  requests = [];
  const { errors } = await site.newBrowser().graphql(mutation, { url: 'https://pictures.example/moved' });
  expect([errors?.[0]?.extensions?.['code'], requests]).toEqual(['LOGIN_REQUIRED', []]);
  await site.db.superuser.query('update app_private.upload_budgets set byte_count = 199000000');
  const used = await person.send('POST', '/graphql', { body: { query: mutation, variables: { url: 'https://pictures.example/moved' } } });
  expect([used.status, used.headers.get('retry-after') !== null, used.json().errors?.[0]?.extensions?.['code'], requests]).toEqual([
    429,
    true,
    'TOO_MANY',
    [],
  ]);
});
