import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import type { CopyAccess } from '@newline/api/page-copy';
import { visitor } from '@newline/api/viewer';
import { createStudyPages, type RenderedCopy } from '../../server/filled-pages/study-pages.ts';
import { takeSlots } from '../../server/filled-pages/filled-page.ts';
import { textsOfCopy } from '../support/stored-texts.ts';

function takeSlotsOf(page: string): Pick<RenderedCopy, 'body' | 'slots'> {
  const { html: body, slots } = takeSlots(page, 't');
  return { body, slots };
}

type Reader = { id: string; access: CopyAccess | 'EDITOR' };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Opens a site that only has these pages; 299 is what it leaves to others, and 298 what it passes on. */
async function openSite() {
  const site = {
    version: '1',
    clock: { ms: Date.UTC(2026, 10, 26) },
    renders: [] as string[],
    errors: [] as unknown[],
    answerFails: false,
    render: async (path: string, access: CopyAccess): Promise<RenderedCopy> => {
      const { version } = site;
      return {
        status: 200,
        headers: {},
        ...takeSlotsOf(`<html><body>${path} as ${access}, ${version}<script>1</script></body></html>`),
        tags: ['course:1'],
        dueAtMs: null,
        isForVisitors: false,
        description: { version, fill: () => (_name, neutral) => neutral },
      };
    },
  };
  const readers: Record<string, Reader> = {
    ada: { id: 'ada', access: 'EVERYONE' },
    bo: { id: 'bo', access: 'ENTITLED' },
    cy: { id: 'cy', access: 'EDITOR' },
  };
  const pages = createStudyPages({
    kinds: [
      {
        path: /^\/courses\/(?<slug>[a-z]+)$/,
        document: 'own',
        read: (data) => {
          const { access, version } = data as Reader & { version: string };
          return access === 'EDITOR' ? null : { access, version, own: {} };
        },
      },
    ],
    api: {
      sessionOf: (headers) => {
        const name = (headers as Record<string, string>)['cookie'] ?? '';
        const viewer = { userId: name, role: 'learner' as const, sessionId: 's', email: null };
        return name in readers ? { token: name, viewer } : undefined;
      },
      viewerOf: async () => visitor,
    },
    shells: {
      ask: async (_document, _variables, { token: id }) =>
        site.answerFails ? null : { shell: { viewer: { id, displayName: id } }, data: { ...readers[id], version: site.version } },
    },
    render: async (path, access) => {
      site.renders.push(`${access} ${path}`);
      return site.render(path, access);
    },
    sources: { img: [], media: [], frame: [], connect: [], isHttps: false },
    securityHeaders: { 'x-safe': 'yes' },
    onError: (error) => site.errors.push(error),
    now: () => site.clock.ms,
  });
  const server = createServer((request, response) => {
    const end = (status: number) => {
      response.writeHead(status);
      response.end();
    };
    if (!pages.answer(request, response, () => end(298))) end(299);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const get = async (path: string, cookie?: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(cookie && { headers: { cookie } }) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { site, pages, get };
}

describe('pages with a copy for each kind of access', () => {
  test('are rendered once for each, and belong to the reader only in what is filled in @SITE-05', async () => {
    const { site, pages, get } = await openSite();
    const first = await get('/courses/types', 'ada');
    expect(first.status).toBe(200);
    expect(first.text).toContain('/courses/types as EVERYONE, 1');
    expect(first.text).toContain('<script type="application/json" id="own">{"viewer":{"id":"ada"');
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    expect(first.headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect(first.headers.get('x-safe')).toBe('yes');
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
    expect((await get('/courses/types', 'bo')).text).toContain('as ENTITLED');
    await get('/courses/types', 'ada');
    await get('/courses/types', 'bo');
    expect(site.renders).toEqual(['EVERYONE /courses/types', 'ENTITLED /courses/types']);
    const stored = pages.stored().flatMap(textsOfCopy).join();
    expect(stored).toContain('/courses/types as ENTITLED, 1');
    expect(stored).not.toMatch(/ada|bo"/);
  });

  test('have no body for HEAD', async () => {
    const { get } = await openSite();
    const { status, text, headers } = await get('/courses/types', 'ada', 'HEAD');
    expect([status, text, Number(headers.get('content-length')) > 50]).toEqual([200, '', true]);
  });

  test('are left to others without a session, with parameters, and for other methods and URLs', async () => {
    const { site, get } = await openSite();
    const statuses = [
      await get('/courses/types'),
      await get('/courses/types?t=9', 'ada'),
      await get('/courses/types', 'ada', 'POST'),
      await get('/library', 'ada'),
      await get('/courses/types', 'someone'),
      await get('/courses/types', 'cy'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([299, 299, 299, 299, 298, 298]);
    expect(site.renders).toEqual([]);
  });

  test('are only sent with the version that the reader’s query found', async () => {
    const { site, get } = await openSite();
    await get('/courses/types', 'ada');
    site.version = '2';
    expect((await get('/courses/types', 'ada')).text).toContain('as EVERYONE, 2');
    // The copy is rendered from older data, such as those of a replica.
    const { render } = site;
    site.render = async (path, access) => {
      const made = await render(path, access);
      return { ...made, description: made.description && { ...made.description, version: '2' } };
    };
    site.version = '3';
    expect((await get('/courses/types', 'ada')).status).toBe(298);
  });

  test('are dropped with their tags, after an hour, and when a date on them passes; a copy of older data isn’t stored', async () => {
    const { site, pages, get } = await openSite();
    const rendersOf = async (change: () => void) => {
      change();
      const before = site.renders.length;
      await get('/courses/types', 'ada');
      return site.renders.length - before;
    };
    expect(await rendersOf(() => undefined)).toBe(1);
    expect(await rendersOf(() => pages.purge(['course:2', 'books']))).toBe(0);
    expect(await rendersOf(() => pages.purge(['!course:1']))).toBe(1);
    expect(await rendersOf(() => pages.purge(['*']))).toBe(1);
    expect(await rendersOf(() => (site.clock.ms += 3_600_001))).toBe(1);
    const { render } = site;
    site.render = async (path, access) => ({ ...(await render(path, access)), dueAtMs: site.clock.ms + 1_000 });
    expect(await rendersOf(() => pages.purge(['*']))).toBe(1);
    expect(await rendersOf(() => (site.clock.ms += 1_001))).toBe(1);
    site.render = async (path, access) => {
      const made = await render(path, access);
      pages.purge(['course:2']);
      return made;
    };
    expect(await rendersOf(() => pages.purge(['*']))).toBe(1);
    expect(await rendersOf(() => undefined)).toBe(1);
  });

  test('are passed on when anything fails', async () => {
    const { site, get } = await openSite();
    site.answerFails = true;
    expect((await get('/courses/types', 'ada')).status).toBe(298);
    site.answerFails = false;
    const { render } = site;
    site.render = async (path, access) => ({ ...(await render(path, access)), status: 404 });
    expect((await get('/courses/types', 'ada')).status).toBe(298);
    site.render = async (path, access) => ({ ...(await render(path, access)), description: null });
    expect((await get('/courses/types', 'ada')).status).toBe(298);
    expect(site.errors).toEqual([]);
    site.render = () => Promise.reject(new Error('no'));
    expect((await get('/courses/types', 'ada')).status).toBe(298);
    expect(site.errors).toHaveLength(1);
  });
});
