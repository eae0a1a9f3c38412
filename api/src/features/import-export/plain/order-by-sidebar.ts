import { cutText } from '@newline/document/truncate';
import type { Literal } from '../docusaurus/read-literal.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import type { ImportMessages } from '../import-plan.ts';
import type { PlacedText, PlainText } from './plain-text.ts';

const maxSectionLength = 200;

type Answers = {
  /** The configuration file, for messages about it. */
  readonly file: string;
  readonly messages: ImportMessages;
  readonly allowance: ImportAllowance;
  /** Returns the text at a URL of the site. */
  find(link: string): PlainText | undefined;
};

/**
 * Orders texts as VitePress's sidebar does: groups are sections, and nested ones are named “Outer: inner”. Texts that aren't in a group
 * come last.
 */
export function orderBySidebar(sidebar: Literal, texts: readonly PlainText[], { file, messages, allowance, find }: Answers): PlacedText[] {
  const placed: PlacedText[] = [];
  const seen = new Set<PlainText>();
  const add = (link: string, base: string, section: string | null, label: string | null) => {
    allowance.take('placedDocuments');
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(link)) {
      messages.add(file, null, `A sidebar link to another site is skipped: ${JSON.stringify(cutText(link, 120))}.`, 'lost');
      return;
    }
    const text = find(link.startsWith('/') ? link : `${base}${link}`);
    if (text === undefined)
      messages.add(file, null, `The sidebar names ${JSON.stringify(cutText(link, 120))}, which isn’t a text.`, 'lost');
    else if (!seen.has(text)) {
      seen.add(text);
      placed.push({ text, section, label });
    }
  };
  const visit = (item: Literal, base: string, section: string | null): void => {
    if (typeof item === 'string') return add(item, base, section, null);
    if (Array.isArray(item)) return item.forEach((child: Literal) => visit(child, base, section));
    if (typeof item !== 'object' || item === null) return;
    const entry = item as { readonly [key: string]: Literal };
    const ownBase = typeof entry['base'] === 'string' ? entry['base'] : base;
    const label = typeof entry['text'] === 'string' ? entry['text'] : null;
    const items = entry['items'] ?? entry['children'];
    const inner =
      items === undefined ? section : cutText(section === null ? (label ?? 'Untitled') : `${section}: ${label ?? ''}`, maxSectionLength);
    if (typeof entry['link'] === 'string') add(entry['link'], ownBase, inner, label);
    if (items !== undefined) visit(items, ownBase, inner);
  };
  const isByPath = typeof sidebar === 'object' && sidebar !== null && !Array.isArray(sidebar);
  // A sidebar for each part of the site; their lists come one after the other.
  if (isByPath) {
    for (const [path, items] of Object.entries(sidebar as { readonly [key: string]: Literal })) {
      const own =
        typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as { readonly [key: string]: Literal }) : null;
      const base = own !== null && typeof own['base'] === 'string' ? own['base'] : path;
      visit(own?.['items'] ?? items, base, null);
    }
  } else visit(sidebar, '/', null);
  const others = texts.filter((text) => !seen.has(text) && text.hasWords);
  for (const { file: other } of others) messages.add(other, null, 'It isn’t in a sidebar, so it comes last.', 'info');
  return [...placed, ...others.map((text) => ({ text, section: null, label: null }))];
}
