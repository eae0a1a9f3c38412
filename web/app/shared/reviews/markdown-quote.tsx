import { useEffect, useState } from 'react';
import { plainQuote, type Quote } from './quote.ts';
import { QuoteView } from './quote-view.tsx';

/** Renders a user's Markdown; shown as plain text until the Markdown parser has loaded. */
export function MarkdownQuote({ markdown }: { markdown: string }) {
  const [read, setRead] = useState<{ markdown: string; quote: Quote } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    import('./read-quote.ts')
      .then(({ readQuote }) => isCurrent && setRead({ markdown, quote: readQuote(markdown) }))
      .catch((error: unknown) => console.error('We couldn’t render the review.', error));
    return () => {
      isCurrent = false;
    };
  }, [markdown]);
  return <QuoteView quote={read?.markdown === markdown ? read.quote : plainQuote(markdown)} />;
}
