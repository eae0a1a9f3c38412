import { createFrameFor } from '@newline/document/embeds/frame-for';
import { outlineOf } from '@newline/document/outline';
import { reactElement } from '@newline/document/react';
import { renderBlocks } from '@newline/document/render';
import { renderNotes } from '@newline/document/render/note-list';
import { buttonClass } from '@newline/ui/components/button';
import { createElement, Fragment, type ReactElement } from 'react';
import { embedProviders } from '../../../../embeds.config.ts';
import { sources } from '../../../../sources.config.ts';
import { parseDocument } from './parse-document.ts';
import { ReaderElements } from './reader-element.ts';
import { storedSizes } from './stored-sizes.ts';
import type { TextFacts, TextHeading } from './text-facts.ts';

/** A rendered text, its headings for the table of contents, and its number of blocks. */
export type WrittenText = { content: ReactElement; headings: TextHeading[]; blockCount: number };

/**
 * Renders a long text as React elements: every top-level block gets a number in the gutter that links to it, and every heading an anchor.
 * Footnotes are a list after the blocks. No HTML string is injected, and none of the editor's code is used.
 */
export function writeText({ bodyDelta, bodyDrawings, siteOrigin, repositoryUrl, embedOrigin }: TextFacts): WrittenText {
  const document = parseDocument(bodyDelta);
  const lines = outlineOf(document);
  const elements = new ReaderElements<ReactElement>(reactElement<ReactElement>(createElement), {
    headingShift: lines.some(({ level }) => level === 1) ? 1 : 0,
    copyClass: buttonClass({ variant: 'bare', size: 'small' }),
    imageAttributes: storedSizes,
  });
  const rendered = renderBlocks(document, elements.h, {
    siteOrigin,
    imageOrigins: sources.img,
    hasHeadingIds: true,
    hasDirections: true,
    canRun: true,
    frameFor: createFrameFor({ providers: embedProviders, siteOrigin, embedOrigin }),
    renderings: parseDocument(bodyDrawings),
    ...(repositoryUrl !== null && { repositoryUrl }),
  });
  const blocks = rendered.filter(({ content }) => content.length > 0);
  const headings = elements.headings.flatMap(({ id, level, block }) => {
    const at = blocks.findIndex((candidate) => candidate.id === block);
    const text = lines.find((line) => line.id === id)?.text ?? '';
    return block === null || at < 0 || text === '' ? [] : [{ id, level, text, number: at + 1 }];
  });
  const headingOf = new Map(headings.map((heading) => [heading.number, heading]));
  const content = blocks.map(({ id, content: pieces }, at) =>
    createElement(Block, { number: at + 1, id, heading: headingOf.get(at + 1), pieces }),
  );
  const notes = renderNotes(
    rendered.flatMap((block) => block.notes),
    elements.h,
    true,
  );
  return { content: createElement(Fragment, null, ...content, ...notes), headings, blockCount: blocks.length };
}

type BlockProps = { number: number; id: string | null; heading: TextHeading | undefined; pieces: readonly (ReactElement | string)[] };

/** A block with its number. The number isn't focusable: a tab stop at every paragraph would get in the way. */
function Block({ number, id, heading, pieces }: BlockProps) {
  const anchor = id === null ? undefined : `b-${id}`;
  const target = heading?.id ?? anchor;
  return (
    <div className={heading ? 'b b--h' : 'b'} id={anchor}>
      {target !== undefined && (
        <a className="b__n" href={`#${target}`} tabIndex={-1} aria-hidden="true">
          {number}
        </a>
      )}
      {createElement(Fragment, null, ...pieces)}
      {heading && (
        <a className="b__a" href={`#${heading.id}`} aria-label={`Link to “${heading.text}”`}>
          #
        </a>
      )}
    </div>
  );
}
