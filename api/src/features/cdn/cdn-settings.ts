/** The CDNs whose purge requests are known; `webhook` is any receiver of JSON. */
export type CdnProvider = 'webhook' | 'cloudflare' | 'fastly';

/** The header by which each CDN learns the tags of a page, and what separates them. */
export const tagHeaders = {
  webhook: { name: 'cache-tag', separator: ',' },
  cloudflare: { name: 'cache-tag', separator: ',' },
  fastly: { name: 'surrogate-key', separator: ' ' },
} as const satisfies Readonly<Record<CdnProvider, TagHeader>>;

/** A response header with the tags of a page. */
export type TagHeader = { readonly name: string; readonly separator: string };

/** Where changes of public pages are announced, and how. */
export type CdnSettings = {
  readonly provider: CdnProvider;
  readonly purgeUrl: string;
  readonly token: string;
};
