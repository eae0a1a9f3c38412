import { largestOf } from '../append.ts';
import type { DocumentNode } from '../document-node.ts';
import { readAttributes, stringifyAttribute } from './attributes-syntax.ts';

/** Returns the text of a node that holds code. */
export function codeOf(node: DocumentNode): string {
  return (node.content ?? []).map((child) => child.text ?? '').join('');
}

/** Writes a fenced block with as many backticks as its content needs. */
export function writeFence(code: string, info: string): string {
  const longest = largestOf(
    (code.match(/`+/gu) ?? []).map((run) => run.length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  return code === '' ? `${fence}${info}\n${fence}` : `${fence}${info}\n${code}\n${fence}`;
}

/** Writes attributes as `key=value` pairs without backticks, so that they can be in a fence's first line. */
export function stringifyAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => stringifyAttribute(name, value))
    .join(' ');
}

/** What follows the backticks of a fence: `ts {2,4-6} runnable displayName="src/area.ts" startLine=14`. */
export interface FenceInfo {
  readonly language: string;
  readonly lines: string | null;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Reads a fence's first line and ignores what it doesn't understand. */
export function readInfo(info: string): FenceInfo {
  const match = /^\s*(?<language>[^\s{}="`]+(?![^\s{]))?\s*(?:\{(?<lines>[\d,\s-]*)\})?\s*(?<rest>.*)$/u.exec(info);
  const { language = '', lines, rest = '' } = match?.groups ?? {};
  const [word = ''] = /^runnable(?:\s+|$)/u.exec(rest) ?? [];
  const attributes = readAttributes(rest.slice(word.length)) ?? {};
  return { language, lines: lines ?? null, attributes: word === '' ? attributes : { ...attributes, runnable: 'true' } };
}
