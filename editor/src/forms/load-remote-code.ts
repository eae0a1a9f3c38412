import { findCodeLanguage } from '@newline/document/code-languages';
import { decodePart } from '@newline/document/decode-part';
import { safeUrl } from '@newline/document/safe-url';
import type { Attrs, Node, Schema } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { EditorServices, RemoteCodeLookup, RemoteCodeRequest } from '../services.ts';
import { newUploadIds } from '../uploads/upload-commands.ts';

/** The message when the request itself fails. */
export const brokenCall = 'Sorry there was a problem. Please try again';

const failure = 'failed to load code from remote url';

// How to write a comment in files with each extension.
const comments: readonly (readonly [RegExp, (words: string) => string])[] = [
  [/\.(?:html?|xml|svg|svelte|vue|md|markdown)$/u, (words) => `<!-- ${words} -->`],
  [/\.(?:css|less|scss)$/u, (words) => `/* ${words} */`],
  [/\.(?:py|rb|sh|bash|zsh|ya?ml|toml|ex|exs|pl|r)$|(?:^|\/)(?:Dockerfile|Makefile)$/u, (words) => `# ${words}`],
  [/\.(?:clj|cljs|edn|lisp|el|ini)$/u, (words) => `;; ${words}`],
  [/\.(?:sql|lua|hs|elm)$/u, (words) => `-- ${words}`],
];

