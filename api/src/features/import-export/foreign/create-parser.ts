import createMarkdownIt, { type MarkdownIt, type StateBlock, type StateCore, type StateInline, type Token } from 'markdown-it';
import definitions from 'markdown-it-deflist';
import footnotes from 'markdown-it-footnote';
import type { MessageWeight } from '../import-plan.ts';
import type { Flavour } from './flavour.ts';
import { cutText } from '@newline/document/truncate';
import { readInlineFormula as readDollars } from '@newline/document/markdown/inline-formula';
import { lineOf } from '@newline/document/markdown/line-of';

/** Receives the parser's messages; lines are counted from 0. */
export type Telling = { tell(line: number, message: string, weight?: MessageWeight): void };

const boxes = /^(:{3,})\s*([a-z][a-z-]*)\s*(?:\[(.*)\]|(.*))$/u;

/** Levels of lists, items, quotations and boxes; the parser leaves out what is deeper. */
const maxNesting = 40;

/** Creates a parser of another tool's Markdown. Its `env` is a Telling. */
export function createParser(flavour: Flavour): MarkdownIt {
  const parser = new createMarkdownIt({ html: true, linkify: false, typographer: flavour.hasSmartPunctuation, maxNesting });
  tellOfDeepText(parser);
  parser.disable('replacements');
  parser.use(footnotes);
  parser.core.ruler.before('footnote_tail', 'unused_footnotes', keepUnusedNotes);
  if (flavour.name !== 'docusaurus') parser.use(definitions);
  // MDX has no indented code: indented text is inside a component.
  else parser.disable('code');
  // URLs are checked when they are converted; here all links are accepted.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  if (flavour.name !== 'mdbook') parser.block.ruler.before('fence', 'box', readBox, { alt });
  if (flavour.math !== 'none') {
    parser.block.ruler.before('fence', 'formula', (state, start, end, isSilent) => readFormula(state, start, end, isSilent, flavour), {
      alt,
    });
    parser.inline.ruler.before('escape', 'formula', (state, isSilent) => readInlineFormula(state, isSilent, flavour));
  }
  if (flavour.hasSmartPunctuation) parser.core.ruler.before('smartquotes', 'dashes', setDashes);
  parser.core.ruler.push('alerts', setAlerts);
  parser.core.ruler.push('places', setPlaces);
  parser.core.ruler.push('titles', takeTitles);
  parser.core.ruler.push('cells', tellOfMoreCells);
  return parser;
}

/** Reports each text that is nested too deep for the parser. */
function tellOfDeepText(parser: MarkdownIt): void {
  const tokenize = parser.block.tokenize.bind(parser.block);
  parser.block.tokenize = (state, start, end) => {
    for (let line = start; state.level >= maxNesting && line < end; line += 1) {
      const words = lineOf(state, line).replace(/^(?:[>*+-]\s*|\d+[.)]\s+)+/u, '');
      if (words !== '')
        (state.env as Telling).tell(
          line,
          `Text in more than ${maxNesting} lists and boxes is removed: ${JSON.stringify(cutText(words, 120))}.`,
          'lost',
        );
    }
    tokenize(state, start, end);
  };
}

/** Marks the inline token that is the title of the box before it. */
const titleSign = 'title';

/** Gives each box the tokens of its title. */
function takeTitles(state: StateCore): void {
  state.tokens = state.tokens.filter((token, index) => {
    if (token.type !== 'inline' || token.info !== titleSign) return true;
    const box = state.tokens[index - 1];
    if (box !== undefined) box.children = token.children;
    return false;
  });
}

/** Parses `:::note[Title]` up to a line with as many colons. */
function readBox(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  const [, colons = '', name = '', bracketed, plain] = boxes.exec(lineOf(state, start)) ?? [];
  if (name === '') return false;
  if (isSilent) return true;
  let close = start + 1;
  // The item around the box may end before the box does.
  const isWithin = (line: number) => state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent;
  while (close < end && isWithin(close) && lineOf(state, close) !== colons) close += 1;
  const isClosed = close < end && isWithin(close);
  const { parentType, lineMax } = state;
  state.parentType = 'blockquote';
  state.lineMax = close;
  const open = state.push('box_open', 'aside', 1);
  open.info = name;
  open.map = [start, close];
  // VitePress marks a folded box that begins open.
  const title = (bracketed ?? plain ?? '').replace(/\s*\{open\}\s*$/u, '').trim();
  if (title !== '') {
    // Parsed with the text, so that its footnotes are those of the text.
    const words = state.push('inline', '', 0);
    words.content = title;
    words.map = [start, start + 1];
    words.children = [];
    words.info = titleSign;
  }
  state.md.block.tokenize(state, start + 1, close);
  state.push('box_close', 'aside', -1).info = name;
  state.parentType = parentType;
  state.lineMax = lineMax;
  state.line = isClosed ? close + 1 : close;
  if (!isClosed) (state.env as Telling).tell(start, `The box :::${name} is never closed. It ends where its parent ends.`);
  return true;
}

