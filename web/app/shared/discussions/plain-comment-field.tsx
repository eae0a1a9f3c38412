import type { DocumentNode } from '@newline/document/document-node';
import { useEffect, useRef, useState } from 'react';
import type { CommentFieldProps } from './comment-field.tsx';

/** What stands there when the editor cannot be loaded: a text area whose lines become paragraphs. */
export default function PlainCommentField({ document, placeholder, hasFocus, onChange, onSubmit }: CommentFieldProps) {
  const [text, setText] = useState(() => linesOf(document).join('\n'));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  return (
    <textarea
      ref={field}
      aria-label={placeholder}
      placeholder={placeholder}
      rows={3}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(documentOfLines(target.value));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit(documentOfLines(text));
      }}
    />
  );
}

function documentOfLines(text: string): DocumentNode {
  return {
    type: 'doc',
    content: text.split('\n').map((line) => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) })),
  };
}

function linesOf(node: DocumentNode): string[] {
  if (node.content?.every(({ text }) => text !== undefined)) return [node.content.map(({ text }) => text).join('')];
  return (node.content ?? []).flatMap((child) => linesOf(child));
}
