import createMarkdownIt from 'markdown-it';
import type { CaptionRepairCode } from '../../../rules/captions/caption-messages.ts';
import { readWordTime } from './caption-times.ts';

const { unescapeAll } = new createMarkdownIt().utils;

/** WebVTT tags, and whether one is meaningless without its annotation. */
const tagNames: Readonly<Record<string, boolean>> = { c: false, i: false, b: false, u: false, ruby: false, rt: false, v: true, lang: true };
/** HTML tags for formatting, which SubRip files contain. */
const sameTags: Readonly<Record<string, string>> = { em: 'i', strong: 'b' };
const formatTags = new Set(['font', 'span', 's', 'strike', 'center', 'small', 'big']);

/** Maximum length of a tag; longer ones are text. */
const pieces = /<[^<>\n]{0,500}>|&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});|[<&]|[^<&]+/giu;
const entitiesOfWebVtt = new Set(['&amp;', '&lt;', '&gt;', '&nbsp;', '&lrm;', '&rlm;']);
const tagForm = /^([a-z]+)((?:\.[^\s.&]+)*)(?:\s(.*))?$/iu;

type Tidied = { readonly lines: readonly string[]; readonly made: ReadonlySet<CaptionRepairCode> };

/**
 * Converts the text of a caption to WebVTT that browsers show completely: escapes what isn't a tag, closes tags, and removes formatting
 * that WebVTT doesn't have. Never removes text.
 *
 * @returns the lines, and the codes of what was repaired
 */
export function tidyCue(text: string, { startMs, endMs }: { readonly startMs: number; readonly endMs: number }): Tidied {
  const made = new Set<CaptionRepairCode>();
  const open: string[] = [];
  let out = '';
  let lastWordTime = startMs;

  const closeTo = (name: string) => {
    for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
      out += `</${inner}>`;
      if (inner === name) return;
      made.add('TAGS');
    }
  };
  const escapeTag = (tag: string) => {
    made.add('LESS_THAN');
    out += escape(tag);
  };
  const closeTag = (tag: string) => {
    const name = tag.slice(2, -1).trim().toLowerCase();
    const tagName = sameTags[name] ?? name;
    if (formatTags.has(tagName)) made.add('FORMATTING');
    else if (!Object.hasOwn(tagNames, tagName)) escapeTag(tag);
    else {
      if (!open.includes(tagName)) made.add('TAGS');
      else closeTo(tagName);
      if (`</${tagName}>` !== tag) made.add('TAGS');
    }
  };
  const openTag = (tag: string) => {
    const inner = tag.slice(1, -1);
    const wordTime = readWordTime(inner);
    if (wordTime !== null || /^\d+(?::\d+)+(?:[.,]\d+)?$/u.test(inner)) {
      if (wordTime !== null && wordTime > lastWordTime && wordTime < endMs) {
        lastWordTime = wordTime;
        out += tag;
      } else made.add('WORD_TIME');
      return;
    }
    const [, written = '', classes = '', annotation] = tagForm.exec(inner) ?? [];
    const name = sameTags[written.toLowerCase()] ?? written.toLowerCase();
    if (name === 'br') {
      made.add('TAGS');
      out += '\n';
      return;
    }
    if (formatTags.has(name)) {
      made.add('FORMATTING');
      return;
    }
    const needsAnnotation = Object.hasOwn(tagNames, name) ? tagNames[name] : undefined;
    const said =
      annotation
        ?.trim()
        .replaceAll(/&(?![a-z]+;)/gu, '&amp;')
        .replace(/-+$/u, '') ?? '';
    // `a<b and c>d` are words; attributes of HTML have a =.
    const isMisused = needsAnnotation === true ? said === '' : annotation !== undefined && !annotation.includes('=');
    if (needsAnnotation === undefined || isMisused || (name === 'rt' && open.at(-1) !== 'ruby')) return escapeTag(tag);
    if (name === 'v' && open.includes('v')) {
      made.add('TAGS');
      closeTo('v');
    }
    const tidied = `<${name}${classes.replace(/-+$/u, '')}${needsAnnotation ? ` ${said}` : ''}>`;
    if (tidied !== tag) made.add('TAGS');
    open.push(name);
    out += tidied;
  };

  for (const [piece] of text.matchAll(pieces)) {
    if (piece === '&') {
      made.add('AMPERSAND');
      out += '&amp;';
    } else if (piece === '<') {
      made.add('LESS_THAN');
      out += '&lt;';
    } else if (piece.startsWith('&')) out += entity(piece, made);
    else if (piece.startsWith('</')) closeTag(piece);
    else if (piece.startsWith('<')) openTag(piece);
    else out += piece;
  }
  // A voice that lasts to the end of its caption need not be closed.
  if (open.length === 1 && open[0] === 'v') open.pop();
  closeTo('');
  const safe = out.replaceAll('-->', '--&gt;');
  if (safe !== out) made.add('ARROW');
  const lines = safe.split('\n').filter((line) => line !== '');
  if (lines.length < safe.split('\n').length && safe !== '') made.add('EMPTY_LINE');
  return { lines, made };
}

function entity(written: string, made: Set<CaptionRepairCode>): string {
  if (entitiesOfWebVtt.has(written)) return written;
  const character = unescapeAll(written);
  made.add(character === written ? 'AMPERSAND' : 'ENTITY');
  return escape(character);
}

/** Escapes characters in the text of a WebVTT caption. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the text of a caption without tags, for the transcript and the search. */
export function wordsOf(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/&(?:lrm|rlm);/gu, '')
    .replaceAll(/&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/giu, (reference) => unescapeAll(reference))
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
