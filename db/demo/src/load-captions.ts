import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseText } from 'media-captions';
import { insertRows, type LoadContext, type Row } from './load-context.ts';
import { mediaFolder } from './read-content.ts';

/** Loads the transcripts of the videos from their captions. Throws an error with the file and line if captions can't be read. */
export async function loadCaptions(context: LoadContext): Promise<void> {
  const cues = await Promise.all([...context.content.videos.values()].map(({ playbackId }) => readCues(playbackId)));
  await insertRows(context, 'app_private.video_cues', cues.flat());
}

async function readCues(playbackId: string): Promise<Row[]> {
  const file = join('videos', playbackId, 'captions.en.vtt');
  const { cues, errors } = await parseText(readFileSync(join(mediaFolder, file), 'utf8'), { type: 'vtt', strict: true, errors: true });
  const [error] = errors;
  if (error) throw new Error(`db/demo: ${file}, line ${error.line}: ${error.message}`);
  return cues.map(({ startTime, endTime, text }, position) => ({
    video_url: `local:${playbackId}`,
    position,
    starts_at: startTime,
    ends_at: endTime,
    words: text.replaceAll(/\s+/g, ' ').trim(),
  }));
}
