import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, JsonAnswer } from '../browser.ts';
import { password, signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { calls, startWebhookSite, type WebhookSite } from './webhook-site.ts';

let web: WebhookSite;
let author: Browser;
let otherAuthor: Browser;
let learner: Browser;
beforeAll(async () => {
  web = await startWebhookSite();
  [author, otherAuthor, learner] = (await Promise.all(
    [true, true, false].map(async (isAuthor) => {
      const { browser, userId } = await signUp(web.site, `${randomUUID()}@example.com`);
      if (isAuthor) await makeCourse(web.site.db, { authorId: userId });
      return browser;
    }),
  )) as [Browser, Browser, Browser];
});
afterAll(() => web.stop());
beforeEach(() => web.sql('delete from app_public.webhook_endpoints'));

const url = 'https://receiver.example/some';
const reasonOf = (answer: Pick<JsonAnswer, 'errors'>) => answer.errors?.[0]?.extensions?.['reason'];
const query = `query q($id: UUID!) {
  webhookEndpointList { nodes { id } } webhookEndpointById(id: $id) { url }
  webhookDeliveryList(endpointId: $id, first: 5) { nodes { id attempts(first: 5) { nodes { id } } } }
}`;
const nothing = { webhookEndpointList: { nodes: [] }, webhookEndpointById: null, webhookDeliveryList: { nodes: [] } };

/** Sends a GraphQL operation with an administrator's access token. */
async function withToken(scope: string) {
  const answer = await web.admin.browser.post('/api/auth/access-tokens/create', { name: 'Robot', scope, expiresAt: null, password });
  const { token } = answer.json() as { token: string };
  return async (text: string, variables: object) =>
    (
      await web.site
        .newBrowser()
        .post('/graphql', { query: text, variables }, { accept: 'application/graphql-response+json', authorization: `Bearer ${token}` })
    ).json();
}

describe('endpoints', () => {
  test('are changed by administrators only, and no one else sees them or their deliveries @LOGIN-03 @ADMIN-01', async () => {
    const { id } = await web.createEndpoint();
    await web.call('test', { id });
    await web.tried(id);
    const [delivery] = await web.deliveriesOf(id);
    const variables = {
      create: { url, events: ['USER_CREATED'] },
      update: { id, url, events: ['USER_CREATED'], isEnabled: false },
      rotate: { id },
      remove: { id },
      test: { id },
      redeliver: { id: delivery?.id },
    };
    const [write, admin] = [await withToken('WRITE'), await withToken('ADMIN')];
    const before = await web.sql('select * from app_public.webhook_endpoints');
    for (const [name, input] of Object.entries(variables)) {
      const call = calls[name as keyof typeof calls];
      expect(reasonOf(await web.site.newBrowser().graphql(call, input)), name).toBe('SIGN_IN_REQUIRED');
      for (const browser of [learner, author, otherAuthor])
        expect(reasonOf(await browser.graphql(call, input)), name).toBe('ADMIN_REQUIRED');
      // A token has the rights of its scope.
      expect(reasonOf(await write(call, input)), name).toBe('ADMIN_REQUIRED');
    }
    for (const browser of [web.site.newBrowser(), learner, author, otherAuthor])
      expect((await browser.graphql(query, { id })).data).toEqual(nothing);
    expect((await write(query, { id }))['data']).toEqual(nothing);
    expect(await web.sql('select * from app_public.webhook_endpoints')).toEqual(before);
    // An administrator and their token with the right scope can (control).
    const seen = { webhookEndpointList: { nodes: [{ id }] }, webhookDeliveryList: { nodes: [{ attempts: { nodes: [{}] } }] } };
    expect((await web.admin.browser.graphql(query, { id })).data).toMatchObject(seen);
    expect((await admin(query, { id }))['data']).toMatchObject(seen);
    for (const [name, input] of Object.entries({ ...variables, remove: undefined }))
      if (input) expect(reasonOf(await admin(calls[name as keyof typeof calls], { ...input, isEnabled: true })), name).toBeUndefined();
    expect((await admin(calls.remove, { id })).errors).toBeUndefined();
    expect(await web.sql('select from app_public.webhook_endpoints where id = $1', [id])).toEqual([]);
  });

  test.each([
    ['http://receiver.example/', 'WEBHOOK_URL_INVALID'],
    ['https://10.0.0.1/', 'WEBHOOK_URL_INVALID'],
    ['https://127.0.0.1/', 'WEBHOOK_URL_INVALID'],
    ['https://[::1]/', 'WEBHOOK_URL_INVALID'],
    ['https://localhost/', 'WEBHOOK_URL_INVALID'],
    ['https://a:b@receiver.example/', 'WEBHOOK_URL_INVALID'],
    ['https://receiver.example:8443/', 'WEBHOOK_URL_INVALID'],
    ['words', 'WEBHOOK_URL_INVALID'],
    [`https://receiver.example/${'x'.repeat(2048)}`, 'WEBHOOK_URL_INVALID'],
  ])('can’t be at %s @LOGIN-03', async (address, reason) => {
    const { id } = await web.createEndpoint();
    const input = { url: address, events: ['USER_CREATED'] };
    expect(reasonOf(await web.call('create', input))).toBe(reason);
    expect(reasonOf(await web.call('update', { id, ...input }))).toBe(reason);
    expect(await web.sql('select url from app_public.webhook_endpoints')).toEqual([
      { url: expect.stringContaining('https://receiver') as string },
    ]);
  });

  test('need events and a short description, and there are at most 20 @LOGIN-03', async () => {
    expect(reasonOf(await web.call('create', { url, events: [] }))).toBe('WEBHOOK_EVENTS_INVALID');
    expect(reasonOf(await web.call('create', { url, events: ['TEST'] }))).toBe('WEBHOOK_EVENTS_INVALID');
    const long = await web.call('create', { url, description: 'x'.repeat(201), events: ['USER_CREATED'] });
    expect(long.errors?.[0]?.extensions).toMatchObject({ reason: 'WEBHOOK_DESCRIPTION_TOO_LONG', field: 'description' });
    await web.sql(
      `insert into app_public.webhook_endpoints (id, url, events) select gen_random_uuid(), $1, '{USER_CREATED}' from generate_series(1, 19)`,
      [url],
    );
    const all = await Promise.all(Array.from({ length: 3 }, () => web.call('create', { url, events: ['USER_CREATED'] })));
    expect(all.filter((answer) => reasonOf(answer) === 'WEBHOOK_LIMIT_REACHED')).toHaveLength(2);
    expect(await web.sql('select from app_public.webhook_endpoints')).toHaveLength(20);
  });

  test('get nothing while they are disabled, and then what has been waiting @LOGIN-03', async () => {
    const { id, path } = await web.createEndpoint();
    await web.sql(`select app_private.queue_webhook($1, 'USER_CREATED', '{}', now() + interval '1 hour', null)`, [id]);
    const change = { id, url: `https://receiver.example${path}`, events: ['USER_CREATED'] };
    expect((await web.call('update', { ...change, isEnabled: false })).errors).toBeUndefined();
    await web.sql('update app_public.webhook_deliveries set next_attempt_at = now()');
    await web.emit('USER_CREATED');
    expect(await web.sql('select id from app_private.take_webhook()')).toEqual([{ id: null }]);
    expect(reasonOf(await web.call('test', { id }))).toBe('WEBHOOK_DISABLED');
    const [waiting] = await web.deliveriesOf(id);
    expect(reasonOf(await web.call('redeliver', { id: waiting?.id }))).toBe('WEBHOOK_DISABLED');
    // Changing something else doesn't enable it.
    expect((await web.call('update', change)).data).toMatchObject({ updateWebhookEndpoint: { webhookEndpoint: { isEnabled: false } } });
    await web.call('update', { ...change, isEnabled: true });
    await web.receiver.next(path);
    await web.tried(id);
    expect(await web.deliveriesOf(id)).toMatchObject([{ id: waiting?.id }]);
  });

  test('have a secret that is shown once and stored encrypted for this endpoint @LOGIN-03', async () => {
    const { id, secret } = await web.createEndpoint();
    const rotated = await web.call<{ rotateWebhookSecret: { secret: string } }>('rotate', { id });
    const next = rotated.data?.rotateWebhookSecret.secret ?? '';
    const [dump] = await web.sql<{ text: string }>(
      `select string_agg(encode(secret, 'base64') || encode(former_secret, 'base64') || encode(secret, 'escape'), '') as text from app_private.webhook_secrets`,
    );
    const [rows] = await web.sql<{ text: string }>(`select string_agg(e::text, '') as text from app_public.webhook_endpoints e`);
    const [audit] = await web.sql<{ text: string }>(`select string_agg(a::text, '') as text from app_public.audit_log a`);
    for (const one of [secret, next]) {
      const bytes = one.slice('whsec_'.length, -2);
      expect(bytes).toHaveLength(42);
      for (const text of [dump?.text, rows?.text, audit?.text, web.site.logLines.join('')]) expect(text).not.toContain(bytes);
    }
    expect(audit?.text).toContain('webhook.rotate');
    // Copied into the row of another endpoint, it can't be decrypted, so that endpoint's webhooks aren't sent.
    const other = await web.createEndpoint();
    await web.sql(
      'update app_private.webhook_secrets set secret = (select secret from app_private.webhook_secrets where endpoint_id = $1) where endpoint_id = $2',
      [id, other.id],
    );
    await web.call('test', { id: other.id });
    expect(await web.tried(other.id)).toMatchObject([{ status: null, fault: expect.stringContaining('could not be signed') as string }]);
  });

  test('with an unknown id are not found @LOGIN-03', async () => {
    const id = randomUUID();
    for (const name of ['rotate', 'remove', 'test'] as const) expect(reasonOf(await web.call(name, { id }))).toBe('WEBHOOK_NOT_FOUND');
    expect(reasonOf(await web.call('update', { id, url, events: ['USER_CREATED'] }))).toBe('WEBHOOK_NOT_FOUND');
    expect(reasonOf(await web.call('redeliver', { id }))).toBe('WEBHOOK_DELIVERY_NOT_FOUND');
  });
});
