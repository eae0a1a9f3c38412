import { Button } from '@newline/ui/components/button';
import { VisuallyHidden } from '@newline/ui/components/visually-hidden';
import { useState } from 'react';
import { foldLines } from './fold-lines.ts';
import type { ChangedCode } from './remote-code-documents.ts';
import styles from './remote-code-changes.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = {
  /** The code of the text; unchanged code isn't shown. */
  sources: readonly ChangedCode[];
  /** Inserts the new code into the text. Rejects with a message for users. */
  onAccept(id: string): Promise<void>;
  /** Leaves the text as it is. Rejects with a message for users. */
  onKeep(id: string): Promise<void>;
};

/**
 * Shows code of a text that has changed in its repository, with the differences and the choice to accept them. Renders nothing when all
 * code is up to date.
 */
export function RemoteCodeChanges({ sources, onAccept, onKeep }: Props) {
  const changed = sources.filter(({ state }) => state !== 'CURRENT');
  if (changed.length === 0) return null;
  return (
    <section className={styles['panel']} aria-labelledby="remote-code-changes">
      <div className={styles['head']}>
        <h2 id="remote-code-changes">{changed.length === 1 ? 'A code block has changed' : `${changed.length} code blocks have changed`}</h2>
        <p className="meta">The text still shows the old code. Nothing changes until you accept it.</p>
      </div>
      {changed.map((source) => (
        <Change key={source.id} source={source} onAccept={onAccept} onKeep={onKeep} />
      ))}
    </section>
  );
}

function Change({ source, onAccept, onKeep }: { source: ChangedCode } & Pick<Props, 'onAccept' | 'onKeep'>) {
  const [busy, setBusy] = useState<'accept' | 'keep' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const perform = async (choice: 'accept' | 'keep') => {
    setBusy(choice);
    setFailure(null);
    try {
      await (choice === 'accept' ? onAccept(source.id) : onKeep(source.id));
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setBusy(null);
    }
  };
  const { filepath, owner, name, refname, oid, newOid, state, reason, diff } = source;
  return (
    <article className={styles['item']} aria-labelledby={`code-${source.id}`}>
      <div className={styles['title']}>
        <h3 id={`code-${source.id}`}>{filepath}</h3>
        <p>
          {owner}/{name}, {refname}, <span className="num">{oid.slice(0, 7)}</span>
          {newOid !== null && (
            <>
              {' → '}
              <span className="num">{newOid.slice(0, 7)}</span>
            </>
          )}
        </p>
      </div>
      {state === 'GONE' && <p className={styles['reason']}>It’s no longer there: {reason}</p>}
      {diff !== null && <Comparison source={source} diff={diff} />}
      <div className={styles['actions']}>
        {state === 'CHANGED' && (
          <Button size="small" isBusy={busy === 'accept'} onClick={() => void perform('accept')}>
            {busy === 'accept' ? 'Accepting...' : 'Accept'}
            <VisuallyHidden> the change of {filepath}</VisuallyHidden>
          </Button>
        )}
        <Button size="small" variant="line" isBusy={busy === 'keep'} onClick={() => void perform('keep')}>
          {busy === 'keep' ? 'Keeping...' : 'Keep'}
          <VisuallyHidden> {filepath} as it is in the text</VisuallyHidden>
        </Button>
        {failure !== null && (
          <p className={styles['failure']} role="alert">
            {failure}
          </p>
        )}
      </div>
    </article>
  );
}

const characters = { SAME: ' ', ADDED: '+', REMOVED: '−' };
const lineLabels = { SAME: '', ADDED: 'new: ', REMOVED: 'gone: ' };

function Comparison({ source, diff }: { source: ChangedCode; diff: NonNullable<ChangedCode['diff']> }) {
  const lines = foldLines(diff, { before: source.startLine ?? 1, after: source.newStartLine ?? 1 });
  return (
    <div className={styles['diff']} role="region" aria-label={`What changed in ${source.filepath}`}>
      <table>
        <tbody>
          {lines.map((line) =>
            line.kind === 'FOLDED' ? (
              <tr key={`folded-${line.before}`} className={styles['folded']}>
                <td colSpan={4}>
                  {line.count.toLocaleString('en')} {line.count === 1 ? 'line is' : 'lines are'} the same
                </td>
              </tr>
            ) : (
              <tr key={`${line.before}-${line.after}`} className={line.kind === 'SAME' ? undefined : styles[line.kind.toLowerCase()]}>
                <td className={styles['num']}>{line.before}</td>
                <td className={styles['num']}>{line.after}</td>
                <td className={styles['sign']} aria-hidden="true">
                  {characters[line.kind]}
                </td>
                <td className={styles['code']}>
                  <VisuallyHidden>{lineLabels[line.kind]}</VisuallyHidden>
                  {line.text}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