/** Returns the line that replaces code that couldn't be loaded, as a comment in the file's language. */
export function failureComment(url: string): string {
  const path = pathOf(url).replace(/#.*$/u, '');
  return (comments.find(([ending]) => ending.test(path))?.[1] ?? ((words: string) => `// ${words}`))(failure);
}

/** Returns the `mode` for a file by its extension, or the extension itself if no offered language has it. */
export function modeOf(path: string): string {
  const ending = /\.([\w+-]{1,12})$/u.exec(path)?.[1] ?? '';
  return findCodeLanguage(ending)?.mode ?? ending.toLowerCase();
}

/** Creates a block of remote code in the loading state. */
export function createLoadingBlock(schema: Schema, request: RemoteCodeRequest, ids: readonly string[]): Node {
  const { remoteCodeBlock, remoteCodeHeader, codeBlock } = schema.nodes;
  if (remoteCodeBlock === undefined || remoteCodeHeader === undefined || codeBlock === undefined) {
    throw new Error('createLoadingBlock: expected a schema with remote code');
  }
  const url = safeUrl(request.url);
  const path = pathOf(request.url);
  return remoteCodeBlock.create({ uniqueId: ids[0] ?? null }, [
    remoteCodeHeader.create({ url, filepath: path }),
    codeBlock.create({
      uniqueId: ids[1] ?? null,
      locality: 'remote',
      loading: true,
      readOnly: true,
      mode: modeOf(path),
      url,
      startLine: request.startLine,
      endLine: request.endLine,
      codeQuery: request.codeQuery,
    }),
  ]);
}

/**
 * Creates the header and the code from a result; after a failure, the code is a comment with the reason. `old` are the current attributes
 * of the code block.
 */
function createParts(schema: Schema, url: string, lookup: RemoteCodeLookup | null, old: Attrs): readonly Node[] {
  const { remoteCodeHeader, codeBlock } = schema.nodes;
  if (remoteCodeHeader === undefined || codeBlock === undefined) throw new Error('createParts: expected a schema with remote code');
  const isFilled = lookup !== null && lookup.errors.length === 0 && lookup.text !== null;
  const path = (isFilled ? lookup.filepath : null) ?? pathOf(url);
  const text = isFilled ? (lookup.text ?? '') : failureComment(url);
  const header = remoteCodeHeader.create({
    url: safeUrl(url),
    filepath: path,
    service: lookup?.repository?.service ?? '',
    owner: lookup?.repository?.owner ?? '',
    name: lookup?.repository?.name ?? '',
    oid: lookup?.commit?.oid ?? null,
    refname: lookup?.commit?.refname ?? null,
  });
  const fromLookup = isFilled
    ? { displayName: lookup.displayName ?? path, startLine: lookup.startLine, endLine: lookup.endLine, codeQuery: lookup.codeQuery }
    : { displayName: null };
  const fixed = { locality: 'remote', loading: false, readOnly: true, mode: modeOf(path), url: safeUrl(url) };
  return [header, codeBlock.create({ ...old, ...fixed, ...fromLookup }, text === '' ? null : schema.text(text))];
}

/** Creates a block of remote code from a result. */
export function createRemoteCodeBlock(schema: Schema, url: string, lookup: RemoteCodeLookup, ids: readonly string[]): Node {
  const type = schema.nodes['remoteCodeBlock'];
  if (type === undefined) throw new Error('createRemoteCodeBlock: expected a schema with remote code');
  return type.create({ uniqueId: ids[0] ?? null }, createParts(schema, url, lookup, { uniqueId: ids[1] ?? null }));
}

/** Puts a result into the block with an ID; the IDs of its nodes stay. Returns null if the block is gone. */
export function fillRemoteCode(state: EditorState, id: string, url: string, lookup: RemoteCodeLookup | null): Transaction | null {
  const target = findById(state.doc, id);
  if (target === null || target.node.type.name !== 'remoteCodeBlock') return null;
  const inside = target.pos + 1;
  const parts = createParts(state.schema, url, lookup, target.node.maybeChild(1)?.attrs ?? {});
  return state.tr.replaceWith(inside, inside + target.node.content.size, parts);
}

/** Returns the request for a block of remote code. */
export function requestOf(block: Node): RemoteCodeRequest {
  const code = block.maybeChild(1)?.attrs ?? {};
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const query: unknown = code['codeQuery'];
  return {
    url: String(block.maybeChild(0)?.attrs['url'] ?? ''),
    startLine: number(code['startLine']),
    endLine: number(code['endLine']),
    codeQuery: typeof query === 'string' ? query : null,
  };
}

const underWay = new WeakMap<EditorView, Map<string, Promise<void>>>();

/**
 * Loads the code of a block in the loading state once, and fills the block. A failure becomes a comment in the block. Resolves for each
 * caller when the block has been filled.
 */
export function loadRemoteCodeInto(view: EditorView, id: string, request: RemoteCodeRequest, services: EditorServices): Promise<void> {
  const loads = underWay.get(view) ?? new Map<string, Promise<void>>();
  underWay.set(view, loads);
  const load = loads.get(id) ?? loadOnce(view, id, request, services).finally(() => loads.delete(id));
  loads.set(id, load);
  return load;
}

async function loadOnce(view: EditorView, id: string, request: RemoteCodeRequest, services: EditorServices): Promise<void> {
  let lookup: RemoteCodeLookup | null = null;
  try {
    lookup = await services.loadRemoteCode(request);
  } catch (error) {
    services.logFailure('remote code', error);
  }
  if (view.isDestroyed) return;
  const tr = fillRemoteCode(view.state, id, request.url, lookup);
  if (tr !== null) view.dispatch(tr.setMeta('addToHistory', false));
}

/** Returns two new IDs for a block of remote code. */
export function remoteCodeIds(doc: Node): readonly string[] {
  return newUploadIds(doc, 2);
}

/** Finds the node with an ID at any depth. */
export function findById(doc: Node, id: string): { readonly node: Node; readonly pos: number } | null {
  let target: { node: Node; pos: number } | null = null;
  doc.descendants((node, pos) => {
    if (target === null && node.attrs['uniqueId'] === id) target = { node, pos };
    return target === null && !node.isTextblock;
  });
  return target;
}

/** Returns the path of the file within its repository, as far as its URL shows it. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  const path = /^\/[^/]+\/[^/]+\/(?:blob|raw|blame)\/[^/]+\/(.+)$/u.exec(pathname)?.[1] ?? pathname.replace(/^\//u, '');
  return decodePart(path) ?? path;
}
