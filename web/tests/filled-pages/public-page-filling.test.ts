import { afterEach, expect, test } from 'vitest';
import { type Filling, takeSlots } from '../../server/filled-pages/filled-page.ts';
import { type CachedSite, openCachedSite, renderedPage } from '../support/cached-site.ts';

const long = 'A sentence of the page. '.repeat(400);
const page = `<!DOCTYPE html><html data-own="t document" lang="en"><body><p data-own-text="t account"></p>${long}<script>1</script></body></html>`;
const ada: Filling = {
  own: { viewer: { id: 'u1', displayName: 'Ada' } },
  fill: (name, neutral) => (name === 'document' ? ' data-member=""' : name === 'account' ? '<a>Ada</a>' : neutral),
};

let site: CachedSite;
afterEach(() => site.close());

/** Opens a site with this page, of which Ada is a member, and whose database can fail. */
async function openWithMembers(): Promise<{ failing: { is: boolean } }> {
  const failing = { is: false };
  site = await openCachedSite({
    fillingFor: async ({ headers }) => {
      if (failing.is) throw new Error('the database is unavailable');
      return headers.cookie === 'newline.session_token=ada' ? ada : null;
    },
  });
  const { html, slots } = takeSlots(page, 't');
  site.render = async () => renderedPage(html, { slots });
  return { failing };
}

const member = { cookie: 'newline.session_token=ada' };

test('a signed-in reader gets the cached page with what belongs to them, which nothing may store @SITE-05', async () => {
  await openWithMembers();
  const visitors = await site.get('/courses');
  const first = await site.get('/courses', member);
  const second = await site.get('/courses', { ...member, 'if-none-match': visitors.headers.get('etag') ?? '' });
  expect(site.renders).toEqual(['/courses']);
  for (const own of [first, second]) {
    expect(own.status).toBe(200);
    expect(own.body).toContain('<html data-member="" lang="en"><body><p><a>Ada</a></p>A sentence');
    expect(own.body).toContain(
      '<script type="application/json" id="own">{"viewer":{"id":"u1","displayName":"Ada"}}</script></body></html>',
    );
    const names = ['cache-control', 'vary', 'etag', 'cdn-cache-control', 'x-page-cache'];
    expect(names.map((name) => own.headers.get(name))).toEqual(['private, no-store', 'Cookie, Accept-Encoding', null, null, 'hit']);
    expect(own.headers.get('content-security-policy')).toBe(visitors.headers.get('content-security-policy'));
  }
  // The control: what visitors get is the same as before, and stays cacheable.
  for (const headers of [{}, { cookie: 'newline.session_token=other' }, { cookie: 'theme=dark' }]) {
    const others = await site.get('/courses', headers);
    expect(others.body).toBe(visitors.body);
    expect(others.body).not.toMatch(/Ada|id="own"|data-own/);
    expect(others.headers.get('cdn-cache-control')).toContain('public');
  }
});

test('the first response, HEAD, and a compressed page are filled in as well', async () => {
  await openWithMembers();
  const first = await site.get('/books', member);
  expect([first.body.includes('<a>Ada</a>'), first.headers.get('x-page-cache')]).toEqual([true, 'miss']);
  const head = await site.get('/books', { ...member, 'accept-encoding': 'identity' }, 'HEAD');
  expect([head.status, head.body, Number(head.headers.get('content-length'))]).toEqual([200, '', Buffer.byteLength(first.body)]);
  const response = await fetch(`${site.origin}/books`, { headers: { ...member, 'accept-encoding': 'gzip, br' } });
  expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', first.body]);
});

test('while nobody can tell who is signed in, everyone gets the page of visitors, whose scripts ask again', async () => {
  const { failing } = await openWithMembers();
  const visitors = await site.get('/courses');
  failing.is = true;
  expect((await site.get('/courses', member)).body).toBe(visitors.body);
  expect(site.errors).toHaveLength(1);
  failing.is = false;
  expect((await site.get('/courses', member)).body).toContain('<a>Ada</a>');
});
