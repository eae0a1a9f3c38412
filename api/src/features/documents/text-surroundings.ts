import { context, lambda, type Step } from 'postgraphile/grafast';
import type {} from '../../services.ts';
import type { Renderer } from '../rendering/create-renderer.ts';
import type { TextSurroundings } from './derive-stored-body.ts';
import type { TextReader } from './text-reader.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Works on long texts in a process of its own. */
      textReader: TextReader;
      /** Renders code, formulas and diagrams of a text that is saved. */
      renderer: Renderer;
    }
  }
}

/** What is around a text in the process that runs the plan: the query worker, which saves none, renders none. */
export function textSurroundings(): Step<TextSurroundings> {
  return lambda([context().get('services'), context().get('siteOrigin')], ([services, siteOrigin]) => ({
    siteOrigin,
    renderer: services.renderer ?? null,
    textReader: services.textReader ?? null,
  }));
}
