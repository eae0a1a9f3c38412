import type { DocumentNode } from '@newline/document/document-node';

/** A text as a file: its title and its Markdown. */
export type MarkdownFile = { readonly title: string | null; readonly markdown: string };

/**
 * Serializes a Markdown file: the title in front matter, then the text with the IDs of its blocks, so that importing it restores the same
 * document.
 */
export async function writeMarkdownFile(title: string, document: DocumentNode): Promise<string> {
  const { toMarkdown } = await import('@newline/document/markdown');
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${toMarkdown(document, { hasIds: true })}\n`;
}

/** Parses the front matter of a Markdown file. Without it the whole file is text, including a first heading of level 1. */
export function readMarkdownFile(file: string): MarkdownFile {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text);
  if (!head) return { title: null, markdown: text };
  const line = /^title:[ \t]*(.+)$/m.exec(head[1] ?? '')?.[1]?.trim() ?? null;
  return { title: line === null ? null : unquoted(line), markdown: text.slice(head[0].length) };
}

/** Parses a document from Markdown, or returns an error message. */
export async function documentOfMarkdown(markdown: string): Promise<{ document: DocumentNode } | { error: string }> {
  const { fromMarkdown } = await import('@newline/document/markdown');
  const read = fromMarkdown(markdown, 'article');
  if (read.ok) return { document: read.document };
  const [first] = read.errors;
  return { error: `Can’t read the file: expected ${first?.expected ?? 'Markdown'}, got ${first?.got ?? 'something else'}.` };
}

function unquoted(value: string): string {
  if (value.startsWith("'") && value.endsWith("'") && value.length > 1) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
