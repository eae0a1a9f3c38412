import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import type { Surroundings } from '../../shared/writing/editor-services.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import { lessonCalls } from './lesson-calls.ts';
import { LessonDescription } from './lesson-description.tsx';
import { PublishLessonDocument, type StudioLesson } from './lesson-documents.ts';
import { placeOf } from './lesson-place.ts';
import { LessonPublishDialog } from './lesson-publish-dialog.tsx';
import { LessonVideo } from './lesson-video.tsx';
import { requestStudio } from './request-studio.ts';
import { StudioMenus } from './studio-menus.tsx';
import type { WorkingText } from './text-calls.ts';
import { TextStudio } from './text-studio.tsx';
import { useTextStudio } from './use-text-studio.ts';
import styles from './studio.module.css';

type Props = { lesson: StudioLesson; revision: WorkingText; surroundings: Surroundings };

/** The page on which a lesson or a chapter is written, in its place in the outline, with previews and publishing. */
export function LessonStudio({ lesson, revision, surroundings }: Props) {
  const place = placeOf(lesson);
  const { id, mayPublish } = lesson;
  const studio = useTextStudio({
    id,
    word: place.word,
    calls: lessonCalls,
    revision,
    anchors: lesson.workingAnchors ?? noAnchors,
    surroundings,
  });
  const { autosave, requireSaved } = studio;
  const [publishedVersion, setPublishedVersion] = useState(revision.publishedAt === null ? null : revision.version);
  const [isPublishing, setIsPublishing] = useState(false);
  const isUnsaved = studio.state.kind !== 'saved';
  // Version 0 is a lesson that nobody has written yet.
  const isNothing = autosave.version() === 0 && !isUnsaved;
  const hasChanges = isUnsaved || (!isNothing && autosave.version() !== publishedVersion);

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
            mayPublish && place.isLive
              ? {
                  label: hasChanges || isNothing ? 'Publish changes' : 'Published',
                  isDisabled: !hasChanges,
                  onPress: () => void studio.perform(() => setIsPublishing(true)),
                }
              : null
          }
        />
      }
      above={
        <>
          <Around place={place} />
          <div className="wrap" hidden={studio.isInHistory}>
            <LessonVideo lesson={lesson} />
          </div>
        </>
      }
      facts={
        <>
          <h2 dir="auto">{place.title}</h2>
          <dl>
            <dt>{place.itemTitle}</dt>
            <dd dir="auto">{place.item.title}</dd>
            <dt>State</dt>
            <dd>{isNothing ? 'Not written yet' : !place.isLive ? 'Draft' : hasChanges ? 'Unpublished changes' : 'Published'}</dd>
            <dt>Readers</dt>
            <dd>{place.readers}</dd>
            <dt>Address</dt>
            <dd className={styles['address']}>{lesson.permalink}</dd>
          </dl>
          <LessonDescription lesson={lesson} />
        </>
      }
      note={
        <>
          {!place.isLive && <p className="meta">It’s published together with its {place.itemWord}.</p>}
          {place.isLive && !mayPublish && <p className="meta">You can edit this {place.word}. Only its authors can publish it.</p>}
        </>
      }
    >
      {isPublishing && (
        <LessonPublishDialog
          lessonId={id}
          word={place.word}
          content={studio.content}
          onPublish={handlePublish}
          onClose={() => setIsPublishing(false)}
        />
      )}
    </TextStudio>
  );
}

const noAnchors = [] as const;

/** The way back to the outline, and to the texts before and after this one. */
function Around({ place }: { place: ReturnType<typeof placeOf> }) {
  const { before, after } = place;
  return (
    <nav className={`wrap ${styles['around']}`} aria-label="Outline">
      <Link className="link" to={place.outlinePath} dir="auto">
        {place.item.title}
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
