/** For each kind of box the panel it becomes, and the title it then gets where the panel does not say as much. */
const kinds: Readonly<Record<string, readonly [panel: string, title: string | null]>> = {
  note: ['info', null],
  info: ['info', null],
  todo: ['info', 'Todo'],
  abstract: ['info', 'Summary'],
  summary: ['info', 'Summary'],
  tldr: ['info', 'Summary'],
  tip: ['tip', null],
  hint: ['tip', null],
  important: ['important', null],
  success: ['success', null],
  check: ['success', null],
  done: ['success', null],
  question: ['info', 'Question'],
  help: ['info', 'Question'],
  faq: ['info', 'Question'],
  warning: ['warning', null],
  caution: ['warning', null],
  attention: ['warning', null],
  failure: ['error', null],
  fail: ['error', null],
  missing: ['error', null],
  danger: ['error', null],
  error: ['error', null],
  bug: ['error', 'Bug'],
  example: ['info', 'Example'],
  quote: ['info', 'Quote'],
  cite: ['info', 'Quote'],
};

/** The HTML around what is in a box. @param title HTML; null for none of its own */
export function boxOf(kind: string, title: string | null): { readonly open: string; readonly close: string } {
  const [panel, named] = kinds[kind] ?? ['info', `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`];
  const heading = title === null ? named : title;
  return {
    open: `<aside class="note note--${panel}"><div>\n${heading === null || heading === '' ? '' : `<p><strong>${heading}</strong></p>\n`}`,
    close: '</div></aside>\n',
  };
}
