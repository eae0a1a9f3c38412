import type { FastifyReply } from 'fastify';
import { escapeHtml } from '@newline/document/escape-html';

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Sends a single-column page that needs no other part of the site: no script, no file, no session. It isn't cached or indexed, and sites
 * that it links to don't get its URL, which may contain a token.
 * @param main HTML; user content must be escaped already
 * @param options.referrerPolicy `no-referrer` for a page without a form: with it, a browser sends `Origin: null` with forms, which are
 *   rejected
 */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  title: string,
  main: string,
  { referrerPolicy = 'same-origin' }: { readonly referrerPolicy?: 'no-referrer' | 'same-origin' } = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': referrerPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    })
    .send(plainPage(title, `<h1>${escapeHtml(title)}</h1>${main}`));
}

/**
 * Returns a single-column page with its own styles, for parts that work without the rest of the site.
 * @param main HTML; user content must be escaped already
 * @param style additional CSS of this page
 */
export function plainPage(title: string, main: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { background: light-dark(#f4f5f1, #101512); color: light-dark(#161c19, #e6eae3); font: 17px/1.5 "Source Serif 4", Charter, Georgia, serif; margin: 0; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem; }
a { color: inherit; text-underline-offset: 3px; } :focus-visible { outline: 2px solid; outline-offset: 3px; }
form, label { display: grid; gap: 1rem; justify-items: start; } label { gap: .25rem; justify-items: stretch; width: 100%; }
input, button { background: transparent; border: 1px solid light-dark(#8b948d, #6b756e); color: inherit; font: inherit; min-height: 44px; padding: .4rem .6rem; }
button { background: light-dark(#161c19, #e6eae3); color: light-dark(#f7f8f4, #101512); cursor: pointer; padding-inline: 1rem; }
[role=alert] { border-left: 3px solid light-dark(#a3341f, #f0937f); padding-left: .75rem; }
${style}</style>
</head>
<body><main>${main}</main></body>
</html>
`;
}
