import { type Shape, TALL, WIDE } from './frames.ts';
import { paidFulls } from './fulls-paid.ts';
import { screensFulls } from './fulls-screens.ts';
import { systemsFulls } from './fulls-systems.ts';
import { FULLS } from './fulls.ts';
import { nineOClock } from './lesson-morning.ts';
import { whyTypesLie } from './lesson-types.ts';
import type { VideoScript } from './script.ts';
import { languagesShorts } from './shorts-languages.ts';
import { screensShorts } from './shorts-screens.ts';
import { systemsShorts } from './shorts-systems.ts';
import { SHORTS } from './shorts.ts';

/** Every video with its shape. A video's number in the texts is its position in this list, from 1, so new ones come last. */
export const allVideos: readonly { readonly script: VideoScript; readonly shape: Shape }[] = [
  { scripts: SHORTS, shape: TALL },
  { scripts: FULLS, shape: WIDE },
  { scripts: [...systemsShorts, ...languagesShorts, ...screensShorts], shape: TALL },
  { scripts: [...systemsFulls, ...screensFulls, ...paidFulls, whyTypesLie, nineOClock], shape: WIDE },
].flatMap(({ scripts, shape }) => scripts.map((script) => ({ script, shape })));
