import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VideoScript } from './script.ts';

const VOICE = '(voice_cmu_us_slt_arctic_hts)';

/** Speaks each sentence into its own wave file with Festival's slt voice and returns files and seconds in order. */
export function narrate(script: VideoScript, folder: string): { files: string[]; seconds: number[] } {
  const files: string[] = [];
  const seconds: number[] = [];
  for (const [index, sentence] of script.sentences.entries()) {
    const text = join(folder, `say-${index}.txt`);
    const spoken = join(folder, `spoken-${index}.wav`);
    const file = join(folder, `say-${index}.wav`);
    writeFileSync(text, (sentence.say ?? sentence.text).replaceAll('’', "'").replaceAll('-', ' '));
    execFileSync('text2wave', ['-eval', VOICE, '-eval', "(Parameter.set 'Duration_Stretch 1.02)", text, '-o', spoken]);
    // The voice leaves silence on both sides; a warm low shelf and a soft ceiling make it easier to listen to.
    const silence = 'silenceremove=start_periods=1:start_threshold=-46dB:start_silence=0.03';
    const filters = `${silence},areverse,${silence},areverse,equalizer=f=160:t=q:w=1:g=2,equalizer=f=5200:t=q:w=1:g=-3,loudnorm=I=-19:TP=-2:LRA=7,aresample=44100`;
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', spoken, '-af', filters, '-ac', '1', '-ar', '44100', file]);
    const probe = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file], {
      encoding: 'utf8',
    });
    files.push(file);
    seconds.push(Number(probe.trim()));
  }
  return { files, seconds };
}
