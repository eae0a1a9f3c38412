import Hls from 'hls.js';

/** One quality a stream offers. */
export type Quality = { index: number; label: string };

/** A stream that is bound to a video element. */
export type AttachedStream = {
  /** Chooses a quality by its index, or null for the one that fits the line. */
  chooseQuality: (index: number | null) => void;
  /** Lets go of the element and of all loading. */
  detach: () => void;
};

/** What a stream tells while it plays. */
export type StreamEvents = {
  /** The qualities, once the playlist is read; empty when the browser plays HLS by itself. */
  onQualities: (qualities: Quality[]) => void;
  /** The stream cannot be played. */
  onFailure: (reason: string) => void;
};

/**
 * Binds an HLS playlist to a video element: through Media Source Extensions where there are any,
 * else by the browser's own HLS (iOS). A lost segment is retried, a decoder error recovered once.
 */
export function attachStream(video: HTMLVideoElement, streamUrl: string, events: StreamEvents): AttachedStream {
  if (!Hls.isSupported()) {
    video.src = streamUrl;
    const fail = () => events.onFailure(video.error?.message ?? 'The video cannot be played.');
    video.addEventListener('error', fail);
    return {
      chooseQuality: () => undefined,
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
    if (!data.fatal) return;
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
      hls.nextLevel = index ?? -1;
    },
    detach: () => hls.destroy(),
  };
}
