import { append } from '../../append.ts';
import { emptyRecord } from '../../empty-record.ts';
import { elementsIn, hasClass, type HtmlElement, type HtmlPiece } from '../html-tree.ts';

type WebItem = { readonly tag: string; readonly level: number; readonly list: string; readonly item: HtmlElement };
type WebList = { readonly tag: string; readonly list: string; readonly start: string; readonly items: HtmlElement[] };

/** Converts the lists of Word for the web and of Slack, whose levels are attributes of lists side by side. */
export function readWebLists(element: HtmlElement): HtmlElement {
  if (!element.children.some((child) => itemsOf(child) !== null)) return element;
  const children: HtmlPiece[] = [];
  let items: WebItem[] = [];
  const end = () => {
    if (items.length > 0) append(children, listsOf(items, 1));
    items = [];
  };
  for (const child of element.children) {
    const webItems = itemsOf(child);
    if (webItems !== null) append(items, webItems);
    else if (typeof child !== 'string' || child.trim() !== '') {
      end();
      children.push(child);
    }
  }
  end();
  return { ...element, children };
}

function itemsOf(piece: HtmlPiece): WebItem[] | null {
  if (typeof piece === 'string') return null;
  if (hasClass(piece, 'ListContainerWrapper')) {
    const inner = elementsIn(piece).map(itemsOf);
    return inner.every((each) => each !== null) ? inner.flat() : null;
  }
  if (piece.tag !== 'ul' && piece.tag !== 'ol') return null;
  const items = elementsIn(piece);
  const indent = hasClass(piece, 'p-rich_text_list') ? (piece.attributes['data-indent'] ?? '0') : undefined;
  if (indent !== undefined)
    return items.map((item) => ({ tag: piece.tag, level: Math.min(9, Math.max(1, (Number(indent) || 0) + 1)), list: '', item }));
  if (items.length === 0 || !items.every((item) => item.tag === 'li' && item.attributes['data-aria-level'] !== undefined)) return null;
  return items.map((item) => ({
    tag: piece.tag,
    level: Math.min(9, Math.max(1, Number(item.attributes['data-aria-level']) || 1)),
    list: item.attributes['data-listid'] ?? '',
    item,
  }));
}

function listsOf(items: readonly WebItem[], level: number): HtmlElement[] {
  const lists: WebList[] = [];
  let deeper: WebItem[] = [];
  const endDeeper = () => {
    const inner = deeper.length === 0 ? [] : listsOf(deeper, level + 1);
    deeper = [];
    const last = lists.at(-1)?.items;
    const parent = last?.pop();
    if (last !== undefined && parent !== undefined) last.push({ ...parent, children: [...parent.children, ...inner] });
    else
      for (const { tag, children } of inner)
        lists.push({ tag, list: '', start: '', items: children.filter((child) => typeof child !== 'string') });
  };
  for (const each of items) {
    if (each.level > level) {
      deeper.push(each);
      continue;
    }
    if (deeper.length > 0) endDeeper();
    const open = lists.at(-1);
    if (open?.tag === each.tag && open.list === each.list) open.items.push(each.item);
    else lists.push({ tag: each.tag, list: each.list, start: each.item.attributes['data-aria-posinset'] ?? '', items: [each.item] });
  }
  if (deeper.length > 0) endDeeper();
  return lists.map(({ tag, start, items: children }) => {
    const attributes = emptyRecord<string>();
    if (tag === 'ol' && /^\d{1,9}$/u.test(start) && start !== '1') attributes['start'] = start;
    return { tag, attributes, children };
  });
}
