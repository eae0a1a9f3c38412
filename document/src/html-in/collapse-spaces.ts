import type { DocumentNode } from '../document-node.ts';

/** Collapses white space like a browser: runs of spaces become one, spaces at the ends of lines and a final line break are dropped. */
export function collapseSpaces(texts: readonly DocumentNode[]): DocumentNode[] {
  const tidied: DocumentNode[] = [];
  let isAfterSpace = true;
  for (const node of texts) {
    if (node.type === 'footnote') {
      tidied.push(node);
      isAfterSpace = false;
      continue;
    }
    if (node.type !== 'text') {
      trimEnd(tidied);
      tidied.push(node);
      isAfterSpace = true;
      continue;
    }
    const joined = (node.text ?? '').replaceAll(/[ \t\n\r\f]+/gu, ' ');
    const text: string = isAfterSpace && joined.startsWith(' ') ? joined.slice(1) : joined;
    if (text === '') continue;
    tidied.push({ ...node, text });
    isAfterSpace = text.endsWith(' ');
  }
  trimEnd(tidied);
  while (tidied.at(-1)?.type === 'hardBreak') {
    tidied.pop();
    trimEnd(tidied);
  }
  return tidied;
}

function trimEnd(texts: DocumentNode[]): void {
  for (;;) {
    const last = texts.at(-1);
    if (last?.type !== 'text' || last.text?.endsWith(' ') !== true) return;
    texts.pop();
    if (last.text !== ' ') texts.push({ ...last, text: last.text.slice(0, -1) });
  }
}
