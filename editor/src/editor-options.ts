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

/** Settings of an editor. */
export interface EditorSettings {
  readonly kind: DocumentKind;
  readonly services: EditorServices;
  /** The nodes and features that it has in addition to those of a comment, including its document node. */
  readonly extensions: Extensions;
  /** The placeholder of the empty text. */
  readonly placeholder?: string | undefined;
}

/** Creates the Tiptap options of an editor with its nodes and features, without content and element. */
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
    // Styles are in the editor's own style sheet, and the document format reads pasted Markdown.
    injectCSS: false,
    enablePasteRules: false,
  };
}
