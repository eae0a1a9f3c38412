import type { DocumentNode } from '@newline/document/document-node';
import { CommentEditor } from '@newline/editor/comment-editor.tsx';
import type { EditorHandle } from '@newline/editor/editor-surface.tsx';
import type { UploadCounts } from '@newline/editor/uploads/upload-queue.ts';
import { useMemo, useRef } from 'react';
import { usePageFacts } from '../page-facts.tsx';
import { useLeaveGuard } from '../upload/leave-guard.ts';
import { createEditorServices } from '../writing/editor-services.ts';

/** What the form passes to the field of a comment. */
export type CommentFieldProps = {
  /** The initial text; read once. */
  document: DocumentNode;
  placeholder: string;
  /** True to focus the field initially. */
  hasFocus: boolean;
  /** The initial caret, as a number of steps before the end of the text. At the end if omitted. */
  caret?: { anchor: number; head: number } | undefined;
  /** False in a demo: images, embeds and code from repositories are refused without a request. */
  hasServices: boolean;
  /** Called on every change. */
  onChange: (document: DocumentNode) => void;
  /** Called for Ctrl+Enter or Cmd+Enter. */
  onSubmit: (document: DocumentNode) => void;
  /** Called when the number of uploading images changes, with the current text, which contains none of them. */
  onUploads: (counts: UploadCounts, document: DocumentNode) => void;
};

/** The rich-text editor of a comment. It brings all of the editor's code, so it's only loaded when a form opens. */
export default function CommentField(props: CommentFieldProps) {
  const { document, placeholder, hasFocus, caret, hasServices, onChange, onSubmit, onUploads } = props;
  const { publicUrl, embedOrigin, codeHostUrl } = usePageFacts();
  const editor = useRef<EditorHandle>(null);
  const guard = useLeaveGuard();
  const services = useMemo(() => {
    const all = createEditorServices(null, { siteOrigin: new URL(publicUrl).origin, embedOrigin, codeHostUrl }, guard);
    if (hasServices) return all;
    const refuse = () => Promise.reject(new Error('Not available in this demo. Sign up to try it in a real discussion.'));
    return {
      ...all,
      uploadImage: refuse,
      importImage: undefined,
      lookUpEmbed: refuse,
      loadRemoteCode: refuse,
      isRemoteCodeUrl: () => false,
    };
  }, [publicUrl, embedOrigin, codeHostUrl, hasServices, guard]);
  // The editor reports its text when typing pauses, but the form checks it on every change.
  const reportNow = () => queueMicrotask(() => editor.current && onChange(editor.current.flush().document));
  return (
    <CommentEditor
      document={document}
      services={services}
      placeholder={placeholder}
      label={placeholder}
      hasFocus={hasFocus}
      caret={caret}
      onChange={onChange}
      onDirty={reportNow}
      onSubmit={onSubmit}
      onUploads={(counts) => onUploads(counts, editor.current?.flush().document ?? document)}
      handle={editor}
    />
  );
}
