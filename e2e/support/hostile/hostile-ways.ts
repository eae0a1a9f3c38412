import type { XssVector } from './xss-vectors.ts';

// The ways in which a vector is sent, and how many of them are sent together.

/** Returns a vector as Markdown of a text. */
export function markdownOf({ kind, text }: XssVector): readonly string[] {
  if (kind === 'markup') return [text, `## ${text}`];
  return [
    `[x](${text})`,
    `[x](<${text}>) ![x](<${text}>)`,
    `<${text}>`,
    `[${text}]\n\n[${text}]: <${text}>`,
    `::embed{url="${text}"}`,
    `::iframe{src="${text}"}`,
  ]; // prettier-ignore
}

/** Returns a vector as Markdown of a comment. */
export function commentMarkdownOf({ kind, text }: XssVector): string {
  return kind === 'markup' ? text : `[x](${text}) <${text}> ![x](<${text}>)`;
}

/** Returns a vector as a clipboard. */
export function clipboardsOf({ kind, text }: XssVector): readonly Record<string, string>[] {
  if (kind === 'markup') return [{ 'text/html': text }, { 'text/html': `<p>a</p>${text}<p>b</p>`, 'text/plain': text }];
  const value = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    { 'text/html': `<a href="${value}">x</a><img src="${value}"><iframe src="${value}"></iframe>` },
    { 'text/plain': text },
    { 'text/plain': `[x](${text})` },
  ];
}

/** Runs in the page: pastes one clipboard after the other at the caret, like the system. */
export function pasteAll(clipboards: readonly Record<string, string>[]): void {
  const target = document.activeElement;
  for (const parts of clipboards) {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(parts)) clipboardData.setData(type, value);
    target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
}

/** Takes the first of each list, then the second of each, so that each part has something of everything. */
export function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Joins as many texts as fit. */
export function packed(texts: readonly string[], length: number): string[][] {
  const packs: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (packs.length === 0 || text.length + 1 > room) {
      packs.push([]);
      room = length;
    }
    packs.at(-1)?.push(text);
    room -= text.length + 1;
  }
  return packs;
}

/** Removes what PostgreSQL can't store. */
export function storable<T>(value: readonly T[]): T[] {
  return JSON.parse(JSON.stringify(value).replaceAll(String.raw`\u0000`, '')) as T[];
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
