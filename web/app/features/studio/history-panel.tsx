import { textLimits } from '@newline/api/rules/limits/text';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useEffect, useState } from 'react';
import { blocksOf, ComparedText } from './compared-text.tsx';
import { wordsCount } from './status-words.ts';
import { Instant } from './studio-instant.tsx';
import type { RevisionLine, RevisionText, TextCalls } from './text-calls.ts';
import styles from './studio.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = {
  textId: string;
  calls: Pick<TextCalls, 'revisions' | 'revisionText'>;
  onRestore: (revision: RevisionLine) => Promise<void>;
  onClose: () => void;
};

const pageSize = 50;

/** The history of a text: who saved it when. Versions can be viewed with their changes, and restored. */
export function HistoryPanel({ textId, calls, onRestore, onClose }: Props) {
  const [lines, setLines] = useState<{ all: RevisionLine[]; totalCount: number } | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [texts, setTexts] = useState<ReadonlyMap<string, RevisionText>>(new Map());
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const tell = (reason: unknown) => setError(sentenceOf(reason, 'We couldn’t load the history. Try again in a moment.'));
  const load = async (offset: number) => {
    const { nodes, totalCount } = await calls.revisions(textId, { first: pageSize, offset });
    setLines((current) => ({ all: offset === 0 ? nodes : [...(current?.all ?? []), ...nodes], totalCount }));
    if (offset === 0) setChosenId(nodes[0]?.id ?? null);
  };
  useEffect(() => {
    load(0).catch(tell);
    // oxlint-disable-next-line react/exhaustive-deps -- once per text
  }, [textId]);

  const at = lines?.all.findIndex(({ id }) => id === chosenId) ?? -1;
  const chosen = lines?.all[at];
  const before = lines?.all[at + 1];
  useEffect(() => {
    const missingIds = [chosen?.id, before?.id].filter((id): id is string => id !== undefined && !texts.has(id));
    for (const id of missingIds) {
      calls
        .revisionText(id)
        .then((text) => text && setTexts((current) => new Map(current).set(id, text)))
        .catch(tell);
    }
  }, [chosen?.id, before?.id, texts, calls]);

  const handleRestore = async () => {
    if (!chosen) return;
    setIsBusy(true);
    try {
      await onRestore(chosen);
    } catch (reason) {
      tell(reason);
    } finally {
      setIsBusy(false);
    }
  };
  const text = chosen && texts.get(chosen.id);
  const older = before && texts.get(before.id);
  return (
    <section className={styles['history']} aria-label="History">
      <div>
        <div className={styles['readHead']}>
          <Button variant="line" size="small" onClick={onClose}>
            Back to writing
          </Button>
          {chosen && at > 0 && (
            <Button size="small" isBusy={isBusy} onClick={() => void handleRestore()}>
              {isBusy ? 'Restoring…' : `Restore version ${chosen.version}`}
            </Button>
          )}
        </div>
        {error !== null && <ErrorNote>{error}</ErrorNote>}
        {text && chosen && (before === undefined || older) && (
          <article aria-label={`Version ${chosen.version}`}>
            {older && older.title !== text.title && (
              <p className="meta">
                The title was “<bdi>{older.title}</bdi>”.
              </p>
            )}
            <h1 className={styles['oldTitle']} dir="auto">
              {text.title}
            </h1>
            <ComparedText before={older ? blocksOf(older.bodyDelta) : blocksOf(text.bodyDelta)} after={blocksOf(text.bodyDelta)} />
          </article>
        )}
      </div>
      <aside className={styles['side']}>
        <h2>History</h2>
        <ol className={styles['revisions']}>
          {lines?.all.map((line, index) => (
            <li key={line.id}>
              <button type="button" aria-current={line.id === chosenId} onClick={() => setChosenId(line.id)}>
                <span className={styles['when']}>
                  <Instant of={line.updatedAt} />
                  {index === 0 && <Badge>Now</Badge>}
                  {line.publishedAt !== null && <Badge look="line">Published</Badge>}
                </span>
                <span className="meta">
                  <bdi>{line.user?.displayName ?? 'Imported'}</bdi> · version {line.version} · {wordsCount(line.numWords)}
                  {line.restoredVersion !== null && <span> · restored from version {line.restoredVersion}</span>}
                </span>
              </button>
            </li>
          ))}
        </ol>
        {lines && lines.all.length < lines.totalCount && (
          <Button variant="line" size="small" onClick={() => void load(lines.all.length).catch(tell)}>
            Show older
          </Button>
        )}
        <p className="meta">
          Up to {textLimits.revisions} versions are stored, and up to {textLimits.revisions} published ones. Versions replaced within
          minutes are removed first.
        </p>
      </aside>
    </section>
  );
}
