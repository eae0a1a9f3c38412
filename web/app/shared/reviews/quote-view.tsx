import { createElement, Fragment, type ReactNode } from 'react';
import type { Quote, QuoteRun } from './quote.ts';

/** What somebody said, in quotation marks where it is speech. */
export function QuoteView({ quote, isSpeech = false }: { quote: Quote; isSpeech?: boolean }) {
  const paragraphs = quote.map((runs, index) =>
    createElement(
      'p',
      null,
      isSpeech && index === 0 && '“',
      ...runs.map((run) => createElement(Run, { run })),
      isSpeech && index === quote.length - 1 && '”',
    ),
  );
  return createElement(Fragment, null, ...paragraphs);
}

function Run({ run: { text, href, look } }: { run: QuoteRun }): ReactNode {
  const words = look === undefined ? text : createElement(look, null, text);
  if (href === undefined) return words;
  return (
    <a className="link" href={href} rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}
