import type { DocumentNode } from '@newline/document/document-node';
import type { HtmlElement } from '@newline/document/html-in/html-tree';
import { readFootnotes } from '@newline/document/html-in/read-footnotes';
import { parseHtml } from '@newline/document/html-in/parse-html';
import { readHtml } from '@newline/document/html-in/read-html';
import { onToken } from '@newline/document/markdown/on-token';
import type { MarkdownIt, RendererRule } from 'markdown-it';
import type { ImportAllowance } from '../import-allowance.ts';
import type { MessageWeight, ImportMessages } from '../import-plan.ts';
import { codeOfListing, readFence } from './code-fence.ts';
import { createParser } from './create-parser.ts';
import type { Flavour } from './flavour.ts';
import { boxOf } from './box-kinds.ts';
import { readTree, type LinkPlace, type TreeAnswers } from './read-tree.ts';
import type { SourceLine } from './source-line.ts';

/** A text of another tool as a document that isn't normalized yet. */
export type ConvertedText = {
  readonly document: DocumentNode;
  /** The ids of its headings in the other tool, in order; each with the ids below it. */
  readonly headings: readonly (readonly string[])[];
  /** Ids before the first heading. */
  readonly leading: readonly string[];
  /** The links behind `/~link/{n}`. */
  readonly links: readonly LinkPlace[];
};

/** The state of a conversion: nodes that HTML can't represent, by the number in their placeholder. */
type Reading = {
  readonly nodes: DocumentNode[];
  tell(line: number, message: string, weight?: MessageWeight): void;
  base: number;
  readonly depth: number;
};

/** Maximum nesting of blocks that contain Markdown. */
const maxBoxes = 10;

const mark = '\uE0FE';
const placeholder = new RegExp(`^${mark}(\\d+)${mark}$`, 'u');

/** Creates a converter for the Markdown of one tool. Create one for each book. */
export function createConverter(
  flavour: Flavour,
  { messages, allowance }: { readonly messages: ImportMessages; readonly allowance: ImportAllowance },
): (lines: readonly SourceLine[], answers: TreeAnswers) => ConvertedText {
  const parser = createParser(flavour);
  onToken(parser, () => allowance.take('tokens'));
  setRules(parser, flavour);
  return (lines, answers) => {
    const placeOf = (line: number) => lines[Math.min(Math.max(0, line), lines.length - 1)] ?? { file: answers.file, line: 1 };
    const tell = (line: number, message: string, weight?: MessageWeight) => {
      const position = placeOf(line);
      messages.add(position.file, position.line, message, weight);
    };
    const reading: Reading = { nodes: [], tell, base: 0, depth: 0 };
    const html = render(parser, lines.map(({ text }) => text.replaceAll(mark, '')).join('\n'), reading);
    const tree = parseHtml(html, () => allowance.take('elements'));
    if (tree === null) {
      tell(0, 'The text has more than 100,000 elements, so it’s skipped.', 'lost');
      return { document: { type: 'doc', content: [] }, headings: [], leading: [], links: [] };
    }
    const read = readTree(readFootnotes(tree), { ...answers, tell, placeOf, hold: (element) => holdTabs(element, reading) });
    const document = readHtml(read.tree, 'lesson', ({ attributes }) =>
      tell(Number(attributes['data-line'] ?? 0), 'A footnote with more than paragraphs is now lines of text.'),
    );
    return { document: { ...document, content: insertTabs(document.content ?? [], reading.nodes) }, ...read };
  };
}

/** Renders with a separate environment, so that footnotes belong to this text. */
function render(parser: MarkdownIt, source: string, reading: Reading): string {
  const env = {
    reading,
    tell: (line: number, message: string, weight?: MessageWeight) => reading.tell(reading.base + line, message, weight),
  };
  return parser.render(source, env);
}

function hold(reading: Reading, node: DocumentNode): string {
  reading.nodes.push(node);
  return `<p>${mark}${reading.nodes.length - 1}${mark}</p>\n`;
}

/** Replaces tabs with placeholders, because HTML can't express all of them. */
function holdTabs(element: HtmlElement, reading: Reading): HtmlElement {
  const tabs = element.children.filter((child) => typeof child !== 'string').filter(({ tag }) => tag === 'tabitem');
  reading.nodes.push({
    type: 'mdx',
    attrs: { component: 'Tabs' },
    content: tabs.map((tab) => ({
      type: 'mdx',
      attrs: { component: 'Tab', properties: { title: tab.attributes['label'] ?? tab.attributes['value'] ?? 'Tab' } },
      content: readHtml({ tag: 'div', attributes: {}, children: tab.children }, 'lesson').content ?? [],
    })),
  });
  return { tag: 'p', attributes: {}, children: [`${mark}${reading.nodes.length - 1}${mark}`] };
}

