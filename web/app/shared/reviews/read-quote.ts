import { fromMarkdown } from '@newline/document/markdown';
import { plainQuote, type Quote, quoteOfDocument } from './quote.ts';

/** Markdown that a user wrote, as a quote. Brings the reader of Markdown: pages load it late, or read on the server. */
export function readQuote(markdown: string): Quote {
  const read = fromMarkdown(markdown, 'comment');
  return read.ok ? quoteOfDocument(read.document) : plainQuote(markdown);
}
