import type { DocumentNode } from '@newline/document/document-node';

/** People that one comment may call; those after them are words like any other. */
const maxMentions = 10;

/** `@ada`, but not the end of an address and not `@scope/package`. */
const mention = /(?<![\w@./-])@([a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?)(?![\w/@-])/gi;

/**
 * The usernames that a comment names with an `@`, each once and in their order, ten at most. What stands in code is not a name.
 *
 * mentionsOf(document of 'Thanks @Ada, see @types/node') is ['ada'].
 */
export function mentionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  for (const line of linesOf(document)) {
    for (const [, name = ''] of line.matchAll(mention)) names.add(name.toLowerCase());
  }
  return [...names].slice(0, maxMentions);
}

const codeNodes = new Set(['codeBlock', 'remoteCodeBlock']);

/** The text of each block of words, code left out. */
function linesOf(node: DocumentNode): string[] {
  if (codeNodes.has(node.type)) return [];
  const children = node.content ?? [];
  if (!children.some(({ type }) => type === 'text')) return children.flatMap(linesOf);
  return [children.map((child) => (child.type === 'text' && !isCode(child) ? (child.text ?? '') : ' ')).join('')];
}

function isCode({ marks }: DocumentNode): boolean {
  return marks?.some(({ type }) => type === 'code') === true;
}
