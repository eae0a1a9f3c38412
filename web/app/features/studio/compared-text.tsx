import type { DocumentNode } from '@newline/document/document-node';
import { withOwnNumbers } from '@newline/document/follow-numbers';
import { isEmptyDocument } from '@newline/document/text';
import { useMemo } from 'react';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import { compareBlocks, type ComparedBlock } from './compare-blocks.ts';
import styles from './studio.module.css';

type Props = {
  before: readonly DocumentNode[];
  after: readonly DocumentNode[];
  /** True to collapse unchanged blocks, except one on either side of a change. */
  isFolded?: boolean;
  /** The accessible names of removed and added blocks. */
  goneWord?: string;
  newWord?: string;
};

type Run = { kind: ComparedBlock['kind'] | 'folded'; blocks: DocumentNode[]; startsAt: number };

/** Shows how a text was changed: removed blocks have a minus in the gutter, added blocks a plus. */
export function ComparedText({ before, after, isFolded = false, goneWord = 'Removed', newWord = 'Added' }: Props) {
  const runs = useMemo(() => runsOf(withNumbers(compareBlocks(before, after), before, after), isFolded), [before, after, isFolded]);
  return (
    <div className={styles['compared']}>
      {runs.map(({ kind, blocks, startsAt }) => {
        if (kind === 'folded') {
          return (
            <p key={startsAt} className={`meta ${styles['folded']}`}>
              {blocks.length.toLocaleString('en')} {blocks.length === 1 ? 'block is' : 'blocks are'} the same
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

/** Shows the numbers of captions and footnotes as in the whole text. They aren't compared: a new listing doesn't change the ones after it. */
function withNumbers(compared: readonly ComparedBlock[], ...texts: readonly (readonly DocumentNode[])[]): readonly ComparedBlock[] {
  const numbered = new Map(
    texts.flatMap((blocks) => {
      const shown = withOwnNumbers(blocks);
      return blocks.map((block, index) => [block, shown[index] ?? block] as const);
    }),
  );
  return compared.map(({ kind, block }) => ({ kind, block: numbered.get(block) ?? block }));
}

function runsOf(compared: readonly ComparedBlock[], isFolded: boolean): Run[] {
  const runs: Run[] = [];
  compared.forEach(({ kind, block }, at) => {
    // An added or removed empty line isn't shown.
    if (kind !== 'same' && isEmptyDocument(block)) return;
    const isNear = [compared[at - 1], compared[at + 1]].some((beside) => beside !== undefined && beside.kind !== 'same');
    const shownKind = isFolded && kind === 'same' && !isNear ? 'folded' : kind;
    const last = runs.at(-1);
    if (last?.kind === shownKind) last.blocks.push(block);
    else runs.push({ kind: shownKind, blocks: [block], startsAt: at });
  });
  return runs;
}

/** Returns the blocks of a JSON document; none when it's invalid. */
export function blocksOf(bodyDelta: string | null): readonly DocumentNode[] {
  try {
    return (JSON.parse(bodyDelta ?? 'null') as DocumentNode | null)?.content ?? [];
  } catch {
    return [];
  }
}
