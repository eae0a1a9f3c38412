import { useEffect, useState } from 'react';

/** Captions of a video in one language. */
export type CaptionsTrack = { language: string; label: string; url: string };

/** What stands beside a video: captions by language, and the pictures of its seek bar. */
export type Tracks = { captions: readonly CaptionsTrack[]; storyboardUrl: string | null };

const none: Tracks = { captions: [], storyboardUrl: null };
const englishName = 'captions.en.vtt';

/** Asks which captions a video of this site has. Of those of another provider nothing is known here: they come inside the stream. */
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
      });
    };
    // Without the list the video plays without captions.
    load().catch(() => undefined);
    return () => stopping.abort();
  }, [captionsUrl]);
  return tracks;
}

/** The language's own name: Deutsch. */
function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
