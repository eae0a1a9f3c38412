import '@newline/ui/prose.css';
import './formulas.css';
import './reader-parts.css';
import './comment-text.css';
import { createFrameFor } from '@newline/document/embeds/frame-for';
import { reactElement } from '@newline/document/react';
import { type CreateElement, type ElementAttributes, renderDocument } from '@newline/document/render';
import { buttonClass } from '@newline/ui/components/button';
import { createElement, useEffect, useMemo, useRef, type ReactElement } from 'react';
import { embedProviders } from '../../../../embeds.config.ts';
import { sources } from '../../../../sources.config.ts';
import { usePageFacts } from '../page-facts.tsx';
import { parseDocument } from './parse-document.ts';
import { ReaderElements } from './reader-element.ts';
import { startReader } from './start-reader.ts';
import { storedSizes } from './stored-sizes.ts';

type Props = {
  /** `Comment.bodyDelta` from the API: a JSON string; null renders nothing. */
  bodyDelta: string | null;
  /** `Comment.bodyDrawings` from the same response: highlighted code. Null until the server has rendered it; code is plain until then. */
  bodyDrawings: string | null;
  /** The level of the heading above the comment. The comment's own headings are at least one level below. */
  headingLevel?: number;
};

/**
 * The text of a comment: highlighted code with a Copy button, images with their sizes, and embeds behind a poster that load when they come
 * near or are pressed. It brings its own styles and font size. It renders the same on the server and in the browser, and again when the
 * text changes (after an edit, or when renderings arrive). No HTML string is injected, and none of the editor's code is used; load it
 * lazily where it isn't needed immediately.
 */
export function CommentText(props: Props) {
  // Changes to the DOM (embeds in place of posters) belong to one text only.
  return <Text key={`${props.bodyDelta} ${props.bodyDrawings?.length}`} {...props} />;
}

function Text({ bodyDelta, bodyDrawings, headingLevel = 2 }: Props) {
  const { publicUrl, embedOrigin } = usePageFacts();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? startReader(frame.current) : undefined), []);
  const content = useMemo(() => {
    const siteOrigin = new URL(publicUrl).origin;
    const elements = new ReaderElements<ReactElement>(withOpenImages(reactElement<ReactElement>(createElement)), {
      headingShift: headingLevel,
      copyClass: buttonClass({ variant: 'bare', size: 'small' }),
      imageAttributes: thumbnailSizes,
    });
    return renderDocument(parseDocument(bodyDelta), elements.h, {
      siteOrigin,
      imageOrigins: sources.img,
      // A page has many comments by many authors, so IDs could collide.
      hasHeadingIds: false,
      hasDirections: true,
      frameFor: createFrameFor({ providers: embedProviders, siteOrigin, embedOrigin }),
      renderings: parseDocument(bodyDrawings),
    });
  }, [bodyDelta, bodyDrawings, headingLevel, publicUrl, embedOrigin]);
  return createElement('div', { className: 'prose comment-text', ref: frame }, ...content);
}

/** Shows images small, linked to their full size unless the author made them a link. */
function withOpenImages(h: CreateElement<ReactElement>): CreateElement<ReactElement> {
  const images = new WeakMap<ReactElement, ReactElement>();
  return (tag, attributes, ...children) => {
    if (tag === 'a') {
      const bare = children.map((child) => (typeof child === 'string' ? child : (images.get(child) ?? child)));
      return h(tag, attributes, ...bare);
    }
    const element = h(tag, attributes, ...children);
    const { src, alt } = attributes;
    if (tag !== 'img' || typeof src !== 'string') return element;
    const label = typeof alt === 'string' && alt !== '' ? `Open the image: ${alt}` : 'Open the image';
    const link = h('a', { class: 'fig__open', href: src, target: '_blank', rel: 'noopener', 'aria-label': label }, element);
    images.set(link, element);
    return link;
  };
}

function thumbnailSizes(attributes: ElementAttributes): ElementAttributes {
  const sizes = storedSizes(attributes);
  return sizes['srcset'] === undefined ? sizes : { ...sizes, sizes: '200px' };
}
