import { truncate } from '@newline/document/truncate';
import { createHash } from 'node:crypto';
import type { Markup, MarkupRendering } from '@newline/document/renderings';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { plainFlowchart } from './plain-flowchart.ts';
import { toMarkup } from './to-markup.ts';

/** The kinds that are drawn here, by the first word of their source. The browser draws the others. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:graph|flowchart)\b/u, 'Flowchart'],
  [/^sequenceDiagram\b/u, 'Sequence diagram'],
  [/^classDiagram\b/u, 'Class diagram'],
  [/^erDiagram\b/u, 'Entity diagram'],
  [/^stateDiagram\b/u, 'State diagram'],
];

const maxLength = 20_000;
const maxLabelLength = 300;

/** The page's colours for those of the drawing library. */
const colours: Readonly<Record<string, string>> = {
  '--_text': '--dia-text',
  '--_text-sec': '--dia-muted',
  '--_text-muted': '--dia-muted',
  '--_text-faint': '--dia-muted',
  '--_line': '--dia-line',
  '--_arrow': '--dia-line',
  '--_node-fill': '--dia-node',
  '--_node-stroke': '--dia-line',
  '--_group-fill': '--dia-bg',
  '--_group-hdr': '--dia-head',
  '--_inner-stroke': '--dia-edge',
  '--_key-badge': '--dia-head',
  '--bg': '--dia-bg',
  '--fg': '--dia-text',
};

/** SVG of a diagram with its words as a label. Null for a kind that only a browser draws; throws when the source is none. */
export function renderMermaid(source: string): MarkupRendering | null {
  if (source.length > maxLength) throw new Error(`the diagram has ${source.length} characters, at most ${maxLength} are drawn`);
  const { text, title } = plainSource(source);
  const kind = kinds.find(([pattern]) => pattern.test(text))?.[1];
  if (kind === undefined) return null;
  // Ids are for the whole page: those of two diagrams must differ.
  const prefix = `dia-${createHash('sha256').update(source).digest('hex').slice(0, 8)}-`;
  const svg = renderMermaidSVG(plainDiagram(text), { transparent: true, padding: 8 });
  const markup = toMarkup(svg, 'svg', (name, value, tag) => change(name, value, tag, prefix));
  const words = markup === null ? [] : wordsIn(markup);
  // The library passes over what it does not understand: nothing drawn, boxes without their lines, a group around nothing.
  const isWithoutLines = /--|==|-\./u.test(text) && !/<(?:polyline|line|path)\b/u.test(svg);
  if (markup === null || words.length === 0 || isWithoutLines || /<rect [^>]*\bwidth="0"/u.test(svg))
    throw new Error('the diagram is not understood');
  const label = title ?? [...new Set(words.filter((word) => word !== '(no attributes)'))].join(', ');
  return { of: source.length, markup, label: truncate(`${kind}: ${label}`, maxLabelLength) };
}

/** The source without what is not drawn: a title and settings at its head, comments, and what would act on a click. */
function plainSource(source: string): { text: string; title: string | null } {
  const head = /^\s*---\n(.*?)\n---\n/su.exec(source);
  const titles = [/^\s*accTitle\s*:\s*(.+)$/mu.exec(source), /^\s*title\s*:?\s+(.+)$/mu.exec(head?.[1] ?? '')];
  const text = source
    .slice(head?.[0].length ?? 0)
    .replaceAll(/%%\{.*?\}%%/gsu, '')
    .replaceAll(/^\s*(?:click|link|callback|href|accTitle|accDescr|%%).*$/gmu, '')
    .trim();
  return { text, title: titles.map((title) => title?.[1]?.trim()).find((title) => title !== undefined && title !== '') ?? null };
}

/** The source in the spelling that the library reads. */
function plainDiagram(text: string): string {
  if (/^(?:graph|flowchart)\b/u.test(text)) return plainFlowchart(text);
  if (!text.startsWith('erDiagram')) return text;
  return text.replaceAll(/^(\s*[\w-]+)\s*([|}o]{2}(?:--|\.\.)[|{o]{2})\s*([\w-]+)\s*:\s*/gmu, '$1 $2 $3 : ');
}

function change(name: string, value: string, tag: string, prefix: string): string | null {
  if (name === 'style' || name === 'class' || name === 'xmlns' || name === 'font-family' || name.startsWith('data-')) return null;
  if (name === 'id') return tag === 'marker' ? prefix + value : null;
  if (name === 'marker-start' || name === 'marker-end') return value.replace('url(#', `url(#${prefix}`);
  return value
    .replaceAll(/var\((--[\w-]+)[^)]*\)/gu, (all, colour: string) =>
      Object.hasOwn(colours, colour) ? `var(${colours[colour] ?? ''})` : all,
    )
    .replaceAll(/-?\d+\.\d{3,}/gu, (number) => String(Math.round(Number(number) * 100) / 100));
}

function wordsIn(markup: Markup): string[] {
  const [tag, , ...children] = markup;
  if (tag !== 'text') return children.flatMap((child) => (typeof child === 'string' ? [] : wordsIn(child)));
  const words = (piece: Markup | string): string =>
    typeof piece === 'string'
      ? piece
      : piece
          .slice(2)
          .map((child) => words(child as Markup | string))
          .join(' ');
  const said = words(markup).replaceAll(/\s+/gu, ' ').trim();
  return said === '' ? [] : [said];
}
