import { toText } from '@newline/document/text';
import { placeholdersOf } from '@newline/api/rules/site/placeholders';
import { EyeOff } from 'lucide';
import { useMemo, useState } from 'react';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { Link } from '../../shared/link.tsx';
import { showToast } from '../../shared/toast/show-toast.ts';
import type { Surroundings } from '../../shared/writing/editor-services.ts';
import { pageCalls } from './page-calls.ts';
import { PublishPageDocument, type StudioPageNode, UnpublishPageDocument } from './page-documents.ts';
import { PagePublishDialog } from './page-publish-dialog.tsx';
import { requestStudio } from './request-studio.ts';
import { StudioMenus } from './studio-menus.tsx';
import type { WorkingAnchor, WorkingText } from './text-calls.ts';
import { TextStudio } from './text-studio.tsx';
import { useTextStudio } from './use-text-studio.ts';
import styles from './studio.module.css';

type Props = { page: StudioPageNode; revision: WorkingText; surroundings: Surroundings };

/** The page for writing a site page, such as the terms, with its preview and publishing. */
export function PageStudio({ page, revision, surroundings }: Props) {
  const { id, slug, permalink } = page;
  const studio = useTextStudio({ id, word: 'page', calls: pageCalls, revision, anchors: noAnchors, surroundings, isAttachable: false });
  const { autosave, requireSaved, content } = studio;
  const [publishedVersion, setPublishedVersion] = useState(page.publishedVersion);
  const [asking, setAsking] = useState<'publish' | 'unpublish' | null>(null);
  const isPublished = publishedVersion !== null;
  const hasChanges = studio.state.kind !== 'saved' || autosave.version() !== publishedVersion;
  const missing = useMemo(() => placeholdersOf(`${content.title}\n${toText(content.document)}`), [content]);

  const handlePublish = async (asksAgain: boolean) => {
    await requireSaved();
    const version = autosave.version();
    await requestStudio(PublishPageDocument, { id, version, asksAgain });
    setPublishedVersion(version);
    setAsking(null);
    void showToast(`Published at ${permalink}.`);
  };
  const handleUnpublish = async () => {
    await requestStudio(UnpublishPageDocument, { id });
    setPublishedVersion(null);
    void showToast('Unpublished. It’s a draft again.');
  };
  return (
    <TextStudio
      studio={studio}
      menus={
        <StudioMenus
          studio={studio}
          base={`/admin/pages/${id}`}
          fileName={slug}
          permalink={isPublished ? permalink : null}
          hasReaders={false}
          more={isPublished ? [{ label: 'Unpublish…', icon: EyeOff, startsGroup: true, onSelect: () => setAsking('unpublish') }] : []}
          publish={{
            label: isPublished ? 'Publish changes' : 'Publish',
            isDisabled: !hasChanges,
            onPress: () => void studio.perform(() => setAsking('publish')),
          }}
        />
      }
      above={
        <nav className={`wrap ${styles['around']}`} aria-label="Administration">
          <Link className="link" to="/admin/pages">
            All pages
          </Link>
        </nav>
      }
      facts={
        <>
          <h2>Page</h2>
          <dl>
            <dt>Status</dt>
            <dd>{!isPublished ? 'Draft' : hasChanges ? 'Unpublished changes' : 'Published'}</dd>
            <dt>URL</dt>
            <dd className={styles['address']}>{permalink}</dd>
          </dl>
          {missing.length > 0 && (
            <>
              <h2>To fill in</h2>
              <p>Replace everything in brackets before you publish:</p>
              <ul className={styles['missing']} aria-label="To fill in">
                {missing.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </>
          )}
        </>
      }
    >
      {asking === 'publish' && (
        <PagePublishDialog
          page={page}
          isFirst={!isPublished}
          content={content}
          missing={missing}
          onPublish={handlePublish}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'unpublish' && (
        <LazyConfirmDialog
          title={`Unpublish “${content.title}”?`}
          action="Unpublish"
          onConfirm={handleUnpublish}
          onClose={() => setAsking(null)}
        >
          It’s no longer available at {permalink}, and links to it disappear from the site. You can publish it again.
        </LazyConfirmDialog>
      )}
    </TextStudio>
  );
}

const noAnchors: readonly WorkingAnchor[] = [];
