import { createHash } from 'node:crypto';

/** Hosts beside our own that pages may load from, in the form CSP takes ('https://image.mux.com'). */
export type PolicySources = {
  img: readonly string[];
  media: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
  /** True when the site is reached by https: then nothing is loaded by http. */
  isHttps: boolean;
};

function policy(script: string, sources: PolicySources): string {
  return [
    "default-src 'none'",
    script,
    // Libraries for captions, math and highlighted code write styles at run time; scripts stay strict.
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

/** The policy of a page rendered for one reader: inline scripts run by the nonce of this answer. */
export function dynamicPagePolicy(nonce: string, sources: PolicySources): string {
  return policy(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`, sources);
}

/**
 * The policy of a cached page: inline scripts run because their hash is named.
 *
 * Without 'strict-dynamic': what an inline module imports would then count as written by the parser and be refused, unless a
 * preload happened to be there first. Our own files are allowed by 'self' instead; nothing that somebody uploads is served as a script.
 */
export function cachedPagePolicy(hashes: readonly string[], sources: PolicySources): string {
  return policy(['script-src', "'self'", ...hashes].join(' '), sources);
}

/** The policy of an answer that is no page: nothing may load or run. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The CSP hashes of every inline script of a page that a browser would run; data blocks such as JSON-LD are not among them. */
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