/** Keeps a footnote to which nothing refers as paragraphs where it is. */
function keepUnusedNotes({ tokens, env }: StateCore): void {
  const { footnotes: parsed } = env as { footnotes?: { refs?: Readonly<Record<string, number>> } };
  const labels: string[] = [];
  for (const token of tokens) {
    if (token.type !== 'footnote_reference_open' && token.type !== 'footnote_reference_close') continue;
    const isOpen = token.type === 'footnote_reference_open';
    const label: unknown =
      isOpen && typeof token.meta === 'object' && token.meta !== null ? Reflect.get(token.meta, 'label') : labels.pop();
    const name = typeof label === 'string' ? label : '';
    if (isOpen) labels.push(name);
    if ((parsed?.refs?.[`:${name}`] ?? -1) >= 0) continue;
    token.type = isOpen ? 'unused_note_open' : 'unused_note_close';
    token.content = name;
  }
}

const displayMarks = {
  mathjax: [
    ['\\\\[', '\\\\]'],
    ['$$', '$$'],
  ],
  dollars: [['$$', '$$']],
} as const;
const inlineMarks = [
  ['\\\\(', '\\\\)'],
  ['\\\\[', '\\\\]'],
] as const;

function readFormula(state: StateBlock, start: number, end: number, isSilent: boolean, { math }: Flavour): boolean {
  if (math === 'none' || (state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineOf(state, start);
  for (const [open, close] of displayMarks[math]) {
    if (!first.startsWith(open)) continue;
    let line = start;
    let rest = first.slice(open.length);
    const parts: string[] = [];
    while (!rest.endsWith(close)) {
      if (rest.includes(close)) return false;
      parts.push(rest);
      line += 1;
      if (line >= end || state.isEmpty(line)) return false;
      rest = lineOf(state, line);
    }
    if (isSilent) return true;
    parts.push(rest.slice(0, -close.length));
    const token = state.push('formula', 'math', 0);
    token.content = parts
      .map((part) => part.trim())
      .join('\n')
      .trim();
    token.map = [start, line + 1];
    state.line = line + 1;
    return true;
  }
  return false;
}

function readInlineFormula(state: StateInline, isSilent: boolean, { math }: Flavour): boolean {
  if (math === 'none') return false;
  if (math === 'dollars') return readDollars(state, isSilent);
  for (const [open, close] of inlineMarks) {
    if (!state.src.startsWith(open, state.pos)) continue;
    const from = state.pos + open.length;
    const to = state.src.indexOf(close, from);
    const tex = to === -1 ? '' : state.src.slice(from, to);
    if (tex.trim() === '') continue;
    if (!isSilent) state.push('inline_formula', '', 0).content = tex.trim();
    state.pos = to + close.length;
    return true;
  }
  return false;
}

function setDashes(state: StateCore): void {
  for (const block of state.tokens) {
    for (const token of block.children ?? []) {
      if (token.type === 'text') token.content = token.content.replaceAll('---', '—').replaceAll('--', '–').replaceAll('...', '…');
    }
  }
}

const alertSign = /^\[!([A-Za-z][\w-]{0,40})\]([+-]?)(?:\s+(\S.*))?$/u;
const githubAlerts = /^(?:note|tip|important|warning|caution)$/iu;

/** Converts a quotation that begins with `[!NOTE]` to a box. As in Obsidian, it can have a title, any name, and be folded: `[!faq]- Why?`. */
function setAlerts(state: StateCore): void {
  const closing: (Token | null)[] = [];
  state.tokens.forEach((token, index) => {
    if (token.type === 'blockquote_close') {
      const open = closing.pop() ?? null;
      if (open !== null) {
        token.type = 'box_close';
        token.info = open.info;
      }
    }
    if (token.type !== 'blockquote_open') return;
    const words = state.tokens[index + 2];
    const children = words?.type === 'inline' ? (words.children ?? []) : [];
    const end = children.findIndex(({ type }) => type === 'softbreak' || type === 'hardbreak');
    const [source = '', ...rest] = words?.type === 'inline' ? words.content.split('\n') : [];
    const [written, kind, fold = '', title = ''] = alertSign.exec(source.trim()) ?? [];
    closing.push(kind === undefined ? null : token);
    if (kind === undefined || !words) return;
    const name = kind.toLowerCase();
    token.type = 'box_open';
    token.info = fold === '' ? (githubAlerts.test(name) && name === 'caution' ? 'danger' : name) : 'details';
    const first = end === -1 ? children : children.slice(0, end);
    token.children = title === '' ? [] : withoutSign(first, (written ?? '').length - title.length);
    token.content = title !== '' || fold === '' ? '' : name.charAt(0).toUpperCase() + name.slice(1);
    words.children = end === -1 ? [] : children.slice(end + 1);
    words.content = rest.join('\n');
  });
}

/** Returns the tokens of a line without its first characters, which are text. */
function withoutSign(tokens: readonly Token[], length: number): Token[] {
  let left = length;
  return tokens.flatMap((token) => {
    if (left <= 0 || token.type !== 'text') return [token];
    const { content } = token;
    token.content = content.slice(left);
    left -= content.length;
    return token.content === '' ? [] : [token];
  });
}

/** Records the line of each link, image and tag, and reports what a text loses. */
function setPlaces(state: StateCore): void {
  const telling = state.env as Telling;
  let block = 0;
  state.tokens.forEach((token, index) => {
    block = token.map?.[0] ?? block;
    if (token.type === 'heading_open' || token.type === 'dl_open') token.attrSet('data-line', String(block));
    if (token.type === 'html_block') token.content = withLines(token.content, block, telling);
    if (token.type !== 'inline' && token.type !== 'box_open') return;
    let line = block;
    const item = state.tokens[index - 2];
    if (item?.type === 'list_item_open') setBox(item, token);
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
      else if (child.type === 'link_open' || child.type === 'image' || child.type === 'footnote_ref')
        child.attrSet('data-line', String(line));
      else if (child.type === 'html_inline') child.content = withLines(child.content, line, telling);
    }
  });
}

/** Reports the cells of a row beyond the columns of its table: a parser leaves them out. */
function tellOfMoreCells(state: StateCore): void {
  if (!state.tokens.some(({ type }) => type === 'table_open')) return;
  const lines = state.src.split('\n');
  let columns = 0;
  for (const { type, map } of state.tokens) {
    if (type === 'table_open') columns = 0;
    if (type === 'th_open') columns += 1;
    if (type !== 'tr_open' || columns === 0 || !map) continue;
    const row = (lines[map[0]] ?? '').replace(/^[\s>*+-]*(?:\d+[.)])?\s*(?=\|)/u, '').trim();
    const cells = row
      .replace(/^\|/u, '')
      .replace(/(?<!\\)\|$/u, '')
      .split(/(?<!\\)\|/u);
    const words = cells.slice(columns).join('|').trim();
    if (words !== '')
      (state.env as Telling).tell(
        map[0],
        `A row has more cells than its table, and they are removed: ${JSON.stringify(cutText(words, 120))}.`,
        'lost',
      );
  }
}

