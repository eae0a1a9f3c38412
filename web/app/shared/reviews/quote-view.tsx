import { createElement, Fragment, type ReactNode } from 'react';
import type { Quote, QuoteRun } from './quote.ts';

/** A quote, in quotation marks if it's speech. */
export function QuoteView({ quote, isSpeech = false }: { quote: Quote; isSpeech?: boolean }) {
  const paragraphs = quote.map((runs, index) => {
    const opening = isSpeech && index === 0 ? '“' : '';
    const closing = isSpeech && index === quote.length - 1 ? '”' : '';
    return createElement('p', null, ...joined([opening, ...runs.map(rendered), closing]));
  });
  return createElement(Fragment, null, ...paragraphs);
}

function rendered({ text, href, look }: QuoteRun): ReactNode {
  const content = look === undefined ? text : createElement(look, null, text);
  if (href === undefined) return content;
  return (
    <a className="link" href={href} rel="noopener noreferrer nofollow">
      {content}
    </a>
  );
}

/** Joins consecutive strings, because React would separate them with a comment. */
function joined(parts: readonly ReactNode[]): ReactNode[] {
  const joinedParts: ReactNode[] = [];
  for (const part of parts) {
    const last = joinedParts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joinedParts[joinedParts.length - 1] = last + part;
    else joinedParts.push(part);
  }
  return joinedParts;
}
