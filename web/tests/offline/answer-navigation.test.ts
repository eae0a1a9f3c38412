import { expect, test, vi } from 'vitest';
import { answerNavigation } from '../../app/offline-worker/answer-navigation.ts';

const origin = 'https://newline.example';
const copyAt = Date.UTC(2026, 10, 27);

/** Answers a navigation; `loaded` is the site's response, or null without a connection. */
async function open(path: string, { loaded = null, copy = null }: { loaded?: Response | null; copy?: Response | null } = {}) {
  const url = new URL(path, origin);
  const onAnswer = vi.fn<() => void>();
  const response = await answerNavigation(
    { request: { url: url.href }, url },
    {
      load: () => (loaded === null ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(loaded)),
      find: async () => copy && { response: copy, title: { updatedAt: copyAt } },
      listPage: async () => new Response('<html lang="en">The list</html>', { headers: { 'content-encoding': 'br' } }),
      onAnswer,
    },
  );
  return { response, wasAnswered: onAnswer.mock.calls.length === 1 };
}

const page = (policy: string) =>
  new Response('<html lang="en"><body><main>Text</main></body></html>', { headers: { 'content-security-policy': policy } });

test('the site’s own answer counts, whatever it is @OFFLINE-01', async () => {
  for (const status of [200, 301, 404, 500]) {
    const loaded = new Response(null, { status });
    const { response, wasAnswered } = await open('/books/queues', { loaded, copy: page('') });
    expect(response).toBe(loaded);
    expect(wasAnswered).toBe(true);
  }
});

test('without a connection the copy is shown with a note; the policy of the page stays @OFFLINE-01', async () => {
  const { response, wasAnswered } = await open('/books/queues/one', { copy: page("script-src 'self'") });
  expect(await response.text()).toBe(
    `<html data-copy lang="en"><body><main>Text</main><script src="/offline-note.js" data-updated-at="${copyAt}" defer></script></body></html>`,
  );
  expect(response.headers.get('content-security-policy')).toBe("script-src 'self'");
  expect(wasAnswered).toBe(false);
});

test('on a page with a nonce, the note has it @OFFLINE-01', async () => {
  const { response } = await open('/books/queues', { copy: page("script-src 'self' 'nonce-aB3+/=' 'strict-dynamic'") });
  expect(await response.text()).toContain(' nonce="aB3+/=" defer');
});

test.each([502, 503, 504])('status %i is a site that is gone if there is a copy, and otherwise shown @OFFLINE-01', async (status) => {
  const gone = () => new Response('Gone', { status });
  expect((await open('/books/queues', { loaded: gone(), copy: page('') })).response.status).toBe(200);
  expect((await open('/courses', { loaded: gone() })).response.status).toBe(status);
});

test('a page without a copy leads to the list, which names it @OFFLINE-01', async () => {
  const { response } = await open('/courses?q=a b');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(`${origin}/library/offline?page=%2Fcourses%3Fq%3Da%2520b`);
  const list = (await open('/library/offline?page=%2F')).response;
  expect(await list.text()).toBe('<html data-copy lang="en">The list</html>');
  expect(list.headers.get('content-encoding')).toBeNull();
});

test.each(['/media/b/queues.epub', '/api/own-data', '/embed/run/page', '/graphql'])(
  '%s is no page, so nothing replaces it',
  async (path) => {
    expect((await open(path, { copy: page('') })).response.type).toBe('error');
  },
);
