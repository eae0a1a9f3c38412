import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sentence, sentencesOf, type VideoScript } from './script.ts';

const run = promisify(execFile);
const VOICE = '(voice_cmu_us_slt_arctic_hts)';
/** Number of sentences that are spoken at the same time: the voice takes longer to start than to speak. */
const SPEAKERS = 3;

/** Speaks each sentence into its own wave file with Festival's slt voice, and returns files and seconds in order. */
export async function narrate(script: VideoScript, folder: string): Promise<{ files: string[]; seconds: number[] }> {
  const sentences = [...sentencesOf(script).entries()];
  const spoken: { file: string; seconds: number }[] = [];
  const speakNext = async (): Promise<void> => {
    for (let next = sentences.shift(); next !== undefined; next = sentences.shift())
      spoken[next[0]] = await speak(next[1], next[0], folder);
  };
  await Promise.all(Array.from({ length: SPEAKERS }, speakNext));
  return { files: spoken.map(({ file }) => file), seconds: spoken.map(({ seconds }) => seconds) };
}

async function speak(sentence: Sentence, index: number, folder: string): Promise<{ file: string; seconds: number }> {
  const text = join(folder, `say-${index}.txt`);
  const raw = join(folder, `spoken-${index}.wav`);
  const file = join(folder, `say-${index}.wav`);
  writeFileSync(text, (sentence.say ?? sentence.text).replaceAll('’', "'").replaceAll('-', ' '));
  await run('text2wave', ['-eval', VOICE, '-eval', "(Parameter.set 'Duration_Stretch 1.02)", text, '-o', raw]);
  // Trims the voice's silence on both sides; a warm low shelf and a soft ceiling make it easier to listen to.
  const silence = 'silenceremove=start_periods=1:start_threshold=-46dB:start_silence=0.03';
  const filters = `${silence},areverse,${silence},areverse,equalizer=f=160:t=q:w=1:g=2,equalizer=f=5200:t=q:w=1:g=-3,loudnorm=I=-19:TP=-2:LRA=7,aresample=44100`;
  await run('ffmpeg', ['-v', 'error', '-y', '-i', raw, '-af', filters, '-ac', '1', '-ar', '44100', file]);
  const probe = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  return { file, seconds: Number(probe.stdout.trim()) };
}
