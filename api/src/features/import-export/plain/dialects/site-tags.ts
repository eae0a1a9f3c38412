import { append } from '@newline/document/append';
import { cutText } from '@newline/document/truncate';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { boxAround, escapeAttribute, maxDepth, maxLine, outsideCode, readAttributes, type Tab, tabsAround, tell } from './rewriting.ts';

const shortcode = /^\s*\{\{[<%]\s*(\/?)\s*([\w/-]+)\s*(.*?)\s*\/?[>%]\}\}\s*$/u;
const boxNames = new Set([
  'notice',
  'hint',
  'callout',
  'alert',
  'admonition',
  'note',
  'tip',
  'warning',
  'info',
  'danger',
  'caution',
  'important',
]);
const folded = new Set(['details', 'expand', 'collapse', 'spoiler']);
const groups = new Set(['tabs', 'tabpane']);

/** Converts the shortcodes of Hugo that have a counterpart: boxes, folded boxes, tabs, figures and videos. */
export function readShortcodes(lines: readonly SourceLine[], messages: ImportMessages, depth = 0): SourceLine[] {
  if (depth >= maxDepth || !lines.some(({ text }) => /\{\{[<%]/u.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  const closes = closesOf(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const match = fenced[index] === true || line.text.length > maxLine ? null : shortcode.exec(line.text);
    const [, slash = '', name = '', argument = ''] = match ?? [];
    const end = match === null || slash !== '' ? -1 : (closes.get(index) ?? -1);
    const attributes = readAttributes(argument);
    const single = match === null || slash !== '' ? null : singleTag(name, argument, attributes, { line, messages });
    const inner = () => readShortcodes(lines.slice(index + 1, end), messages, depth + 1);
    if (single !== null)
      append(
        written,
        ['', ...single.split('\n'), ''].map((text) => ({ ...line, text })),
      );
    // Highlighted code is read with Jekyll's.
    else if (end === -1 || name === 'highlight') written.push(line);
    else if (boxNames.has(name) || folded.has(name)) {
      const quoted = /"([^"]*)"/u.exec(argument)?.[1];
      const title = attributes.get('title') ?? attributes.get('summary') ?? (folded.has(name) ? (quoted ?? argument) || 'Details' : null);
      const type = attributes.get('type') ?? attributes.get('context') ?? attributes.get('style') ?? /^"?([a-z]+)"?/u.exec(argument)?.[1];
      const kind = folded.has(name) ? 'details' : (type ?? name);
      const isPlain = kind === 'notice' || kind === 'hint' || kind === 'callout';
      append(written, boxAround(line, { kind: isPlain ? 'note' : kind, title, depth }, inner()));
      index = end;
    } else if (groups.has(name)) {
      const titles = attributes.get('items')?.split(/\s*,\s*/u) ?? [];
      append(written, tabsAround(tabsIn(lines, { start: index, end, titles }, messages, depth)));
      index = end;
    } else if (name === 'mermaid' || name === 'katex' || name === 'math') {
      const [open, close] = name === 'mermaid' ? ['`````mermaid', '`````'] : ['$$', '$$'];
      append(written, [
        { ...line, text: '' },
        { ...line, text: open },
        ...lines.slice(index + 1, end),
        { ...line, text: close },
        { ...line, text: '' },
      ]);
      index = end;
    } else {
      tell(messages, line, `A tag is removed, and what it contains is kept: ${JSON.stringify(cutText(line.text.trim(), 200))}.`);
      const blank = { ...line, text: '' };
      // A sign between two columns.
      const columns = inner().map((each) => (each.text.trim() === '<--->' ? { ...each, text: '' } : each));
      append(written, [blank, ...columns, blank]);
      index = end;
    }
  }
  return written;
}

function tabsIn(
  lines: readonly SourceLine[],
  { start, end, titles }: { readonly start: number; readonly end: number; readonly titles: readonly string[] },
  messages: ImportMessages,
  depth: number,
): Tab[] {
  const tabs: Tab[] = [];
  const closes = closesOf(lines.slice(0, end));
  for (let index = start + 1; index < end; index += 1) {
    const line = lines[index];
    const [, slash, name, argument = ''] = shortcode.exec(line?.text ?? '') ?? [];
    if (line === undefined || slash !== '' || name !== 'tab') {
      if (line !== undefined && line.text.trim() !== '') tabs.push({ line, title: 'Tab', inner: [line] });
      continue;
    }
    const close = closes.get(index) ?? end;
    const attributes = readAttributes(argument);
    const title =
      attributes.get('name') ??
      attributes.get('title') ??
      attributes.get('header') ??
      titles[tabs.length] ??
      /"([^"]*)"/u.exec(argument)?.[1] ??
      argument;
    tabs.push({ line, title: title || 'Tab', inner: readShortcodes(lines.slice(index + 1, close), messages, depth + 1) });
    index = close;
  }
  return tabs;
}

type Reading = { readonly line: SourceLine; readonly messages: ImportMessages };

