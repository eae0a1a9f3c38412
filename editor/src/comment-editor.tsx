import type { DocumentNode } from '@newline/document/document-node';
import type { Ref } from 'react';
import { EditorSurface, type EditorHandle } from './editor-surface.tsx';
import { CommentDoc } from './nodes/doc.ts';
import type { EditorServices } from './services.ts';
import type { UploadCounts } from './uploads/upload-queue.ts';

/** What the page gives the editor of a comment. The document is read once; to load another, change the key. */
export interface CommentEditorProps {
  /** A normalised document of a comment. */
  readonly document: DocumentNode;
  readonly services: EditorServices;
  /** What the empty editor says, for example 'Add your comment'. */
  readonly placeholder: string;
  readonly label: string;
  /** True to begin with the caret at the end of the text. */
  readonly hasFocus?: boolean | undefined;
  /** Where that caret is instead: how many positions before the end of the text. */
  readonly caret?: { readonly anchor: number; readonly head: number } | undefined;
  readonly onChange: (document: DocumentNode) => void;
  /** Called on Ctrl+Enter and Cmd+Enter, with what is there by then. */
  readonly onSubmit: (document: DocumentNode) => void;
  readonly onDirty?: (() => void) | undefined;
  /** Called with the counts of images that are still uploading, whenever they change. The document has none of them. */
  readonly onUploads?: ((counts: UploadCounts) => void) | undefined;
  readonly handle?: Ref<EditorHandle> | undefined;
}

const extensions = [CommentDoc];

/** The editor of a comment: the article editor with the nodes that a comment may hold. Only in the browser; load it lazily. */
export function CommentEditor({
  document,
  services,
  placeholder,
  label,
  hasFocus,
  caret,
  onChange,
  onSubmit,
  onDirty,
  onUploads,
  handle,
}: CommentEditorProps) {
  return (
    <EditorSurface
      kind="comment"
      extensions={extensions}
      label={label}
      placeholder={placeholder}
      content={{ title: '', document }}
      services={services}
      hasFocus={hasFocus}
      caret={caret}
      onChange={(content) => onChange(content.document)}
      onSubmit={(content) => onSubmit(content.document)}
      onDirty={onDirty}
      onUploads={onUploads}
      handle={handle}
    />
  );
}
