import type { Drawable, Rendering } from '@newline/document/renderings';
import { serveTasks, type TaskContext } from '../../processes/serve-tasks.ts';

// Process that renders code, formulas and diagrams.
serveTasks(async (drawable: Drawable, { load }): Promise<Rendering> => {
  const render = await loadRenderer(drawable, load);
  return render();
});

/** Loads the renderer of a node's type, when the first node of that type arrives. */
async function loadRenderer({ type, source, mode }: Drawable, load: TaskContext['load']): Promise<() => Rendering> {
  if (type === 'math' || type === 'formula') {
    const { renderMath } = await load(() => import('./render-math.ts'));
    return () => renderMath(source, type);
  }
  if (type === 'mermaid') {
    const { renderMermaid } = await load(() => import('./render-mermaid.ts'));
    return () => renderMermaid(source);
  }
  const { renderCode, prepareCode } = await load(() => import('./render-code.ts'));
  // The grammars are our own; the language's name only selects one.
  const language = await load(() => prepareCode(mode));
  return () => renderCode(source, language);
}
