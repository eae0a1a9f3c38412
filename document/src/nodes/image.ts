import { classAfter, findElement, isCaptionNumber, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import type { DocumentNode, Json } from '../document-node.ts';
import { writeImage } from '../markdown/write-image.ts';
import {
  anchorName,
  blockId,
  captionNumber,
  flag,
  line,
  oneOf,
  optionalInteger,
  optionalLine,
  optionalUrl,
  requiredUrl,
} from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import { choiceOf, classes, integerOf, stringOf, type LooseNode, type RenderContext, type RenderNode } from '../render/element.ts';
import { linkAttributes } from '../render/frame.ts';
import { numberPieces } from '../render/number-pieces.ts';
import { isImageOfPage, safeUrl } from '../safe-url.ts';
import { cutText } from '../truncate.ts';

const imagePositions = ['wrap-left', 'inline', 'hang', 'wide', 'wrap-right'] as const;
const inMarkdown = ['src', 'alt', 'title', 'href'] as const;

/** An image with its caption as content. */
export const image: NodeDefinition = {
  name: 'image',
  group: 'block',
  content: 'inline*',
  isForComments: true,
  attributes: {
    uniqueId: blockId(),
    src: requiredUrl('media'),
    alt: line(2000),
    href: optionalUrl('link'),
    title: optionalLine(500),
    imagePosition: oneOf(imagePositions, 'inline'),
    attachmentId: optionalLine(64),
    width: optionalInteger(1, 20_000),
    height: optionalInteger(1, 20_000),
    isNumbered: flag(),
    number: captionNumber(),
    anchor: anchorName(),
  },
  markdownNames: { imagePosition: 'position', isNumbered: 'numbered' },
  markdown: {
    write: (node, writer) => {
      const markdown = writeImage(node, writer);
      const caption = node.content ?? [];
      if (caption.length === 0) return markdown;
      const content = `${markdown}\n\n${writer.inline(caption, 'paragraph')}`;
      return writer.container('figure', writer.attributes(node, inMarkdown), content);
    },
    inPlace: inMarkdown,
    directives: [{ name: 'figure', isContainer: true, adopt: adoptFigure }],
  },
  text: (node, inner) => [textAttribute(node, 'alt'), inner].filter(Boolean).join('\n'),
  isSubstance: true,
  html: { tags: ['img', 'figure'], inPlace: ['src', 'alt', 'title', 'width', 'height', 'href'], read: readImage },
};

/** Gives the attributes to a figure's first image, and makes the paragraphs after it its caption. */
function adoptFigure(attributes: Readonly<Record<string, Json>>, content: readonly DocumentNode[]): readonly DocumentNode[] {
  const [first, ...rest] = content;
  if (first?.type !== 'image') return content;
  const paragraphs = rest.filter((node) => node.type === 'paragraph');
  const caption = paragraphs.flatMap((node, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...(node.content ?? [])]);
  const others = rest.filter((node) => node.type !== 'paragraph');
  return [{ ...first, attrs: { ...first.attrs, ...attributes }, content: caption }, ...others];
}

const positionNames = new Set(imagePositions);

/** `<figure class="fig">`, with a link if the page can't load the image, or nothing if the URL isn't allowed. */
export const renderImage: RenderNode = (node, context, extra) => {
  const { h } = context;
  const src = safeUrl(node.attributes['src'], 'media');
  const { label, id } = context.caption(node);
  const words = context.children(node);
  const caption = [...numberPieces(context.h, label, id, words.length > 0), ...words];
  if (src === null) return words.length === 0 ? [] : h('p', extra, ...words);
  const { siteOrigin = '', imageOrigins } = context.options;
  if (imageOrigins !== undefined && !isImageOfPage(src, { siteOrigin, imageOrigins })) {
    const box = h('div', { class: 'fig__absent' }, ...absentPieces(node, src, context));
    return h(
      'figure',
      { class: 'fig', id: id || undefined, ...extra },
      box,
      ...(caption.length === 0 ? [] : [h('figcaption', {}, ...caption)]),
    );
  }
  const position = choiceOf(node, 'imagePosition', positionNames, 'inline');
  const image = h('img', {
    src,
    alt: stringOf(node, 'alt'),
    title: stringOf(node, 'title') || undefined,
    width: integerOf(node, 'width', 1, 20_000),
    height: integerOf(node, 'height', 1, 20_000),
    loading: 'lazy',
    decoding: 'async',
  });
  const link = linkAttributes(node.attributes['href'], context);
  const content = link === null ? image : h('a', { ...link, class: 'fig__link' }, image);
  const name = classes('fig', position !== 'inline' && `fig--${position}`);
  return h(
    'figure',
    { class: name, id: id || undefined, ...extra },
    content,
    ...(caption.length === 0 ? [] : [h('figcaption', {}, ...caption)]),
  );
};

/** What readers see of an image on another site: its alt text, with the link that the image has, a sentence, and a link to the image. */
function absentPieces<T>(node: LooseNode, src: string, context: RenderContext<T>): readonly (T | string)[] {
  const { h } = context;
  const alt = stringOf(node, 'alt');
  const link = linkAttributes(node.attributes['href'], context);
  const name = alt === '' && link !== null ? link.href : alt;
  const source = linkAttributes(src, context);
  const host = URL.canParse(src, 'https://site.invalid') ? new URL(src, 'https://site.invalid').host : src;
  return [
    ...(name === '' ? [] : [h('b', {}, link === null ? name : h('a', link, name)), ' ']),
    h('span', {}, 'This image is on another site, so it isn’t shown here.'),
    ' ',
    ...(source === null ? [] : [h('a', source, `Open it on ${host}`)]),
  ];
}

function readImage(element: HtmlElement): HtmlMatch | null {
  const image = findElement(element, ({ tag }) => tag === 'img');
  // A figure around something else isn't an image.
  if (image === undefined || findElement(element, ({ tag }) => tag === 'pre' || tag === 'table' || tag === 'p') !== undefined) return null;
  const { src, alt, title, width, height } = image.attributes;
  const href = findElement(element, ({ tag }) => tag === 'a' && tag !== element.tag);
  const isAround = href !== undefined && findElement(href, ({ tag }) => tag === 'img') !== undefined;
  const caption = findElement(element, ({ tag }) => tag === 'figcaption');
  const attrs = { src, alt: cutText(alt ?? '', 2000), title: title && cutText(title, 500), width, height };
  return {
    attrs: { ...attrs, ...(isAround ? { href: href.attributes['href'] } : {}), imagePosition: classAfter(element, 'fig--') },
    content: (caption?.children ?? []).filter((piece) => !isCaptionNumber(piece)),
  };
}
