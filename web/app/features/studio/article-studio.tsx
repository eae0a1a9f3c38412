import { Archive, ArchiveRestore, EyeOff } from 'lucide';
import { useState } from 'react';
import type { Surroundings } from '../../shared/writing/editor-services.ts';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { showToast } from '../../shared/toast/show-toast.ts';
import { articleCalls } from './article-calls.ts';
import { hasFirstSlug } from './details-form.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { expectValue } from '../../shared/graphql-document.ts';
import { requestStudio } from './request-studio.ts';
import { statusLabels } from './status-words.ts';
import {
  ArchiveArticleDocument,
  ArticleStateDocument,
  ProposedSlugDocument,
  PublishArticleDocument,
  UnpublishArticleDocument,
  UpdateArticleDocument,
  type StudioArticle,
} from './studio-documents.ts';
import { StudioMenus } from './studio-menus.tsx';
import type { WorkingText } from './text-calls.ts';
import { TextStudio } from './text-studio.tsx';
import { useTextStudio } from './use-text-studio.ts';
import styles from './studio.module.css';

type ArticleState = Omit<StudioArticle, 'latestRevision' | 'workingAnchors'>;
type Props = {
  article: StudioArticle;
  revision: WorkingText;
  tags: readonly { slug: string; name: string }[];
  surroundings: Surroundings;
};

/** The page for writing an article, with its details, previews and publishing. */
export function ArticleStudio({ article: loaded, revision, tags, surroundings }: Props) {
  const studio = useTextStudio({
    id: loaded.id,
    word: 'article',
    calls: articleCalls,
    revision,
    anchors: loaded.workingAnchors ?? noAnchors,
    surroundings,
  });
  const { perform, autosave, requireSaved } = studio;
  const [article, setArticle] = useState<ArticleState>(loaded);
  const [publishedVersion, setPublishedVersion] = useState(revision.publishedAt === null ? null : revision.version);
  const [question, setQuestion] = useState<'Unpublish' | 'Archive' | null>(null);
  const [publishing, setPublishing] = useState<{ slug: string } | null>(null);
  const hasChanges = autosave.version() !== publishedVersion || studio.state.kind !== 'saved';
  const { id, status, mayPublish } = article;
  const isArchived = status === 'ARCHIVED';
  const isPublic = status === 'PUBLISHED' || status === 'SCHEDULED';

  const reload = async () => {
    const { articleById } = await requestStudio(ArticleStateDocument, { id });
    const { latestRevision, ...state } = expectValue(articleById);
    setArticle(state);
    setPublishedVersion(latestRevision?.publishedAt === null ? null : (latestRevision?.version ?? null));
  };
  const beginToPublish = async () => {
    const title = studio.content.title.trim();
    // Without a response there is no suggestion; saving the details will report the failure.
    const answer = hasFirstSlug(article) ? await requestStudio(ProposedSlugDocument, { title }).catch(() => null) : null;
    setPublishing({ slug: answer?.proposedSlug ?? article.slug });
  };
  const publish = async (publishedAt: string | null) => {
    await requireSaved();
    await requestStudio(PublishArticleDocument, { id, version: autosave.version(), publishedAt });
    await reload();
    void showToast(publishedAt === null ? 'Published.' : 'Scheduled.');
  };
  const change = (work: () => Promise<unknown>, message: string) =>
    perform(async () => {
      await work();
      await reload();
      void showToast(message);
    });

  return (
    <TextStudio
      studio={studio}
      menus={
        <StudioMenus
          studio={studio}
          base={`/studio/articles/${id}`}
          fileName={article.slug}
          permalink={article.permalink}
          more={
            mayPublish
              ? [
                  ...(isPublic
                    ? [
                        {
                          label: 'Unpublish…',
                          icon: EyeOff,
                          startsGroup: true,
                          onSelect: () => setQuestion('Unpublish'),
                        },
                      ]
                    : []),
                  {
                    label: isArchived ? 'Restore from archive' : 'Archive…',
                    icon: isArchived ? ArchiveRestore : Archive,
                    startsGroup: !isPublic,
                    onSelect: () =>
                      isArchived
                        ? void change(() => requestStudio(ArchiveArticleDocument, { id, isArchived: false }), 'Restored from the archive.')
                        : setQuestion('Archive'),
                  },
                ]
              : []
          }
          publish={
            mayPublish
              ? {
                  label: status === 'PUBLISHED' ? (hasChanges ? 'Publish changes' : 'Edit details') : 'Publish',
                  onPress: () => void beginToPublish(),
                }
              : null
          }
        />
      }
      facts={<Facts article={article} />}
      note={!mayPublish && <p className="meta">You can edit this article. Only its authors can publish it.</p>}
    >
      {question !== null && (
        <LazyConfirmDialog
          title={`${question} “${studio.content.title}”?`}
          action={question}
          onConfirm={() =>
            question === 'Unpublish'
              ? change(() => requestStudio(UnpublishArticleDocument, { id }), 'Unpublished. It’s a draft again.')
              : change(() => requestStudio(ArchiveArticleDocument, { id, isArchived: true }), 'Archived.')
          }
          onClose={() => setQuestion(null)}
        >
          {question === 'Unpublish'
            ? 'It becomes a draft that only its writers can see. You can publish it again.'
            : 'It disappears from the site. Only its writers can see it. You can restore it.'}
        </LazyConfirmDialog>
      )}
      {publishing !== null && (
        <PublishDialog
          article={article}
          slug={publishing.slug}
          document={studio.content.document}
          version={autosave.version()}
          hasChanges={hasChanges}
          tags={tags}
          onSaveDetails={async (patch) => {
            await requestStudio(UpdateArticleDocument, { id, patch });
            await reload();
          }}
          onPublish={publish}
          onClose={() => setPublishing(null)}
        />
      )}
    </TextStudio>
  );
}

const noAnchors = [] as const;

function Facts({ article }: { article: ArticleState }) {
  const tags = article.taggings.nodes.flatMap(({ tag }) => (tag ? [tag.name] : []));
  return (
    <>
      <h2>Article</h2>
      <dl>
        <dt>State</dt>
        <dd>{statusLabels[article.status]}</dd>
        <dt>Readers</dt>
        <dd>{article.subscriptionRequired ? 'Pro' : 'Everyone'}</dd>
        <dt>Tags</dt>
        <dd>{tags.length > 0 ? tags.join(', ') : 'None'}</dd>
        <dt>URL</dt>
        <dd className={styles['address']}>{article.permalink}</dd>
      </dl>
    </>
  );
}
