import { refusalIn } from '../../errors/error-codes.ts';
import type { Viewer } from '../../viewer.ts';
import type { VideoCaptions } from '../videos/video-captions.ts';
import type { ViewerClient } from './as-viewer.ts';
import type { ImportPlan, ImportMessages } from './import-plan.ts';

/** Captions of a folder that differ from those of a video. */
export type ChangedCaptions = { readonly file: string; readonly playbackId: string; readonly language: string; readonly text: string };

/**
 * Compares the captions of a plan with those of the videos. Reports invalid captions by line, and captions of videos that the viewer may
 * not change.
 */
export async function changedCaptions(
  client: ViewerClient,
  { captions }: ImportPlan,
  messages: ImportMessages,
): Promise<readonly ChangedCaptions[]> {
  const existing = await client.rows<{ playbackId: string; language: string | null; vtt: string | null }>(
    `select v.playback_id as "playbackId", c.language, c.vtt from app_public.videos v left join app_public.video_captions c on c.video_id = v.id
     where v.playback_id = any ($1)`,
    [captions.map(({ video }) => idOf(video))],
  );
  const changed: ChangedCaptions[] = [];
  for (const { video, language, file, read } of captions) {
    const own = existing.filter(({ playbackId }) => playbackId === idOf(video));
    if (read === null) messages.add(file, null, 'There is no such file, so the captions weren’t changed.', 'lost');
    else if (own.length === 0)
      messages.add(file, null, `The captions weren’t changed: ${video} isn’t one of your videos on this site.`, 'lost');
    else if (!('vtt' in read))
      for (const { line, message } of read) messages.add(file, line, `The captions weren’t changed: ${message}`, 'lost');
    else if (own.find((one) => one.language === language)?.vtt !== read.vtt) {
      for (const { message, lines } of read.repairs) for (const line of lines) messages.add(file, line, `Repaired: ${message}`, 'info');
      changed.push({ file, playbackId: idOf(video), language, text: read.vtt });
    }
  }
  return changed;
}

/** Saves captions and returns their number; reports rejected ones. */
export async function keepCaptions(
  viewer: Viewer,
  changed: readonly ChangedCaptions[],
  captions: Pick<VideoCaptions, 'saveCaptions'>,
  messages: ImportMessages,
): Promise<number> {
  let count = 0;
  for (const { file, ...newCaptions } of changed) {
    try {
      await captions.saveCaptions(viewer, newCaptions);
      count += 1;
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null) throw error;
      messages.add(file, null, `The captions weren’t changed: ${refusal.message}`, 'lost');
    }
  }
  return count;
}

function idOf(video: string): string {
  return video.replace(/^local:/u, '');
}
