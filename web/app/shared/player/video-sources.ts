/** Where one video's stream, stills and captions are fetched from. */
export type VideoSources = {
  /** Names the video at its provider. */
  playbackId: string;
  /** The HLS playlist. */
  streamUrl: string;
  /** WebVTT captions in English; null when the provider keeps them inside the stream. */
  captionsUrl: string | null;
  /** A still at a second of the video. */
  stillUrl: (second: number) => string;
};

const LOCAL = /^local:([A-Za-z0-9_-]{4,64})$/;
const MUX = /^https:\/\/(?:stream|player)\.mux\.com\/([A-Za-z0-9]{4,64})(?:\.m3u8)?$/;

/**
 * Derives the playback id and its addresses from a videoUrl (A §7). `local:{playbackId}` is the provider
 * that comes with the site, `https://stream.mux.com/{playbackId}.m3u8` is Mux.
 *
 * @returns null when the address is absent or belongs to no provider that is known here
 */
export function videoSources(videoUrl: string | null): VideoSources | null {
  if (videoUrl === null) return null;
  const local = LOCAL.exec(videoUrl)?.[1];
  if (local !== undefined) {
    const folder = `/media/v/${local}`;
    return {
      playbackId: local,
      streamUrl: `${folder}/master.m3u8`,
      captionsUrl: `${folder}/captions.en.vtt`,
      stillUrl: (second) => `${folder}/thumbnail-${second}.webp`,
    };
  }
  const mux = MUX.exec(videoUrl)?.[1];
  if (mux === undefined) return null;
  return {
    playbackId: mux,
    streamUrl: `https://stream.mux.com/${mux}.m3u8`,
    captionsUrl: null,
    stillUrl: (second) => `https://image.mux.com/${mux}/thumbnail.webp?width=640&time=${second}`,
  };
}
