import type { Token } from 'markdown-it';
import type { DocumentNode } from '../document-node.ts';
import { NoteCopies, noteContent } from '../note-content.ts';
import { textAttribute } from '../schema/definition.ts';
import { noteLabel } from './footnotes.ts';

/** Collects the notes of a text that are written as `[^1]: text`, and puts them where the text refers to them. */
export class NoteReader {
  /** The labels to which the text refers, outside of notes. */
  readonly #wanted = new Set<string>();
  readonly #notes = new Map<string, readonly DocumentNode[]>();
  readonly #copies = new NoteCopies<string>();

  constructor(tokens: readonly Token[]) {
    let depth = 0;
    for (const { type, children } of tokens) {
      if (type === 'footnote_definition_open') depth += 1;
      else if (type === 'footnote_definition_close') depth -= 1;
      if (depth > 0) continue;
      for (const child of children ?? []) if (child.type === 'footnote_reference') this.#wanted.add(noteLabel(child.info));
    }
  }

  /** Takes a note. Returns what stays in its place: the text itself if nothing refers to it, or if another note has the label. */
  take(label: unknown, blocks: readonly DocumentNode[]): readonly DocumentNode[] {
    const written = typeof label === 'string' ? label : '';
    const key = noteLabel(written);
    const { content } = noteContent(blocks);
    if (this.#wanted.has(key) && !this.#notes.has(key) && content.length > 0) {
      this.#notes.set(key, content);
      return [];
    }
    return [{ type: 'paragraph', content: [{ type: 'text', text: `[^${written}]:` }] }, ...blocks];
  }

  /** Replaces each reference in the blocks by its note; one without a note is text. */
  insertInto(blocks: readonly DocumentNode[]): readonly DocumentNode[] {
    return blocks.map((node) => {
      if (node.type === 'footnoteReference') {
        const label = textAttribute(node, 'label');
        const key = noteLabel(label);
        const content = this.#notes.get(key);
        const isTaken = content !== undefined && this.#copies.take(key, () => JSON.stringify(content).length);
        return !isTaken ? { type: 'text', text: `[^${label}]` } : { type: 'footnote', content };
      }
      return node.content === undefined ? node : { ...node, content: this.insertInto(node.content) };
    });
  }
}