function insertTabs(content: readonly DocumentNode[], nodes: readonly DocumentNode[]): DocumentNode[] {
  return content.map((node) => {
    const words =
      node.type === 'paragraph'
        ? (node.content ?? [])
            .map(({ text = '' }) => text)
            .join('')
            .trim()
        : '';
    const number = placeholder.exec(words)?.[1];
    const held = number === undefined ? undefined : nodes[Number(number)];
    const replaced = held ?? node;
    if (replaced.content === undefined) return replaced;
    const inner = insertTabs(replaced.content, nodes);
    // An item begins with a paragraph: code or a formula right after its sign gets an empty one.
    const needsParagraph = replaced.type === 'listItem' && inner[0]?.type !== 'paragraph';
    return { ...replaced, content: needsParagraph ? [{ type: 'paragraph' }, ...inner] : inner };
  });
}

type Env = {
  readonly reading: Reading /** The number of the footnote that is being rendered. */;
  note?: number;
  tell(line: number, message: string, weight?: MessageWeight): void;
};

function setRules(parser: MarkdownIt, flavour: Flavour): void {
  const { rules } = parser.renderer;
  const escape = (text: string) => parser.utils.escapeHtml(text);
  const rule =
    (work: (token: Parameters<RendererRule>[0][number], env: Env) => string): RendererRule =>
    (tokens, index, _options, env) => {
      const token = tokens[index];
      return token === undefined ? '' : work(token, env as Env);
    };
  const code = rule((token, env) => {
    const info = parser.utils.unescapeAll(token.info).trim();
    const line = token.map?.[0] ?? 0;
    const [, kind, rest = ''] = /^admonish\b\s*(\S*)(.*)$/u.exec(info) ?? [];
    if (flavour.name === 'mdbook' && kind !== undefined && env.reading.depth < maxBoxes) {
      const title = /(?:title=)?"([^"]*)"/u.exec(`${kind}${rest}`)?.[1];
      const name = /^[a-z]+/u.exec(kind)?.[0] ?? 'note';
      const inner: Reading = { ...env.reading, base: env.reading.base + line + 1, depth: env.reading.depth + 1 };
      const { open, close } = boxOf(
        name === 'title' ? 'note' : name,
        title === undefined ? null : parser.renderInline(title, { reading: env.reading, tell: env.tell }),
      );
      return `${open}${render(parser, token.content, inner)}${close}`;
    }
    const { node, losses } = readFence(info, token.content, flavour);
    if (env.note !== undefined) return `<pre><code>${escape(node.content?.map(({ text = '' }) => text).join('') ?? '')}</code></pre>\n`;
    for (const loss of losses) env.tell(line, loss, 'info');
    return codeOfListing(info, node, escape) ?? hold(env.reading, node);
  });
  rules['fence'] = code;
  rules['code_block'] = code;
  rules['formula'] = rule((token, env) =>
    env.note !== undefined
      ? `<p><span class="formula">${escape(token.content)}</span></p>`
      : hold(env.reading, { type: 'math', attrs: {}, content: token.content === '' ? [] : [{ type: 'text', text: token.content }] }),
  );
  rules['inline_formula'] = rule((token) => `<span class="formula">${escape(token.content)}</span>`);
  rules['box_open'] = rule((token, env) => {
    const words = token.children ?? [];
    const written = token.content === '' ? null : escape(token.content);
    const title = words.length === 0 ? written : parser.renderer.renderInline(words, parser.options, env);
    return token.info === 'details' ? `<details><summary>${title ?? 'Details'}</summary>\n` : boxOf(token.info, title).open;
  });
  rules['box_close'] = rule((token) => (token.info === 'details' ? '</details>\n' : boxOf('note', null).close));
  // `readFootnotes` puts each note where its references are.
  rules['footnote_ref'] = rule((token) => {
    const number = numberOf(token.meta);
    return `<a id="fnref:${number}" href="#fn:${number}" data-line="${token.attrGet('data-line') ?? 0}">${number}</a>`;
  });
  rules['unused_note_open'] = rule((token) => `<p>[^${escape(token.content)}]:</p>\n`);
  rules['unused_note_close'] = () => '';
  rules['footnote_block_open'] = () => '<ol>\n';
  rules['footnote_block_close'] = () => '</ol>\n';
  rules['footnote_open'] = rule(({ meta }, env) => {
    env.note = numberOf(meta);
    return `<li id="fn:${env.note}">`;
  });
  rules['footnote_close'] = rule((_token, env) => {
    const { note } = env;
    delete env.note;
    return `<a href="#fnref:${note}" role="doc-backlink">^</a></li>\n`;
  });
  rules['footnote_anchor'] = () => '';
}

function numberOf(meta: unknown): number {
  const id: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'id') : 0;
  return Number(id ?? 0) + 1;
}
