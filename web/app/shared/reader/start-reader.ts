import { loadPart } from '@newline/ui/lazy-component';
import { grayFailedImages } from './gray-failed-images.ts';

type Part = (text: HTMLElement, signal: AbortSignal) => void;

/** Modules that only some texts need, by the selector of what they handle. They're only loaded for those texts. */
const parts: readonly (readonly [selector: string, load: () => Promise<Part>])[] = [
  ['a[data-frame]', async () => (await import('./watch-frames.ts')).watchFrames],
  ['.code > pre', async () => (await import('./watch-code.ts')).watchCode],
  ['[data-start]', async () => (await import('./watch-starts.ts')).watchStarts],
  ['pre.mermaid', async () => (await import('./watch-diagrams.ts')).watchDiagrams],
  ['.mdx--tabs, .fnref, .math, .formula, .dia', async () => (await import('./rare-parts.ts')).startRareParts],
];

/** Adds behavior to a rendered text: failed images, copying, wrapping and running of code, embeds, diagrams, tabs and footnotes. Returns a function that removes it. */
export function startReader(text: HTMLElement): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  grayFailedImages(text, signal);
  text.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
      if (!button) return;
      import('./copy-code.ts')
        .then(({ copyCode }) => copyCode(button))
        .catch((error: unknown) => console.warn('The code couldn’t be copied.', error));
    },
    { signal },
  );
  for (const [selector, load] of parts) {
    if (text.querySelector(selector) !== null) void loadPart(load).then((start) => signal.aborted || start(text, signal));
  }
  return () => ending.abort();
}
