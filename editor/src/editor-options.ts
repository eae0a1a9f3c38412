import type { DocumentKind } from '@newline/document/document-node';
import type { EditorOptions, Extensions } from '@tiptap/core';
import { MoveKeys } from './keys/move-keys.ts';
import { Clipboard } from './paste/clipboard.ts';
import { Announcer } from './plugins/announcer.ts';
import { BlockIds } from './plugins/block-ids.ts';
import { CaretFirst } from './plugins/caret-first.ts';
import { CodeHighlighting } from './plugins/code-highlighting.ts';
import { CurrentBlock } from './plugins/current-block.ts';
import { DragHandle } from './plugins/drag-handle.ts';
import { IncompleteRemoteCode } from './plugins/incomplete-remote-code.ts';
import { defaultPlaceholder, Placeholder } from './plugins/placeholder.ts';
import { Services } from './plugins/services.ts';
import { UrlLinks } from './plugins/url-links.ts';
import type { EditorServices } from './services.ts';
import { commentNodes } from './sets/comment-nodes.ts';
import { editing } from './sets/editing.ts';

/** What makes an editor. */
export interface EditorSettings {
  readonly kind: DocumentKind;
  readonly services: EditorServices;
  /** The nodes and abilities that it has beside those of a comment; its document node is among them. */
  readonly extensions: Extensions;
  /** What the empty text says. */
  readonly placeholder?: string | undefined;
}

/** The options of Tiptap that make an editor: its nodes and abilities. Without content and element. */
export function createEditorOptions({ kind, services, extensions, placeholder }: EditorSettings): Partial<EditorOptions> {
  return {
    extensions: [
      CaretFirst,
      ...extensions,
      ...commentNodes,
      ...editing,
      Services.configure({ services }),
      BlockIds,
      IncompleteRemoteCode,
      ...(kind === 'comment' ? [UrlLinks] : []),
      Placeholder.configure({ text: placeholder ?? defaultPlaceholder }),
      Clipboard.configure({ kind, services }),
      CodeHighlighting.configure({ services }),
      Announcer,
      CurrentBlock,
      DragHandle,
      MoveKeys,
    ],
    // Styles are in the editor's own sheet; pasted Markdown is read by the document format.
    injectCSS: false,
    enablePasteRules: false,
  };
}
