import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import type { Surroundings } from '../../shared/writing/editor-services.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import { lessonCalls } from './lesson-calls.ts';
import { LessonDescription } from './lesson-description.tsx';
import { PublishLessonDocument, type StudioLesson } from './lesson-documents.ts';
import { positionOf } from './lesson-position.ts';
import { LessonPublishDialog } from './lesson-publish-dialog.tsx';
import { LessonVideo } from './lesson-video.tsx';
import { requestStudio } from './request-studio.ts';
import { StudioMenus } from './studio-menus.tsx';
import type { WorkingText } from './text-calls.ts';
import { TextStudio } from './text-studio.tsx';
import { useTextStudio } from './use-text-studio.ts';
import styles from './studio.module.css';

type Props = { lesson: StudioLesson; revision: WorkingText; surroundings: Surroundings };

/** The page for writing a lesson or chapter, with its neighbors, previews and publishing. */
export function LessonStudio({ lesson, revision, surroundings }: Props) {
  const position = positionOf(lesson);
  const { id, mayPublish } = lesson;
  const studio = useTextStudio({
    id,
    word: position.word,
    calls: lessonCalls,
    revision,
    anchors: lesson.workingAnchors ?? noAnchors,
    surroundings,
  });
  const { autosave, requireSaved } = studio;
  const [publishedVersion, setPublishedVersion] = useState(revision.publishedAt === null ? null : revision.version);
  const [isPublishing, setIsPublishing] = useState(false);
  const isUnsaved = studio.state.kind !== 'saved';
  // Version 0 is a lesson without any text yet.
  const isEmpty = autosave.version() === 0 && !isUnsaved;
  const hasChanges = isUnsaved || (!isEmpty && autosave.version() !== publishedVersion);

  const handlePublish = async () => {
    await requireSaved();
    const version = autosave.version();
    await requestStudio(PublishLessonDocument, { id, version });
    setPublishedVersion(version);
    setIsPublishing(false);
    void showToast('Published.');
  };
  return (
    <TextStudio
      studio={studio}
      menus={
        <StudioMenus
          studio={studio}
          base={`/studio/lessons/${id}`}
          fileName={lesson.slug}
          permalink={lesson.permalink}
          more={[]}
          publish={
            mayPublish && position.isLive
              ? {
                  label: 'Publish changes',
                  isDisabled: !hasChanges,
                  onPress: () => void studio.perform(() => setIsPublishing(true)),
                }
              : null
          }
        />
      }
      above={
        <>
          <Around position={position} />
          <div className="wrap" hidden={studio.isInHistory}>
            <LessonVideo lesson={lesson} />
          </div>
        </>
      }
      facts={
        <>
          <h2 dir="auto">{position.title}</h2>
          <dl>
            <dt>{position.itemTitle}</dt>
            <dd dir="auto">{position.item.title}</dd>
            <dt>Status</dt>
            <dd>{isEmpty ? 'Not written yet' : !position.isLive ? 'Draft' : hasChanges ? 'Unpublished changes' : 'Published'}</dd>
            <dt>Readers</dt>
            <dd>{position.readers}</dd>
            <dt>URL</dt>
            <dd className={styles['address']}>{lesson.permalink}</dd>
          </dl>
          <LessonDescription lesson={lesson} />
        </>
      }
      note={
        <>
          {!position.isLive && <p className="meta">It’s published together with its {position.itemWord}.</p>}
          {position.isLive && !mayPublish && <p className="meta">You can edit this {position.word}. Only its authors can publish it.</p>}
        </>
      }
    >
      {isPublishing && (
        <LessonPublishDialog
          lessonId={id}
          word={position.word}
          content={studio.content}
          version={autosave.version()}
          onPublish={handlePublish}
          onClose={() => setIsPublishing(false)}
        />
      )}
    </TextStudio>
  );
}

const noAnchors = [] as const;

/** Links to the outline, and to the previous and next texts. */
function Around({ position }: { position: ReturnType<typeof positionOf> }) {
  const { before, after } = position;
  return (
    <nav className={`wrap ${styles['around']}`} aria-label="Outline">
      <Link className="link" to={position.outlinePath} dir="auto">
        {position.item.title}
      </Link>
      {before && (
        <Link className="link" to={`/studio/lessons/${before.id}`} rel="prev">
          Previous: <bdi>{before.title}</bdi>
        </Link>
      )}
      {after && (
        <Link className="link" to={`/studio/lessons/${after.id}`} rel="next">
          Next: <bdi>{after.title}</bdi>
        </Link>
      )}
    </nav>
  );
}
