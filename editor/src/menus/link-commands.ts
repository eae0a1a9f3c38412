import { safeUrl } from '@newline/document/safe-url';
import type { MarkType } from '@tiptap/pm/model';
import { AllSelection, TextSelection, type Command, type EditorState, type Selection } from '@tiptap/pm/state';

/** The range of text for a link command. */
export interface LinkRange {
  readonly from: number;
  readonly to: number;
  /** The URL of the link in the range, or null if there is none. */
  readonly href: string | null;
}

/** The message for a URL that can't be linked. */
export const unsafeAddress = 'This URL can’t be linked. Use https://, a path such as /books, or mailto:.';

/**
 * Returns the URL to store, or null if it can't be linked (such as `javascript:`). A bare host gets `https://`, and a bare email address
 * `mailto:`.
 */
export function readLinkAddress(text: string): string | null {
  const typed = text.trim();
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(typed)) return `mailto:${typed}`;
  const isBareHost = /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:]|$)/iu.test(typed);
  return safeUrl(isBareHost ? `https://${typed}` : typed, 'link');
}

/** Returns the selected text, or the whole link at the caret; null if there is neither. */
export function linkRangeOf(state: EditorState): LinkRange | null {
  const type = state.schema.marks['link'];
  const selection = textSelectionOf(state.selection);
  if (type === undefined || selection === null) return null;
  const around = linkAround(state, type, selection.empty ? selection.from : selection.from + 1);
  if (selection.empty) return around;
  if (around !== null && around.from <= selection.from && around.to >= selection.to) return around;
  let href: string | null = null;
  state.doc.nodesBetween(selection.from, selection.to, (node) => {
    const mark = node.isText ? type.isInSet(node.marks) : undefined;
    if (mark !== undefined && href === null) href = String(mark.attrs['href']);
  });
  return { from: selection.from, to: selection.to, href };
}

/** Returns the selected text, also when everything is selected; null for a block. */
function textSelectionOf(selection: Selection): TextSelection | null {
  const textSelection = selection instanceof AllSelection ? TextSelection.between(selection.$from, selection.$to) : selection;
  return textSelection instanceof TextSelection ? textSelection : null;
}

/** Returns true if something in a range of text can be linked, which code can't. */
export function canBeLinked({ doc, schema }: EditorState, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const type = schema.marks['link'];
  let isPossible = false;
  doc.nodesBetween(from, Math.max(to, from), (node) => {
    if (type !== undefined && node.isTextblock && node.type.allowsMarkType(type)) isPossible = true;
    return !isPossible;
  });
  return isPossible;
}

/** Returns the range of text around a position that has the same link. */
function linkAround(state: EditorState, type: MarkType, pos: number): LinkRange | null {
  const $pos = state.doc.resolve(pos);
  const { parent, nodeBefore, nodeAfter } = $pos;
  const mark = type.isInSet(nodeBefore?.marks ?? []) ?? type.isInSet(nodeAfter?.marks ?? []);
  if (!parent.isTextblock || mark === undefined) return null;
  let offset = $pos.start();
  let run: { from: number; to: number } | null = null;
  for (let index = 0; index < parent.childCount; index += 1) {
    const child = parent.child(index);
    const end = offset + child.nodeSize;
    if (mark.isInSet(child.marks)) run = { from: run === null ? offset : run.from, to: end };
    else if (run !== null && pos <= run.to) break;
    else run = null;
    offset = end;
  }
  return run === null || pos < run.from || pos > run.to ? null : { ...run, href: String(mark.attrs['href']) };
}

/** Links a range of text and replaces any existing link. The text stays selected. */
export function setLink(range: { readonly from: number; readonly to: number }, href: string): Command {
  return (state, dispatch) => {
    const type = state.schema.marks['link'];
    if (type === undefined || range.from >= range.to) return false;
    dispatch?.(state.tr.removeMark(range.from, range.to, type).addMark(range.from, range.to, type.create({ href })));
    return true;
  };
}

/** Removes the link and keeps the text. */
export function removeLink(range: { readonly from: number; readonly to: number }): Command {
  return (state, dispatch) => {
    const type = state.schema.marks['link'];
    if (type === undefined || !state.doc.rangeHasMark(range.from, range.to, type)) return false;
    dispatch?.(state.tr.removeMark(range.from, range.to, type));
    return true;
  };
}
