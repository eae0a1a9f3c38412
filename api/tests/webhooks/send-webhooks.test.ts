import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readMail, signUp } from '../people.ts';
import type { SenderOptions } from './sender-process.ts';
import type { ReceivedWebhook } from './webhook-receiver.ts';
import { startWebhookSite, type WebhookSite } from './webhook-site.ts';

let web: WebhookSite;
beforeAll(async () => {
  web = await startWebhookSite();
});
afterAll(() => web.stop());
beforeEach(() => web.sql('delete from app_public.webhook_endpoints'));

const headersOf = ({ headers }: ReceivedWebhook) => headers as Record<string, string>;
const verify = (secret: string, request: ReceivedWebhook) => new Webhook(secret).verify(request.body, headersOf(request));
/** Sends due webhooks in a separate process. */
const startSender = (options: Omit<SenderOptions, 'worker' | 'secretKey' | 'target'> = {}) => {
  const { connections, secretKey } = web.site.db;
  const all: SenderOptions = { worker: connections.worker, secretKey, target: web.receiver.target, ...options };
  return fork(join(import.meta.dirname, 'sender-process.ts'), [JSON.stringify(all)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
};
/** Queues a webhook without a notification, so that only the test's process takes it. */
const queueQuietly = (endpointId: string) =>
  web.sql(`select app_private.queue_webhook($1, 'USER_CREATED', '{}', now(), null)`, [endpointId]);

describe('a webhook', () => {
  test('is sent when someone signs up, with a signature that the library verifies @LOGIN-03', async () => {
    const { secret, path, id } = await web.createEndpoint();
    const { userId } = await signUp(web.site, `${randomUUID()}@example.com`);
    const request = await web.receiver.next(path);
    expect(request.headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(request.headers['content-type']).toBe('application/json');
    expect(verify(secret, request)).toMatchObject({ type: 'user.created', version: 1, data: { userId } });
    // Another secret, body or id is refused, which proves that the verifier works (control).
    expect(() => verify(`whsec_${Buffer.alloc(32, 7).toString('base64')}`, request)).toThrow('No matching signature found');
    expect(() => verify(secret, { ...request, body: request.body.replace('user', 'usor') })).toThrow('No matching signature found');
    expect(() => verify(secret, { ...request, headers: { ...request.headers, 'webhook-id': 'msg_other' } })).toThrow(
      'No matching signature found',
    );
    expect(await web.tried(id)).toMatchObject([{ status: 204, fault: null }]);
    expect(await web.deliveriesOf(id)).toMatchObject([{ event: 'USER_CREATED', status: 'DELIVERED', attempts: 1 }]);
  });

  test('that fails is sent again with the same id, about ten times in three days, and then no more @LOGIN-03', async () => {
    const { id, secret } = await web.createEndpoint('/fail');
    const before = web.receiver.received.length;
    await web.emit('USER_CREATED');
    expect(await web.tried(id)).toMatchObject([{ status: 500, answer: 'Out of order', fault: null }]);
    const [first] = await web.deliveriesOf(id);
    expect(first).toMatchObject({ status: 'WAITING' });
    // Seconds later, before the job is due: a new time and signature, and the same id.
    await web.tried(id, 2);
    const [one, two] = web.receiver.received.slice(before);
    if (!one || !two) throw new Error('Expected two requests');
    expect(two.headers['webhook-id']).toBe(one.headers['webhook-id']);
    expect(two.body).toBe(one.body);
    expect(Number(two.headers['webhook-timestamp'])).toBeGreaterThan(Number(one.headers['webhook-timestamp']));
    verify(secret, two);
    let hours = 0;
    for (let attempt = 3; attempt <= 10; attempt += 1) {
      await web.sql(
        `update app_public.webhook_deliveries set status = 'WAITING', attempts_count = $2, next_attempt_at = now() + interval '1 minute' where id = $1`,
        [first?.id, attempt],
      );
      await web.sql('select app_private.end_webhook($1, 500, 1, null, null)', [first?.id]);
      const [now] = await web.deliveriesOf(id);
      expect(now?.status, String(attempt)).toBe(attempt < 10 ? 'WAITING' : 'FAILED');
      hours += (now?.dueIn ?? 0) / 3600;
    }
    expect(hours).toBeGreaterThan(60);
    expect(hours).toBeLessThan(90);
  });

  test('isn’t sent on to the target of a redirect @LOGIN-03', async () => {
    const { id } = await web.createEndpoint('/redirect');
    await web.call('test', { id });
    expect(await web.tried(id)).toMatchObject([{ status: 302 }]);
    expect(web.receiver.received.map(({ path }) => path)).not.toContain('/inside');
    // A test event isn't sent again.
    expect(await web.deliveriesOf(id)).toMatchObject([{ status: 'FAILED', event: 'TEST' }]);
  });

  test.each([
    ['/huge', 'x'.repeat(1000)],
    ['/broken', 'The beginn'],
    ['/packed', ''],
  ])('counts as delivered by its status, whatever else is in the response: %s @LOGIN-03', async (path, answer) => {
    const { id } = await web.createEndpoint(path);
    await web.call('test', { id });
    expect(await web.tried(id)).toMatchObject([{ status: 200, answer }]);
    expect(await web.deliveriesOf(id)).toMatchObject([{ status: 'DELIVERED' }]);
  });

  test('isn’t sent to a host that isn’t public, whatever its name @LOGIN-03', async () => {
    const { id, path } = await web.createEndpoint();
    for (const host of ['10.0.0.1', 'inside.invalid'])
      await web.sql(
        `with e as (insert into app_public.webhook_endpoints (id, url, events) values (gen_random_uuid(), $1, '{USER_CREATED}') returning id)
         insert into app_private.webhook_secrets (endpoint_id, secret)
         select e.id, s.secret from e, app_private.webhook_secrets s where s.endpoint_id = $2`,
        [`https://${host}/`, id],
      );
    // Signed for this endpoint, because it has its secret.
    await web.sql(`update app_public.webhook_endpoints set url = 'https://10.0.0.1/' where id = $1`, [id]);
    await web.emit('USER_CREATED');
    expect(await web.tried(id)).toMatchObject([{ status: null, fault: '10.0.0.1 is not a public host.' }]);
    await web.sql(`update app_public.webhook_endpoints set url = $2 where id = $1`, [id, `https://receiver.example${path}`]);
    // The same webhook is sent to an allowed host (control).
    await web.sql('update app_public.webhook_deliveries set next_attempt_at = now() where endpoint_id = $1', [id]);
    await web.sql(`notify newline_webhooks`);
    await web.receiver.next(path);
  });

  test('is given up when there is no response in time @LOGIN-03', async () => {
    const { id } = await web.createEndpoint('/slow');
    await queueQuietly(id);
    await once(startSender({ timeoutMs: 300 }), 'exit');
    expect(await web.attemptsOf(id)).toMatchObject([{ status: null, fault: expect.stringContaining('did not respond') as string }]);
    expect(await web.deliveriesOf(id)).toMatchObject([{ status: 'WAITING', attempts: 1 }]);
  });

  test('arrives again, with the same id, if the process that sent it is killed before recording it @LOGIN-03', async () => {
    const path = `/slow?${randomUUID()}`;
    const { id, secret } = await web.createEndpoint(path);
    await queueQuietly(id);
    const child = startSender();
    const first = await web.receiver.next(path);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(await web.attemptsOf(id)).toEqual([]);
    // No other process takes it while the first result is pending, for at most two minutes.
    await web.sql('notify newline_webhooks');
    const [taken] = await web.deliveriesOf(id);
    expect(taken).toMatchObject({ status: 'WAITING', attempts: 1 });
    expect(taken?.dueIn).toBeGreaterThan(0);
    expect(taken?.dueIn).toBeLessThanOrEqual(120);
    await web.sql(`update app_public.webhook_deliveries set next_attempt_at = now() where id = $1`, [taken?.id]);
    await web.sql('notify newline_webhooks');
    const second = await web.receiver.next(path, 1);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    verify(secret, second);
  });

  test('doesn’t wait for those to a slow receiver, which gets two at a time @LOGIN-03', async () => {
    const slowPath = `/slow?${randomUUID()}`;
    const slow = await web.createEndpoint(slowPath);
    for (let count = 0; count < 10; count += 1) await queueQuietly(slow.id);
    await web.sql('notify newline_webhooks');
    await web.receiver.next(slowPath, 1);
    const taken = await web.sql<{ id: string | null }>('select id from app_private.take_webhook()');
    expect(taken).toEqual([{ id: null }]);
    const quick = await web.createEndpoint();
    await queueQuietly(quick.id);
    expect((await web.sql<{ endpoint: string }>('select endpoint_id as endpoint from app_private.take_webhook()'))[0]?.endpoint).toBe(
      quick.id,
    );
    expect(web.receiver.received.filter(({ path }) => path === slowPath)).toHaveLength(2);
  });
});

describe('an endpoint', () => {
  test('is disabled after three days of failures, and administrators get an email @LOGIN-03', async () => {
    const { id } = await web.createEndpoint('/fail');
    await web.sql(`update app_public.webhook_endpoints set failing_since = now() - interval '2 days 23 hours' where id = $1`, [id]);
    await web.emit('USER_CREATED');
    await web.tried(id);
    const state = 'select is_enabled, disabled_at is not null as is_marked from app_public.webhook_endpoints where id = $1';
    expect(await web.sql(state, [id])).toEqual([{ is_enabled: true, is_marked: false }]);
    await web.sql(`update app_public.webhook_endpoints set failing_since = now() - interval '3 days 1 minute' where id = $1`, [id]);
    await web.emit('USER_CREATED');
    const { text } = await readMail(web.site, web.admin.email, /webhook/i);
    expect(text).toContain('receiver.example');
    expect(text).toContain(`/admin/webhooks/${id}`);
    expect(await web.sql(state, [id])).toEqual([{ is_enabled: false, is_marked: true }]);
    const before = await web.deliveriesOf(id);
    await web.emit('USER_CREATED');
    expect(await web.deliveriesOf(id)).toHaveLength(before.length);
    expect(await web.sql(`select from app_public.audit_log where action = 'webhook.disable' and subject_id = $1`, [id])).toHaveLength(1);
  });

  test('is disabled immediately if it is gone (410), and no longer failing once it works again @LOGIN-03', async () => {
    const gone = await web.createEndpoint('/gone');
    const working = await web.createEndpoint();
    await web.sql(`update app_public.webhook_endpoints set failing_since = now() - interval '2 days' where id = $1`, [working.id]);
    await web.emit('COMMENT_CREATED');
    await Promise.all([web.tried(gone.id), web.tried(working.id)]);
    const state = 'select is_enabled, failing_since from app_public.webhook_endpoints where id = $1';
    expect(await web.sql(state, [working.id])).toEqual([{ is_enabled: true, failing_since: null }]);
    expect(await web.sql(state, [gone.id])).toMatchObject([{ is_enabled: false }]);
  });

  test('has a new secret after a rotation, and the former one signs for another day @LOGIN-03', async () => {
    const { id, secret, path } = await web.createEndpoint();
    const answer = await web.call<{ rotateWebhookSecret: { secret: string } }>('rotate', { id });
    const next = answer.data?.rotateWebhookSecret.secret ?? '';
    expect(next).toMatch(/^whsec_/);
    expect(next).not.toBe(secret);
    await web.call('test', { id });
    const both = await web.receiver.next(path);
    for (const one of [secret, next]) verify(one, both);
    await web.sql(`update app_private.webhook_secrets set former_until = now() where endpoint_id = $1`, [id]);
    await web.call('test', { id });
    const later = await web.receiver.next(path, 1);
    verify(next, later);
    expect(() => verify(secret, later)).toThrow('No matching signature found');
  });

  test('gets a webhook again, with the same id, when an administrator redelivers it @LOGIN-03', async () => {
    const { id, path, secret } = await web.createEndpoint();
    await web.emit('COMMENT_CREATED', { commentId: 'x' });
    const first = await web.receiver.next(path);
    await web.tried(id);
    const [delivery] = await web.deliveriesOf(id);
    expect((await web.call('redeliver', { id: delivery?.id })).errors).toBeUndefined();
    const second = await web.receiver.next(path, 1);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    verify(secret, second);
    await web.tried(id, 2);
    await vi.waitFor(async () => expect(await web.deliveriesOf(id)).toMatchObject([{ status: 'DELIVERED' }]));
  });
});
