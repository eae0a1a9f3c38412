import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { MuxSettings } from './mux-settings.ts';

/** What of a video is asked for. */
export type MuxPart = { readonly kind: 'stream' } | { readonly kind: 'storyboard' } | { readonly kind: 'still'; readonly second: number };

/** Signs addresses at Mux. */
export type MuxAddresses = {
  /** The address of a part of a video, good until then (milliseconds since 1970). */
  sign(providerPlaybackId: string, part: MuxPart, endsAt: number): Promise<string>;
};

/** Mux's letters for what a token opens. */
const audiences = { stream: 'v', still: 't', storyboard: 's' } as const;
/** As wide as the stills of videos that are made playable here. */
const stillWidth = 640;

/**
 * Signs them with the site's key (JWT, RS256). A token opens one video and one kind of thing; what a still shows is said in it, since Mux
 * takes no parameters beside a token.
 */
export function createMuxAddresses({ signingKeyId, signingKey, streamUrl, imageUrl }: MuxSettings): MuxAddresses {
  const key = createPrivateKey(signingKey);
  const known = new LRUCache<string, string>({ max: 5000 });
  const tokenFor = async (id: string, part: MuxPart, endsAt: number) => {
    const name = `${id} ${part.kind} ${part.kind === 'still' ? part.second : ''} ${endsAt}`;
    const made = known.get(name);
    if (made !== undefined) return made;
    const token = await new SignJWT(part.kind === 'still' ? { time: part.second, width: stillWidth } : {})
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: signingKeyId })
      .setSubject(id)
      .setAudience(audiences[part.kind])
      .setExpirationTime(Math.floor(endsAt / 1000))
      .sign(key);
    known.set(name, token);
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
