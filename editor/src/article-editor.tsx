import type { DocumentNode } from '@newline/document/document-node';
import type { Ref } from 'react';
import type { EditorContent, TypedText } from './content.ts';
import { EditorSurface, type EditorHandle } from './editor-surface.tsx';
import { AnchorTracking, type EditorAnchor } from './plugins/anchors.ts';
import type { EditorServices } from './services.ts';
import { authorNodes } from './sets/author-nodes.ts';
import type { UploadCounts } from './uploads/upload-queue.ts';

/** What the page gives the editor of an article or lesson. Title and document are read once; to load others, change the key. */
export interface ArticleEditorProps {
  /** What is written, for those who listen: 'Article' unless told otherwise. */
  readonly label?: string | undefined;
  readonly title: string;
  /** A normalised document. */
  readonly document: DocumentNode;
  /** Where annotations of readers are in it. */
  readonly anchors?: readonly EditorAnchor[] | undefined;
  readonly services: EditorServices;
  /** Called when typing rests, with the normalised document; at the latest when the editor is left or taken away. */
  readonly onChange: (content: EditorContent) => void;
  /** Called at the first change since the last `onChange`: from here on something is unsaved. */
  readonly onDirty?: (() => void) | undefined;
  /** Called with the counts of images that are still uploading, whenever they change. The document has none of them. */
  readonly onUploads?: ((counts: UploadCounts) => void) | undefined;
  /** What was typed before the editor was there; asked for once. */
  readonly takeTyped?: (() => readonly TypedText[]) | undefined;
  readonly handle?: Ref<EditorHandle> | undefined;
}

/** The editor of an article, lesson or chapter: the title line and every node of the format. Only in the browser; load it lazily. */
export function ArticleEditor({
  label = 'Article',
  title,
  document,
  anchors = noAnchors,
  services,
  onChange,
  onDirty,
  onUploads,
  takeTyped,
  handle,
}: ArticleEditorProps) {
  return (
    <EditorSurface
      kind="article"
      extensions={[...authorNodes, AnchorTracking.configure({ anchors })]}
      label={label}
      content={{ title, document }}
      services={services}
      onChange={onChange}
      onDirty={onDirty}
      onUploads={onUploads}
      takeTyped={takeTyped}
      handle={handle}
    />
  );
}

const noAnchors: readonly EditorAnchor[] = [];
