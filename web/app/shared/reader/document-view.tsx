import { reactElement } from '@newline/document/react';
import { renderDocument } from '@newline/document/render';
import { createElement, Fragment, type ReactElement } from 'react';
import { usePageFacts } from '../page-facts.tsx';
import { parseDocument } from './parse-document.ts';

type Props = {
  /** The document from the API: a JSON string; null renders nothing. */
  bodyDelta: string | null;
};

/**
 * Renders a plain document as React elements, without injected HTML and without any of the editor's code. For comments, use `CommentText`.
 */
export function DocumentView({ bodyDelta }: Props) {
  const { publicUrl } = usePageFacts();
  if (bodyDelta === null) return null;
  const children = renderDocument<ReactElement>(parseDocument(bodyDelta), reactElement<ReactElement>(createElement), {
    siteOrigin: new URL(publicUrl).origin,
    hasHeadingIds: false,
  });
  return createElement(Fragment, null, ...children);
}
