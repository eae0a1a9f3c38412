import { createElement, Fragment, type ReactNode } from 'react';
import type { Quote, QuoteRun } from './quote.ts';

/** What somebody said, in quotation marks where it is speech. */
export function QuoteView({ quote, isSpeech = false }: { quote: Quote; isSpeech?: boolean }) {
  const paragraphs = quote.map((runs, index) => {
    const opening = isSpeech && index === 0 ? '“' : '';
    const closing = isSpeech && index === quote.length - 1 ? '”' : '';
    return createElement('p', null, ...joined([opening, ...runs.map(rendered), closing]));
  });
  return createElement(Fragment, null, ...paragraphs);
}

function rendered({ text, href, look }: QuoteRun): ReactNode {
  const words = look === undefined ? text : createElement(look, null, text);
  if (href === undefined) return words;
  return (
    <a className="link" href={href} rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}

/** Texts that follow one another as one: React puts a comment between two. */
function joined(parts: readonly ReactNode[]): ReactNode[] {
  const whole: ReactNode[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (typeof part === 'string' && typeof last === 'string') whole[whole.length - 1] = last + part;
    else whole.push(part);
  }
  return whole;
}
