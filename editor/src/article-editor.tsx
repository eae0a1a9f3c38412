import type { DocumentNode } from '@newline/document/document-node';
import type { Ref } from 'react';
import type { EditorContent, TypedText } from './content.ts';
import { EditorSurface, type EditorHandle } from './editor-surface.tsx';
import { AnchorTracking, type EditorAnchor } from './plugins/anchors.ts';
import type { EditorServices } from './services.ts';
import { authorNodes } from './sets/author-nodes.ts';
import type { UploadCounts } from './uploads/upload-queue.ts';

/** Props for the editor of an article or lesson. Title and document are read once; change the key to load others. */
export interface ArticleEditorProps {
  /** The accessible name of the text, by default 'Article'. */
  readonly label?: string | undefined;
  readonly title: string;
  /** A normalized document. */
  readonly document: DocumentNode;
  /** The positions of readers' annotations in the document. */
  readonly anchors?: readonly EditorAnchor[] | undefined;
  readonly services: EditorServices;
  /** Called with the normalized document when typing pauses, or at the latest when the editor loses focus or is unmounted. */
  readonly onChange: (content: EditorContent) => void;
  /** Called at the first change since the last `onChange`: from now on there are unsaved changes. */
  readonly onDirty?: (() => void) | undefined;
  /** Called with the counts of images that are still uploading, whenever they change. The document contains none of them. */
  readonly onUploads?: ((counts: UploadCounts) => void) | undefined;
  /** ID of the block where it begins, with the focus. */
  readonly shownBlock?: string | undefined;
  /** Returns what was typed before the editor was mounted. Called once. */
  readonly takeTyped?: (() => readonly TypedText[]) | undefined;
  readonly handle?: Ref<EditorHandle> | undefined;
}

/** Renders the editor of an article, lesson or chapter: the title line and all nodes of the format. Browser only; load it lazily. */
export function ArticleEditor({
  label = 'Article',
  title,
  document,
  anchors = noAnchors,
  services,
  onChange,
  onDirty,
  onUploads,
  shownBlock,
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
      shownBlock={shownBlock}
      takeTyped={takeTyped}
      handle={handle}
    />
  );
}

const noAnchors: readonly EditorAnchor[] = [];
