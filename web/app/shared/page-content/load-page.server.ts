import { type PageContent, readPage } from '@newline/api/rules/site/page-sections';
import type { RouterContextProvider } from 'react-router';
import { graphql } from '../graphql-document.ts';
import { dependsOn, runDocument } from '../run-document.server.ts';

const PageLayoutDocument = graphql(/* GraphQL */ `query pageLayout($page: SitePage!) { pageLayout(page: $page) { sections } }`);

/** A page as shown. `changes` is what the browser needs: empty if everything has its default. */
type LoadedPage<Kind extends string, Content> = {
  readonly content: Content;
  readonly changes: Pick<PageContent<Kind, Content>, 'shown' | 'content'> | undefined;
};

/** Loads the sections of a page, or reads them from an unsaved draft. */
export async function loadPage<Kind extends string, Content extends Readonly<Record<Kind, object>>>(
  context: Readonly<RouterContextProvider>,
  page: 'PRICING' | 'WRITE_WITH_US',
  { kinds, standard, draft = null }: { kinds: readonly Kind[]; standard: Content; draft?: string | null },
): Promise<LoadedPage<Kind, Content>> {
  dependsOn(context, ['home']);
  const stored = draft ?? (await runDocument(context, PageLayoutDocument, { page })).pageLayout?.sections ?? '[]';
  const { shown, content } = readPage(kinds, standard, stored);
  return { content, changes: stored === '[]' ? undefined : { shown, content } };
}
