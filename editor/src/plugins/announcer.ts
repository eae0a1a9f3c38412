import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

const shownMs = 3000;
const regions = new WeakMap<EditorView, HTMLElement>();
const hiding = new WeakMap<EditorView, ReturnType<typeof setTimeout>>();

/** The line below the text in which the editor reports what it did: read aloud, and visible as a toast. */
export const Announcer = Extension.create({
  name: 'announcer',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('announcer'),
      view: (view) => {
        const region = document.createElement('div');
        region.className = 'editor-said';
        region.setAttribute('role', 'status');
        region.setAttribute('aria-live', 'polite');
        view.dom.after(region);
        regions.set(view, region);
        return {
          destroy: () => {
            clearTimeout(hiding.get(view));
            region.remove();
            regions.delete(view);
          },
        };
      },
    }),
  ],
});

/** Announces something to screen readers, for example the new position of a block. */
export function announce(view: EditorView, message: string): void {
  say(view, message, false);
}

/** Shows a message to everyone for three seconds. */
export function showToast(view: EditorView, message: string): void {
  say(view, message, true);
}

function say(view: EditorView, message: string, isShown: boolean): void {
  const region = regions.get(view);
  if (region === undefined) return;
  clearTimeout(hiding.get(view));
  region.classList.toggle('is-shown', isShown);
  // The same message twice is announced twice.
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
  hiding.set(
    view,
    setTimeout(() => {
      region.classList.remove('is-shown');
      region.textContent = '';
    }, shownMs),
  );
}
