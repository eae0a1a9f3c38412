import type { DocumentKind } from '@newline/document/document-node';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { FormHost } from '../forms/form-host.tsx';
import { attachInterface, interfaceOf } from '../interface-extension.ts';
import { imageTypes } from '../uploads/image-files.ts';
import type { UploadCounts } from '../uploads/upload-queue.ts';
import { BlockHandle } from './block-handle.tsx';
import { BlockMenu } from './block-menu.tsx';
import { BubbleMenu } from './bubble-menu.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { MessageList } from './message-list.tsx';
import { OptionMenu } from './option-menu.tsx';

interface Props {
  readonly editor: Editor;
  readonly kind: DocumentKind;
  /** Called with the counts of unfinished uploads, now and whenever they change. */
  readonly onUploads: (counts: UploadCounts) => void;
}

/**
 * Renders what floats above the text: the block menu, the bar of the selection, the menus of callouts and tables, forms, messages and the
 * list of keyboard shortcuts.
 */
export function EditorMenus({ editor, kind, onUploads }: Props) {
  const parts = interfaceOf(editor);
  const picker = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);

  useEffect(() => attachInterface(editor), [editor]);
  useEffect(() => parts.watchUploads(onUploads), [parts, onUploads]);
  useEffect(() => {
    parts.setPicker(() => picker.current?.click());
    parts.setHelp(() => setIsHelpOpen(true));
    return () => {
      parts.setPicker(null);
      parts.setHelp(null);
    };
  }, [parts]);

  const { store, menus } = parts;
  return (
    <>
      {kind !== 'comment' && <BlockHandle store={store} />}
      <BlockMenu store={store} idPrefix={parts.id} onChoose={parts.choose} />
      <BubbleMenu store={store} menus={menus} id={`${parts.id}-bar`} />
      <OptionMenu host={menus} onLeave={() => store.view()?.focus()} barId={`${parts.id}-bar`} />
      <FormHost store={store} slot={parts.formSlot} services={parts.services} />
      <MessageList messages={parts.messages} id={`${parts.id}-messages`} onLeave={() => store.view()?.focus()} />
      <KeyboardHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <input
        ref={picker}
        type="file"
        accept={imageTypes.join(',')}
        multiple
        hidden
        aria-label="Images"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          parts.uploadChosen(files);
          store.view()?.focus();
        }}
      />
    </>
  );
}
