import { notPlainUrl } from '@newline/document/embeds/is-embeddable';
import { safeUrl } from '@newline/document/safe-url';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { EditorServices, EmbedLookup } from '../services.ts';
import { brokenCall, findById } from './load-remote-code.ts';

const maxHtmlLength = 20_000;

/** Why an address becomes no embed, fit for people; null when it may. */
export function refusalOfEmbed(text: string, services: Pick<EditorServices, 'isEmbeddable'>): string | null {
  const url = text.trim();
  if (url === '') return 'Enter a URL.';
  if (!/^https?:\/\//iu.test(url) || !URL.canParse(url) || safeUrl(url, 'media') === null) return 'Enter a URL that starts with https://.';
  const { hostname } = new URL(url);
  if (!services.isEmbeddable(url) && services.isEmbeddable(`https://${hostname}/`)) return notPlainUrl;
  if (!services.isEmbeddable(url)) return `${hostname} can’t be embedded. Link to it instead.`;
  return null;
}

/** The embed with what was found out about it. Null when the node is gone. */
function fillEmbed(state: EditorState, id: string, lookup: EmbedLookup): Transaction | null {
  const found = findById(state.doc, id);
  if (found === null || found.node.type.name !== 'embed') return null;
  const html = lookup.html ?? '';
  return state.tr
    .setNodeAttribute(found.pos, 'url', safeUrl(lookup.url, 'media') ?? found.node.attrs['url'])
    .setNodeAttribute(found.pos, 'src', safeUrl(lookup.iframeSrc, 'media'))
    .setNodeAttribute(found.pos, 'title', lookup.title)
    .setNodeAttribute(found.pos, 'scriptSrc', safeUrl(lookup.scriptSrc, 'media'))
    .setNodeAttribute(found.pos, 'html', html.length > maxHtmlLength ? '' : html)
    .setNodeAttribute(found.pos, 'loading', false);
}

interface LookUps {
  readonly underWay: Set<string>;
  /** Why the last look-up of an embed failed, by the embed's id. */
  readonly faults: Map<string, string>;
}

const lookUps = new WeakMap<EditorView, LookUps>();

function lookUpsOf(view: EditorView): LookUps {
  const known = lookUps.get(view);
  if (known !== undefined) return known;
  const made: LookUps = { underWay: new Set(), faults: new Map() };
  lookUps.set(view, made);
  return made;
}

/** Why the embed with an id could not be looked up; null when it could, or was not tried. */
export function faultOfEmbed(view: EditorView, id: string): string | null {
  return lookUpsOf(view).faults.get(id) ?? null;
}

/** Looks up an embed that says it is loading, once, and fills it. */
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
  // Known before the block is drawn again.
  const [fault] = lookup.errors;
  if (fault !== undefined) faults.set(id, fault);
  const tr = fillEmbed(view.state, id, lookup);
  if (tr !== null) view.dispatch(tr.setMeta('addToHistory', false));
}