function singleTag(name: string, argument: string, attributes: ReadonlyMap<string, string>, reading: Reading): string | null {
  const id = /^"?([\w-]{5,40})"?$/u.exec(argument)?.[1] ?? attributes.get('id');
  const frameTitle = attributes.get('title') ?? '';
  const titled = frameTitle === '' ? '' : ` title="${escapeAttribute(frameTitle)}"`;
  if (name === 'youtube' && id !== undefined) return `<iframe src="https://www.youtube.com/embed/${id}"${titled}></iframe>`;
  if (name === 'vimeo' && id !== undefined) return `<iframe src="https://player.vimeo.com/video/${id}"${titled}></iframe>`;
  if (name === 'video' && /^"?https:/u.test(argument)) return `<iframe src="${escapeAttribute(argument.replaceAll('"', ''))}"></iframe>`;
  const link = attributes.get('link');
  const cardTitle = attributes.get('title');
  if (name === 'card' && link !== undefined && cardTitle !== undefined)
    return [`[${cardTitle}](<${link}>)`, attributes.get('subtitle')].filter(Boolean).join(': ');
  if (name === 'pagebreak') return '';
  const figure = name === 'figure' ? figureOf(attributes, reading) : null;
  if (figure === null) return null;
  const { image, caption } = figure;
  return caption === '' ? image : `<figure>${image}<figcaption>\n\n${escapeAttribute(caption)}\n\n</figcaption></figure>`;
}

/** The attributes of a figure that only change how it looks or how its link opens. */
const looks = new Set(['height', 'class', 'id', 'loading', 'target', 'rel', 'align', 'numbered']);

/** Returns the image of Hugo's `figure` as HTML, and its caption; null without an image. */
function figureOf(
  attributes: ReadonlyMap<string, string>,
  { line, messages }: Reading,
): { readonly image: string; readonly caption: string } | null {
  const src = attributes.get('src');
  if (src === undefined) return null;
  const width = attributes.get('width');
  const size = width === undefined ? '' : ` width="${escapeAttribute(width)}"`;
  const shown = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(attributes.get('alt') ?? '')}"${size}>`;
  const link = attributes.get('link') ?? '';
  const source = attributes.get('attrlink') ?? '';
  const attribution = attributes.get('attr') ?? '';
  const caption = [
    attributes.get('title'),
    attributes.get('caption'),
    attribution === '' || source === ''
      ? attribution || source
      : `[${attribution}](${source.replaceAll(/[()\s<>]/gu, encodeURIComponent)})`,
  ].filter((each) => each !== undefined && each !== '');
  const left = [...attributes.keys()].filter((each) => looks.has(each));
  if (left.length > 0) tell(messages, line, `Attributes of a figure are removed: ${left.join(', ')}.`, 'info');
  return { image: link === '' ? shown : `<a href="${escapeAttribute(link)}">${shown}</a>`, caption: caption.join(': ') };
}

/** Returns the line of the closing tag for each line with an opening one that has it. */
function closesOf(lines: readonly SourceLine[]): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const [index, { text }] of lines.entries()) {
    const [, slash, name] = text.length > maxLine ? [] : (shortcode.exec(text) ?? []);
    if (name === undefined) continue;
    const waiting = open.get(name) ?? [];
    open.set(name, waiting);
    if (slash !== '/') waiting.push(index);
    else {
      const start = waiting.pop();
      if (start !== undefined) closes.set(start, index);
    }
  }
  return closes;
}

