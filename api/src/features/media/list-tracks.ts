import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredVideos } from '../videos/video-files.ts';

/** Extra tracks of a video for its player: the languages of its captions, English first, and whether its seek bar has images. */
export type VideoTracks = { readonly captions: readonly string[]; readonly hasStoryboard: boolean };

/**
 * Lists the tracks of a video, in the first folder that has it, and in the bucket: a video from before the site had one may have captions
 * there.
 */
export async function listTracks(
  roots: readonly string[],
  playbackId: string,
  stored: Pick<StoredVideos, 'list'> | null = null,
): Promise<VideoTracks> {
  const storedNames = (await stored?.list(playbackId)) ?? [];
  const folders = await Promise.all(roots.map((root) => readdir(join(root, 'videos', playbackId)).catch((): string[] => [])));
  const names = folders.find((each) => each.length > 0) ?? [];
  const all = [...new Set([...names, ...storedNames])];
  const captions = all.flatMap((name) => /^captions\.([A-Za-z0-9-]{2,26})\.vtt$/.exec(name)?.[1] ?? []);
  const isEnglish = (language: string) => /^en(?:-|$)/.test(language);
  const ordered = captions.toSorted((a, b) => Number(isEnglish(b)) - Number(isEnglish(a)) || a.localeCompare(b));
  return { captions: ordered, hasStoryboard: all.includes('storyboard.vtt') };
}