/** Gives an item that begins with a checkbox the class of a task. */
function setBox(item: Token, { children }: Token): void {
  const [first] = children ?? [];
  const mark = /^\[([ xX])\]\s/u.exec(first?.content ?? '')?.[1];
  if (!first || first.type !== 'text' || mark === undefined) return;
  first.content = first.content.slice(4);
  item.attrSet('class', mark === ' ' ? 'task' : 'task task--done');
}

const unsafe = /^(?:script|style|video|audio|object|embed|svg|canvas|form|input|button|select|textarea|link|meta|applet|dialog)$/u;

/** A component that shows a video of YouTube, with its ID. */
const videoComponent =
  /<(?:LiteYouTubeEmbed|YouTubeEmbed|YouTube|Youtube|YoutubeEmbed)\b(?=[^<>]{0,400}?\s(?:id|videoId|video|youTubeId|youtubeId|video-id)=["']([\w-]{6,20})["'])([^<>]{0,600})>/gu;

/** Shows the video instead, and keeps the line breaks, because lines are counted. */
function withVideos(html: string): string {
  return html.replaceAll(
    videoComponent,
    (_all, id: string, rest: string) => `<iframe src="https://www.youtube.com/embed/${id}"></iframe>${rest.replaceAll(/[^\n]/gu, '')}`,
  );
}

function withLines(html: string, from: number, telling: Telling): string {
  let line = from;
  return withVideos(html).replaceAll(
    /\n|<!--[\s\S]*?(?:-->|$)|<([A-Za-z][\w.-]*)/gu,
    (match: string, name: string | undefined, at: number) => {
      if (name === undefined) {
        if (match.startsWith('<!--')) telling.tell(line, 'A comment is removed.', 'info');
        line += match.split('\n').length - 1;
        return match;
      }
      if (unsafe.test(name.toLowerCase())) telling.tell(line, `<${name.toLowerCase()}> is removed: pages don’t allow it.`, 'lost');
      else if (/^[A-Z]/u.test(name) && !/^(?:Tabs|TabItem|Details)$/u.test(name)) tellComponent(html, at, name, line, telling);
      return `${match} data-line="${line}"`;
    },
  );
}

/** Reports a component; words in its attributes are lost. */
function tellComponent(html: string, at: number, name: string, line: number, telling: Telling): void {
  const tag = /^[^<>]{1,400}>/u.exec(cutText(html.slice(at + 1), 500))?.[0] ?? '';
  const words = [
    ...tag.matchAll(/\s(?:text|label|title|caption|content|name|id|url|src|href|to|link|videoId|videoid)=(?:"([^"]+)"|'([^']+)')/gu),
  ].map(([, one, two]) => one ?? two ?? '');
  if (words.length === 0) telling.tell(line, `The component <${name}> isn’t supported. Its text is kept.`);
  else telling.tell(line, `The component <${name}> isn’t supported, and its attributes are removed: ${words.join(', ')}.`, 'lost');
}
