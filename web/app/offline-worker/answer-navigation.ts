import { goneStatuses } from '../shared/offline/worker-controller.ts';

/** The page that lists what is kept offline. It's the only one that always opens. */
export const offlinePath = '/library/offline';

/** The script that copies of pages run. */
export const notePath = '/offline-note.js';

/** Paths that lead to files and programs, not to pages. */
const notPages = /^\/(?:api|assets|media|embed|dev|feeds|graphql)(?:\/|$)/u;

type Sources = {
  /** Loads the page from the site. */
  load: () => Promise<Response>;
  /** Finds the reader's copy of a page. */
  find: (path: string) => Promise<{ response: Response; title: { updatedAt: number } } | null>;
  /** Returns the page that lists what is kept. */
  listPage: () => Promise<Response | undefined>;
  /** Called when the site answered. */
  onAnswer: () => void;
};

/**
 * Answers a navigation: with the site's response, or while the site can't be reached with the reader's copy of the page, or else with the
 * list of what is kept.
 */
export async function answerNavigation(
  { request, url }: { request: Pick<Request, 'url'>; url: Pick<URL, 'pathname' | 'search'> },
  { load, find, listPage, onAnswer }: Sources,
): Promise<Response> {
  let answer: Response | null = null;
  try {
    answer = await load();
  } catch {
    // No connection.
  }
  if (answer !== null && !goneStatuses.has(answer.status)) {
    onAnswer();
    return answer;
  }
  if (notPages.test(url.pathname)) return answer ?? Response.error();
  const copy = await find(url.pathname);
  if (copy !== null) return withNote(copy.response, copy.title.updatedAt);
  if (answer !== null) return answer;
  const list = url.pathname === offlinePath ? await listPage() : undefined;
  if (list !== undefined) return markedAsCopy(await list.text(), list.headers);
  if (url.pathname === offlinePath) return Response.error();
  return Response.redirect(new URL(`${offlinePath}?page=${encodeURIComponent(url.pathname + url.search)}`, request.url).href);
}

/** Marks a page as a copy: the code of its parts is in this browser, so they're loaded without a connection. */
function markedAsCopy(html: string, stored: Headers): Response {
  const headers = new Headers(stored);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html.replace('<html ', '<html data-copy '), { headers });
}

/** Adds the script that tells the reader that there is no connection, and how old the copy is. */
async function withNote(response: Response, updatedAt: number): Promise<Response> {
  const { headers } = response;
  const html = await response.text();
  // A page that was rendered for an author allows scripts by nonce.
  const nonce = /'nonce-([\w+/=-]+)'/u.exec(headers.get('content-security-policy') ?? '')?.[1];
  const script = `<script src="${notePath}" data-updated-at="${updatedAt}"${nonce === undefined ? '' : ` nonce="${nonce}"`} defer></script>`;
  const end = html.lastIndexOf('</body>');
  return markedAsCopy(end < 0 ? html : html.slice(0, end) + script + html.slice(end), headers);
}
