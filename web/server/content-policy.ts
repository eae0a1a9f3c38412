import { createHash } from 'node:crypto';

/** Other hosts that pages may load from, as CSP sources ('https://image.mux.com'). */
export type PolicySources = {
  img: readonly string[];
  media: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
  /** True when the site uses HTTPS, so that nothing is loaded over HTTP. */
  isHttps: boolean;
};

function policy(script: string, sources: PolicySources): string {
  return [
    "default-src 'none'",
    script,
    // Libraries for captions, math and highlighted code insert styles at run time; scripts stay strict.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...sources.img].join(' '),
    "font-src 'self'",
    ["media-src 'self' blob:", ...sources.media].join(' '),
    ["connect-src 'self'", ...sources.connect].join(' '),
    sources.frame.length > 0 ? ['frame-src', ...sources.frame].join(' ') : "frame-src 'none'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(sources.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Returns the policy of a page rendered for one reader: inline scripts run with the nonce of this response. */
export function dynamicPagePolicy(nonce: string, sources: PolicySources): string {
  return policy(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`, sources);
}

/**
 * Returns the policy of a cached page: inline scripts run because their hashes are listed. Without 'strict-dynamic': imports of an inline
 * module would then count as parser-inserted and be refused, unless they were preloaded. Our own files are allowed by 'self' instead;
 * uploaded files are never served as scripts.
 */
export function cachedPagePolicy(hashes: readonly string[], sources: PolicySources): string {
  return policy(['script-src', "'self'", ...hashes].join(' '), sources);
}

/** The policy of the worker that opens offline copies: it requests what pages request, and loads no other code. */
export const offlineWorkerPolicy = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Its URL, which is the same in every release. */
export const offlineWorkerFile = '/service-worker.js';

/** Files of offline copies whose names don't change with their content, so that they can't be cached. */
export const unhashedFiles: ReadonlySet<string> = new Set([offlineWorkerFile, '/offline-note.js', '/offline-files.json']);

/** The policy of a response that isn't a page: nothing may be loaded or run. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Returns the CSP hashes of every inline script of a page that a browser would run; data blocks such as JSON-LD aren't included. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    if (/\bsrc\s*=/i.test(attributes) || text === '') continue;
    const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1]?.toLowerCase();
    if (type && type !== 'module' && type !== 'text/javascript') continue;
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [...hashes];
}
