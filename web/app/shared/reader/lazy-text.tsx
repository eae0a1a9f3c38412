import { decodePart } from '@newline/document/decode-part';
import { useEffect, useMemo } from 'react';
import type { TextFacts } from './text-facts.ts';
import { writeText } from './written-text.tsx';

/** A long text made in the browser, after a navigation within it. */
export function LazyText({ text }: { text: TextFacts }) {
  useEffect(() => {
    // The router looked for the place before the text was there.
    if (location.hash !== '') document.getElementById(decodePart(location.hash.slice(1)) ?? '')?.scrollIntoView();
  }, []);
  return useMemo(() => writeText(text).content, [text]);
}
