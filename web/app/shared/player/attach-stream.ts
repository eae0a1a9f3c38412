import Hls from 'hls.js';

const playlistName = 'master.m3u8';
/** The file as it was uploaded, on a site that cannot cut it into segments. */
const wholeName = 'source.mp4';

/** One quality a stream offers. */
export type Quality = { index: number; label: string };

/** A stream that is bound to a video element. */
export type AttachedStream = {
  /** Chooses a quality by its index, or null for the one that fits the line. */
  chooseQuality: (index: number | null) => void;
  /** Goes on at the same second with another address of the same stream. */
  changeAddress: (streamUrl: string) => void;
  /** Lets go of the element and of all loading. */
  detach: () => void;
};

/** What a stream tells while it plays. */
export type StreamEvents = {
  /** The qualities, once the playlist is read; empty when the browser plays HLS by itself. */
  onQualities: (qualities: Quality[]) => void;
  /** The playlist or a segment was refused (403): the pass in its address is over. Nothing more is loaded until the address changes. */
  onRefused: () => void;
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
    const fail = () => {
      // A video that nobody could cut into segments.
      if (video.src.endsWith(playlistName)) video.src = video.src.replace(playlistName, wholeName);
      else events.onFailure(video.error?.message ?? 'The video cannot be played.');
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
      video.addEventListener('error', () => events.onFailure(video.error?.message ?? 'The video cannot be played.'), { once: true });
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
      hls.nextLevel = index ?? -1;
    },
    changeAddress: (next) => {
      // What is buffered plays on; a playlist that was never read starts from its beginning.
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
