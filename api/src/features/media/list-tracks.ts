import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Extra tracks of a video for its player: the languages of its captions, English first, and whether its seek bar has images. */
export type VideoTracks = { readonly captions: readonly string[]; readonly hasStoryboard: boolean };

/** Lists the tracks of a video, in the first folder that has it. */
export async function listTracks(roots: readonly string[], playbackId: string): Promise<VideoTracks> {
  for (const root of roots) {
    const names = await readdir(join(root, 'videos', playbackId)).catch((): string[] => []);
    if (names.length === 0) continue;
    const captions = names.flatMap((name) => /^captions\.([A-Za-z0-9-]{2,26})\.vtt$/.exec(name)?.[1] ?? []);
    const isEnglish = (language: string) => /^en(?:-|$)/.test(language);
    const ordered = captions.toSorted((a, b) => Number(isEnglish(b)) - Number(isEnglish(a)) || a.localeCompare(b));
    return { captions: ordered, hasStoryboard: names.includes('storyboard.vtt') };
  }
  return { captions: [], hasStoryboard: false };
}
