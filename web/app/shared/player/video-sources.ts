/** The URLs of a video's stream, stills and captions. */
export type VideoSources = {
  /** The ID of the video at its provider. */
  playbackId: string;
  /** The URL of the HLS playlist. */
  streamUrl: string;
  /** The URL of WebVTT captions in English; null when they're inside the stream. */
  captionsUrl: string | null;
  /** The URL of the still that the author chose. */
  posterUrl: string;
  /** Returns the URL of a still at a second of the video. */
  stillUrl: (second: number) => string;
};

const localVideo = /^local:([A-Za-z0-9_-]{4,64})$/;
const muxVideo = /^https:\/\/(?:stream|player)\.mux\.com\/([A-Za-z0-9]{4,64})(?:\.m3u8)?$/;

/**
 * Derives the playback ID and the URLs from a videoUrl (A §7). `local:{playbackId}` is the built-in provider,
 * `https://stream.mux.com/{playbackId}.m3u8` is Mux.
 *
 * @param pass the access token that precedes the playback ID in the URLs of a restricted video; null for a public one
 * @returns null when the URL is missing or its provider isn't supported
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
