import { context, lambda, type Step } from 'postgraphile/grafast';
import type {} from '../../services.ts';
import type { Renderer } from '../rendering/create-renderer.ts';
import type { TextSurroundings } from './derive-stored-body.ts';
import type { TextReader } from './text-reader.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Processes long texts in a separate process. */
      textReader: TextReader;
      /** Renders the code, formulas and diagrams of a text that is saved. */
      renderer: Renderer;
    }
  }
}

/** Step that returns the text dependencies of the process that runs the plan. The query worker has no renderer, as it saves no texts. */
export function textSurroundings(): Step<TextSurroundings> {
  return lambda([context().get('services'), context().get('siteOrigin')], ([services, siteOrigin]) => ({
    siteOrigin,
    renderer: services.renderer ?? null,
    textReader: services.textReader ?? null,
  }));
}
