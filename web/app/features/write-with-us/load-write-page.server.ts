import { type WriteKind, writeKinds } from '@newline/api/rules/site/page-sections';
import type { RouterContextProvider } from 'react-router';
import { loadPage } from '../../shared/page-content/load-page.server.ts';
import { standardWrite, type WriteContent } from '../../shared/page-content/standard-write.ts';

/** Loads the page for authors; with a draft, as it would be with these sections. */
export async function loadWritePage(context: Readonly<RouterContextProvider>, draft: string | null = null) {
  const { content, changes } = await loadPage<WriteKind, WriteContent>(context, 'WRITE_WITH_US', {
    kinds: writeKinds,
    standard: standardWrite,
    draft,
  });
  return { lead: content.TOP.lead, ...(changes && { changes }) };
}
