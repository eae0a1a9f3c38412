import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { MuxSettings } from './mux-settings.ts';

/** A part of a video that a URL can be signed for. */
export type MuxPart = { readonly kind: 'stream' } | { readonly kind: 'storyboard' } | { readonly kind: 'still'; readonly second: number };

/** Signs URLs of videos on Mux. */
export type MuxAddresses = {
  /** Returns the URL of a part of a video, valid until `endsAt` (milliseconds since 1970). */
  sign(providerPlaybackId: string, part: MuxPart, endsAt: number): Promise<string>;
};

/** Mux's audience codes of tokens. */
const audiences = { stream: 'v', still: 't', storyboard: 's' } as const;
/** As wide as the stills of videos that are processed here. */
const stillWidth = 640;

/**
 * Creates the signer, with the site's key (JWT, RS256). A token grants access to one kind of file of one video. The settings of a still are
 * in the token, because Mux accepts no parameters next to one.
 */
export function createMuxAddresses({ signingKeyId, signingKey, streamUrl, imageUrl }: MuxSettings): MuxAddresses {
  const key = createPrivateKey(signingKey);
  const tokens = new LRUCache<string, string>({ max: 5000 });
  const tokenFor = async (id: string, part: MuxPart, endsAt: number) => {
    const name = `${id} ${part.kind} ${part.kind === 'still' ? part.second : ''} ${endsAt}`;
    const cached = tokens.get(name);
    if (cached !== undefined) return cached;
    const token = await new SignJWT(part.kind === 'still' ? { time: part.second, width: stillWidth } : {})
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: signingKeyId })
      .setSubject(id)
      .setAudience(audiences[part.kind])
      .setExpirationTime(Math.floor(endsAt / 1000))
      .sign(key);
    tokens.set(name, token);
    return token;
  };
  return {
    async sign(id, part, endsAt) {
      const token = await tokenFor(id, part, endsAt);
      if (part.kind === 'stream') return `${streamUrl}/${id}.m3u8?token=${token}`;
      return `${imageUrl}/${id}/${part.kind === 'still' ? 'thumbnail.webp' : 'storyboard.vtt'}?token=${token}`;
    },
  };
}
