import { append } from '@newline/document/append';
import type { EditorContent, TypedText } from '@newline/editor/content.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import { pressStill, resumeStill, typedInStill } from './still-typing.ts';
import styles from './studio.module.css';

type Props = {
  content: EditorContent;
  /** What was typed into it, for the editor, which takes it over. */
  typed: RefObject<TypedText[]>;
};

/** Runs while the page loads; React's listener takes over when it is there. */
const pressScript = import.meta.env.SSR
  ? `{const still=document.currentScript.parentElement,press=${pressStill.toString()};still.addEventListener('pointerup',(event)=>{if(!('live' in still.dataset))press(still,event)})}`
  : '';

/**
 * The text as it is read, until the editor has come. A press in it puts a caret there, also before any of the page's code is there: what is typed
 * is shown at it, and is in the text at that place when the editor takes over.
 */
export function StillText({ content: { title, document: body }, typed }: Props) {
  const still = useRef<HTMLDivElement>(null);
  const { nonce } = usePageFacts();
  useLayoutEffect(() => {
    const { current } = still;
    const { current: list } = typed;
    if (current === null) return undefined;
    current.dataset['live'] = '';
    const press = (event: PointerEvent) => pressStill(current, event);
    current.addEventListener('pointerup', press);
    // Typed into the still text before this one.
    const last = list.pop();
    if (last !== undefined) resumeStill(current, last);
    return () => {
      current.removeEventListener('pointerup', press);
      // What React takes away is still there now.
      append(list, typedInStill(current));
    };
  }, [typed]);
  return (
    <div className={styles['still']} ref={still}>
      <div className="prose">
        <h1>{title}</h1>
        <DocumentView bodyDelta={JSON.stringify(body)} />
      </div>
      <textarea className={styles['typed']} aria-label="Text" dir="auto" rows={1} hidden suppressHydrationWarning />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: pressScript }} />
    </div>
  );
}
