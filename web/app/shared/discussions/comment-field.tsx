import type { DocumentNode } from '@newline/document/document-node';
import { CommentEditor } from '@newline/editor/comment-editor.tsx';
import type { EditorHandle } from '@newline/editor/editor-surface.tsx';
import type { UploadCounts } from '@newline/editor/uploads/upload-queue.ts';
import { useMemo, useRef } from 'react';
import { usePageFacts } from '../page-facts.tsx';
import { useLeaveGuard } from '../upload/leave-guard.ts';
import { createEditorServices } from '../writing/editor-services.ts';

/** What the form gives the field in which a comment is written. */
export type CommentFieldProps = {
  /** Read once. */
  document: DocumentNode;
  placeholder: string;
  /** True to begin with the caret in it. */
  hasFocus: boolean;
  /** Where the caret is: how many steps before the end of the text. At the end unless told otherwise. */
  caret?: { anchor: number; head: number } | undefined;
  /** False in a demo: pictures, embeds and remote code are refused there, without a request. */
  hasServices: boolean;
  /** Told at every change. */
  onChange: (document: DocumentNode) => void;
  /** Ctrl+Enter or Cmd+Enter. */
  onSubmit: (document: DocumentNode) => void;
  /** Told when the number of images that are still uploading changes, with the text as it is then; that has none of them. */
  onUploads: (counts: UploadCounts, document: DocumentNode) => void;
};

/** The editor of a comment. With it comes all of the editor's code: it is loaded when somebody opens a form. */
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
  // The editor tells its words when typing rests; a form checks them on every change.
  const tellNow = () => queueMicrotask(() => editor.current && onChange(editor.current.flush().document));
  return (
    <CommentEditor
      document={document}
      services={services}
      placeholder={placeholder}
      label={placeholder}
      hasFocus={hasFocus}
      caret={caret}
      onChange={onChange}
      onDirty={tellNow}
      onSubmit={onSubmit}
      onUploads={(counts) => onUploads(counts, editor.current?.flush().document ?? document)}
      handle={editor}
    />
  );
}
