/**
 * Who streams a video. Pure: used in the browser too, so nothing here may import from Node.
 *
 * A video is named by a playback id, and the addresses of its stream, stills and captions are derived from that alone.
 */
export type VideoProvider = {
  readonly name: 'local' | 'mux';
  /** The HLS master playlist. */
  streamUrl(playbackId: string): string;
  /** A still of a second of the video, by the provider's image host. */
  thumbnailUrl(playbackId: string, seconds: number): string;
  /** WebVTT captions; null when they are part of the stream. */
  captionsUrl(playbackId: string, language: string): string | null;
};

/** Videos kept on this site, in the form `local:{playbackId}`. */
export const localProvider: VideoProvider = {
  name: 'local',
  streamUrl: (playbackId) => `/media/v/${playbackId}/master.m3u8`,
  thumbnailUrl: (playbackId, seconds) => `/media/v/${playbackId}/thumbnail-${wholeSecond(seconds)}.webp`,
  captionsUrl: (playbackId, language) => `/media/v/${playbackId}/captions.${language}.vtt`,
};

/** Videos at Mux, in the form `https://stream.mux.com/{playbackId}.m3u8`. */
export const muxProvider: VideoProvider = {
  name: 'mux',
  streamUrl: (playbackId) => `https://stream.mux.com/${playbackId}.m3u8`,
  thumbnailUrl: (playbackId, seconds) => `https://image.mux.com/${playbackId}/thumbnail.webp?time=${wholeSecond(seconds)}&width=640`,
  captionsUrl: () => null,
};

/** What a videoUrl stands for. */
export type Video = { readonly provider: VideoProvider; readonly playbackId: string };

/**
 * Reads a videoUrl.
 *
 * @returns null for null and for an address of no provider we know
 * @example videoOf('local:reading-errors')?.playbackId // 'reading-errors'
 * @example videoOf('https://stream.mux.com/a4nOgmxGWg6gULfcBbAa00gXyfcwPnAFldF8RdsNyk8M.m3u8')?.provider.name // 'mux'
 */
export function videoOf(videoUrl: string | null | undefined): Video | null {
  const local = /^local:([A-Za-z0-9_-]{4,64})$/.exec(videoUrl ?? '')?.[1];
  if (local !== undefined) return { provider: localProvider, playbackId: local };
  const mux = /^https:\/\/(?:stream|player|image)\.mux\.com\/([A-Za-z0-9]{4,128})(?:\.m3u8|\/.*)?(?:\?.*)?$/.exec(videoUrl ?? '')?.[1];
  return mux === undefined ? null : { provider: muxProvider, playbackId: mux };
}

/** The playback id a videoUrl stands for; null when it stands for none. */
export function playbackIdOf(videoUrl: string | null | undefined): string | null {
  return videoOf(videoUrl)?.playbackId ?? null;
}

/** The address of the stream; null when the videoUrl stands for no video. */
export function streamUrl(videoUrl: string | null | undefined): string | null {
  const video = videoOf(videoUrl);
  return video && video.provider.streamUrl(video.playbackId);
}

/** The address of a still of a second of the video; null when the videoUrl stands for no video. */
export function thumbnailUrl(videoUrl: string | null | undefined, seconds: number): string | null {
  const video = videoOf(videoUrl);
  return video && video.provider.thumbnailUrl(video.playbackId, seconds);
}

/** The address of WebVTT captions; null when there are none outside of the stream. */
export function captionsUrl(videoUrl: string | null | undefined, language = 'en'): string | null {
  const video = videoOf(videoUrl);
  return video && video.provider.captionsUrl(video.playbackId, language);
}

function wholeSecond(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
}
