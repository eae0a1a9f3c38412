import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { signWebhook } from '@newline/api/features/webhooks/sign-webhook';
import { expect, test, vi } from 'vitest';

const secret = Buffer.alloc(32, 5);

test('the receiver in docs/webhooks.md accepts a webhook from this site, and refuses one with another secret or an old one @LOGIN-03', async () => {
  const docs = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  const [, example = ''] = /```js\n([^]*?)```/.exec(docs) ?? [];
  // The file must be next to this one to find the library.
  const folder = await mkdtemp(join(import.meta.dirname, '.example-'));
  const port = await freePort();
  await writeFile(join(folder, 'receiver.mjs'), example);
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    const send = async (key: Buffer, agoSeconds = 0) => {
      const message = {
        id: 'msg_1',
        timestamp: Math.floor(Date.now() / 1000) - agoSeconds,
        body: '{"type":"test","data":{"message":"ü"}}',
      };
      const headers = {
        'webhook-id': message.id,
        'webhook-timestamp': String(message.timestamp),
        'webhook-signature': signWebhook([key], message),
      };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: message.body })).status;
    };
    expect(await vi.waitFor(() => send(secret), { timeout: 20_000, interval: 50 })).toBe(204);
    await vi.waitFor(() => expect(printed).toContain('test'));
    expect(await send(Buffer.alloc(32, 6))).toBe(401);
    expect(await send(secret, 600)).toBe(401);
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
