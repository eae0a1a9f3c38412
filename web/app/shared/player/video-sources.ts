/** Where one video's stream, stills and captions are fetched from. */
export type VideoSources = {
  /** Names the video at its provider. */
  playbackId: string;
  /** The HLS playlist. */
  streamUrl: string;
  /** WebVTT captions in English; null when the provider keeps them inside the stream. */
  captionsUrl: string | null;
  /** The still that its author chose. */
  posterUrl: string;
  /** A still at a second of the video. */
  stillUrl: (second: number) => string;
};

const localVideo = /^local:([A-Za-z0-9_-]{4,64})$/;
const muxVideo = /^https:\/\/(?:stream|player)\.mux\.com\/([A-Za-z0-9]{4,64})(?:\.m3u8)?$/;

/**
 * Derives the playback id and its addresses from a videoUrl (A §7). `local:{playbackId}` is the provider
 * that comes with the site, `https://stream.mux.com/{playbackId}.m3u8` is Mux.
 *
 * @param pass what stands before the playback id in the addresses of a video that is not for all; null for one that is
 * @returns null when the address is absent or belongs to no provider that is known here
 */
export function videoSources(videoUrl: string | null, pass: string | null = null): VideoSources | null {
  if (videoUrl === null) return null;
  const local = localVideo.exec(videoUrl)?.[1];
  if (local !== undefined) {
    const folder = pass === null ? `/media/v/${local}` : `/media/s/${pass}/${local}`;
    return {
      playbackId: local,
      streamUrl: `${folder}/master.m3u8`,
      captionsUrl: `${folder}/captions.en.vtt`,
      posterUrl: `${folder}/poster.webp`,
      stillUrl: (second) => `${folder}/thumbnail-${second}.webp`,
    };
  }
  const mux = muxVideo.exec(videoUrl)?.[1];
  if (mux === undefined) return null;
  return {
    playbackId: mux,
    streamUrl: `https://stream.mux.com/${mux}.m3u8`,
    captionsUrl: null,
    posterUrl: `https://image.mux.com/${mux}/thumbnail.webp?width=640&time=5`,
    stillUrl: (second) => `https://image.mux.com/${mux}/thumbnail.webp?width=640&time=${second}`,
  };
}
