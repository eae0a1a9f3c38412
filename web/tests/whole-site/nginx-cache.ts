import { expect, test } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import { documentedCache, startNginx } from './start-nginx.ts';
import type { WholeSite } from './start-whole-site.ts';

export function testNginxCache(site: () => WholeSite): void {
  test('nginx with the configuration in docs/cdn.md caches what never differs, and nothing of pages and users', async () => {
    const port = Number(new URL(site().origin).port);
    const nginx = await startNginx(19_090, (options) =>
      // Says whether the response came from the cache.
      documentedCache({ ...options, site: port }).replace(
        'location / {\n',
        'location / {\n    add_header x-cache $upstream_cache_status always;\n',
      ),
    );
    try {
      /** Requests a path twice. Returns the status and how nginx's cache took part. */
      const twice = async (path: string, headers: Record<string, string> = {}) => {
        const answers: string[] = [];
        for (let times = 0; times < 2; times += 1) {
          const answer = await fetch(nginx.origin + path, { headers, redirect: 'manual' });
          await answer.arrayBuffer();
          answers.push(`${answer.status} ${answer.headers.get('x-cache')}`);
        }
        return answers;
      };
      const get = async (path: string, headers: Record<string, string> = {}) => (await fetch(nginx.origin + path, { headers })).text();

      const home = await get('/');
      const asset = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] ?? '';
      const [paid] = await site().asOwner(
        `select v.lesson_id as id, substr(v.video_url, 7) as name from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id
         where not l.is_free and v.video_url like 'local:%' and not app_private.is_public_video(v.video_url) limit 1`,
      );
      const [open] = await site().asOwner(
        `select substr(video_url, 7) as name from app_public.clips where video_url like 'local:%' and app_private.is_public_video(video_url) limit 1`,
      );
      const publicVideo = `/media/v/${String(open?.['name'])}/master.m3u8`;
      for (const path of [asset, '/favicon.svg', '/.well-known/security.txt', publicVideo]) {
        expect((await twice(path))[1], path).toBe('200 HIT');
        // A cookie changes nothing, and a part is sent of the cached file.
        expect((await twice(path, { cookie: 'canary=1' }))[1], path).toBe('200 HIT');
      }
      expect((await fetch(nginx.origin + publicVideo, { headers: { range: 'bytes=0-6' } })).status).toBe(206);

      const documents = [
        '/',
        '/courses',
        '/articles/the-retry-budget',
        '/sitemap.xml',
        '/robots.txt',
        '/feed.xml',
        '/courses/no-such-course',
      ];
      for (const path of [...documents, '/account', '/sign-in', '/healthz', '/assets/none.js'])
        for (const answer of await twice(path)) expect(answer, path).toMatch(/^\d+ MISS$/);

      // What a signed-in user gets isn't cached, whoever asks first.
      const { cookie } = await signInAt(site().origin, site().person('admin'));
      const { name } = site().person('admin');
      for (const path of ['/account', '/studio', '/admin', '/articles/the-retry-budget']) {
        for (const answer of await twice(path, { cookie })) expect(answer, path).toBe('200 MISS');
        expect(await get(path), path).not.toContain(`Account of ${name}`);
      }
      const query = { query: 'query ($id: UUID!) { lessonById(id: $id) { videoPass } }', variables: { id: paid?.['id'] } };
      const ask = async (headers: Record<string, string>) => {
        const answer = await fetch(`${nginx.origin}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: site().origin, ...headers },
          body: JSON.stringify(query),
        });
        expect(answer.headers.get('x-cache') ?? '').not.toBe('HIT');
        return ((await answer.json()) as { data: { lessonById: { videoPass: string | null } } }).data.lessonById.videoPass;
      };
      const pass = await ask({ cookie });
      expect([typeof pass, await ask({})]).toEqual(['string', null]);
      expect(await twice(`/media/s/${pass}/${String(paid?.['name'])}/master.m3u8`)).toEqual(['200 MISS', '200 MISS']);

      // A change is on the next page that someone requests.
      await site().asOwner(`update app_public.courses set title = 'Behind nginx' where slug = 'types-that-tell-the-truth'`);
      await expect.poll(() => get('/courses/types-that-tell-the-truth')).toContain('Behind nginx');
    } finally {
      await nginx.stop();
    }
  });
}
