import createMarkdownIt from 'markdown-it';
import type { CaptionFaultCode } from '../../../rules/captions/caption-messages.ts';

const { unescapeAll } = new createMarkdownIt().utils;

/** The parts of an XML text, in order. Names are in lower case, without prefixes. */
export type XmlHandler = {
  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void;
  close(name: string): void;
  words(text: string, line: number): void;
  /** Ends the reading. */
  refuse(line: number, code: CaptionFaultCode): void;
};

/**
 * Reads an XML text in a single pass, without validating it: end tags needn't match. Rejects entity declarations, so that nothing can
 * expand.
 */
export function readXml(text: string, handler: XmlHandler): void {
  let at = 0;
  let line = 1;
  let counted = 0;
  const lineOf = (position: number) => {
    for (let index = text.indexOf('\n', counted); index !== -1 && index < position; index = text.indexOf('\n', counted)) {
      line += 1;
      counted = index + 1;
    }
    return line;
  };
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const end = next === -1 ? text.length : next;
    if (end > at) handler.words(decode(text.slice(at, end)), lineOf(at));
    if (next === -1) return;
    const [closing, skipped] = text.startsWith('<!--', next)
      ? ['-->', 4]
      : text.startsWith('<![CDATA[', next)
        ? [']]>', 9]
        : text.startsWith('<?', next)
          ? ['?>', 2]
          : [null, 1];
    const close = closing === null ? tagEnd(text, next) : text.indexOf(closing, next + skipped);
    if (close === -1) return handler.refuse(lineOf(next), 'CUT_OFF');
    const inner = text.slice(next + skipped, close);
    at = close + (closing?.length ?? 1);
    if (closing === ']]>') handler.words(inner, lineOf(next));
    else if (closing === null && inner.startsWith('!')) {
      if (inner.includes('[')) return handler.refuse(lineOf(next), 'ENTITIES_UNSUPPORTED');
    } else if (closing === null && inner.startsWith('/')) handler.close(localName(inner.slice(1).trim()));
    else if (closing === null) {
      const isEmpty = inner.endsWith('/');
      const [name = '', ...rest] = (isEmpty ? inner.slice(0, -1) : inner).split(/(\s[\s\S]*)/u);
      handler.open(localName(name), attributesIn(rest.join('')), lineOf(next));
      if (isEmpty) handler.close(localName(name));
    }
  }
}

/** Returns the position of the `>` that ends a tag, ignoring those in quotes. */
function tagEnd(text: string, from: number): number {
  let quote: string | null = null;
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at];
    if (quote !== null) quote = sign === quote ? null : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(/([^\s="']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/gu))
    attributes.set(localName(name), decode(double ?? single ?? ''));
  return attributes;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

function decode(text: string): string {
  return text.replaceAll(/&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/giu, (reference) => unescapeAll(reference));
}
