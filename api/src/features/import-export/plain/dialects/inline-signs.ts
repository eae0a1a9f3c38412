import { cutText } from '@newline/document/truncate';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { escapeAttribute, maxLine, outsideCode, readAttributes, tell } from './rewriting.ts';

/** The dialects of a folder whose signs mean something else elsewhere. */
export type InlineDialects = {
  readonly hasScripts: boolean;
  readonly hasKeys: boolean;
  readonly isMyst: boolean;
  readonly hasCitations: boolean;
};

const image = /!\[([^\]]{0,400})\]\(([^()\s]{1,400})(?:\s+"([^"]*)")?\)\{:?([^{}]{1,400})\}/gu;
/** Obsidian: `![A lamp|200](lamp.png)`. */
const sizedImage = /!\[([^\]|]{0,400})\|(\d{1,5})(?:x\d{1,5})?\]\(([^()\s]{1,400})\)/gu;
const lonelyList = /(?<=[)\]`*\w])\{:?\s*(?=[.#:\s\w-])([^{}\n]{1,200}[=.#][^{}\n]{0,200}|[.#][\w .#-]{1,200})\}/gu;
const comment = /%%[^%\n]*%%/gu;
const abbreviation = /^ {0,3}\*\[([^\]]{1,100})\]:(?:\s+(\S.*))?\s*$/u;
const role = /\{([a-z][\w:-]{0,40})\}`([^`\n]{1,400})`/gu;
/** A tag with attributes of Vue that aren't HTML: `<Lamp @light="on">`, `<template #name>`. */
const tagOfVue = /<[A-Za-z][\w.-]{0,60}\s[^<>]{0,400}?[@#][^<>]{0,400}>/gu;
const label = /^\(([\w:.-]{1,200})\)=\s*$/u;

/** Converts signs within lines: Obsidian's and MkDocs' marks, keys and comments, Pandoc's attributes, MyST's roles. */
export function readInlineSigns(
  lines: readonly SourceLine[],
  messages: ImportMessages,
  { hasScripts, hasKeys, isMyst, hasCitations }: InlineDialects,
): SourceLine[] {
  const fenced = fencedLines(lines);
  // A comment that never ends is text: nothing after it is lost.
  const lastEnd = lines.findLastIndex(({ text }, index) => fenced[index] !== true && /%%\s*$/u.test(text));
  let isComment = false;
  return lines.flatMap((line, index): SourceLine[] => {
    if (fenced[index] === true || line.text.length > maxLine) return [line];
    if (isComment || (index < lastEnd && /^\s*%%(?:\s*$|(?!.*%%))/u.test(line.text))) {
      if (!isComment) tell(messages, line, 'A comment is removed.', 'info');
      isComment = /%%\s*$/u.test(line.text) ? !isComment : true;
      return [{ ...line, text: '' }];
    }
    if (isMyst && /^(?:%(?:\s|$)|\+\+\+(?:\s|$))/u.test(line.text)) {
      if (line.text.startsWith('%')) tell(messages, line, 'A comment is removed.', 'info');
      return [{ ...line, text: '' }];
    }
    if (isMyst && /^\s*\$\$.*\([\w:.-]{1,100}\)\s*$/u.test(line.text))
      return [{ ...line, text: line.text.replace(/\s*\([\w:.-]{1,100}\)\s*$/u, '') }];
    if (/^\s*\$\$\s*\{#[\w-]+\}\s*$/u.test(line.text)) return [{ ...line, text: line.text.replace(/\s*\{.*$/u, '') }];
    const anchor = label.exec(line.text)?.[1];
    if (anchor !== undefined)
      return [
        { ...line, text: `<a id="${anchor}"></a>` },
        { ...line, text: '' },
      ];
    const [, short, long] = abbreviation.exec(line.text) ?? [];
    if (short !== undefined) {
      if (long !== undefined)
        tell(messages, line, `The explanation of ${JSON.stringify(short)} is removed: ${JSON.stringify(cutText(long, 120))}.`, 'lost');
      return [];
    }
    const lost = (what: string, written: string) => {
      tell(messages, line, `${what} is removed: ${JSON.stringify(cutText(written, 120))}.`, 'lost');
      return '';
    };
    // Roles contain code, so they come first.
    const plain = hasKeys ? line.text.replaceAll(/`#!([\w+#-]{1,30}) ([^`\n]{1,400})`/gu, '`$2`') : line.text;
    const roles = plain.replaceAll(role, (written: string, name: string, words: string) =>
      readRole(name, words, { written, line, messages, isMyst }),
    );
    const text = outsideCode(roles, (part) => {
      let read = part
        .replaceAll(tagOfVue, (tag) => tag.replaceAll(/\s[@#][\w.:-]+(?:=(?:"[^"]*"|'[^']*'))?/gu, ''))
        .replaceAll(image, (_all, alt: string, src: string, title: string | undefined, list: string) => imageTag(alt, src, title, list))
        .replaceAll(sizedImage, (_all, alt: string, width: string, src: string) => imageTag(alt, src, undefined, `width=${width}`))
        .replaceAll(/(?<![$\\])\$\$([^$\n]{1,400})\$\$(?!\$)/gu, (written: string, formula: string) =>
          written === line.text.trim() ? written : `$${formula.trim()}$`,
        )
        .replaceAll(comment, () => {
          tell(messages, line, 'A comment is removed.', 'info');
          return '';
        })
        .replaceAll(/\{==([^{}\n]+?)==\}/gu, '<mark>$1</mark>')
        .replaceAll(/\{\+\+([^{}\n]+?)\+\+\}/gu, '<u>$1</u>')
        .replaceAll(/\{--([^{}\n]+?)--\}/gu, '<del>$1</del>')
        .replaceAll(/\{~~([^{}\n]*?)~>([^{}\n]*?)~~\}/gu, '<del>$1</del><u>$2</u>')
        .replaceAll(/\{>>([^{}\n]*?)<<\}/gu, (_all, words: string) => lost('A comment', words))
        .replaceAll(/(?<![=\w])==(?![\s=])([^=\n]{1,400}?)(?<!\s)==(?![=\w])/gu, '<mark>$1</mark>')
        .replaceAll(/\[([^[\]\n]{1,400})\]\{\.(?:mark|highlight)\}/gu, '<mark>$1</mark>')
        .replaceAll(/\[([^[\]\n]{1,400})\]\{\.underline\}/gu, '<u>$1</u>')
        .replaceAll(/\[([^[\]\n]{1,400})\]\{[.#][^{}\n]{1,200}\}/gu, '$1')
        .replaceAll(/(?<=\S)\s+\^[\w-]{1,60}\s*$/gu, '');
      // Elsewhere, a name in brackets is a link: `[@ada](…)`, `[@ada]`.
      if (hasCitations)
        read = read.replaceAll(/\[(@[\w:.-][^\]\n]{0,200})\](?![([])/gu, (_all, words: string) => {
          tell(messages, line, `A citation is kept as text: ${JSON.stringify(cutText(words, 120))}.`, 'lost');
          return `\\[${words}\\]`;
        });
      if (hasKeys) {
        read = read
          .replaceAll(/\+\+((?:[a-z0-9-]+|"[^"+\n]{1,40}")(?:\+(?:[a-z0-9-]+|"[^"+\n]{1,40}"))*)\+\+/giu, (_all, keys: string) =>
            keys
              .split('+')
              .map((key) => `<kbd>${key.replaceAll('"', '').replace(/^[a-z]/u, (first) => first.toUpperCase())}</kbd>`)
              .join('+'),
          )
          .replaceAll(/\^\^([^\s^][^^\n]*?)\^\^/gu, '<u>$1</u>')
          .replaceAll(
            /(?<![\w:])(:(?:material|fontawesome|octicons|simple)-[\w-]+:)(?:\{[^{}\n]{0,200}\})?[ \t]?/gu,
            (_all, written: string) => lost('An icon', written),
          );
      }
      if (hasScripts) {
        read = read
          .replaceAll(/(?<=\S)(?<![~])~([^\s~]{1,40})~(?!~)/gu, '<sub>$1</sub>')
          .replaceAll(/(?<=[^\s^[])\^([^\s^[\]]{1,40})\^(?!\^)/gu, '<sup>$1</sup>');
      }
      return read.replaceAll(lonelyList, (written: string, list: string) => {
        // The parser reads the id of a heading.
        if (/^\s*#{1,6}\s/u.test(line.text) && list.includes('#')) return written;
        tell(messages, line, `Attributes are removed: ${JSON.stringify(cutText(list.trim(), 80))}.`, 'info');
        return '';
      });
    });
    return [text === line.text ? line : { ...line, text }];
  });
}

function imageTag(alt: string, src: string, title: string | undefined, list: string): string {
  const attributes = readAttributes(list);
  const width = attributes.get('width');
  const align = attributes.get('align');
  return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${title === undefined ? '' : ` title="${escapeAttribute(title)}"`}${width === undefined ? '' : ` width="${escapeAttribute(width)}"`}${align === 'left' || align === 'right' ? ` class="${align}"` : ''}>`;
}

const tags: Readonly<Record<string, string>> = {
  sub: 'sub',
  sup: 'sup',
  subscript: 'sub',
  superscript: 'sup',
  kbd: 'kbd',
  strong: 'b',
  emphasis: 'em',
  del: 'del',
  strike: 'del',
  u: 'u',
  underline: 'u',
  mark: 'mark',
};

function readRole(
  name: string,
  words: string,
  {
    written,
    line,
    messages,
    isMyst,
  }: { readonly written: string; readonly line: SourceLine; readonly messages: ImportMessages; readonly isMyst: boolean },
): string {
  const tag = Object.hasOwn(tags, name) ? tags[name] : undefined;
  if (tag !== undefined) return `<${tag}>${words}</${tag}>`;
  const [, shown, target] = /^(.*?)\s*<([^<>]+)>$/u.exec(words) ?? [];
  const address = (target ?? words).trim();
  if (name === 'math') return `$${words}$`;
  if (name === 'doc') return `[${shown ?? ''}](${address.startsWith('/') ? address : `./${address}`})`;
  if (name === 'download') return `[${shown ?? address}](${address})`;
  // A link without words gets the title of its target; a figure or a table has none.
  if (name === 'ref' && shown === undefined && !/^(?:fig|tab|tbl|eq|lst|code)/iu.test(address)) return `[](#${address})`;
  if (name === 'ref' || name === 'numref' || name === 'eq')
    return `[${(shown ?? address).replaceAll(/%s|\{(?:number|name)\}/gu, address)}](#${address})`;
  if (name === 'term' || name === 'abbr' || name === 'guilabel' || name === 'menuselection') return shown ?? words;
  if (/^(?:cite|footcite)/u.test(name)) {
    tell(messages, line, `A citation is kept as text: ${JSON.stringify(cutText(words, 120))}.`, 'lost');
    return words;
  }
  // A word in braces before code, as in `{x}` + code, isn't a role.
  if (!/^(?:py|c|cpp|js|rst|func|class|meth|mod|attr|data|file|samp|command|program|option|envvar|code|any|keyword)(?::|$)/u.test(name)) {
    if (isMyst) tell(messages, line, `A role is kept as text: ${JSON.stringify(cutText(written, 120))}.`);
    return written;
  }
  return `\`${shown ?? words}\``;
}
