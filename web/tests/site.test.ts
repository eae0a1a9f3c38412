import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { createLog } from '@newline/api/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFront, type Front } from '../server/front.ts';
import { createSite, openSite } from '../server/site.ts';

let site: Awaited<ReturnType<typeof createSite>>;
let front: Front;
let port: number;
beforeAll(async () => {
  const log = createLog('error', new Writable({ write: (_line, _encoding, done) => done() }));
  const headers = { 'x-safe': 'yes' };
  front = createFront({ headers });
  site = await createSite({ log, front, headers, embeds: null, trustProxy: 0, staticFolder: null, cache: () => null });
  site.get('/', async () => 'whole');
  await front.listen({ port: 0, host: '127.0.0.1' });
  await openSite(site, front);
  port = (front.server.address() as AddressInfo).port;
});
afterAll(() => site.close());

/** Sends this and no more, and gives what came back until the other side ended. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.once('end', () => resolve(answer));
    socket.once('error', reject);
  });
}

test('a request that is sent by half is told so and ended, long before Node would look by itself', async () => {
  const order: string[] = [];
  const half = send('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ').then((answer) => (order.push('half'), answer));
  // Node looks for late ones every 30 s unless it is told otherwise; this timer stands for less than that.
  const timer = new Promise<void>((resolve) => setTimeout(resolve, 20_000)).then(() => order.push('20 s'));
  expect(await send('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*whole$/);
  expect(await Promise.race([half, timer])).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*x-safe: yes/);
  expect(order).toEqual(['half']);
});
