import { emptyRecord } from '../../empty-record.ts';
import { classesOf, type HtmlElement } from '../html-tree.ts';

/** Attributes with the characters of an emoji or its name, the best first. */
const names = ['data-emoji-fallback', 'data-emoji-text', 'alt', 'data-stringify-emoji', 'title'];
const emojiClass = /^(?:(?:g-|tw)?emoji|emoticon|wp-smiley)(?:$|[-_])/u;
const onlyEmoji = /^(?=.*\p{Extended_Pictographic})(?:\p{Extended_Pictographic}|\p{Emoji_Component})+$/u;

/** Whether an element is an emoji that its page shows as an image: Slack, Teams, Confluence, WordPress, and others. */
export function isEmoji(element: HtmlElement): boolean {
  if (element.tag !== 'img') return false;
  const { attributes } = element;
  return (
    classesOf(element).some((name) => emojiClass.test(name)) ||
    attributes['data-stringify-type'] === 'emoji' ||
    attributes['itemtype']?.endsWith('Emoji') === true ||
    onlyEmoji.test(attributes['alt'] ?? '')
  );
}

/** Converts an emoji that is an image to its characters, or to its name. */
export function readEmoji(element: HtmlElement): HtmlElement {
  if (!isEmoji(element)) return element;
  const text = names.map((name) => element.attributes[name] ?? '').find((value) => value.trim() !== '');
  return { tag: 'span', attributes: emptyRecord(), children: text === undefined ? [] : [text] };
}
