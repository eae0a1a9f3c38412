import { useEffect, useState } from 'react';

/** Captions of a video in one language. */
export type CaptionsTrack = { language: string; label: string; url: string };

/** The captions of a video by language, and the preview images of its seek bar. */
export type Tracks = {
  captions: readonly CaptionsTrack[];
  storyboardUrl: string | null;
  /** False until the list has arrived. */
  isLoaded: boolean;
};

const none: Tracks = { captions: [], storyboardUrl: null, isLoaded: false };
const englishName = 'captions.en.vtt';

/** Loads the captions of a video hosted on this site. Videos of other providers have their captions inside the stream. */
export function useTracks(captionsUrl: string | null): Tracks {
  const [tracks, setTracks] = useState(none);
  useEffect(() => {
    setTracks(none);
    if (captionsUrl === null) return undefined;
    const stopping = new AbortController();
    const at = (name: string) => captionsUrl.replace(englishName, name);
    const load = async () => {
      const answer = await fetch(at('tracks.json'), { signal: stopping.signal });
      if (!answer.ok) throw new Error(`tracks: ${answer.status}`);
      const { captions, hasStoryboard } = (await answer.json()) as { captions: string[]; hasStoryboard: boolean };
      setTracks({
        captions: captions.map((language) => ({ language, label: nameOf(language), url: at(`captions.${language}.vtt`) })),
        storyboardUrl: hasStoryboard ? at('storyboard.vtt') : null,
        isLoaded: true,
      });
    };
    // Without the list, the video plays without captions.
    load().catch(() => undefined);
    return () => stopping.abort();
  }, [captionsUrl]);
  return tracks;
}

/** Returns a language's own name, such as Deutsch. */
function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
