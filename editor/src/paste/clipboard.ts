import { createBlockId } from '@newline/document/block-ids';
import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { Extension } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { deleteSelected } from '../commands/delete-captioned.ts';
import { titleNodeName } from '../editor-schema.ts';
import type { EditorServices } from '../services.ts';
import { type ClipboardContent, readClipboardData, singleUrl } from './clipboard-data.ts';
import { openSlice, readOpenDepths } from './open-slice.ts';
import { findPlaceholders, takenIds } from '../uploads/upload-commands.ts';
import { uploadsOf } from '../uploads/upload-plugin.ts';
import { notePaste, noteRefusedPaste, type Paste } from './paste-losses.ts';

type Reader = typeof import('./read-clipboard.ts');

let reader: Reader | null = null;

async function loadReader(): Promise<Reader> {
  reader ??= await import('./read-clipboard.ts');
  return reader;
}

type Copier = typeof import('./copy.ts');

let copier: Copier | null = null;

/** Loads what writes the clipboard. Until then, the browser's text is copied. */
async function loadCopier(): Promise<void> {
  copier ??= await import('./copy.ts');
}

interface ClipboardOptions {
  readonly kind: DocumentKind;
  readonly services: EditorServices | null;
}

/**
 * Copying writes HTML and Markdown. Pasting reads both with the document format's own readers, so that the result can be saved unchanged.
 * With Shift, only text is pasted.
 */
export const Clipboard = Extension.create<ClipboardOptions>({
  name: 'clipboard',
  addOptions: () => ({ kind: 'article', services: null }),
  addProseMirrorPlugins() {
    const { kind, services } = this.options;
    let isPlain = false;
    const followShift = (_view: EditorView, event: KeyboardEvent) => {
      isPlain = event.shiftKey && event.key !== 'Insert';
      return false;
    };

    const handlePaste = (view: EditorView, event: ClipboardEvent): boolean => {
      const data = event.clipboardData;
      if (data === null || !view.editable || view.composing || isPlain || isVerbatim(view.state.selection)) return false;
      const content = readClipboardData(data);
      const url = singleUrl(content.text);
      if (url !== null && linkSelection(view, url)) return prevent(event);
      const hasFiles = data.files.length > 0;
      if (content.text === '' && (content.html === '' || hasFiles)) return false;
      const insert = ({ readClipboard }: Reader) => {
        if (view.isDestroyed) return;
        let lostImages = 0;
        const read = url === null || content.html === '' ? linkText(content, url) : content;
        const files = new Map<string, PastedFile>();
        const taken = takenIds(view.state.doc);
        const takeFile = (file: File, image: DocumentNode) => {
          const id = createBlockId(taken);
          files.set(id, { file, image });
          return id;
        };
        const onLostImage = () => {
          lostImages += 1;
        };
        const canUpload = uploadsOf(view.state) !== undefined;
        const blocks = readClipboard(read, kind, canUpload ? { onLostImage, onFile: takeFile } : { onLostImage });
        if (blocks === null) {
          services?.logFailure('paste', new Error(`too large: ${content.html.length + content.text.length} characters`));
          view.dispatch(noteRefusedPaste(view.state.tr));
          return;
        }
        const slice = openSlice(blocks, view.state.schema, readOpenDepths(content.html));
        pasteSlice(view, slice, event, { text: content.text, lostImages, files });
      };
      if (reader === null) {
        loadReader()
          .then(insert)
          .catch((error: unknown) => services?.logFailure('paste', error));
      } else insert(reader);
      return prevent(event);
    };

    const handleCopy = (view: EditorView, event: ClipboardEvent): boolean => {
      const { selection } = view.state;
      const copied = selection.empty || event.clipboardData === null ? undefined : copier?.copySlice(selection.content());
      if (!copied) return false;
      event.clipboardData?.clearData();
      event.clipboardData?.setData('text/html', copied.html);
      event.clipboardData?.setData('text/plain', copied.text);
      if (event.type === 'cut' && view.editable) deleteSelected(view.state, (tr) => view.dispatch(tr.setMeta('uiEvent', 'cut')));
      return prevent(event);
    };

    return [
      new Plugin({
        key: new PluginKey('clipboard'),
        view: () => {
          loadCopier().catch((error: unknown) => services?.logFailure('copy', error));
          return {};
        },
        props: {
          handleDOMEvents: {
            keydown: followShift,
            keyup: followShift,
            // Loads the readers before the first paste needs them.
            focus: () => {
              requestIdle(() => void loadReader().catch((error: unknown) => services?.logFailure('paste', error)));
              return false;
            },
            paste: handlePaste,
            copy: handleCopy,
            cut: handleCopy,
          },
        },
      }),
    ];
  },
});

function requestIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work, 500);
}

function prevent(event: Event): true {
  event.preventDefault();
  return true;
}

/** Returns true for code, formulas and the title, which take characters unchanged. ProseMirror's own handling does that. */
function isVerbatim({ $from, $to }: Selection): boolean {
  return $from.parent.type.spec.code === true || ($from.parent.type.name === titleNodeName && $from.sameParent($to));
}

/** Pasting a URL over selected text turns the text into a link. */
function linkSelection(view: EditorView, url: string): boolean {
  const { selection, schema, tr } = view.state;
  const { link } = schema.marks;
  const { $from, $to, empty } = selection;
  if (link === undefined || empty || !$from.sameParent($to) || !$from.parent.inlineContent || !$from.parent.type.allowsMarkType(link)) {
    return false;
  }
  view.dispatch(
    tr
      .addMark($from.pos, $to.pos, link.create({ href: url }))
      .setMeta('paste', true)
      .setMeta('uiEvent', 'paste'),
  );
  return true;
}

/** Turns a single URL into a link to itself. */
function linkText(content: ClipboardContent, url: string | null): ClipboardContent {
  if (url === null) return content;
  const escaped = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return { html: `<a href="${escaped}">${escaped}</a>`, text: url, codeLanguage: '' };
}

/** An image of a clipboard, and its node, whose `src` means nothing. */
type PastedFile = { readonly file: File; readonly image: DocumentNode };

/** Pastes a slice as ProseMirror does, with our additions. Files whose placeholders have a place in the text are uploaded, others are lost. */
function pasteSlice(
  view: EditorView,
  slice: Slice,
  event: ClipboardEvent,
  { files, ...paste }: Paste & { readonly files: ReadonlyMap<string, PastedFile> },
): void {
  if (view.someProp('handlePaste', (handle) => handle(view, event, slice)) === true) return;
  const { content, openStart, openEnd } = slice;
  const single = openStart === 0 && openEnd === 0 && content.childCount === 1 ? content.firstChild : null;
  const tr = single === null ? view.state.tr.replaceSelection(slice) : view.state.tr.replaceSelectionWith(single, false);
  const placed = findPlaceholders(tr.doc).flatMap(({ id }) => {
    const pasted = files.get(id);
    return pasted === undefined ? [] : [{ id, ...pasted }];
  });
  const lostImages = paste.lostImages + files.size - placed.length;
  // Added to the queue first: a placeholder without an upload is shown as interrupted.
  for (const { id, file, image } of placed) uploadsOf(view.state)?.add(id, file, image);
  view.dispatch(notePaste(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'), { ...paste, lostImages }));
}
