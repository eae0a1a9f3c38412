import { findCodeLanguage } from '../../code-languages.ts';
import { emptyRecord } from '../../empty-record.ts';
import { classesOf, findElement, hasClass, textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';
import { readCallout } from './read-boxes.ts';

/** Converts blocks that a single program has: Confluence's tasks, folded boxes and dates, code of Teams, quotations of Substack, Ghost's cards. */
export function readProgramBlocks(element: HtmlElement): HtmlElement {
  const type = element.attributes['data-node-type'];
  if (type !== undefined || 'data-task-local-id' in element.attributes || 'data-task-list-local-id' in element.attributes)
    return readConfluence(element, type);
  if (element.tag === 'codeblock') return codeOfTeams(element);
  // Substack.
  if (element.tag === 'div' && hasClass(element, 'pullquote')) return made('blockquote', '', element.children);
  return classesOf(element).some((name) => name.startsWith('kg-')) ? readGhost(element) : element;
}

function readConfluence(element: HtmlElement, type: string | undefined): HtmlElement {
  const { tag, attributes, children } = element;
  if (tag === 'div' && 'data-task-local-id' in attributes)
    return made('li', attributes['data-task-state'] === 'DONE' ? 'task task--done' : 'task', children);
  if (tag === 'div' && (type === 'actionList' || 'data-task-list-local-id' in attributes)) return made('ul', '', children);
  if (type === 'expand' || type === 'nestedExpand') return folded(attributes['data-title'] ?? '', children);
  const time =
    type === 'date' && textOfPieces(children).trim() === '' ? new Date(Number(attributes['data-timestamp'] ?? Number.NaN)) : null;
  return time === null || Number.isNaN(time.getTime()) ? element : made('span', '', [time.toISOString().slice(0, 10)]);
}

/** Whether an element is an image of Confluence's editor, whose file isn't in the clipboard. */
export function isMissingMedia(element: HtmlElement): boolean {
  return element.attributes['data-node-type'] === 'media' && findElement(element, ({ tag }) => tag === 'img') === undefined;
}

function codeOfTeams({ attributes, children }: HtmlElement): HtmlElement {
  const name = (attributes['class'] ?? '').trim().toLowerCase();
  return made('pre', findCodeLanguage(name) === undefined ? '' : `language-${name}`, [textOfPieces(children)]);
}

function readGhost(element: HtmlElement): HtmlElement {
  const part = (name: string) => findElement(element, (each) => each !== element && hasClass(each, name));
  if (hasClass(element, 'kg-callout-card')) {
    const callout = readCallout(made('aside', '', element.children));
    return hasClass(callout, 'note') ? callout : made('aside', 'note note--info', [made('div', '', element.children)]);
  }
  if (hasClass(element, 'kg-toggle-card')) {
    const title = part('kg-toggle-heading-text') ?? part('kg-toggle-heading');
    return folded(textOfPieces(title?.children ?? []).trim(), part('kg-toggle-content')?.children ?? []);
  }
  const link = hasClass(element, 'kg-bookmark-card') ? findElement(element, ({ tag }) => tag === 'a') : undefined;
  if (link === undefined) return element;
  const title = textOfPieces(part('kg-bookmark-title')?.children ?? []).trim();
  const description = textOfPieces(part('kg-bookmark-description')?.children ?? []).trim();
  const caption = textOfPieces(findElement(element, ({ tag }) => tag === 'figcaption')?.children ?? []).trim();
  const more = [description, caption].filter(Boolean).join(' ');
  return made('p', '', [{ ...link, children: [title || (link.attributes['href'] ?? '')] }, more === '' ? '' : `: ${more}`]);
}

function folded(title: string, children: readonly HtmlPiece[]): HtmlElement {
  return made('details', '', [made('summary', '', [title || 'Details']), ...children]);
}

function made(tag: string, name: string, children: readonly HtmlPiece[]): HtmlElement {
  const attributes = emptyRecord<string>();
  if (name !== '') attributes['class'] = name;
  return { tag, attributes, children };
}
