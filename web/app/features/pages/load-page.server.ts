import type { DocumentNode } from '@newline/document/document-node';
import { toText } from '@newline/document/text';
import { isUsualPage } from '@newline/api/rules/site/page-path';
import { site } from '@newline/api/rules/site/site';
import { requestContext } from '@newline/api/request-context';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { shortDescription } from '../../shared/head/description.ts';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { breadcrumbs } from '../../shared/head/structured-data.ts';
import { parseDocument } from '../../shared/reader/parse-document.ts';
import type { TextFacts } from '../../shared/reader/text-facts.ts';
import { writeTextOnce } from '../../shared/reader/write-text-once.server.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { OwnersPageDocument, PagePreviewDocument, type PageNode } from './page-documents.ts';
import type { OwnersPageFacts } from './page-facts.ts';

type Context = Readonly<RouterContextProvider>;

/**
 * Loads a published site page by its slug. Suggested pages, such as the terms, are at the top; below /pages they redirect. Throws 404 when
 * it isn't published.
 */
export async function loadOwnersPage(context: Context, url: URL, slug: string): Promise<OwnersPageFacts> {
  dependsOn(context, ['pages']);
  const { pageBySlug: page } = await runDocument(context, OwnersPageDocument, { slug });
  if (!page || page.publishedAt === null) throw data(null, { status: 404 });
  if (isUsualPage(slug) && url.pathname.startsWith('/pages/')) throw redirect(page.permalink, 301);
  const facts = pageOf(context, url, page);
  const address = `${url.origin}${facts.permalink}`;
  const { title, permalink, description, publishedAt } = facts;
  describePage(context, {
    path: permalink,
    title,
    description,
    share: { title, kind: null, by: [], topic: 'basics' },
    data: [
      {
        '@context': 'https://schema.org',
        '@type': slug === 'about' ? 'AboutPage' : 'WebPage',
        name: title,
        url: address,
        description: shortDescription(description),
        ...(publishedAt !== null && { dateModified: publishedAt }),
      },
      breadcrumbs(url.origin, [[title, permalink]]),
    ],
  });
  return facts;
}

/** Loads a page as it will look once its working text is published. Throws 404 for users who aren't administrators. */
export async function loadPagePreview(context: Context, url: URL, id: string): Promise<OwnersPageFacts> {
  const { pageById: page } = await runDocument(context, PagePreviewDocument, { id });
  if (!page?.latestRevision) throw data(null, { status: 404 });
  return pageOf(context, url, { ...page, ...page.latestRevision });
}

function pageOf(context: Context, url: URL, page: PageNode): OwnersPageFacts {
  const { isDocument, handedOver, embedOrigin } = context.get(requestContext);
  const { id, title, permalink, publishedAt, bodyDelta, bodyDrawings } = page;
  const text: TextFacts = { bodyDelta, bodyDrawings, siteOrigin: url.origin, repositoryUrl: null, embedOrigin };
  const { html, headings } = writeTextOnce(text);
  if (isDocument) handedOver.set(`page:${id}`, html);
  const description = descriptionOf(bodyDelta) || `${title} · ${site.name}`;
  return { id, title, permalink, description, publishedAt, headings, textKey: `${id} ${publishedAt}`, text: isDocument ? null : text };
}

/** Returns the beginning of a text, for search engines. */
function descriptionOf(bodyDelta: string | null): string {
  const document = parseDocument(bodyDelta) as DocumentNode | null;
  return document === null ? '' : shortDescription(toText(document, { hasNotes: false }).replace(/\s+/gu, ' ').trim());
}
