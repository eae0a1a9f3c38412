import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { usePageFacts } from './page-facts.tsx';
import { grayFailedImages } from './reader/gray-failed-images.ts';
import { restoreServerPart } from './server-document.ts';

type Props = {
  /** The name under which the loader handed the finished part over. */
  name: string;
  /** The part made in the browser, where the page was reached within it; null when it came as HTML. */
  lazyComponent: ReactNode | null;
  /** The style sheets of the part, which the page brings along. */
  sheets: readonly object[];
};

/**
 * A part of a page in which nothing moves. The server sends it as HTML, and the browser leaves that as it is: neither its data nor
 * the code that made it travel. Its links are followed within the browser all the same.
 */
export function StaticPart({ name, lazyComponent, sheets }: Props) {
  const { handedOver } = usePageFacts();
  const frame = useRef<HTMLDivElement>(null);
  // Asked once: true on the server and while the server's HTML is being taken over.
  const isFirstPage = useSyncExternalStore(subscribeToNothing, isNever, isAlways);
  const [isWritten] = useState(isFirstPage);
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (frame.current) restoreServerPart(name, frame.current);
  }, [name]);
  useEffect(() => {
    const part = frame.current;
    if (part === null) return undefined;
    const controller = new AbortController();
    grayFailedImages(part, controller.signal);
    part.addEventListener('click', (event) => followWithin(event, navigate), controller);
    return () => controller.abort();
  }, [navigate]);
  if (handedOver)
    return (
      <div ref={frame} data-part={name} data-sheets={sheets.length}>
        {handedOver.get(name) as ReactNode}
      </div>
    );
  if (isWritten || lazyComponent === null) {
    // A text child, even an empty one, keeps React from looking at the elements that stand here.
    return (
      <div ref={frame} data-part={name} data-sheets={sheets.length} suppressHydrationWarning>
        {''}
      </div>
    );
  }
  return (
    <div ref={frame} data-sheets={sheets.length}>
      <Suspense>{lazyComponent}</Suspense>
    </div>
  );
}

/** Follows a plain press on a link of this site without loading a page anew. */
function followWithin(event: MouseEvent, navigate: ReturnType<typeof useNavigate>): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== location.origin) return;
  event.preventDefault();
  void navigate(link.pathname + link.search + link.hash);
}

const subscribeToNothing = () => () => undefined;
const isNever = () => false;
const isAlways = () => true;
