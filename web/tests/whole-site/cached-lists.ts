import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicQueryUrl } from '@newline/api/rules/public-query-url';
import { expect, test, vi } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import type { WholeSite } from './start-whole-site.ts';

const documents = JSON.parse(readFileSync(join(import.meta.dirname, '../../build/known-documents.json'), 'utf8')) as Record<string, string>;
const [listHash = ''] = Object.entries(documents).find(([, text]) => text.includes('query clipList(')) ?? [];
const [, states = ''] = Object.entries(documents).find(([, text]) => text.includes('query clipStates(')) ?? [];
const path = publicQueryUrl(listHash, { first: 30, offset: 0 });

type List = { data: { clips: { nodes: { id: string; title: string }[] } } };
type States = { clipStatesList: { clipId: string; isLiked: boolean; isBookmarked: boolean }[] };

/** Tests lists that are the same for everyone, over GET, and the user's own state besides them. */
export function testCachedLists(site: () => WholeSite): void {
  const listOf = async (headers: Record<string, string> = {}) => (await (await site().get(path, headers)).json()) as List;
  const postedTitles = async (headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ documentId: `sha256:${listHash}`, variables: { first: 30, offset: 0 } });
    const sent = { accept: 'application/json', 'content-type': 'application/json', origin: site().origin, ...headers };
    const answer = await fetch(`${site().origin}/graphql`, { method: 'POST', headers: sent, body });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    return ((await answer.json()) as List).data.clips.nodes.map(({ title }) => title);
  };
  const titles = async () => (await listOf()).data.clips.nodes.map(({ title }) => title);
  const likedBy = async (run: Awaited<ReturnType<typeof signInAt>>['run']) => {
    const clipIds = (await listOf()).data.clips.nodes.map(({ id }) => id);
    const { data, errors } = await run<States>(states, { clipIds });
    expect(errors).toBeUndefined();
    return data?.clipStatesList.filter(({ isLiked, isBookmarked }) => isLiked || isBookmarked).map(({ clipId }) => clipId) ?? [];
  };

  test('are served from the cache, the same to everyone, and only once to clients that have them', async () => {
    const learner = await signInAt(site().origin, site().person('learner'));
    const accepted = { 'accept-encoding': 'br' };
    // A change in between, for example by a job after the start, makes it render again.
    const [plain, own] = await vi.waitFor(async () => {
      const both = [await site().get(path), await site().get(path, { cookie: learner.cookie, ...accepted })] as const;
      expect(both[1].headers.get('x-page-cache')).toBe('hit');
      return both;
    });
    expect(plain.status).toBe(200);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(own.headers.has('set-cookie')).toBe(false);
    expect(await own.text()).toBe(await plain.text());
    const revalidated = await site().get(path, { 'if-none-match': own.headers.get('etag') ?? '', ...accepted });
    expect([revalidated.status, await revalidated.text()]).toEqual([304, '']);
    const head = await fetch(site().origin + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('are refused with GraphQL’s own errors if they don’t fit, and not cached', async () => {
    for (const [url, code] of [
      [publicQueryUrl(listHash, { first: 1000, offset: 0 }), 'LIMIT_EXCEEDED'],
      [publicQueryUrl(listHash, { first: 'many', offset: 0 }), null],
      [publicQueryUrl('0'.repeat(64), { first: 30, offset: 0 }), 'UNKNOWN_DOCUMENT'],
    ] as const) {
      const answer = await site().get(url, { accept: 'application/json' });
      const { errors } = (await answer.json()) as { errors: { message: string; extensions?: { code: string } }[] };
      expect(errors[0]?.message).toMatch(/\w/);
      if (code) expect(errors[0]?.extensions?.code).toBe(code);
      expect(answer.headers.get('cache-control')).toContain('no-store');
    }
  });

  test('show edits and deletions in the very next response', async () => {
    const admin = await signInAt(site().origin, site().person('admin'));
    const { nodes } = (await listOf()).data.clips;
    const [edited, deleted] = [nodes[2]?.id, nodes[3]];
    for (let times = 0; times < 3; times++) {
      await titles();
      const title = `A clip ${randomBytes(4).toString('hex')}`;
      const { errors } = await admin.run(
        `mutation ($id: UUID!, $patch: ClipDetails!) { updateClip(input: { id: $id, patch: $patch }) { clip { id } } }`,
        { id: edited, patch: { title } },
      );
      expect(errors).toBeUndefined();
      expect(await titles()).toContain(title);
      // Over POST the first two requests are computed, and later ones come from the cache.
      expect(await postedTitles()).toContain(title);
      expect(await postedTitles({ cookie: admin.cookie })).toContain(title);
    }
    expect(await titles()).toContain(deleted?.title);
    const { errors } = await admin.run(`mutation ($id: UUID!) { deleteClip(input: { id: $id }) { clip { id } } }`, { id: deleted?.id });
    expect(errors).toBeUndefined();
    expect((await listOf()).data.clips.nodes.map(({ id }) => id)).not.toContain(deleted?.id);
  });

  test('come with the user’s own data, as long as the user is signed in @CLIP-01', async () => {
    const learner = await signInAt(site().origin, site().person('anotherLearner'));
    const [clip] = (await listOf()).data.clips.nodes;
    const before = await likedBy(learner.run);
    if (!before.includes(clip?.id ?? ''))
      await learner.run(`mutation ($id: UUID!) { toggleLike(input: { clipId: $id }) { like { enabled } } }`, { id: clip?.id });
    expect(await likedBy(learner.run)).toContain(clip?.id);
    expect(JSON.stringify(await listOf({ cookie: learner.cookie }))).toBe(JSON.stringify(await listOf()));
    const other = await signInAt(site().origin, site().person('admin'));
    expect(await likedBy(other.run)).not.toEqual(await likedBy(learner.run));
    const out = await fetch(`${site().origin}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: learner.cookie, origin: site().origin, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(out.status).toBe(200);
    expect(await likedBy(learner.run)).toEqual([]);
  });
}
