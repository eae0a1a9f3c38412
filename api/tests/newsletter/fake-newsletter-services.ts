import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A subscriber of a fake service. */
export type FakeMember = { email: string; firstName: string | null; status: string; tags: Set<string>; list: string | null };

type Answer = { status: number; body?: object };
type Asked = { method: string; path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] };
type Service = (request: Asked) => Answer;

/** Fakes of Kit, Mailchimp and Buttondown on loopback, for lists: their paths, keys, statuses and responses. */
export type FakeNewsletterServices = {
  /** `address:port`, for FETCH_TEST_MAP. */
  readonly target: string;
  /** By email address. */
  readonly members: Map<string, FakeMember>;
  /** All requests, as 'POST /v4/tags'. */
  readonly requests: string[];
  /** A status to respond with instead; null resets it. */
  trouble: number | null;
  stop(): Promise<void>;
};

/** The keys that they accept. */
export const newsletterKeys = {
  kit: 'kit_0123456789abcdef',
  mailchimp: '0123456789abcdef0123456789abcdef-us21',
  buttondown: 'bd-0123456789abcdef',
};

/** Starts the fakes; the host of a request selects one. */
export async function startFakeNewsletterServices(): Promise<FakeNewsletterServices> {
  const members = new Map<string, FakeMember>();
  const requests: string[] = [];
  const tagIds: string[] = [];
  const ids: string[] = [];
  const memberOf = (email: string, firstName: unknown = null): FakeMember => {
    const existing = members.get(email) ?? { email, firstName: null, status: 'new', tags: new Set(), list: null };
    if (typeof firstName === 'string') existing.firstName = firstName;
    members.set(email, existing);
    if (!ids.includes(email)) ids.push(email);
    return existing;
  };
  const byId = (id: string | undefined) => members.get(ids[Number(id) - 1] ?? '');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');

  const kit: Service = ({ method, path, body, headers }) => {
    if (headers['x-kit-api-key'] !== newsletterKeys.kit) return { status: 401, body: { errors: ['The access token is invalid'] } };
    const url = new URL(path, 'http://kit');
    const [, , resource, first, second, third] = url.pathname.split('/');
    if (resource === 'account') return { status: 200, body: { user: {} } };
    if (method === 'GET' && resource === 'subscribers') {
      const subscriber = members.get(url.searchParams.get('email_address') ?? '');
      return { status: 200, body: { subscribers: subscriber ? [{ id: ids.indexOf(subscriber.email) + 1 }] : [] } };
    }
    if (resource === 'subscribers' && first === undefined) {
      const isNew = !members.has(text(body['email_address']));
      const member = memberOf(text(body['email_address']), body['first_name']);
      member.status = 'active';
      return { status: isNew ? 201 : 200, body: { subscriber: { id: ids.indexOf(member.email) + 1 } } };
    }
    if (resource === 'subscribers' && second === 'unsubscribe') {
      const member = byId(first);
      if (!member) return { status: 404, body: { errors: ['Not Found'] } };
      member.status = 'cancelled';
      return { status: 204 };
    }
    if (resource === 'tags' && first === undefined) {
      const isNew = !tagIds.includes(text(body['name']));
      if (isNew) tagIds.push(text(body['name']));
      return { status: isNew ? 201 : 200, body: { tag: { id: tagIds.indexOf(text(body['name'])) + 1, name: body['name'] } } };
    }
    const member = byId(third);
    if (!member || second !== 'subscribers') return { status: 404, body: { errors: ['Not Found'] } };
    if (resource === 'tags') member.tags.add(tagIds[Number(first) - 1] ?? '');
    else member.list = first ?? null;
    return { status: 201, body: { subscriber: { id: Number(third) } } };
  };

  const hashes = new Map<string, string>();
  const mailchimp: Service = ({ method, path, body, headers }) => {
    const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ');
    if (scheme !== 'Basic' || !Buffer.from(credentials, 'base64').toString().endsWith(`:${newsletterKeys.mailchimp}`))
      return { status: 401, body: { title: 'API Key Invalid' } };
    if (path === '/3.0/ping') return { status: 200, body: { health_status: "Everything's Chimpy!" } };
    const [, list, hash = '', more] = /^\/3\.0\/lists\/([^/]+)\/members\/([0-9a-f]{32})(\/tags)?$/u.exec(path) ?? [];
    if (list === undefined) return { status: 404, body: { title: 'Resource Not Found' } };
    if (method === 'PUT') {
      const fields = body['merge_fields'] as { FNAME?: string } | undefined;
      const member = memberOf(text(body['email_address']), fields?.FNAME);
      hashes.set(hash, member.email);
      member.list = list;
      member.status = text(body['status']);
      return { status: 200, body: { id: hash, status: member.status } };
    }
    const member = members.get(hashes.get(hash) ?? '');
    if (!member) return { status: 404, body: { title: 'Resource Not Found' } };
    if (more === undefined) {
      member.status = text(body['status']);
      return { status: 200, body: { id: hash, status: member.status } };
    }
    for (const tag of body['tags'] as { name: string; status: string }[]) if (tag.status === 'active') member.tags.add(tag.name);
    return { status: 204 };
  };

  const buttondown: Service = ({ method, path, body, headers }) => {
    if (headers.authorization !== `Token ${newsletterKeys.buttondown}`) return { status: 403, body: { detail: 'Invalid token.' } };
    if (path === '/v1/ping') return { status: 200, body: {} };
    if (method === 'POST' && path === '/v1/subscribers') {
      const email = text(body['email_address']);
      const existing = members.get(email);
      if (existing && headers['x-buttondown-collision-behavior'] !== 'add')
        return { status: 400, body: { code: 'email_already_exists', detail: email } };
      const metadata = body['metadata'] as { first_name?: string; list_id?: string };
      const member = memberOf(email, metadata.first_name);
      member.list = metadata.list_id ?? null;
      if (!existing) member.status = text(body['type']);
      for (const tag of body['tags'] as string[]) member.tags.add(tag);
      return { status: existing ? 200 : 201, body: { email_address: email, type: member.status } };
    }
    const member = members.get(decodeURIComponent(path.split('/')[3] ?? ''));
    if (method !== 'PATCH' || !member) return { status: 404, body: { detail: 'Not found.' } };
    member.status = text(body['type']);
    return { status: 200, body: { email_address: member.email, type: member.status } };
  };

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const path = request.url ?? '/';
      const method = request.method ?? 'GET';
      requests.push(`${method} ${path}`);
      const host = request.headers.host ?? '';
      const service = host.includes('kit.com') ? kit : host.includes('mailchimp') ? mailchimp : buttondown;
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      const answer =
        fake.trouble === null
          ? service({ method, path, body, headers: request.headers })
          : { status: fake.trouble, body: { detail: `no: ${text}` } };
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.body && JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeNewsletterServices = {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    members,
    requests,
    trouble: null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}
