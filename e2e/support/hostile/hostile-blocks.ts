import { nodeDefinitions } from '@newline/document/schema/nodes';
import type { XssVector } from './xss-vectors.ts';

/** A node of a document, of any shape. */
type Block = Readonly<Record<string, unknown>>;
/** Creates a block with a value in one slot. */
type Place = (value: unknown) => Block;

const words = (text: unknown, marks: readonly object[] = []): Block => ({ type: 'text', text, marks });
const paragraph = (...content: readonly Block[]): Block => ({ type: 'paragraph', content });

/** The properties that a node requires. */
const needed: Readonly<Record<string, Block>> = {
  image: { src: '/favicon.ico' },
  iframeEmbed: { src: 'https://example.org/' },
  remoteCodeHeader: { url: 'https://github.com/a/b/blob/main/c.ts' },
};

/** The content that completes a node if it's otherwise empty. */
const inside: Readonly<Record<string, readonly Block[]>> = {
  paragraph: [words('x')],
  heading: [words('x')],
  codeBlock: [words('const x = 1;')],
  bulletList: [{ type: 'listItem', content: [paragraph(words('x'))] }],
  orderedList: [{ type: 'listItem', content: [paragraph(words('x'))] }],
  table: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(words('x'))] }] }],
  tableRow: [{ type: 'tableCell', content: [paragraph(words('x'))] }],
};

/** Puts a node into the one that it needs around it. */
function placed(node: Block): Block {
  if (node['type'] === 'listItem') return { type: 'bulletList', content: [node] };
  if (node['type'] === 'tableRow') return { type: 'table', content: [node] };
  if (node['type'] === 'tableCell' || node['type'] === 'tableHeader')
    return { type: 'table', content: [{ type: 'tableRow', content: [node] }] };
  if (node['type'] === 'remoteCodeHeader')
    return {
      type: 'remoteCodeBlock',
      content: [node, { type: 'codeBlock', attrs: { locality: 'remote' }, content: [words('const x = 1;')] }],
    };
  if (node['type'] === 'hardBreak') return paragraph(node);
  return node;
}

const nodes = nodeDefinitions.filter(({ name }) => name !== 'doc' && name !== 'text' && name !== 'paywallThreshold');

/** Slots: each attribute of each node, text in each node that has any, links, and invalid names. */
const slots: readonly Place[] = [
  (value) => paragraph(words(value)),
  (value) => paragraph(words('x', [{ type: 'link', attrs: { href: value } }])),
  (value) => paragraph(words(value, [{ type: 'link', attrs: { href: 'https://example.org/' } }, { type: 'bold' }])),
  (value) => paragraph(words('x', [{ type: value }])),
  (value) => ({ type: value, content: [words('x')] }),
  ...nodes
    .filter(({ content }) => content !== undefined)
    .map(({ name, content = '' }): Place => {
      const isInline = /inline|text/.test(content);
      return (value) => placed({ type: name, attrs: needed[name] ?? {}, content: isInline ? [words(value)] : [paragraph(words(value))] });
    }),
  ...nodes.flatMap(({ name, attributes, content }) =>
    Object.keys(attributes).map((key): Place => {
      const children = inside[name] ?? (content?.includes('block') ? [paragraph(words('x'))] : undefined);
      return (value) => placed({ type: name, attrs: { ...needed[name], [key]: value }, ...(children && { content: children }) });
    }),
  ),
  ...['paragraph', 'image', 'iframeEmbed', 'codeBlock'].flatMap((type) =>
    ['onclick', 'onerror', 'style', 'class', 'srcdoc', 'innerHTML', 'dangerouslySetInnerHTML', 'children', 'ref', '__proto__'].map(
      (key): Place =>
        (value) => ({ type, attrs: own({ ...needed[type] }, key, value), content: [words('x')] }),
    ),
  ),
];

/** The slots that expect a URL. */
const addressPlaces: readonly Place[] = [
  (value) => paragraph(words('x', [{ type: 'link', attrs: { href: value } }])),
  ...nodes.flatMap(({ name, attributes }) =>
    Object.keys(attributes)
      .filter((key) => /src|href|url/i.test(key))
      .map(
        (key): Place =>
          (value) =>
            placed({ type: name, attrs: { ...needed[name], [key]: value }, ...(inside[name] && { content: inside[name] }) }),
      ),
  ),
];

/** Returns blocks with a vector in each: a URL in each slot for one, markup in some of all the slots, others for each vector. */
export function hostileBlocks({ n, kind, text }: XssVector, placesEach: number): readonly Block[] {
  if (kind === 'address') return addressPlaces.map((slot) => slot(text));
  return Array.from({ length: placesEach }, (_, at) => slots[(n * placesEach + at) % slots.length]?.(text) ?? {});
}

/** Returns each slot with values of other types than the expected text, with markup in them. */
export function confusedBlocks(markup: string): readonly Block[] {
  return slots.flatMap((slot) => confusions(markup).map((value) => slot(value)));
}

/** Sets a property of the object itself, even `__proto__`. */
function own(attributes: Record<string, unknown>, key: string, value: unknown): object {
  return Object.defineProperty(attributes, key, { value, enumerable: true });
}

function confusions(markup: string): readonly unknown[] {
  return [
    { __html: markup },
    { html: markup, toString: markup },
    [markup],
    ['script', { src: markup }, markup],
    [['script', {}, markup]],
    { type: 'script', props: { children: markup, dangerouslySetInnerHTML: { __html: markup } }, key: null, ref: null },
    JSON.parse(`{"__proto__":{"src":${JSON.stringify(markup)}},"constructor":{"prototype":{"href":${JSON.stringify(markup)}}}}`),
    true,
    1e9,
    -1,
    null,
  ];
}
