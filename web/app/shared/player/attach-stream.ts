import Hls from 'hls.js';

const playlistName = 'master.m3u8';
/** The uploaded file, on a site that can't transcode videos into segments. */
const wholeName = 'source.mp4';

/** One quality of a stream. */
export type Quality = { index: number; label: string };

/** A stream attached to a video element. */
export type AttachedStream = {
  /** Selects a quality by its index, or null for the one that fits the connection. */
  chooseQuality: (index: number | null) => void;
  /** Continues at the same second with another URL of the same stream. */
  changeAddress: (streamUrl: string) => void;
  /** Detaches from the element and stops loading. */
  detach: () => void;
};

/** The events of a stream during playback. */
export type StreamEvents = {
  /** Called with the qualities once the playlist is parsed; empty when the browser plays HLS natively. */
  onQualities: (qualities: Quality[]) => void;
  /**
   * Called when the playlist or a segment was refused (403): the access token in its URL has expired. Nothing more is loaded until the URL
   * changes.
   */
  onRefused: () => void;
  /** Called when the stream can't be played. */
  onFailure: (reason: string) => void;
};

/**
 * Attaches an HLS playlist to a video element, using Media Source Extensions if available, otherwise the browser's native HLS (iOS). Failed
 * segments are retried, and a decoder error is recovered from once.
 */
export function attachStream(video: HTMLVideoElement, streamUrl: string, events: StreamEvents): AttachedStream {
  if (!Hls.isSupported()) {
    video.src = streamUrl;
    const fail = () => {
      // A video that couldn't be transcoded into segments.
      if (video.src.endsWith(playlistName)) video.src = video.src.replace(playlistName, wholeName);
      else events.onFailure(video.error?.message ?? 'The video can’t be played.');
    };
    video.addEventListener('error', fail);
    return {
      chooseQuality: () => undefined,
      changeAddress: (next) => {
        const { currentTime, paused } = video;
        video.src = next;
        video.addEventListener(
          'loadedmetadata',
          () => {
            video.currentTime = currentTime;
            if (!paused) void video.play().catch(() => undefined);
          },
          { once: true },
        );
      },
      detach: () => {
        video.removeEventListener('error', fail);
        video.removeAttribute('src');
        video.load();
      },
    };
  }
  // A worker would need worker-src in the Content-Security-Policy; parsing is fast enough without.
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true, maxBufferLength: 30 });
  let isRecovered = false;
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, data) => {
    events.onQualities(data.levels.map((level, index) => ({ index, label: `${Math.min(level.height, level.width)}p` })));
  });
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (data.response?.code === 403) {
      hls.stopLoad();
      events.onRefused();
      return;
    }
    if (!data.fatal) return;
    if (data.details === Hls.ErrorDetails.MANIFEST_LOAD_ERROR && data.response?.code === 404 && streamUrl.endsWith(playlistName)) {
      hls.destroy();
      video.addEventListener('error', () => events.onFailure(video.error?.message ?? 'The video can’t be played.'), { once: true });
      video.src = streamUrl.replace(playlistName, wholeName);
      return;
    }
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !isRecovered) {
      isRecovered = true;
      hls.recoverMediaError();
      return;
    }
    events.onFailure(`${data.type}: ${data.details}`);
  });
  hls.loadSource(streamUrl);
  hls.attachMedia(video);
  return {
    chooseQuality: (index) => {
      // The next part begins with another quality. After the last part there is none, even if the video is repeated: its place is loaded again.
      const last = hls.latestLevelDetails?.fragments.at(-1);
      if (index !== null && last !== undefined && video.currentTime >= last.start) hls.currentLevel = index;
      else hls.nextLevel = index ?? -1;
    },
    changeAddress: (next) => {
      // Buffered video continues to play; a playlist that was never loaded starts from its beginning.
      const { currentTime, paused } = video;
      hls.once(Hls.Events.MANIFEST_PARSED, () => {
        hls.startLoad(currentTime);
        const goOn = () => {
          if (Math.abs(video.currentTime - currentTime) > 1) video.currentTime = currentTime;
          if (!paused) void video.play().catch(() => undefined);
        };
        if (video.readyState > 0) goOn();
        else video.addEventListener('loadedmetadata', goOn, { once: true });
      });
      hls.loadSource(next);
    },
    detach: () => hls.destroy(),
  };
}
