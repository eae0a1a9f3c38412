import { append } from '@newline/document/append';
import type { EditorContent, TypedText } from '@newline/editor/content.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import { pressStill, resumeStill, typedInStill } from './still-typing.ts';
import styles from './studio.module.css';

type Props = {
  content: EditorContent;
  /** Text typed into it, which the editor takes over. */
  typed: RefObject<TypedText[]>;
};

/** Runs while the page loads, until React handles presses. */
const pressScript = import.meta.env.SSR
  ? `{const still=document.currentScript.parentElement,press=${pressStill.toString()};still.addEventListener('pointerup',(event)=>{if(!('live' in still.dataset))press(still,event)})}`
  : '';

/**
 * The text in its read-only form, until the editor has loaded. Pressing it puts a caret there, even before hydration: typed text is shown
 * there, and inserted at that position when the editor takes over.
 */
export function StillText({ content: { title, document: body }, typed }: Props) {
  const staticText = useRef<HTMLDivElement>(null);
  const { nonce } = usePageFacts();
  useLayoutEffect(() => {
    const { current } = staticText;
    const { current: list } = typed;
    if (current === null) return undefined;
    current.dataset['live'] = '';
    const press = (event: PointerEvent) => pressStill(current, event);
    current.addEventListener('pointerup', press);
    // Typed into the server-rendered text before this one.
    const last = list.pop();
    if (last !== undefined) resumeStill(current, last);
    return () => {
      current.removeEventListener('pointerup', press);
      // Read before React removes it.
      append(list, typedInStill(current));
    };
  }, [typed]);
  return (
    <div className={styles['still']} ref={staticText}>
      <div className="prose">
        <h1>{title}</h1>
        <DocumentView bodyDelta={JSON.stringify(body)} />
      </div>
      <textarea className={styles['typed']} aria-label="Text" dir="auto" rows={1} hidden suppressHydrationWarning />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: pressScript }} />
    </div>
  );
}
