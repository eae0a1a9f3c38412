import { createHmac, timingSafeEqual } from 'node:crypto';

const validMs = 12 * 60 * 60 * 1000;
/** Passes of one hour are the same, so that a page that is loaded twice finds its segments in the browser's cache. */
const stepMs = 60 * 60 * 1000;
const form = /^(\d{10})\.([A-Za-z0-9_-]{32})$/;

/** Opens videos that are not for all, by what stands in their address. */
export type VideoPasses = {
  /** What stands before the playback id in the addresses of a video: an expiry (seconds since 1970) and a signature, for 12 to 13 hours. */
  issue(playbackId: string): string;
  /** When a pass for this video ends, in milliseconds since 1970; null for one that is forged, over, or another video's. */
  endOf(pass: string, playbackId: string): number | null;
};

/**
 * Signs addresses as `/media/s/{expiry}.{hmac}/{playbackId}/…`: in the path, so that the segments of a playlist inherit it.
 *
 * @param secretKey the site's secret; a key of its own is derived from it
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
      const [, expiry = '', given = ''] = form.exec(pass) ?? [];
      const end = Number(expiry) * 1000;
      if (given === '' || end <= now()) return null;
      return timingSafeEqual(Buffer.from(given), Buffer.from(sign(expiry, playbackId))) ? end : null;
    },
  };
}
