import { firstLetter } from '../first-letter.ts';
import { escapeMarkup } from './escape-markup.ts';
import { pageInks, type Topic } from './topic.ts';

/** Renders the avatar of a user without an image, at 32 px: two letters, as an SVG string of 32 × 32. */
export function initials({ name, topic }: { readonly name: string; readonly topic: Topic }): string {
  const words = name
    .split(/[\s-]+/)
    // A name may have a word in parentheses.
    .map((word) => word.replace(/^\p{P}+/u, ''))
    .filter((word) => word !== '');
  const first = firstLetter(words[0] ?? '?');
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  const { ground, type } = pageInks(topic);
  const text = `<text x="16" y="20.6" text-anchor="middle" font-family="var(--sans)" font-size="12" font-weight="600" fill="${type}">`;
  return `<svg viewBox="0 0 32 32" role="img" aria-label="${escapeMarkup(name)}"><path fill="${ground}" d="M0 0h32v32H0z"/>${text}${escapeMarkup(first + last)}</text></svg>`;
}
