import '@newline/ui/prose.css';
import './formulas.css';
import './reader-parts.css';
import './reader.css';
import { Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { usePageFacts } from '../page-facts.tsx';
import { restoreServerPart } from '../server-document.ts';
import { startReader } from './start-reader.ts';
import type { TextFacts } from './text-facts.ts';

type Props = {
  /** The name under which the loader passes the HTML that `writeTextOnce` rendered. */
  name: string;
  /** The text after client-side navigation; null when it came as HTML. */
  text: TextFacts | null;
};

// Only needed after client-side navigation: a page that came as HTML already has its text.
const LazyText = lazyComponent(() => import('./lazy-text.tsx').then((module) => module.LazyText));

/**
 * A long text. The server sends it as HTML, and the browser leaves it as it is: thousands of elements are neither sent again as data nor
 * rendered again by React. Its behavior (copying, embeds, diagrams) is attached to its outermost element. Use a `key` that changes with the
 * text.
 */
export function LongText({ name, text }: Props) {
  const { handedOver } = usePageFacts();
  const frame = useRef<HTMLDivElement>(null);
  // Evaluated once: true on the server and during hydration.
  const isFirstPage = useSyncExternalStore(subscribeToNothing, isNever, isAlways);
  const [isWritten] = useState(isFirstPage);
  useLayoutEffect(() => {
    if (frame.current) restoreServerPart(name, frame.current);
  }, [name]);
  useEffect(() => (frame.current ? startReader(frame.current) : undefined), []);
  const attributes = { className: 'prose text', ref: frame };
  if (handedOver) {
    const written = handedOver.get(name);
    return <div {...attributes} data-part={name} dangerouslySetInnerHTML={{ __html: typeof written === 'string' ? written : '' }} />;
  }
  if (isWritten || text === null) {
    // A text child, even an empty one, keeps React from hydrating the elements inside.
    return (
      <div {...attributes} data-part={name} suppressHydrationWarning>
        {''}
      </div>
    );
  }
  return (
    <div {...attributes}>
      <Suspense>
        <LazyText text={text} />
      </Suspense>
    </div>
  );
}

const subscribeToNothing = () => () => undefined;
const isNever = () => false;
const isAlways = () => true;
