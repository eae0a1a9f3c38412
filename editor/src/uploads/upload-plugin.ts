import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { PlaceholderView } from '../views/placeholder-view.ts';
import { sortImageFiles } from './image-files.ts';
import { newUploadIds, placePlaceholders } from './upload-commands.ts';
import type { UploadQueue } from './upload-queue.ts';

interface Options {
  readonly queue: UploadQueue;
  /** Says something to the author that needs no answer. */
  readonly notify: (message: string) => void;
}

/** Uploads images that are pasted or dropped, and draws the places of those that are on their way. */
export function createUploadPlugin({ queue, notify }: Options): Plugin {
  return new Plugin({
    props: {
      nodeViews: { imageUploadPlaceholder: (node, view) => new PlaceholderView(node, view, queue) },
      handlePaste(view, event) {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0 || hasWords(event.clipboardData)) return false;
        return uploadFiles(view, files, view.state.selection.from, { queue, notify });
      },
      handleDrop(view, event, _slice, isMoved) {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (isMoved || files.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.doc.content.size;
        return uploadFiles(view, files, at, { queue, notify });
      },
    },
    view: () => ({ destroy: () => queue.destroy() }),
  });
}

/**
 * Starts the upload of every image among the files at a place of the text and says why the others are refused. True when the files
 * are dealt with, also when all were refused.
 */
export function uploadFiles(view: EditorView, files: readonly File[], at: number, { queue, notify }: Options): boolean {
  const { images, refused } = sortImageFiles(files);
  for (const { reason } of refused) notify(reason);
  if (images.length === 0) return true;
  const ids = newUploadIds(view.state.doc, images.length);
  const tr = placePlaceholders(
    view.state,
    ids,
    at,
    images.map(({ size }) => size),
  );
  if (tr === null) {
    notify('Images can’t go here. Place the cursor in a line of text.');
    return true;
  }
  // Known to the queue first: a placeholder that nobody sends is shown as interrupted.
  images.forEach((file, index) => queue.add(ids[index] ?? '', file));
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** Whether the clipboard holds text too: a spreadsheet's cells come with their picture. */
function hasWords(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  return html.replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/gu, '').trim() !== '';
}
