import { formatDuration } from '../../shared/format-duration.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import type { HomeClip } from './home-documents.ts';

/** A clip as the home page shows it, worked out on the server. */
export type ClipTile = { id: string; title: string; itemTitle: string; stillUrl: string | null; duration: string | null };

/** The tile of a clip. */
export function clipTile(clip: HomeClip): ClipTile {
  return {
    id: clip.id,
    title: clip.title,
    itemTitle: (clip.course ?? clip.book)?.title ?? '',
    stillUrl: videoSources(clip.videoUrl)?.stillUrl(clip.thumbnailSeconds) ?? null,
    duration: clip.durationSeconds === null ? null : formatDuration(clip.durationSeconds),
  };
}
