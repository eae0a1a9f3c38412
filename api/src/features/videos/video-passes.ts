import { createHmac, timingSafeEqual } from 'node:crypto';

const validMs = 12 * 60 * 60 * 1000;
/** Tokens issued within the same hour are identical, so that a page that is loaded twice finds its segments in the browser's cache. */
const stepMs = 60 * 60 * 1000;
const form = /^(\d{10})\.([A-Za-z0-9_-]{32})$/;

/** Access tokens of videos that aren't public, which are part of their URLs. */
export type VideoPasses = {
  /**
   * Returns the token that precedes the playback id in the URLs of a video: an expiry time (seconds since 1970) and a signature, valid for
   * 12 to 13 hours.
   */
  issue(playbackId: string): string;
  /** Returns when a token for this video expires, in milliseconds since 1970; null if it is forged, expired, or for another video. */
  endOf(pass: string, playbackId: string): number | null;
};

/**
 * Creates the access tokens for `/media/s/{expiry}.{hmac}/{playbackId}/…`. They are in the path, so that the segments of a playlist inherit
 * them.
 * @param secretKey the site's secret; a separate key is derived from it
 * @param now milliseconds since 1970, for tests
 */
export function createVideoPasses(secretKey: string, now: () => number = Date.now): VideoPasses {
  const key = createHmac('sha256', secretKey).update('video addresses').digest();
  const sign = (expiry: string, playbackId: string) =>
    createHmac('sha256', key).update(`${expiry}\n${playbackId}`).digest('base64url').slice(0, 32);
  return {
    issue(playbackId) {
      const expiry = String((Math.ceil(now() / stepMs) * stepMs + validMs) / 1000);
      return `${expiry}.${sign(expiry, playbackId)}`;
    },
    endOf(pass, playbackId) {
      const [, expiry = '', signature = ''] = form.exec(pass) ?? [];
      const end = Number(expiry) * 1000;
      if (signature === '' || end <= now()) return null;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(expiry, playbackId))) ? end : null;
    },
  };
}
