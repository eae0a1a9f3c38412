import { normalizeEmbedUrl, parseEmbedAddress } from './embed-address.ts';

/** Content that only its provider's own script can render. */
export interface ScriptEmbed {
  /** The provider's name in the list. */
  readonly provider: string;
  /** The URL of the provider's script. It runs only on the embed origin. */
  readonly scriptSrc: string;
  /** The URL of the content, built from the parts that matched. */
  readonly url: string;
}

type Rule = (path: string) => Omit<ScriptEmbed, 'provider'> | null;

const rules: Readonly<Record<string, Rule>> = {
  X: (path) => {
    const [, username, post] = /^\/(\w{1,20}|i\/web)\/status\/(\d{1,20})\/?$/u.exec(path) ?? [];
    return username === undefined
      ? null
      : { scriptSrc: 'https://platform.twitter.com/widgets.js', url: `https://twitter.com/${username}/status/${post}` };
  },
  Bluesky: (path) => {
    const [, username, post] = /^\/profile\/([a-z0-9.:_-]{3,260})\/post\/([a-z0-9]{5,20})\/?$/iu.exec(path) ?? [];
    return username === undefined
      ? null
      : { scriptSrc: 'https://embed.bsky.app/static/embed.js', url: `https://bsky.app/profile/${username}/post/${post}` };
  },
  Reddit: (path) => {
    const [, post] = /^(\/(?:r|user)\/[\w-]{1,50}\/comments\/\w{3,12}(?:\/\w{1,100}(?:\/\w{3,12})?)?)\/?$/u.exec(path) ?? [];
    return post === undefined ? null : { scriptSrc: 'https://embed.reddit.com/widgets.js', url: `https://www.reddit.com${post}/` };
  },
  Gist: (path) => {
    const [, gist] = /^(\/[a-z0-9-]{1,40}\/[0-9a-f]{5,40})\/?$/iu.exec(path) ?? [];
    return gist === undefined ? null : { scriptSrc: `https://gist.github.com${gist}.js`, url: `https://gist.github.com${gist}` };
  },
};

/** Returns the content that a provider of the kind `script` shows at a URL, or null if there is none. */
export function readScriptEmbed(address: unknown, provider: string): ScriptEmbed | null {
  const url = typeof address === 'string' ? parseEmbedAddress(normalizeEmbedUrl(address)) : null;
  const embed = url !== null && Object.hasOwn(rules, provider) ? rules[provider]?.(url.pathname) : null;
  return embed ? { provider, ...embed } : null;
}
