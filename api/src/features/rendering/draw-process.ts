import type { Drawable, Drawing } from '@newline/document/drawings';
import { serveTasks, type TaskContext } from '../../processes/serve-tasks.ts';

// The process in which code, formulas and diagrams are rendered.
serveTasks(async (drawable: Drawable, { load }): Promise<Drawing> => {
  const render = await loadRenderer(drawable, load);
  return render();
});

/** Each kind's library is loaded when the first of its kind comes. */
async function loadRenderer({ type, source, mode }: Drawable, load: TaskContext['load']): Promise<() => Drawing> {
  if (type === 'math') {
    const { drawMath } = await load(() => import('./draw-math.ts'));
    return () => drawMath(source);
  }
  if (type === 'mermaid') {
    const { drawMermaid } = await load(() => import('./draw-mermaid.ts'));
    return () => drawMermaid(source);
  }
  const { drawCode, prepareCode } = await load(() => import('./draw-code.ts'));
  // The grammars are ours; the name of a language only chooses one.
  const language = await load(() => prepareCode(mode));
  return () => drawCode(source, language);
}
