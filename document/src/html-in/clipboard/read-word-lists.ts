import { append } from '../../append.ts';
import { emptyRecord } from '../../empty-record.ts';
import { textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';

type Item = { readonly level: number; readonly list: string; readonly marker: string; readonly content: readonly HtmlPiece[] };

/** The maximum list level in Word. */
const maxLevel = 9;

/**
 * Converts the paragraphs that Word writes for list items to lists. Their style contains the list and the level, and they start with the
 * number.
 */
export function readWordLists(element: HtmlElement): HtmlElement {
  if (!element.children.some((child) => itemOf(child) !== null)) return element;
  const children: HtmlPiece[] = [];
  let items: Item[] = [];
  const end = () => {
    if (items.length > 0) append(children, listsOf(items, 1));
    items = [];
  };
  for (const child of element.children) {
    const item = itemOf(child);
    if (item !== null) items.push(item);
    else if (typeof child !== 'string' || child.trim() !== '') {
      end();
      children.push(child);
    }
  }
  end();
  return { ...element, children };
}

function itemOf(piece: HtmlPiece): Item | null {
  if (typeof piece === 'string' || !/^(?:p|h[1-6]|div)$/u.test(piece.tag)) return null;
  const [, list, level] = /mso-list:\s*(l\d{1,5})\s+level(\d)/u.exec(piece.attributes['style'] ?? '') ?? [];
  if (list === undefined) return null;
  const marker = textOfPieces(marksIn(piece)).trim();
  const content = piece.children.flatMap(withoutMarks);
  return { level: Math.min(maxLevel, Math.max(1, Number(level))), list, marker, content };
}

function isMark(piece: HtmlPiece): boolean {
  return typeof piece !== 'string' && /mso-list:\s*ignore/iu.test(piece.attributes['style'] ?? '');
}

function marksIn(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : isMark(child) ? [child] : marksIn(child)));
}

function withoutMarks(piece: HtmlPiece): HtmlPiece[] {
  if (typeof piece === 'string') return [piece];
  return isMark(piece) ? [] : [{ ...piece, children: piece.children.flatMap(withoutMarks) }];
}

type List = { readonly tag: 'ul' | 'ol'; readonly list: string; readonly start: string; readonly items: HtmlPiece[][] };

/** Returns the lists of one level; deeper lists are inside the preceding items. */
function listsOf(items: readonly Item[], level: number): HtmlElement[] {
  const lists: List[] = [];
  let deeper: Item[] = [];
  const endDeeper = () => {
    if (deeper.length === 0) return;
    const inner = listsOf(deeper, level + 1);
    deeper = [];
    const last = lists.at(-1)?.items.at(-1);
    // A deep item without a parent goes into an item of its own.
    if (last === undefined) lists.push({ tag: 'ul', list: '', start: '', items: [inner] });
    else for (const list of inner) last.push(list);
  };
  for (const item of items) {
    if (item.level > level) {
      deeper.push(item);
      continue;
    }
    endDeeper();
    const number = /^\(?(\d{1,9}|[a-z]{1,4})[.)]/iu.exec(item.marker)?.[1];
    const tag = number === undefined ? 'ul' : 'ol';
    const open = lists.at(-1);
    if (open !== undefined && open.tag === tag && open.list === item.list) open.items.push([...item.content]);
    else lists.push({ tag, list: item.list, start: /^\d+$/u.test(number ?? '') ? (number ?? '') : '', items: [[...item.content]] });
  }
  endDeeper();
  return lists.map(({ tag, start, items: own }) => {
    const attributes = emptyRecord<string>();
    if (tag === 'ol' && start !== '' && start !== '1') attributes['start'] = start;
    return { tag, attributes, children: own.map((children) => ({ tag: 'li', attributes: emptyRecord(), children })) };
  });
}
