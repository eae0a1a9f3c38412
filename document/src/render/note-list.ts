import type { CreateElement } from './element.ts';

/** A footnote as the renderer found it in the text. */
export interface RenderedNote<T> {
  readonly number: number;
  /** The anchor of the note, or '' if notes have none. */
  readonly id: string;
  /** The anchors of its numbers in the text: several if the text refers to it again. */
  readonly backIds: readonly string[];
  readonly content: readonly (T | string)[];
}

/** Renders the list of notes after a text, each with a link back. Without notes there is nothing. */
export function renderNotes<T>(notes: readonly RenderedNote<T>[], h: CreateElement<T>, hasDirections = false): readonly T[] {
  const [first] = notes;
  if (first === undefined) return [];
  const dir = hasDirections ? 'auto' : undefined;
  const items = notes.map(({ number, id, backIds, content }, index) => {
    const isNext = index === 0 || notes[index - 1]?.number === number - 1;
    const links = backIds.map((backId, at) => {
      const label = at === 0 ? `Back to the text of footnote ${number}` : `Back to reference ${at + 1} of footnote ${number}`;
      const back = { href: `#${backId}`, class: 'fn__back', role: 'doc-backlink', 'aria-label': label };
      return h('a', back, `\u00a0\u21a9\ufe0e${at === 0 ? '' : `${at + 1}`}`);
    });
    return h('li', { id: id || undefined, value: isNext ? undefined : number, dir }, ...content, ...(id === '' ? [] : links));
  });
  const start = first.number === 1 ? undefined : first.number;
  return [
    h(
      'section',
      { class: 'footnotes', role: 'doc-endnotes', 'aria-label': 'Footnotes' },
      h('p', { class: 'footnotes__title', 'aria-hidden': 'true' }, 'Footnotes'),
      h('ol', { start, style: start === undefined ? undefined : `counter-reset:o ${start - 1}` }, ...items),
    ),
  ];
}
