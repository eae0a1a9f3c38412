import { isHostOrBelow, normalizeEmbedUrl, parseEmbedAddress } from './embed-address.ts';

/** Hosts that only redirect to other sites. */
const shortHosts = ['forms.gle', 'redd.it'];

/** Returns true for a short link. Only its host knows where it leads, so the API looks it up once, when the link is pasted. */
export function isShortLink(address: string): boolean {
  const url = parseEmbedAddress(normalizeEmbedUrl(address));
  if (url === null) return false;
  const isShared = isHostOrBelow(url.hostname, ['reddit.com']) && /^\/(?:r|u|user)\/[\w-]{1,50}\/s\/\w{4,20}\/?$/u.test(url.pathname);
  return isShared || isHostOrBelow(url.hostname, shortHosts);
}
