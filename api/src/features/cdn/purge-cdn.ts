import { z } from 'zod';
import type { Outbound } from '../../outbound.ts';
import type { CdnSettings } from './cdn-settings.ts';

/** The payload of the job: the tags of the pages that changed; null if all may have. */
export const purgeSchema = z.object({ tags: z.array(z.string()).nullable() });

/** The number of tags that one request to any of the CDNs may have. */
const tagsAtOnce = 30;
const timeoutMs = 10_000;

/**
 * Tells the CDN to forget the pages with these tags, or all pages. Throws if it doesn't accept the request, so that the job is tried again.
 */
export async function purgeCdn(
  tags: readonly string[] | null,
  { settings, outbound }: { readonly settings: CdnSettings; readonly outbound: Pick<Outbound, 'fetch'> },
): Promise<void> {
  const groups =
    tags === null
      ? [null]
      : Array.from({ length: Math.ceil(tags.length / tagsAtOnce) }, (_, at) => tags.slice(at * tagsAtOnce, (at + 1) * tagsAtOnce));
  for (const group of groups) {
    const { url, headers, authorization, body } = purgeRequest(settings, group);
    const { status } = await outbound.fetch(url, {
      method: 'POST',
      hosts: [new URL(settings.purgeUrl).hostname],
      // The address is one of the site's own settings.
      allowsPrivate: true,
      accept: ['*/*'],
      headers: { 'content-type': 'application/json', ...headers },
      ...(authorization !== undefined && { authorization }),
      body: JSON.stringify(body),
      isBeginningEnough: true,
      timeoutMs,
    });
    if (status < 200 || status > 299)
      throw new Error(`The CDN answered ${status} to a purge request. Check CDN_PURGE_URL and CDN_PURGE_TOKEN.`);
  }
}

type PurgeRequest = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: string;
  readonly body: unknown;
};

function purgeRequest({ provider, purgeUrl, token }: CdnSettings, tags: readonly string[] | null): PurgeRequest {
  const authorization = `Bearer ${token}`;
  if (provider === 'cloudflare') return { url: purgeUrl, authorization, body: tags === null ? { purge_everything: true } : { tags } };
  if (provider === 'fastly') {
    const url = tags === null ? `${purgeUrl.replace(/\/$/, '')}_all` : purgeUrl;
    return { url, headers: { 'fastly-key': token }, body: tags === null ? {} : { surrogate_keys: tags } };
  }
  return { url: purgeUrl, authorization, body: { tags: tags ?? [], isEverything: tags === null } };
}
