import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { PlaceholderView } from '../views/placeholder-view.ts';
import { sortImageFiles } from './image-files.ts';
import { newUploadIds, placePlaceholders } from './upload-commands.ts';
import type { UploadQueue } from './upload-queue.ts';

interface Options {
  readonly queue: UploadQueue;
  /** Shows a message to the author that needs no answer. */
  readonly notify: (message: string) => void;
}

const key = new PluginKey<UploadQueue>('uploads');

/** Returns the uploads of an editor; undefined in one without uploads. */
export function uploadsOf(state: EditorState): UploadQueue | undefined {
  return key.getState(state);
}

/** Creates the plugin that uploads pasted or dropped images and renders placeholders for those in progress. */
export function createUploadPlugin({ queue, notify }: Options): Plugin {
  return new Plugin<UploadQueue>({
    key,
    state: { init: () => queue, apply: (_tr, same) => same },
    props: {
      nodeViews: { imageUploadPlaceholder: (node, view) => new PlaceholderView(node, view, queue) },
      handlePaste(view, event) {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0 || hasText(event.clipboardData)) return false;
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
 * Starts the upload of all images among the files at a position of the text, and reports why the others are rejected. Returns true if the
 * files were handled, even if all were rejected.
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
    notify('Images can’t go here. Put the cursor in a line of text.');
    return true;
  }
  // Added to the queue first: a placeholder without an upload is shown as interrupted.
  images.forEach((file, index) => queue.add(ids[index] ?? '', file));
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** Returns true if the clipboard also has text: a spreadsheet's cells come with an image of them. */
function hasText(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  return html.replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/gu, '').trim() !== '';
}
