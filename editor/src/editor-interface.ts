import type { Schema } from '@tiptap/pm/model';
import type { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { createFormSlot, type FormSlot } from './forms/form-slot.ts';
import { createFormsPlugin, openForm } from './forms/forms-plugin.ts';
import { barContentOf } from './menus/bar-content.ts';
import type { BlockItem } from './menus/block-items.ts';
import { createBlockMenuPlugin } from './menus/block-menu-plugin.ts';
import { createBubblePlugin } from './menus/bubble-plugin.ts';
import { blockItemsFor } from './menus/find-block-items.ts';
import { findBlockPosition, insertBlock } from './menus/insert-block.ts';
import { createMessages, type Messages } from './menus/messages.ts';
import { createOptionMenuHost, type OptionMenuHost } from './menus/option-menu-host.ts';
import { createAddressPastePlugin } from './forms/address-paste-plugin.ts';
import type { EditorServices } from './services.ts';
import { noteProgress, replacePlaceholder } from './uploads/upload-commands.ts';
import { createCaptionsPlugin } from './plugins/captions-plugin.ts';
import { createNoteNumbersPlugin } from './plugins/note-numbers.ts';
import { createPasteLossPlugin, reportUnloadedImages } from './paste/paste-losses.ts';
import { createUploadPlugin, uploadFiles } from './uploads/upload-plugin.ts';
import { createUploadQueue, type UploadCounts } from './uploads/upload-queue.ts';
import { createNodeViewsPlugin } from './views/node-views-plugin.ts';
import { createSelectBlockPlugin } from './views/select-block-plugin.ts';
import { createViewStore, type ViewStore } from './views/view-store.ts';

/** The menus, forms and uploads of one editor: ProseMirror plugins and the React components next to the text. */
export interface EditorInterface {
  /** The prefix of its elements' IDs. */
  readonly id: string;
  readonly plugins: readonly Plugin[];
  readonly store: ViewStore;
  readonly menus: OptionMenuHost;
  readonly formSlot: FormSlot;
  readonly messages: Messages;
  readonly services: EditorServices;
  /** Runs an item of the block menu. */
  choose(view: EditorView, item: BlockItem): void;
  /** Starts the upload of chosen files at the caret. */
  uploadChosen(files: readonly File[]): void;
  /** Calls the listener with the counts of unfinished uploads, now and whenever they change. Returns a function that stops watching. */
  watchUploads(listener: (counts: UploadCounts) => void): () => void;
  /** Sets the function that opens the file picker, which React owns. */
  setPicker(open: (() => void) | null): void;
  /** Sets the function that opens the list of keyboard shortcuts, which React owns. */
  setHelp(open: (() => void) | null): void;
}

let count = 0;

type ImportImage = EditorServices['importImage'];

/** Returns the import of images with a report of how many failed, as soon as none is in progress. */
function countFailures(importImage: ImportImage, report: (count: number) => void): ImportImage {
  if (importImage === undefined) return undefined;
  let pending = 0;
  let failed = 0;
  return async (url, options) => {
    pending += 1;
    try {
      return await importImage(url, options);
    } catch (error) {
      if (!options.signal.aborted) failed += 1;
      throw error;
    } finally {
      pending -= 1;
      if (pending === 0 && failed > 0) {
        report(failed);
        failed = 0;
      }
    }
  };
}

/** Creates the interface of an editor with the nodes of `schema`. */
export function createEditorInterface(schema: Schema, services: EditorServices): EditorInterface {
  count += 1;
  const id = `editor-${count}`;
  const store = createViewStore();
  const menus = createOptionMenuHost();
  const formSlot = createFormSlot();
  const messages = createMessages();
  let openPicker: (() => void) | null = null;
  let openHelp: (() => void) | null = null;

  const queue = createUploadQueue({
    services,
    onUploaded: (uploadId, image, pasted) => {
      const view = store.view();
      const change = view === null ? null : replacePlaceholder(view.state, uploadId, image, pasted);
      if (view === null || change === null) return;
      view.dispatch(change.insert);
      const removal = change.remove(view.state);
      if (removal !== null) view.dispatch(removal);
    },
    onChange: (uploadId, state) => {
      const view = store.view();
      // The document must not change during composition. The next progress report comes soon.
      const change = view === null || view.composing ? null : noteProgress(view.state, uploadId, state);
      if (change !== null) view?.dispatch(change);
    },
  });
  const uploads = { queue, notify: (message: string) => messages.add(message) };
  const importImage = countFailures(services.importImage, (count) => {
    const view = store.view();
    if (view !== null) reportUnloadedImages(view, messages, count);
  });

  const choose = (view: EditorView, { insertion }: BlockItem) => {
    if (insertion.kind === 'images') openPicker?.();
    else if (insertion.kind === 'form') {
      const type = view.state.schema.nodes[insertion.type];
      const position = type === undefined ? null : findBlockPosition(view.state.doc, view.state.selection.from, type);
      if (position !== null) view.dispatch(openForm(view.state.tr, { kind: insertion.form, at: position.from, isEdit: false }));
    } else insertBlock(insertion)(view.state, view.dispatch, view);
  };

  return {
    id,
    store,
    menus,
    formSlot,
    messages,
    services,
    choose,
    uploadChosen: (files) => {
      const view = store.view();
      if (view !== null) uploadFiles(view, files, view.state.selection.from, uploads);
    },
    watchUploads: (listener) => queue.watchCounts(listener),
    setPicker: (open) => {
      openPicker = open;
    },
    setHelp: (open) => {
      openHelp = open;
    },
    plugins: [
      createBlockMenuPlugin({ items: blockItemsFor(schema), idPrefix: id, onChoose: choose }),
      createBubblePlugin(
        (view) => focusBar(view, id),
        () => openHelp?.(),
      ),
      createFormsPlugin(formSlot.set),
      createUploadPlugin(uploads),
      createPasteLossPlugin(messages),
      createAddressPastePlugin(services),
      createCaptionsPlugin(),
      ...(schema.nodes['footnote'] === undefined ? [] : [createNoteNumbersPlugin()]),
      createSelectBlockPlugin(),
      createNodeViewsPlugin({ ...services, importImage }, menus),
      store.plugin,
    ],
  };
}

/**
 * Moves the focus to the buttons of a message, or to the bar, or opens the menu of the callout around the caret. Returns false if there is
 * none of them.
 */
function focusBar(view: EditorView, id: string): boolean {
  const find = (part: 'messages' | 'bar', selector: string) =>
    document.getElementById(`${id}-${part}`)?.querySelector<HTMLElement>(selector) ?? null;
  // A message has actions only right after what it's about.
  const action = find('messages', '[data-action]');
  if (action === null && barContentOf(view.state) === null && openPanelMenu(view)) return true;
  const first = action ?? find('bar', 'button:not(:disabled), input') ?? find('messages', 'button');
  first?.focus();
  return first !== null;
}

function openPanelMenu(view: EditorView): boolean {
  const { $from } = view.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== 'panel') continue;
    const panel = view.nodeDOM($from.before(depth));
    const button = panel instanceof HTMLElement ? panel.querySelector<HTMLElement>('button[aria-haspopup]') : null;
    button?.click();
    return button !== null;
  }
  return false;
}
