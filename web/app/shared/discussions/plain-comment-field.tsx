import { type RefObject, useLayoutEffect, useState } from 'react';
import type { CommentFieldProps } from './comment-field.tsx';
import styles from './comment-form.module.css';
import { linesOf, startOfPlainText, withPlainText } from './plain-text.ts';

type Props = Omit<CommentFieldProps, 'caret' | 'hasServices'> & { field: RefObject<HTMLTextAreaElement | null> };

/**
 * A text area whose lines become paragraphs, used until the editor has loaded. Text with more than paragraphs is shown above it, and typing
 * continues it.
 */
export function PlainCommentField({ document, placeholder, hasFocus, field, onChange, onSubmit }: Props) {
  const [start] = useState(document);
  const [text, setText] = useState(() => startOfPlainText(start) ?? '');
  const isContinued = startOfPlainText(start) === null;
  useLayoutEffect(() => {
    if (!hasFocus) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [hasFocus, field]);
  const setComposing = (isComposing: boolean) => {
    if (isComposing) field.current?.setAttribute('data-composing', '');
    else field.current?.removeAttribute('data-composing');
  };
  return (
    <>
      {isContinued && (
        <div className={styles.start} dir="auto">
          {linesOf(start).join('\n')}
        </div>
      )}
      <textarea
        dir="auto"
        ref={field}
        aria-label={placeholder}
        placeholder={isContinued ? '' : placeholder}
        rows={isContinued ? 1 : 3}
        value={text}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onChange={({ target }) => {
          setText(target.value);
          onChange(withPlainText(start, target.value));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit(withPlainText(start, text));
        }}
      />
    </>
  );
}
