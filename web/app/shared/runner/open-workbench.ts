import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { prepareBuild } from './builder.ts';
import { findExercise } from './exercise.ts';
import { openCodeStore } from './kept-code.ts';
import { engineOf } from './plan-run.ts';
import { readCodeSet } from './read-files.ts';
import { Workbench } from './workbench.tsx';

/** Opens the workbench in place of the blocks of a program, and runs it. */
export async function openWorkbench(text: HTMLElement, button: HTMLElement, signal: AbortSignal): Promise<void> {
  const pressed = button.closest<HTMLElement>('figure.code');
  if (pressed === null || pressed.hidden) return;
  const { blocks, files, key } = readCodeSet(text, pressed);
  if (engineOf(files) === null) prepareBuild(files);
  const store = await openCodeStore(text.dataset['part'] ?? location.pathname, key);
  if (signal.aborted) return;
  const slot = document.createElement('div');
  slot.className = 'workbench';
  blocks[0]?.before(slot);
  for (const block of blocks) block.hidden = true;
  const root = createRoot(slot);
  signal.addEventListener('abort', () => {
    store.flush();
    root.unmount();
  });
  const close = () => {
    store.flush();
    root.unmount();
    slot.remove();
    for (const block of blocks) block.hidden = false;
    button.focus();
  };
  const first = Math.max(0, blocks.indexOf(pressed));
  root.render(createElement(Workbench, { files, first, store, exercise: findExercise(text, pressed), onClose: close }));
}
