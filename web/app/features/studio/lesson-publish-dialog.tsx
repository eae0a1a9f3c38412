import type { EditorContent } from '@newline/editor/content.ts';
import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useEffect, useState } from 'react';
import { blocksOf, ComparedText } from './compared-text.tsx';
import { lessonCalls } from './lesson-calls.ts';
import { PublishedLessonDocument } from './lesson-documents.ts';
import { requestStudio } from './request-studio.ts';
import { LazyExercises } from './lazy-exercises.tsx';
import styles from './studio.module.css';
import { TextWarnings } from './text-warnings.tsx';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = {
  lessonId: string;
  /** 'lesson' or 'chapter'. */
  word: string;
  content: EditorContent;
  /** The saved version. */
  version: number;
  /** Rejects with a message for users. */
  onPublish: () => Promise<void>;
  onClose: () => void;
};

/** Shows the changes that readers don't have yet, and publishes them. */
export function LessonPublishDialog({ lessonId, word, content, version, onPublish, onClose }: Props) {
  const [published, setPublished] = useState<{ title: string; bodyDelta: string | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    requestStudio(PublishedLessonDocument, { id: lessonId }).then(
      ({ lessonById }) => setPublished(lessonById),
      () => setFailure('We couldn’t load the published version.'),
    );
  }, [lessonId]);
  const handlePublish = async () => {
    setFailure(null);
    setIsBusy(true);
    try {
      await onPublish();
    } catch (error) {
      setFailure(sentenceOf(error));
      setIsBusy(false);
    }
  };
  const isFirst = published?.bodyDelta === null;
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Publish changes">
      <p>
        {isFirst
          ? `This is the first text of the ${word}. Readers will see it immediately.`
          : `Readers will see this immediately. Lines with a minus are removed, lines with a plus are new.`}
      </p>
      {published !== null && published.title !== content.title && (
        <p>
          The title was “<bdi>{published.title}</bdi>” and becomes “<bdi>{content.title}</bdi>”.
        </p>
      )}
      <section className={styles['both']} aria-label="Changes" tabIndex={-1}>
        {published === null ? (
          <p className="meta">Comparing…</p>
        ) : (
          <ComparedText before={blocksOf(published.bodyDelta)} after={content.document.content ?? []} isFolded />
        )}
      </section>
      <TextWarnings document={content.document} onFollow={onClose} />
      <LazyExercises
        kind="warning"
        textId={lessonId}
        calls={lessonCalls}
        document={content.document}
        version={version}
        onFollow={onClose}
      />
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <DialogActions>
        <Button isBusy={isBusy} onClick={() => void handlePublish()}>
          {isBusy ? 'Publishing…' : 'Publish changes'}
        </Button>
        <Button variant="line" onClick={onClose}>
          Keep writing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
