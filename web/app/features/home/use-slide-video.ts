import { useCallback, useEffect, useRef, useState } from 'react';
import type { AttachedStream } from '../../shared/player/attach-stream.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import type { SlideVideo } from './slide.ts';

/** idle: nothing was loaded. loading: data is loading. Then it's playing or paused. */
type State = 'idle' | 'loading' | 'playing' | 'paused';

type SlideVideoControl = {
  state: State;
  /** True from pressing play until it's undone, including while loading. */
  isWanted: boolean;
  attach: (element: HTMLVideoElement | null) => void;
  load: () => void;
  toggle: () => void;
  /** Plays this video, which is about to become the current one. */
  play: (video: SlideVideo | null) => void;
  stop: () => void;
};

/** Plays the video of a slide. The streaming code is loaded with the first video. */
export function useSlideVideo(video: SlideVideo | null): SlideVideoControl {
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [state, setState] = useState<State>('idle');
  const isWanted = video !== null && wanted === video.videoUrl;
  const isNeeded = video !== null && (loaded === video.videoUrl || isWanted);
  const latestIsWanted = useRef(isWanted);
  latestIsWanted.current = isWanted;
  const isAttached = useRef(false);
  const streamUrl = videoSources(video?.videoUrl ?? null)?.streamUrl;

  useEffect(() => {
    if (element === null || streamUrl === undefined || !isNeeded) {
      setState('idle');
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    let stream: AttachedStream | null = null;
    const forget = (reason: unknown) => {
      console.error('The video couldn’t be played.', reason);
      setState('idle');
      setLoaded(null);
      setWanted(null);
    };
    setState('loading');
    element.addEventListener('loadeddata', () => !latestIsWanted.current && setState('paused'), { signal });
    element.addEventListener('playing', () => setState('playing'), { signal });
    element.addEventListener('pause', () => setState((current) => (current === 'playing' ? 'paused' : current)), { signal });
    element.addEventListener('ended', () => setWanted(null), { signal });
    import('../../shared/player/attach-stream.ts')
      .then(({ attachStream }) => {
        if (signal.aborted) return;
        stream = attachStream(element, streamUrl, {
          onQualities: () => undefined,
          onFailure: forget,
          onRefused: () => forget('refused'),
        });
        isAttached.current = true;
        if (latestIsWanted.current) element.play().catch(() => setWanted(null));
      })
      .catch(forget);
    return () => {
      controller.abort();
      isAttached.current = false;
      stream?.detach();
    };
  }, [element, streamUrl, isNeeded]);

  useEffect(() => {
    // Also before the first second has loaded; otherwise a press at that moment would be lost.
    if (element === null || !isAttached.current) return;
    if (isWanted) element.play().catch(() => setWanted(null));
    else element.pause();
  }, [element, isWanted]);

  const load = useCallback(() => setLoaded(video?.videoUrl ?? null), [video]);
  const toggle = useCallback(() => setWanted((now) => (now === video?.videoUrl ? null : (video?.videoUrl ?? null))), [video]);
  const play = useCallback((next: SlideVideo | null) => setWanted(next?.videoUrl ?? null), []);
  const stop = useCallback(() => {
    setWanted(null);
    setLoaded(null);
  }, []);
  return { state, isWanted, attach: setElement, load, toggle, play, stop };
}
