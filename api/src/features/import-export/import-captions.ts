import { refusalIn } from '../../errors/error-codes.ts';
import type { Viewer } from '../../viewer.ts';
import type { VideoCaptions } from '../videos/video-captions.ts';
import type { ViewerClient } from './as-viewer.ts';
import type { ImportPlan, Notifications } from './import-plan.ts';

/** Captions of a folder that differ from those that a video has. */
export type ChangedCaptions = { readonly file: string; readonly playbackId: string; readonly language: string; readonly text: string };

/** Compares the captions of a plan with those that videos have. What has mistakes is told by their lines, and so is what belongs to no video that the viewer may change. */
export async function changedCaptions(
  client: ViewerClient,
  { captions }: ImportPlan,
  messages: Notifications,
): Promise<readonly ChangedCaptions[]> {
  const known = await client.rows<{ playbackId: string; language: string | null; vtt: string | null }>(
    `select v.playback_id as "playbackId", c.language, c.vtt from app_public.videos v left join app_public.video_captions c on c.video_id = v.id
     where v.playback_id = any ($1)`,
    [captions.map(({ video }) => idOf(video))],
  );
  const changed: ChangedCaptions[] = [];
  for (const { video, language, file, read } of captions) {
    const own = known.filter(({ playbackId }) => playbackId === idOf(video));
    if (read === null) messages.add(file, null, 'There is no such file: the captions stay as they are.');
    else if (own.length === 0) messages.add(file, null, `The captions stay as they are: ${video} isn’t one of your videos here.`);
    else if (!('vtt' in read)) for (const { line, message } of read) messages.add(file, line, `The captions stay as they are: ${message}`);
    else if (own.find((one) => one.language === language)?.vtt !== read.vtt)
      changed.push({ file, playbackId: idOf(video), language, text: read.vtt });
  }
  return changed;
}

/** Keeps them, and answers how many were; what is refused is told. */
export async function keepCaptions(
  viewer: Viewer,
  changed: readonly ChangedCaptions[],
  captions: Pick<VideoCaptions, 'saveCaptions'>,
  messages: Notifications,
): Promise<number> {
  let count = 0;
  for (const { file, ...given } of changed) {
    try {
      await captions.saveCaptions(viewer, given);
      count += 1;
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null) throw error;
      messages.add(file, null, `The captions stay as they are: ${refusal.message}`);
    }
  }
  return count;
}

function idOf(video: string): string {
  return video.replace(/^local:/u, '');
}
