import type { CreateElement } from './element.ts';

/** Renders the number before a caption, `Listing 1: `, with a link to what it numbers. Without a label there is nothing. */
export function numberPieces<T>(h: CreateElement<T>, label: string, id: string, hasWords: boolean): readonly T[] {
  if (label === '') return [];
  const name = id === '' ? label : h('a', { href: `#${id}` }, label);
  return [h('span', { class: 'caption__number' }, name, ...(hasWords ? [': '] : []))];
}
