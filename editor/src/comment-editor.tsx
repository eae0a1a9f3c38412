import type { DocumentNode } from '@newline/document/document-node';
import type { Ref } from 'react';
import { EditorSurface, type EditorHandle } from './editor-surface.tsx';
import { CommentDoc } from './nodes/doc.ts';
import type { EditorServices } from './services.ts';
import type { UploadCounts } from './uploads/upload-queue.ts';

/** Props for the editor of a comment. The document is read once; change the key to load another. */
export interface CommentEditorProps {
  /** A normalized document of a comment. */
  readonly document: DocumentNode;
  readonly services: EditorServices;
  /** The placeholder of the empty editor, for example 'Add your comment'. */
  readonly placeholder: string;
  readonly label: string;
  /** True to start with the caret at the end of the text. */
  readonly hasFocus?: boolean | undefined;
  /** Another initial position of the caret, as the number of positions before the end of the text. */
  readonly caret?: { readonly anchor: number; readonly head: number } | undefined;
  readonly onChange: (document: DocumentNode) => void;
  /** Called with the current content on Ctrl+Enter and Cmd+Enter. */
  readonly onSubmit: (document: DocumentNode) => void;
  readonly onDirty?: (() => void) | undefined;
  /** Called with the counts of images that are still uploading, whenever they change. The document contains none of them. */
  readonly onUploads?: ((counts: UploadCounts) => void) | undefined;
  readonly handle?: Ref<EditorHandle> | undefined;
}

const extensions = [CommentDoc];

/** Renders the editor of a comment: the article editor with only the nodes that a comment can contain. Browser only; load it lazily. */
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
