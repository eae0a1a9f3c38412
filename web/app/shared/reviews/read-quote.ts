import { fromMarkdown } from '@newline/document/markdown';
import { plainQuote, type Quote, quoteOfDocument } from './quote.ts';

/** Parses a user's Markdown as a quote. It imports the Markdown parser, so pages load it lazily or call it on the server. */
export function readQuote(markdown: string): Quote {
  const read = fromMarkdown(markdown, 'comment');
  return read.ok ? quoteOfDocument(read.document) : plainQuote(markdown);
}
