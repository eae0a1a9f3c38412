import { useCallback, useEffect, useRef, useState } from 'react';
import type { AttachedStream } from '../../shared/player/attach-stream.ts';
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
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const [wantedId, setWantedId] = useState<string | null>(null);
  const [state, setState] = useState<State>('idle');
  const isWanted = video !== null && wantedId === video.id;
  const isNeeded = video !== null && (loadedId === video.id || isWanted);
  const latestIsWanted = useRef(isWanted);
  latestIsWanted.current = isWanted;
  const isAttached = useRef(false);

  useEffect(() => {
    if (element === null || video === null || !isNeeded) {
      setState('idle');
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    let stream: AttachedStream | null = null;
    const forget = (reason: unknown) => {
      console.error('The video couldn’t be played.', reason);
      setState('idle');
      setLoadedId(null);
      setWantedId(null);
    };
    setState('loading');
    element.addEventListener('loadeddata', () => !latestIsWanted.current && setState('paused'), { signal });
    element.addEventListener('playing', () => setState('playing'), { signal });
    element.addEventListener('pause', () => setState((current) => (current === 'playing' ? 'paused' : current)), { signal });
    element.addEventListener('ended', () => setWantedId(null), { signal });
    import('../../shared/player/attach-stream.ts')
      .then(({ attachStream }) => {
        if (signal.aborted) return;
        stream = attachStream(element, video.streamUrl, {
          onQualities: () => undefined,
          onFailure: forget,
          onRefused: () => forget('refused'),
        });
        isAttached.current = true;
        if (latestIsWanted.current) element.play().catch(() => setWantedId(null));
      })
      .catch(forget);
    return () => {
      controller.abort();
      isAttached.current = false;
      stream?.detach();
    };
  }, [element, video, isNeeded]);

  useEffect(() => {
    // Also before the first second has loaded; otherwise a press at that moment would be lost.
    if (element === null || !isAttached.current) return;
    if (isWanted) element.play().catch(() => setWantedId(null));
    else element.pause();
  }, [element, isWanted]);

  const load = useCallback(() => setLoadedId(video?.id ?? null), [video]);
  const toggle = useCallback(() => setWantedId((now) => (now === video?.id ? null : (video?.id ?? null))), [video]);
  const play = useCallback((next: SlideVideo | null) => setWantedId(next?.id ?? null), []);
  const stop = useCallback(() => {
    setWantedId(null);
    setLoadedId(null);
  }, []);
  return { state, isWanted, attach: setElement, load, toggle, play, stop };
}
