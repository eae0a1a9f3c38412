import type { Drawable, Drawing } from '@newline/document/drawings';

/** What the process answers: first that it has loaded what it needs, then what it drew. */
export type DrawAnswer =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'drawn'; readonly drawing: Drawing }
  | { readonly kind: 'failed'; readonly reason: string };

const answer = (message: DrawAnswer) => process.send?.(message);

// Without the server there is nobody to draw for.
process.on('disconnect', () => process.exit(0));

process.on('message', (drawable: Drawable) => {
  load(drawable)
    .then((draw) => {
      answer({ kind: 'loaded' });
      answer({ kind: 'drawn', drawing: draw() });
    })
    .catch((error: unknown) => answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }));
});

/** Each kind's library is loaded when the first of its kind comes. */
async function load({ type, source, mode }: Drawable): Promise<() => Drawing> {
  if (type === 'math') {
    const { drawMath } = await import('./draw-math.ts');
    return () => drawMath(source);
  }
  if (type === 'mermaid') {
    const { drawMermaid } = await import('./draw-mermaid.ts');
    return () => drawMermaid(source);
  }
  const { drawCode, prepareCode } = await import('./draw-code.ts');
  const language = await prepareCode(mode);
  return () => drawCode(source, language);
}
