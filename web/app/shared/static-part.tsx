import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { usePageFacts } from './page-facts.tsx';
import { grayFailedImages } from './reader/gray-failed-images.ts';
import { restoreServerPart } from './server-document.ts';

type Props = {
  /** The name under which the loader passes the rendered HTML. */
  name: string;
  /** The content to render in the browser after client-side navigation; null when it came as HTML. */
  content: ReactNode | null;
  /** The style sheets of the content, which the page includes. */
  styleSheets: readonly object[];
};

/**
 * Static content of a page. The server sends it as HTML, and the browser leaves it as it is: neither its data nor its code is loaded. Its
 * links still use client-side navigation.
 */
export function StaticPart({ name, content, styleSheets }: Props) {
  const { handedOver } = usePageFacts();
  const frame = useRef<HTMLDivElement>(null);
  // Evaluated once: true on the server and during hydration.
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
      <div ref={frame} data-part={name} data-style-sheets={styleSheets.length}>
        {handedOver.get(name) as ReactNode}
      </div>
    );
  if (isWritten || content === null) {
    // A text child, even an empty one, keeps React from hydrating the elements inside.
    return (
      <div ref={frame} data-part={name} data-style-sheets={styleSheets.length} suppressHydrationWarning>
        {''}
      </div>
    );
  }
  return (
    <div ref={frame} data-style-sheets={styleSheets.length}>
      <Suspense>{content}</Suspense>
    </div>
  );
}

/** Handles a plain click on an internal link with client-side navigation. */
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
