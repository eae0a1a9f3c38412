/**
 * The sites that can be embedded in texts: the only list that the editor, the API, the reader and the Content-Security-Policy use. If you
 * remove a line, its embeds become links. It isn't in site.config.ts, so that only pages with texts load it.
 *
 * `hosts` are the hosts of URLs that authors paste, including their subdomains. `frames` are the hosts that a frame can show: exact names, or
 * `*.` and a name for its subdomains. A provider of the kind `script` has none, because its own script renders it on EMBED_ORIGIN; it also
 * needs code in web/server/embed-pages. A URL without a rule in document/src/embeds/player-rules.ts is framed unchanged, or as its oEmbed
 * response says. Short links of a provider, such as forms.gle, are in document/src/embeds/short-links.ts.
 */
export const embedProviders = [
  { name: 'YouTube', kind: 'iframe', hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'], frames: ['www.youtube-nocookie.com'] },
  { name: 'Vimeo', kind: 'iframe', hosts: ['vimeo.com'], frames: ['player.vimeo.com', 'vimeo.com'] },
  { name: 'Wistia', kind: 'iframe', hosts: ['wistia.com', 'wistia.net', 'wi.st'], frames: ['fast.wistia.net', 'fast.wistia.com'] },
  { name: 'Loom', kind: 'iframe', hosts: ['loom.com'], frames: ['www.loom.com'] },
  { name: 'SoundCloud', kind: 'iframe', hosts: ['soundcloud.com'], frames: ['w.soundcloud.com'] },
  { name: 'Spotify', kind: 'iframe', hosts: ['open.spotify.com'], frames: ['open.spotify.com'] },
  { name: 'CodeSandbox', kind: 'iframe', hosts: ['codesandbox.io'], frames: ['codesandbox.io'] },
  { name: 'StackBlitz', kind: 'iframe', hosts: ['stackblitz.com'], frames: ['stackblitz.com'] },
  { name: 'CodePen', kind: 'iframe', hosts: ['codepen.io'], frames: ['codepen.io'] },
  { name: 'JSFiddle', kind: 'iframe', hosts: ['jsfiddle.net'], frames: ['jsfiddle.net'] },
  { name: 'Replit', kind: 'iframe', hosts: ['replit.com'], frames: ['replit.com'] },
  { name: 'Observable', kind: 'iframe', hosts: ['observablehq.com'], frames: ['observablehq.com'] },
  { name: 'RunKit', kind: 'iframe', hosts: ['runkit.com'], frames: ['runkit.com', 'embed.runkit.com'] },
  { name: 'Speaker Deck', kind: 'iframe', hosts: ['speakerdeck.com'], frames: ['speakerdeck.com'] },
  { name: 'SlideShare', kind: 'iframe', hosts: ['slideshare.net'], frames: ['www.slideshare.net'] },
  { name: 'Google Slides', kind: 'iframe', hosts: ['docs.google.com'], frames: ['docs.google.com'] },
  { name: 'Google Forms', kind: 'iframe', hosts: ['docs.google.com', 'forms.gle'], frames: ['docs.google.com'] },
  { name: 'mastodon.social', kind: 'iframe', hosts: ['mastodon.social'], frames: ['mastodon.social'] },
  { name: 'Typeform', kind: 'iframe', hosts: ['typeform.com'], frames: ['*.typeform.com'] },
  { name: 'Airtable', kind: 'iframe', hosts: ['airtable.com'], frames: ['airtable.com'] },
  { name: 'Desmos', kind: 'iframe', hosts: ['desmos.com'], frames: ['www.desmos.com'] },
  { name: 'GeoGebra', kind: 'iframe', hosts: ['geogebra.org'], frames: ['www.geogebra.org'] },
  { name: 'X', kind: 'script', hosts: ['x.com', 'twitter.com'], frames: [] },
  { name: 'Bluesky', kind: 'script', hosts: ['bsky.app'], frames: [] },
  { name: 'Reddit', kind: 'script', hosts: ['reddit.com', 'redd.it'], frames: [] },
  { name: 'Gist', kind: 'script', hosts: ['gist.github.com'], frames: [] },
] as const;
