import type { DocumentNode } from '@newline/document/document-node';

/** A text as a file: its title and the text below it. */
export type MarkdownFile = { readonly title: string | null; readonly markdown: string };

/** Writes a Markdown file: the title between two lines of hyphens, then the text with the ids of its blocks, so that it comes back the same. */
export async function writeMarkdownFile(title: string, document: DocumentNode): Promise<string> {
  const { toMarkdown } = await import('@newline/document/markdown');
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${toMarkdown(document, { hasIds: true })}\n`;
}

/** Reads the head of a Markdown file. Without one the whole file is text, and a first heading of level 1 stays in it. */
export function readMarkdownFile(file: string): MarkdownFile {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text);
  if (!head) return { title: null, markdown: text };
  const line = /^title:[ \t]*(.+)$/m.exec(head[1] ?? '')?.[1]?.trim() ?? null;
  return { title: line === null ? null : unquoted(line), markdown: text.slice(head[0].length) };
}

/** The document of a Markdown file's text, or a sentence why there is none. */
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
