import { createHash } from 'node:crypto';
import { escapeHtml } from '@newline/document/escape-html';
import { embedHeightMessage } from '@newline/document/embeds/embed-height';
import type { ScriptEmbed } from '@newline/document/embeds/script-embeds';

/** A page that lets a provider's script draw one piece, and the policy it runs under. */
export type ScriptPage = { readonly html: string; readonly policy: string };

/** How one provider wants to be drawn, and which hosts its script needs for it. */
type Rendering = {
  readonly markup: (piece: ScriptEmbed) => string;
  readonly sources: Readonly<Record<`${string}-src`, string>>;
};

const drawings: Readonly<Record<string, Rendering>> = {
  X: {
    markup: (piece) => quote('twitter-tweet', piece, 'data-dnt="true"'),
    sources: {
      'script-src': 'https://platform.twitter.com https://platform.x.com https://cdn.syndication.twimg.com',
      'style-src': "'unsafe-inline' https://platform.twitter.com",
      'img-src': 'https://*.twimg.com https://platform.twitter.com https://syndication.twitter.com data:',
      'connect-src': 'https://platform.twitter.com https://syndication.twitter.com https://cdn.syndication.twimg.com',
      'frame-src': 'https://platform.twitter.com https://platform.x.com https://syndication.twitter.com',
    },
  },
  Bluesky: {
    markup: (piece) => quote('bluesky-embed', piece, `data-bluesky-uri="${escapeHtml(atUriOf(piece.url))}"`),
    sources: { 'script-src': 'https://embed.bsky.app', 'style-src': "'unsafe-inline'", 'frame-src': 'https://embed.bsky.app' },
  },
  Reddit: {
    markup: (piece) => quote('reddit-embed-bq', piece, 'data-embed-height="316"'),
    sources: { 'script-src': 'https://embed.reddit.com', 'style-src': "'unsafe-inline'", 'frame-src': 'https://embed.reddit.com' },
  },
  Gist: {
    // Its script writes into the page while that is read, so it is not deferred.
    markup: (piece) => `<script src="${escapeHtml(piece.scriptSrc)}"></script><noscript>${linkTo(piece)}</noscript>`,
    sources: {
      'script-src': 'https://gist.github.com',
      'style-src': "'unsafe-inline' https://github.githubassets.com",
      'img-src': 'https://github.githubassets.com data:',
      'font-src': 'https://github.githubassets.com',
    },
  },
};

/** The names of the providers that can be drawn. A test holds the list of embeds to it. */
export const renderedProviders: readonly string[] = Object.keys(drawings);

/**
 * Writes the page for a piece; null for a provider that nobody taught it to draw.
 *
 * Nothing of a request stands in it but the parts of an address that matched the provider's rule. The policy lets only that
 * provider's script run, and puts the page into a sandbox without an origin even where somebody opens it by itself.
 *
 * @param siteOrigin the only origin whose pages may frame it, and which is told its height
 */
export function writeScriptPage(piece: ScriptEmbed, siteOrigin: string): ScriptPage | null {
  const drawing = Object.hasOwn(drawings, piece.provider) ? drawings[piece.provider] : undefined;
  if (drawing === undefined) return null;
  const script = heightScript(siteOrigin);
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const sources = { ...drawing.sources, 'script-src': `${hash} ${drawing.sources['script-src']}` };
  const policy = [
    "default-src 'none'",
    ...Object.entries(sources).map(([name, hosts]) => `${name} ${hosts}`),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${siteOrigin}`,
    'sandbox allow-scripts',
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(piece.provider)}</title>
<style>body{margin:0;font:16px/1.5 sans-serif;overflow-wrap:anywhere}</style></head>
<body>${drawing.markup(piece)}<script>${script}</script></body>
</html>
`;
  return { html, policy };
}

function quote(className: string, piece: ScriptEmbed, attributes: string): string {
  return `<blockquote class="${className}" ${attributes}>${linkTo(piece)}</blockquote><script async src="${escapeHtml(piece.scriptSrc)}"></script>`;
}

function linkTo({ url }: ScriptEmbed): string {
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(url)}</a>`;
}

/** `https://bsky.app/profile/NAME/post/KEY` as the address of a record. */
function atUriOf(url: string): string {
  const [, , name = '', , key = ''] = new URL(url).pathname.split('/');
  return `at://${name}/app.bsky.feed.post/${key}`;
}

/** Tells the page around the frame how high this one is, whenever that changes. */
function heightScript(siteOrigin: string): string {
  return `new ResizeObserver(()=>parent.postMessage({type:${JSON.stringify(embedHeightMessage)},height:document.body.scrollHeight},${JSON.stringify(siteOrigin)})).observe(document.body)`;
}
