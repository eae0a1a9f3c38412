import type { StateBlock, StateInline } from 'markdown-it';
import { lineOf } from './line-of.ts';

/** The first line of a note that is written apart from its reference: `[^1]: text`. */
const definition = /^\[\^([^\]\s[]{1,100})\]:[ \t]*/u;
/** A reference to such a note. */
const reference = /\[\^([^\]\s[]{1,100})\]/uy;

/** The labels of the notes that are defined in a text, by the environment of its parse. */
const labelsByEnv = new WeakMap<object, Set<string>>();
/** Parses that are within the text of a note: notes don't contain notes. */
const withinNotes = new WeakSet<object>();

/** Returns a label as it is compared. */
export function noteLabel(label: string): string {
  return label.toLowerCase();
}

/** Reads `[^1]: text`, with further lines and blocks that are indented by four spaces. */
export function readNoteDefinition(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const [head, label] = definition.exec(lineOf(state, start)) ?? [];
  if (head === undefined || label === undefined) return false;
  if (isSilent) return true;
  const labels = labelsByEnv.get(state.env) ?? new Set();
  labelsByEnv.set(state.env, labels.add(noteLabel(label)));
  const open = state.push('footnote_definition_open', '', 1);
  open.info = label;
  const { parentType, blkIndent } = state;
  const [begin = 0, shift = 0, indent = 0] = [state.bMarks[start], state.tShift[start], state.sCount[start]];
  state.bMarks[start] = begin + shift + head.length;
  state.tShift[start] = 0;
  state.blkIndent = blkIndent + 4;
  state.sCount[start] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, start, end);
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  state.bMarks[start] = begin;
  state.tShift[start] = shift;
  state.sCount[start] = indent;
  state.push('footnote_definition_close', '', -1);
  return true;
}

/** Reads `[^1]` where a note with this label is defined anywhere in the text. */
export function readNoteReference(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== '[' || withinNotes.has(state.env)) return false;
  reference.lastIndex = state.pos;
  const [written, label] = reference.exec(state.src) ?? [];
  if (written === undefined || label === undefined || labelsByEnv.get(state.env)?.has(noteLabel(label)) !== true) return false;
  if (!isSilent) {
    const token = state.push('footnote_reference', '', 0);
    token.content = written;
    token.info = label;
  }
  state.pos += written.length;
  return true;
}

/** Reads `^[text]`. */
export function readInlineNote(state: StateInline, isSilent: boolean): boolean {
  if (!state.src.startsWith('^[', state.pos) || withinNotes.has(state.env)) return false;
  const end = state.md.helpers.parseLinkLabel(state, state.pos + 1);
  const inner = end < 0 ? '' : state.src.slice(state.pos + 2, end);
  if (inner.trim() === '') return false;
  if (!isSilent) {
    const token = state.push('footnote_inline', '', 0);
    token.content = state.src.slice(state.pos, end + 1);
    token.children = [];
    withinNotes.add(state.env);
    state.md.inline.parse(inner, state.md, state.env, token.children);
    withinNotes.delete(state.env);
  }
  state.pos = end + 1;
  return true;
}
