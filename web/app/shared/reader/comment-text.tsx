import '@newline/ui/prose.css';
import './reader-parts.css';
import './comment-text.css';
import { createFrameFor } from '@newline/document/embeds/frame-for';
import { reactElement } from '@newline/document/react';
import { type CreateElement, type ElementAttributes, renderDocument } from '@newline/document/render';
import { buttonClass } from '@newline/ui/components/button';
import { createElement, useEffect, useMemo, useRef, type ReactElement } from 'react';
import { embedProviders } from '../../../../embeds.config.ts';
import { usePageFacts } from '../page-facts.tsx';
import { parseDocument } from './parse-document.ts';
import { ReaderElements } from './reader-element.ts';
import { startReader } from './start-reader.ts';
import { storedSizes } from './stored-sizes.ts';

type Props = {
  /** `Comment.bodyDelta` as the API answers it: a JSON string; null shows nothing. */
  bodyDelta: string | null;
  /** `Comment.bodyDrawings` of the same answer: the coloured code. Null until the server has drawn it, then code is plain. */
  bodyDrawings: string | null;
  /** How deep the comment stands: the level of the heading above it. Its own headings are one below and further down. */
  headingLevel?: number;
};

/**
 * The text of a comment: coloured code with its Copy button, pictures with their sizes, frames behind a poster that load when they
 * come near or are pressed. It brings its own styles and type size; give it a place, not a font. Rendered on the server or in the
 * browser alike, and a text that changes (an edit, drawings that arrive) is shown anew. No HTML string is injected, no byte of the
 * editor is in it; where it is not needed at first, import it lazily.
 */
export function CommentText(props: Props) {
  // What the page does to a text (frames in the place of posters) belongs to that text alone.
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
      // A page holds many comments, written by anybody.
      hasHeadingIds: false,
      hasDirections: true,
      frameFor: createFrameFor({ providers: embedProviders, siteOrigin, embedOrigin }),
      renderings: parseDocument(bodyDrawings),
    });
  }, [bodyDelta, bodyDrawings, headingLevel, publicUrl, embedOrigin]);
  return createElement('div', { className: 'prose comment-text', ref: frame }, ...content);
}

/** A picture stands small among the words and opens whole: it is a link to itself, unless the writer made one of it. */
function withOpenImages(h: CreateElement<ReactElement>): CreateElement<ReactElement> {
  const images = new WeakMap<ReactElement, ReactElement>();
  return (tag, attributes, ...children) => {
    if (tag === 'a') {
      const bare = children.map((child) => (typeof child === 'string' ? child : (images.get(child) ?? child)));
      return h(tag, attributes, ...bare);
    }
    const made = h(tag, attributes, ...children);
    const { src, alt } = attributes;
    if (tag !== 'img' || typeof src !== 'string') return made;
    const label = typeof alt === 'string' && alt !== '' ? `Open the image: ${alt}` : 'Open the image';
    const link = h('a', { class: 'fig__open', href: src, target: '_blank', rel: 'noopener', 'aria-label': label }, made);
    images.set(link, made);
    return link;
  };
}

function thumbnailSizes(attributes: ElementAttributes): ElementAttributes {
  const sizes = storedSizes(attributes);
  return sizes['srcset'] === undefined ? sizes : { ...sizes, sizes: '200px' };
}
