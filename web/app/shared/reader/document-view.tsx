import { reactElement } from '@newline/document/react';
import { renderDocument } from '@newline/document/render';
import { createElement, Fragment, type ReactElement } from 'react';
import { usePageFacts } from '../page-facts.tsx';
import { parseDocument } from './parse-document.ts';

type Props = {
  /** The document as the API answers it: a JSON string; null when there is none to show. */
  bodyDelta: string | null;
};

/** A document as React elements, plain: no HTML string is ever injected, and none of the editor's code is in it. Comments have `CommentText`. */
export function DocumentView({ bodyDelta }: Props) {
  const { publicUrl } = usePageFacts();
  if (bodyDelta === null) return null;
  const children = renderDocument<ReactElement>(parseDocument(bodyDelta), reactElement<ReactElement>(createElement), {
    siteOrigin: new URL(publicUrl).origin,
    hasHeadingIds: false,
  });
  return createElement(Fragment, null, ...children);
}
