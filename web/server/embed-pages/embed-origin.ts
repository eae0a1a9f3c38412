import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeRunPage } from '@newline/api/features/exercise-checks/run-page';
import type { EmbedProvider } from '@newline/document/embeds/embed-provider';
import { findPlayer } from '@newline/document/embeds/find-player';
import { scriptEmbedPath } from '@newline/document/embeds/frame-for';
import { readScriptEmbed } from '@newline/document/embeds/script-embeds';
import { closedPolicy } from '../content-policy.ts';
import { runPagePath } from '@newline/document/run-languages';
import { writeScriptPage } from './script-page.ts';

/** The site's second host name, on which scripts of other sites render embeds and readers' code runs. */
export type EmbedOrigin = {
  /**
   * Answers a request to this host: a page below `/embed/`, or a redirect to the site. No cookie is read or set. Without a second host
   * name, the site's own host has the pages in which code runs, and nothing else of this.
   *
   * @returns false when the request was for another host, and nothing was sent
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
};

/** Load balancers send requests without a host name. */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Creates it. It handles raw requests, before the page cache and the API: nothing that knows
 * users is reachable by this host name.
 */
export function createEmbedOrigin(options: {
  readonly embedOrigin: string | null;
  readonly publicUrl: string;
  readonly providers: readonly EmbedProvider[];
  /** The headers of every response of the site. */
  readonly headers: Readonly<Record<string, string>>;
}): EmbedOrigin {
  const { embedOrigin, publicUrl, providers } = options;
  const host = embedOrigin === null ? null : new URL(embedOrigin).host;
  const siteOrigin = new URL(publicUrl).origin;
  // The site is a cross-origin parent, which these two headers would block. The policy allows it.
  const { 'x-frame-options': _frames, 'cross-origin-resource-policy': _resources, ...headers } = options.headers;

  function send(response: ServerResponse, status: number, more: Readonly<Record<string, string>>, body: string): void {
    response.writeHead(status, {
      ...headers,
      'referrer-policy': 'no-referrer',
      'content-security-policy': closedPolicy,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...more,
      'content-length': String(Buffer.byteLength(body)),
    });
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }

  return {
    answer(request, response) {
      const requestUrl = request.url ?? '/';
      const path = requestUrl.split('?', 1)[0] ?? '/';
      const isHere = host === null ? path.startsWith(runPagePath) : request.headers.host?.toLowerCase() === host;
      if (!isHere) return false;
      if (healthPaths.has(path)) return false;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        send(response, 405, { allow: 'GET, HEAD' }, 'Method not allowed.\n');
        return true;
      }
      if (!path.startsWith('/embed/')) {
        // Printable ASCII appended to the origin: whatever it is, it stays a path of the site.
        const target = `${siteOrigin}${/^\/[\x21-\x7e]*$/.test(requestUrl) ? requestUrl : '/'}`;
        send(response, 302, { location: target }, `This page is at ${siteOrigin}\n`);
        return true;
      }
      const page = path === scriptEmbedPath ? pageFor(requestUrl.slice(path.length + 1)) : writeRunPage(path, siteOrigin);
      if (page === null) send(response, 404, {}, 'Embed not found.\n');
      else {
        const pageHeaders = { 'cache-control': 'public, max-age=3600', 'content-type': 'text/html; charset=utf-8' };
        send(response, 200, { ...pageHeaders, 'content-security-policy': page.policy }, page.html);
      }
      return true;
    },
  };

  /** Returns the page for a query, if the named provider is allowed and its rule matches. */
  function pageFor(query: string) {
    const parameters = new URLSearchParams(query);
    const url = parameters.get('url');
    const provider = findPlayer(url, providers)?.provider;
    if (provider?.kind !== 'script' || provider.name !== parameters.get('provider')) return null;
    const piece = readScriptEmbed(url, provider.name);
    return piece && writeScriptPage(piece, siteOrigin);
  }
}

/** Returns the sources for `frame-src` of pages with runnable code. The embed origin, if there is one, is allowed anyway. */
export function runSources({ embedOrigin, publicUrl }: { readonly embedOrigin: string | null; readonly publicUrl: string }): string[] {
  return embedOrigin === null ? [`${new URL(publicUrl).origin}${runPagePath}`] : [];
}
