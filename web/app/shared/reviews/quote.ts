import type { DocumentNode } from '@newline/document/document-node';

/** A piece of a quote in one style; `href` is an address that was checked when the Markdown was read. */
export type QuoteRun = { text: string; href?: string; look?: 'strong' | 'em' | 'code' };

/** What somebody said: paragraphs of runs. Small enough to travel with a page, and nothing in it is markup. */
export type Quote = QuoteRun[][];

/** A document as a quote: its paragraphs, and what else has words in it as paragraphs, too. */
export function quoteOfDocument(document: DocumentNode): Quote {
  const paragraphs: Quote = [];
  const visit = (node: DocumentNode) => {
    if (node.content?.some(({ type }) => type === 'text')) {
      const isCode = node.type === 'codeBlock';
      paragraphs.push((node.content ?? []).map((child) => runOf(child, isCode)));
    } else node.content?.forEach(visit);
  };
  visit(document);
  return paragraphs;
}

/** Words as they were typed, as a quote of one paragraph a line. */
export function plainQuote(words: string): Quote {
  return words
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((text) => [{ text }]);
}

function runOf(node: DocumentNode, isCode: boolean): QuoteRun {
  const marks = new Map(node.marks?.map((mark) => [mark.type, mark]));
  const href = marks.get('link')?.attrs?.['href'];
  const look = isCode || marks.has('code') ? 'code' : marks.has('bold') ? 'strong' : marks.has('italic') ? 'em' : undefined;
  return { text: node.text ?? ' ', ...(typeof href === 'string' && { href }), ...(look && { look }) };
}
