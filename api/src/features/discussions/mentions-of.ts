import type { DocumentNode } from '@newline/document/document-node';

/** Maximum number of users that one comment may mention; further mentions are plain text. */
const maxMentions = 10;

/** Matches `@ada`, but not the end of an email address and not `@scope/package`. */
const mention = /(?<![\w@./-])@([a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?)(?![\w/@-])/gi;

/**
 * Returns the usernames that a comment mentions with `@`, without duplicates, in order, at most ten. Ignores code.
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

/** Returns the text of each text block, without code. */
function linesOf(node: DocumentNode): string[] {
  if (codeNodes.has(node.type)) return [];
  const children = node.content ?? [];
  if (!children.some(({ type }) => type === 'text')) return children.flatMap(linesOf);
  return [children.map((child) => (child.type === 'text' && !isCode(child) ? (child.text ?? '') : ' ')).join('')];
}

function isCode({ marks }: DocumentNode): boolean {
  return marks?.some(({ type }) => type === 'code') === true;
}
