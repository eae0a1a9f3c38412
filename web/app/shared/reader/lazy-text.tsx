import { decodePart } from '@newline/document/decode-part';
import { useEffect, useMemo } from 'react';
import type { TextFacts } from './text-facts.ts';
import { writeText } from './written-text.tsx';

/** A long text rendered in the browser, after client-side navigation. */
export function LazyText({ text }: { text: TextFacts }) {
  useEffect(() => {
    // The router scrolled before the text was rendered.
    if (location.hash !== '') document.getElementById(decodePart(location.hash.slice(1)) ?? '')?.scrollIntoView();
  }, []);
  return useMemo(() => writeText(text).content, [text]);
}
