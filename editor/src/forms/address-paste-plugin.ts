import { normalizeEmbedUrl } from '@newline/document/embeds/embed-address';
import { faultOfCodeLines } from '@newline/document/code-lines';
import type { Schema } from '@tiptap/pm/model';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { placeBlock } from '../menus/insert-block.ts';
import type { EditorServices } from '../services.ts';
import { newUploadIds } from '../uploads/upload-commands.ts';
import { createLoadingBlock, remoteCodeIds } from './load-remote-code.ts';

/** Turns a pasted URL into what it refers to: a file on the code host becomes its code, and an embed on an empty line becomes an embed. */
export function createAddressPastePlugin(services: EditorServices): Plugin {
  return new Plugin({
    props: {
      handlePaste(view, event) {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        // With Shift, the author wants the text itself.
        const tr = isPlainPaste(view) ? null : blockOfAddress(view.state, text, services);
        if (tr === null) return false;
        view.dispatch(tr);
        return true;
      },
    },
  });
}

/** Reads ProseMirror's own flag for a pressed Shift key, which its types don't declare. */
function isPlainPaste(view: object): boolean {
  const input: unknown = 'input' in view ? view.input : null;
  return (
    typeof input === 'object' &&
    input !== null &&
    'shiftKey' in input &&
    input.shiftKey === true &&
    'lastKeyCode' in input &&
    input.lastKeyCode !== 45
  );
}

/** Returns a change that replaces the selection with the block for a URL, or null for other text. */
export function blockOfAddress(
  state: EditorState,
  text: string,
  services: Pick<EditorServices, 'isRemoteCodeUrl' | 'isEmbeddable'>,
): Transaction | null {
  const url = text.trim();
  const { $from, empty } = state.selection;
  if (!/^https?:\/\/\S+$/iu.test(url) || !URL.canParse(url)) return null;
  const { parent } = $from;
  // Over selected text, in code and in the title, a URL stays text.
  if (!empty || !parent.isTextblock || parent.type.spec.code === true || parent.type.spec.marks === '') return null;
  const isEmptyLine = parent.type.name === 'paragraph' && parent.content.size === 0;
  if (services.isRemoteCodeUrl(url) && has(state.schema, 'remoteCodeBlock')) {
    const [startLine, endLine] = linesOf(url);
    const request = { url, startLine, endLine, codeQuery: null };
    return placeBlock(state, createLoadingBlock(state.schema, request, remoteCodeIds(state.doc)));
  }
  const embed = state.schema.nodes['embed'];
  if (!isEmptyLine || embed === undefined || !services.isEmbeddable(url)) return null;
  return placeBlock(state, embed.create({ url: normalizeEmbedUrl(url), loading: true, uniqueId: newUploadIds(state.doc, 1)[0] ?? null }));
}

/** Reads `#L12-L20` of a URL as numbers. */
function linesOf(url: string): readonly [number | null, number | null] {
  const match = /^#L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7}))?/u.exec(new URL(url).hash);
  if (match === null) return [null, null];
  const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])];
  const range = { startLine: Math.min(from, to), endLine: Math.max(from, to) };
  return faultOfCodeLines(range) === null ? [range.startLine, range.endLine] : [null, null];
}

function has(schema: Schema, type: string): boolean {
  return schema.nodes[type] !== undefined;
}
