import { createHash } from 'node:crypto';
import type { SandboxPage } from '@newline/api/features/exercise-checks/run-page';
import { escapeHtml } from '@newline/document/escape-html';
import { embedHeightMessage } from '@newline/document/embeds/embed-height';
import type { ScriptEmbed } from '@newline/document/embeds/script-embeds';

/** How one provider's embeds are rendered, and the hosts that its script needs. */
type Rendering = {
  readonly markup: (piece: ScriptEmbed) => string;
  readonly sources: Readonly<Record<`${string}-src`, string>>;
};

const renderings: Readonly<Record<string, Rendering>> = {
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
    // Its script writes into the document while it's parsed, so it isn't deferred.
    markup: (piece) => `<script src="${escapeHtml(piece.scriptSrc)}"></script><noscript>${linkTo(piece)}</noscript>`,
    sources: {
      'script-src': 'https://gist.github.com',
      'style-src': "'unsafe-inline' https://github.githubassets.com",
      'img-src': 'https://github.githubassets.com data:',
      'font-src': 'https://github.githubassets.com',
    },
  },
};

/** The names of the providers that can be rendered. A test compares them with the list of embeds. */
export const renderedProviders: readonly string[] = Object.keys(renderings);

/**
 * Writes the page of an embed; null for an unsupported provider. It contains nothing of a request except the parts of a URL that matched
 * the provider's rule. The policy only allows that provider's script, and sandboxes the page without an origin even when it's opened
 * directly.
 *
 * @param siteOrigin the only origin whose pages may frame it, and which receives its height
 */
export function writeScriptPage(piece: ScriptEmbed, siteOrigin: string): SandboxPage | null {
  const rendering = Object.hasOwn(renderings, piece.provider) ? renderings[piece.provider] : undefined;
  if (rendering === undefined) return null;
  const script = heightScript(siteOrigin);
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const sources = { ...rendering.sources, 'script-src': `${hash} ${rendering.sources['script-src']}` };
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
<body>${rendering.markup(piece)}<script>${script}</script></body>
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

/** Converts `https://bsky.app/profile/NAME/post/KEY` to the AT URI of the record. */
function atUriOf(url: string): string {
  const [, , name = '', , key = ''] = new URL(url).pathname.split('/');
  return `at://${name}/app.bsky.feed.post/${key}`;
}

/** Returns a script that sends the page's height to the parent whenever it changes. */
function heightScript(siteOrigin: string): string {
  return `new ResizeObserver(()=>parent.postMessage({type:${JSON.stringify(embedHeightMessage)},height:document.body.scrollHeight},${JSON.stringify(siteOrigin)})).observe(document.body)`;
}
