import { reactElement } from '@newline/document/react';
import { renderDocument } from '@newline/document/render';
import { createElement, Fragment, type ReactElement } from 'react';
import { usePageFacts } from '../page-facts.tsx';

type Props = {
  /** The document as the API answers it: a JSON string; null when there is none to show. */
  bodyDelta: string | null;
  /** Headings get anchors; off for comments, of which a page holds many. */
  hasHeadingIds?: boolean;
};

/** A document as React elements: no HTML string is ever injected, and none of the editor's code is in it. */
export function DocumentView({ bodyDelta, hasHeadingIds = false }: Props) {
  const { publicUrl } = usePageFacts();
  if (bodyDelta === null) return null;
  const children = renderDocument<ReactElement>(parsed(bodyDelta), reactElement<ReactElement>(createElement), {
    siteOrigin: new URL(publicUrl).origin,
    hasHeadingIds,
  });
  return createElement(Fragment, null, ...children);
}

/** What is stored was checked when it was written; what cannot be read all the same shows as nothing. */
function parsed(bodyDelta: string): unknown {
  try {
    return JSON.parse(bodyDelta);
  } catch {
    return null;
  }
}
