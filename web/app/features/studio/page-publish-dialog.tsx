import type { EditorContent } from '@newline/editor/content.ts';
import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../shared/form/explain-failure.ts';
import { blocksOf, ComparedText } from './compared-text.tsx';
import { PublishedPageDocument, type StudioPageNode } from './page-documents.ts';
import { requestStudio } from './request-studio.ts';
import styles from './studio.module.css';
import { TextWarnings } from './text-warnings.tsx';

type Props = {
  page: Pick<StudioPageNode, 'id' | 'slug' | 'permalink'>;
  /** True if it isn't published yet. */
  isFirst: boolean;
  content: EditorContent;
  /** The remaining placeholders. */
  missing: readonly string[];
  /** Rejects with a message for users. */
  onPublish: (asksAgain: boolean) => Promise<void>;
  onClose: () => void;
};

/**
 * Publishes a site page. Shows what changes for readers; for the terms and the privacy policy, asks whether everyone has to accept them
 * again.
 */
export function PagePublishDialog({ page, isFirst, content, missing, onPublish, onClose }: Props) {
  const { id, slug, permalink } = page;
  const isAccepted = slug === 'terms' || slug === 'privacy';
  const [published, setPublished] = useState<{ title: string; bodyDelta: string | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [asksAgain, setAsksAgain] = useState(false);
  useEffect(() => {
    if (isFirst) return;
    requestStudio(PublishedPageDocument, { id }).then(
      ({ pageById }) => setPublished(pageById),
      () => setFailure('We couldn’t load the published version.'),
    );
  }, [id, isFirst]);
  const handlePublish = async () => {
    setFailure(null);
    setIsBusy(true);
    try {
      await onPublish(asksAgain);
    } catch (error) {
      setFailure(sentenceOf(error));
      setIsBusy(false);
    }
  };
  if (missing.length > 0) {
    return (
      <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Not ready to publish">
        <p>The text still has placeholders. Replace each of them, including its brackets:</p>
        <ul className={styles['missing']} aria-label="To fill in">
          {missing.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onClose}>Keep writing</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={isFirst ? 'Publish page' : 'Publish changes'}>
      {isFirst ? (
        <p>Everyone can read it at {permalink} immediately.</p>
      ) : (
        <>
          <p>Readers will see this immediately. Lines with a minus are removed, lines with a plus are new.</p>
          <section className={styles['both']} aria-label="Changes" tabIndex={-1}>
            {published === null ? (
              <p className="meta">Comparing…</p>
            ) : (
              <ComparedText before={blocksOf(published.bodyDelta)} after={content.document.content ?? []} isFolded />
            )}
          </section>
        </>
      )}
      {isAccepted && (
        <>
          {isFirst && <p>New users accept it when they create an account.</p>}
          <label className={styles['check']}>
            <input type="checkbox" checked={asksAgain} onChange={(event) => setAsksAgain(event.target.checked)} />
            {isFirst ? 'Ask everyone who has an account to accept it' : 'Ask everyone to accept it again'}
          </label>
          <p className="meta">
            {isFirst
              ? 'They see a notice with a link to the text. They can keep reading without accepting it.'
              : 'For changes that matter. Signed-in users see a notice with a link to the text. They can keep reading without accepting it.'}
          </p>
        </>
      )}
      <TextWarnings document={content.document} onFollow={onClose} />
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <DialogActions>
        <Button isBusy={isBusy} onClick={() => void handlePublish()}>
          {isBusy ? 'Publishing…' : isFirst ? 'Publish page' : 'Publish changes'}
        </Button>
        <Button variant="line" onClick={onClose}>
          Keep writing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
