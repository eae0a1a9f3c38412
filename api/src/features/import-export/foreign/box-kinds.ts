import { calloutOf, calloutTypes, type CalloutType } from '@newline/document/callouts';

/** The callout type of a box, and its title if the callout type doesn't express it. */
type Kind = readonly [callout: CalloutType, title: string | null];

/** Boxes that are callouts with another name, with their titles. */
const titled: Readonly<Record<string, Kind>> = {
  todo: ['info', 'Todo'],
  abstract: ['info', 'Summary'],
  summary: ['info', 'Summary'],
  tldr: ['info', 'Summary'],
  question: ['info', 'Question'],
  help: ['info', 'Question'],
  faq: ['info', 'Question'],
  bug: ['error', 'Bug'],
  example: ['info', 'Example'],
  quote: ['info', 'Quote'],
  cite: ['info', 'Quote'],
};

const kinds = new Map<string, Kind>([
  ...calloutTypes.flatMap((type) => calloutOf(type).importNames.map((name) => [name, [type, null]] as const)),
  ...Object.entries(titled),
]);

/**
 * Returns the HTML around the content of a box.
 * @param title HTML; null without its own title
 */
export function boxOf(kind: string, title: string | null): { readonly open: string; readonly close: string } {
  const [panel, named] = kinds.get(kind) ?? ['info', `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`];
  const heading = title === null ? named : title;
  return {
    open: `<aside class="note note--${panel}"><div>\n${heading === null || heading === '' ? '' : `<p><strong>${heading}</strong></p>\n`}`,
    close: '</div></aside>\n',
  };
}
