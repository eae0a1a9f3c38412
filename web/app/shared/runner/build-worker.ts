import { buildCode, BuildError, prepareFor } from './build-code.ts';
import type { BuildAnswer, BuildRequest } from './build-message.ts';

/** Builds code in a worker of the site, which never runs it. */
addEventListener('message', ({ data }: MessageEvent<BuildRequest>) => void answer(data));

async function answer({ id, pieces, files }: BuildRequest): Promise<void> {
  let reply: BuildAnswer;
  try {
    if (pieces.length === 0) await prepareFor(files);
    const built = await Promise.all(pieces.map((piece) => buildCode(piece, files)));
    reply = { id, codes: built.map(({ code }) => code), css: built.map(({ css }) => css).join('\n') };
  } catch (error) {
    const message = 'The code couldn’t be built. Try again.';
    if (!(error instanceof BuildError)) console.warn('The code couldn’t be built:', error);
    reply = { id, faults: error instanceof BuildError ? error.faults : [{ file: '', line: null, message, isOutside: true }] };
  }
  postMessage(reply);
}