const siteAddress = /\{\{\s*(?:site|page)\.(?:baseurl|url|github\.url)\s*\}\}/gu;
const linkTag = /\{%-?\s*(?:link|post_url)\s+([^\s{}%]{1,400})\s*-?%\}/gu;
const addressFilter = /\{\{-?\s*["']([^"'{}]{1,400})["']\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.baseurl)\s*-?\}\}/gu;
const lonelyAttributes = /^\s*\{(?::\s*|\s*(?=[.#]))([^{}]*)\}\s*$/u;

/** Extensions of kramdown: comments, and lines around HTML or with options. */
const hiddenStart = /^\s*\{::comment\}(?!.*\{:\/)/u;
const hiddenEnd = /\{:\/(?:comment)?\}\s*$/u;
const extensionLine = /^\s*\{(?:::(?:nomarkdown|options)\b[^{}]{0,200}|:\/(?:nomarkdown)?)\}\s*$/u;

/** Converts the tags of Jekyll that stand for addresses, and leaves out comments and attribute lists, with a line in the report. */
export function readLiquid(lines: readonly SourceLine[], messages: ImportMessages): SourceLine[] {
  if (!lines.some(({ text }) => /\{(?:[%{:]|\s*[.#])/u.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  // A comment that never ends is text: nothing after it is lost.
  const lastEnd = lines.findLastIndex(({ text }) => /\{%-?\s*endcomment\s*-?%\}/u.test(text));
  const lastHidden = lines.findLastIndex(({ text }) => hiddenEnd.test(text));
  let isComment = false;
  let isHidden = false;
  return lines.flatMap((line, index): SourceLine[] => {
    if (fenced[index] === true || line.text.length > maxLine) return [line];
    if (index < lastEnd && /^\s*\{%-?\s*comment\s*-?%\}\s*$/u.test(line.text)) {
      isComment = true;
      tell(messages, line, 'A comment is removed.', 'info');
    }
    if (isComment) {
      isComment = !/\{%-?\s*endcomment\s*-?%\}/u.test(line.text);
      return [];
    }
    if (isHidden || (index < lastHidden && hiddenStart.test(line.text))) {
      if (!isHidden) tell(messages, line, 'A comment is removed.', 'info');
      isHidden = !hiddenEnd.test(line.text);
      return [];
    }
    if (extensionLine.test(line.text)) return [{ ...line, text: '' }];
    if (/^\s*(?:[*+-]|1\.)\s+\S{1,40}\s*$/u.test(line.text) && /^\s*\{:\s*toc\s*\}\s*$/iu.test(lines[index + 1]?.text ?? '')) return [];
    const video = /^\s*\{%-?\s*youtube\s+"?([\w-]{5,40})"?\s*-?%\}\s*$/u.exec(line.text)?.[1];
    if (video !== undefined)
      return ['', `<iframe src="https://www.youtube.com/embed/${video}"></iframe>`, ''].map((each) => ({ ...line, text: each }));
    const list = lonelyAttributes.exec(line.text)?.[1];
    if (list !== undefined && list.trim() !== 'toc') return attributesLine(lines, index, list, messages);
    const text = outsideCode(line.text, (part) =>
      part
        .replaceAll(/\{::comment\}.*?\{:\/(?:comment)?\}/gu, () => {
          tell(messages, line, 'A comment is removed.', 'info');
          return '';
        })
        .replaceAll(/\{::nomarkdown[^{}]{0,100}\}(.*?)\{:\/(?:nomarkdown)?\}/gu, '$1')
        .replaceAll(/\{\{\/\*.*?\*\/\}\}/gu, () => {
          tell(messages, line, 'A comment is removed.', 'info');
          return '';
        })
        .replaceAll(/\{\{([<%])\/\*(.*?)\*\/([>%])\}\}/gu, '&#123;{$1$2$3}}')
        .replaceAll(/\{\{[<%]\s*figure\s+([^{}]{1,800}?)\s*\/?[>%]\}\}/gu, (written: string, argument: string) => {
          const figure = figureOf(readAttributes(argument), { line, messages });
          return figure === null ? written : [figure.image, figure.caption].filter(Boolean).join(' ');
        })
        .replaceAll(inlinePair, (written: string, name: string, argument: string, words: string) =>
          inlineTag(written, { name, argument, words }, line, messages),
        )
        .replaceAll(/\{\{[<%]\s*kbd\s+"?([^"{}<>]{1,100}?)"?\s*[>%]\}\}/gu, '<kbd>$1</kbd>')
        .replaceAll(siteAddress, '')
        .replaceAll(linkTag, (_tag, path: string) => (path.startsWith('/') ? path : `/${path}`))
        .replaceAll(addressFilter, '$1')
        .replaceAll(/\{%-?\s*comment\s*-?%\}.*?\{%-?\s*endcomment\s*-?%\}/gu, '')
        .replaceAll(/\{%-?\s*raw\s*-?%\}(.*?)\{%-?\s*endraw\s*-?%\}/gu, (_tag, words: string) => words.replaceAll('{', '&#123;')),
    );
    return [text === line.text ? line : { ...line, text }];
  });
}

const inlinePair = /\{\{[<%]\s*([\w-]{1,40})\s*([^{}<>]{0,300}?)\s*[>%]\}\}([^{}]{1,400})\{\{[<%]\s*\/\1\s*[>%]\}\}/gu;

/** A shortcode around words within a line. */
function inlineTag(
  written: string,
  { name, argument, words }: { readonly name: string; readonly argument: string; readonly words: string },
  line: SourceLine,
  messages: ImportMessages,
): string {
  const attributes = readAttributes(argument);
  const address = attributes.get('href') ?? attributes.get('url') ?? attributes.get('link') ?? attributes.get('relref');
  if ((name === 'button' || name === 'link') && address !== undefined) return `[${words}](<${address}>)`;
  if (name === 'kbd') return `<kbd>${words}</kbd>`;
  if (name === 'katex' || name === 'math') return `$${words.trim()}$`;
  tell(messages, line, `A tag is removed, and what it contains is kept: ${JSON.stringify(cutText(written, 200))}.`);
  return words;
}

/** A list of attributes on its own line: an id stays as an anchor, classes are removed. */
function attributesLine(lines: readonly SourceLine[], index: number, list: string, messages: ImportMessages): SourceLine[] {
  const line = lines[index];
  if (line === undefined) return [];
  const id = /#([\w-]+)/u.exec(list)?.[1];
  const rest = list.replace(/#[\w-]+/u, '').trim();
  if (rest !== '') tell(messages, line, `Attributes are removed: ${JSON.stringify(cutText(rest, 80))}.`, 'info');
  return [
    { ...line, text: '' },
    ...(id === undefined
      ? []
      : [
          { ...line, text: `<a id="${id}"></a>` },
          { ...line, text: '' },
        ]),
  ];
}
