import type { DocumentNode } from '@newline/document/document-node';

/** A run of text in one style; `href` is a URL that was validated when the Markdown was parsed. */
export type QuoteRun = { text: string; href?: string; look?: 'strong' | 'em' | 'code' };

/** A quote as paragraphs of runs. Small enough to include in a page's data, and contains no markup. */
export type Quote = QuoteRun[][];

/** Converts a document to a quote: its paragraphs, and other blocks with text as paragraphs too. */
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

/** Converts plain text to a quote with one paragraph per line. */
export function plainQuote(plainText: string): Quote {
  return plainText
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
