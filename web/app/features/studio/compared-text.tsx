import type { DocumentNode } from '@newline/document/document-node';
import { isEmptyDocument } from '@newline/document/text';
import { useMemo } from 'react';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import { compareBlocks, type ComparedBlock } from './compare-blocks.ts';
import styles from './studio.module.css';

type Props = {
  before: readonly DocumentNode[];
  after: readonly DocumentNode[];
  /** Blocks that are the same are only counted, all but one on either side of a change. */
  isFolded?: boolean;
  /** What the two are called, for those who listen: 'gone' and 'new' unless told otherwise. */
  goneWord?: string;
  newWord?: string;
};

type Run = { kind: ComparedBlock['kind'] | 'folded'; blocks: DocumentNode[]; startsAt: number };

/** One text with what makes it another: blocks that went are struck in the gutter with a minus, those that came have a plus. */
export function ComparedText({ before, after, isFolded = false, goneWord = 'Taken out', newWord = 'Added' }: Props) {
  const runs = useMemo(() => runsOf(compareBlocks(before, after), isFolded), [before, after, isFolded]);
  return (
    <div className={styles['compared']}>
      {runs.map(({ kind, blocks, startsAt }) => {
        if (kind === 'folded') {
          return (
            <p key={startsAt} className={`meta ${styles['folded']}`}>
              {blocks.length} {blocks.length === 1 ? 'block is' : 'blocks are'} the same
            </p>
          );
        }
        const view = (
          <div className="prose">
            <DocumentView bodyDelta={JSON.stringify({ type: 'doc', content: blocks })} />
          </div>
        );
        if (kind === 'same') return <div key={startsAt}>{view}</div>;
        const label = kind === 'gone' ? goneWord : newWord;
        return (
          <div key={startsAt} className={styles[kind]} role="group" aria-label={label}>
            <span className={styles['sign']} aria-hidden="true">
              {kind === 'gone' ? '−' : '+'}
            </span>
            {view}
          </div>
        );
      })}
    </div>
  );
}

function runsOf(compared: readonly ComparedBlock[], isFolded: boolean): Run[] {
  const runs: Run[] = [];
  compared.forEach(({ kind, block }, at) => {
    // An empty line that came or went is nothing to look at.
    if (kind !== 'same' && isEmptyDocument(block)) return;
    const isNear = [compared[at - 1], compared[at + 1]].some((beside) => beside !== undefined && beside.kind !== 'same');
    const shown = isFolded && kind === 'same' && !isNear ? 'folded' : kind;
    const last = runs.at(-1);
    if (last?.kind === shown) last.blocks.push(block);
    else runs.push({ kind: shown, blocks: [block], startsAt: at });
  });
  return runs;
}

/** The blocks of a document that came as JSON; none when it cannot be read. */
export function blocksOf(bodyDelta: string | null): readonly DocumentNode[] {
  try {
    return (JSON.parse(bodyDelta ?? 'null') as DocumentNode | null)?.content ?? [];
  } catch {
    return [];
  }
}
