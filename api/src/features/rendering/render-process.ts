import type { Drawable, Rendering } from '@newline/document/renderings';
import { serveTasks, type TaskContext } from '../../processes/serve-tasks.ts';

// The process in which code, formulas and diagrams are rendered.
serveTasks(async (drawable: Drawable, { load }): Promise<Rendering> => {
  const render = await loadRenderer(drawable, load);
  return render();
});

/** Each kind's library is loaded when the first of its kind comes. */
async function loadRenderer({ type, source, mode }: Drawable, load: TaskContext['load']): Promise<() => Rendering> {
  if (type === 'math') {
    const { renderMath } = await load(() => import('./render-math.ts'));
    return () => renderMath(source);
  }
  if (type === 'mermaid') {
    const { renderMermaid } = await load(() => import('./render-mermaid.ts'));
    return () => renderMermaid(source);
  }
  const { renderCode, prepareCode } = await load(() => import('./render-code.ts'));
  // The grammars are ours; the name of a language only chooses one.
  const language = await load(() => prepareCode(mode));
  return () => renderCode(source, language);
}
