import { data, type RouterContextProvider } from 'react-router';
import { runDocument } from '../../shared/run-document.server.ts';
import { ArticlePreviewDocument } from './article-documents.ts';
import type { ArticleFacts } from './article-facts.ts';
import { pageOf } from './load-article.server.ts';

/** The kind of reader that a preview shows the page for. */
export type PreviewReader = 'visitor' | 'free' | 'pro';

/** Loads the page of an article as a reader will see it once its working text is published. Throws 404 for users who aren't its authors. */
export async function loadPreview(
  context: Readonly<RouterContextProvider>,
  url: URL,
  id: string,
  reader: PreviewReader,
): Promise<ArticleFacts> {
  const { articleById: article } = await runDocument(context, ArticlePreviewDocument, { id });
  if (!article?.latestRevision) throw data(null, { status: 404 });
  const { title, bodyDelta, bodyDrawings, openBlocks } = article.latestRevision;
  const document = JSON.parse(bodyDelta) as { content?: unknown[] };
  const blocks = document.content ?? [];
  const isCut = reader !== 'pro' && openBlocks !== null && openBlocks < blocks.length;
  const cut = (list: unknown[]) => (isCut ? list.slice(0, openBlocks ?? 0) : list);
  const working = {
    ...article,
    title,
    isCut,
    bodyDelta: JSON.stringify({ ...document, content: cut(blocks) }),
    bodyDrawings: bodyDrawings === null ? null : JSON.stringify(cut(JSON.parse(bodyDrawings) as unknown[])),
  };
  return pageOf(context, url, working, { isMember: reader !== 'visitor', related: [] });
}
