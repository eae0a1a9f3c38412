import type { DocumentNode } from './document-node.ts';
import { textAttribute } from './schema/definition.ts';

/** What becomes of blocks in a footnote, which only has lines of text. */
export interface NoteContent {
  readonly content: readonly DocumentNode[];
  /** True if it had more than paragraphs: a list, code, an image. */
  readonly isSimplified: boolean;
}

/** The most that is copied for further references to the same notes: characters of JSON or HTML. A small text could otherwise be a huge one. */
const maxCopied = 200_000;

/** Decides which references to a note get its text: the first, and others as long as not too much is copied. */
export class NoteCopies<Key> {
  readonly #sizes = new Map<Key, number>();
  #copied = 0;

  /** Returns true if a reference gets the note. `sizeOf` is called once for each note. */
  take(note: Key, sizeOf: () => number): boolean {
    const size = this.#sizes.get(note);
    if (size === undefined) {
      this.#sizes.set(note, sizeOf());
      return true;
    }
    if (this.#copied + size > maxCopied) return false;
    this.#copied += size;
    return true;
  }
}

type Line = readonly DocumentNode[];

/** Returns the text of blocks as the content of a footnote: every paragraph, item or line of code is a line. No words are dropped. */
export function noteContent(blocks: readonly DocumentNode[]): NoteContent {
  const lines: Line[] = [];
  let isSimplified = false;
  const visit = (block: DocumentNode) => {
    if (block.type !== 'paragraph') isSimplified = true;
    for (const line of linesOf(block, visit)) lines.push(line);
  };
  for (const block of blocks) visit(block);
  const filled = lines.filter((line) => line.some(({ text = '' }) => text.trim() !== ''));
  return { content: filled.flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...line]), isSimplified };
}

function linesOf(block: DocumentNode, visit: (block: DocumentNode) => void): readonly Line[] {
  const content = block.content ?? [];
  switch (block.type) {
    case 'codeBlock':
    case 'mermaid':
      return codeOf(content)
        .split('\n')
        .map((text) => [{ type: 'text', text, marks: [{ type: 'code' }] }]);
    case 'math':
      return [[{ type: 'text', text: codeOf(content), marks: [{ type: 'formula' }] }]];
    case 'image':
    case 'embed':
    case 'iframeEmbed':
    case 'ideEmbed':
      return [linkTo(block), flat(content)];
    default:
      if (content.some(isInline)) return [flat(content)];
      for (const child of content) visit(child);
      return [];
  }
}

function isInline({ type }: DocumentNode): boolean {
  return type === 'text' || type === 'hardBreak' || type === 'footnote' || type === 'footnoteReference';
}

function codeOf(content: readonly DocumentNode[]): string {
  return content.map(({ text = '' }) => text).join('');
}

function linkTo(node: DocumentNode): Line {
  const href = textAttribute(node, 'src') || textAttribute(node, 'url');
  const text = textAttribute(node, 'alt') || textAttribute(node, 'title') || href;
  return href === '' ? [{ type: 'text', text }] : [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }];
}

/** Returns inline content without notes: one in another becomes text in parentheses. */
function flat(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'footnote') return [{ type: 'text', text: ' (' }, ...flat(node.content ?? []), { type: 'text', text: ')' }];
    if (node.type === 'footnoteReference') return [{ type: 'text', text: `[^${textAttribute(node, 'label')}]` }];
    return node.type === 'text' || node.type === 'hardBreak' ? [node] : [];
  });
}
