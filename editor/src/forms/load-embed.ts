import { notPlainUrl } from '@newline/document/embeds/is-embeddable';
import { safeUrl } from '@newline/document/safe-url';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { EditorServices, EmbedLookup } from '../services.ts';
import { brokenCall, findById } from './load-remote-code.ts';

const maxHtmlLength = 20_000;

/** Returns a message that says why a URL can't be embedded, or null if it can. */
export function refusalOfEmbed(text: string, services: Pick<EditorServices, 'isEmbeddable'>): string | null {
  const url = text.trim();
  if (url === '') return 'Enter a URL.';
  if (!/^https?:\/\//iu.test(url) || !URL.canParse(url) || safeUrl(url, 'media') === null) return 'Enter a URL that starts with https://.';
  const { hostname } = new URL(url);
  if (!services.isEmbeddable(url) && services.isEmbeddable(`https://${hostname}/`)) return notPlainUrl;
  if (!services.isEmbeddable(url)) return `${hostname} can’t be embedded. Link to it instead.`;
  return null;
}

/** Fills an embed with the result of its lookup. Returns null if the node is gone. */
function fillEmbed(state: EditorState, id: string, lookup: EmbedLookup): Transaction | null {
  const target = findById(state.doc, id);
  if (target === null || target.node.type.name !== 'embed') return null;
  const html = lookup.html ?? '';
  return state.tr
    .setNodeAttribute(target.pos, 'url', safeUrl(lookup.url, 'media') ?? target.node.attrs['url'])
    .setNodeAttribute(target.pos, 'src', safeUrl(lookup.iframeSrc, 'media'))
    .setNodeAttribute(target.pos, 'title', lookup.title)
    .setNodeAttribute(target.pos, 'scriptSrc', safeUrl(lookup.scriptSrc, 'media'))
    .setNodeAttribute(target.pos, 'html', html.length > maxHtmlLength ? '' : html)
    .setNodeAttribute(target.pos, 'loading', false);
}

interface LookUps {
  readonly underWay: Set<string>;
  /** Messages that say why the last lookup of an embed failed, by the embed's ID. */
  readonly faults: Map<string, string>;
}

const lookUps = new WeakMap<EditorView, LookUps>();

function lookUpsOf(view: EditorView): LookUps {
  const existing = lookUps.get(view);
  if (existing !== undefined) return existing;
  const created: LookUps = { underWay: new Set(), faults: new Map() };
  lookUps.set(view, created);
  return created;
}

/** Returns a message that says why an embed couldn't be looked up; null if it could, or wasn't tried. */
export function faultOfEmbed(view: EditorView, id: string): string | null {
  return lookUpsOf(view).faults.get(id) ?? null;
}

/** Looks up an embed in the loading state once, and fills it. */
export async function loadEmbedInto(view: EditorView, id: string, url: string, services: EditorServices): Promise<void> {
  const { underWay, faults } = lookUpsOf(view);
  if (underWay.has(id)) return;
  underWay.add(id);
  faults.delete(id);
  let lookup: EmbedLookup;
  try {
    lookup = await services.lookUpEmbed(url);
  } catch (error) {
    services.logFailure('embed', error);
    lookup = { url: null, iframeSrc: null, scriptSrc: null, html: null, title: null, errors: [brokenCall] };
  }
  underWay.delete(id);
  if (view.isDestroyed) return;
  // Stored before the block is rendered again.
  const [fault] = lookup.errors;
  if (fault !== undefined) faults.set(id, fault);
  const tr = fillEmbed(view.state, id, lookup);
  if (tr !== null) view.dispatch(tr.setMeta('addToHistory', false));
}
