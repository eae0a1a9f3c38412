import '@newline/ui/prose.css';
import type { TypedText } from '@newline/editor/content.ts';
import { ErrorNote } from '@newline/ui/components/error-note';
import { FixedLayer } from '@newline/ui/fixed-layer';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { ConflictDialog, RecoverDialog } from './choice-dialogs.tsx';
import { blocksOf } from './compared-text.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { LostPassages } from './lost-passages.tsx';
import { SaveLine } from './save-line.tsx';
import { wordsCount } from './status-words.ts';
import { StillText } from './still-text.tsx';
import { TextCode } from './text-code.tsx';
import { untitled } from './use-text-saving.ts';
import type { TextStudioState } from './use-text-studio.ts';
import { LazyExercises } from './lazy-exercises.tsx';
import styles from './studio.module.css';

// Loaded only for authors, and only in the browser.
const ArticleEditor = lazyComponent(() => import('@newline/editor/article-editor.tsx').then((module) => module.ArticleEditor));

type Props = {
  studio: TextStudioState;
  /** The actions on the text, at the end of the bar. */
  menus: ReactNode;
  /** Shown between the bar and the text. */
  above?: ReactNode;
  /** Information about the text, in the column next to it. */
  facts: ReactNode;
  /** Shown below the information. */
  note?: ReactNode;
  /** Dialogs specific to the kind of text. */
  children?: ReactNode;
};

/** The page for writing a text: shown as readers see it, saved automatically, with its history and conflict handling. */
export function TextStudio({ studio, menus, above, facts, note, children }: Props) {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const typed = useRef<TypedText[]>([]);
  const takeTyped = useCallback(() => typed.current.splice(0), []);
  const { text, state, start, content, isInHistory, copy } = studio;
  const { id, word, calls, revision, anchors } = text;
  const selected = useLinkedBlock();
  const editorAnchors = useMemo(() => anchors.map(({ discussionId, from, to }) => ({ discussionId, from, to })), [anchors]);
  return (
    <main id="content" className={styles['studio']} tabIndex={-1} data-studio>
      <div className={styles['bar']}>
        <div className={`wrap ${styles['barIn']}`}>
          <SaveLine state={state} isStored={studio.isStored} uploads={studio.uploads} />
          <span className={`meta num ${styles['words']}`}>{wordsCount(studio.words)}</span>
          <FixedLayer value>{menus}</FixedLayer>
        </div>
      </div>
      {studio.failure !== null && (
        <div className="wrap">
          <ErrorNote>{studio.failure}</ErrorNote>
        </div>
      )}
      {state.kind === 'signed-out' && (
        <div className="wrap">
          <ErrorNote>
            You are signed out.{' '}
            <a className="link" href="/sign-in" target="_blank" rel="noreferrer">
              Sign in in another tab
            </a>
            , then come back here. Your changes are sent automatically.
          </ErrorNote>
        </div>
      )}
      {above}
      {isInHistory && (
        <div className="wrap">
          <HistoryPanel textId={id} calls={calls} onRestore={studio.restore} onClose={() => studio.setIsInHistory(false)} />
        </div>
      )}
      <div className={`wrap ${styles['code']}`} hidden={isInHistory}>
        <TextCode textId={id} calls={calls} onBeforeAccept={studio.requireSaved} onAccepted={studio.takeNewest} />
      </div>
      <div className={`wrap ${styles['write']}`} hidden={isInHistory}>
        <div className={styles['text']}>
          {isInBrowser ? (
            <Suspense fallback={<StillText content={start} typed={typed} />}>
              <ArticleEditor
                label={`${word.charAt(0).toUpperCase()}${word.slice(1)}`}
                title={start.title === untitled ? '' : start.title}
                document={start.document}
                anchors={studio.isLoaded ? editorAnchors : undefined}
                services={studio.services}
                handle={studio.editor}
                takeTyped={takeTyped}
                selected={selected}
                onChange={studio.change}
                onDirty={studio.autosave.touch}
                onUploads={studio.setUploads}
              />
            </Suspense>
          ) : (
            <StillText content={start} typed={typed} />
          )}
        </div>
        <aside className={styles['side']} aria-label={`About this ${word}`}>
          {facts}
          <LostPassages loaded={anchors} now={content.anchors} />
          {note}
          <LazyExercises kind="states" textId={id} calls={calls} document={content.document} version={studio.autosave.version()} />
          <h2>Keyboard shortcuts</h2>
          <dl className={styles['keys']}>
            <dt>Blocks</dt>
            <dd>
              <kbd>/</kbd>
            </dd>
            <dt>Move a block</dt>
            <dd>
              <kbd>Alt</kbd> <kbd>Up</kbd>
            </dd>
            <dt>Link</dt>
            <dd>
              <kbd>Ctrl</kbd> <kbd>K</kbd>
            </dd>
          </dl>
        </aside>
      </div>
      {children}
      {state.kind === 'conflict' && (
        <ConflictDialog
          word={word}
          newer={state.newer}
          mine={content}
          onKeepMine={studio.keepMine}
          onTakeTheirs={studio.takeTheirs}
          onCopyMine={studio.copyMine}
        />
      )}
      {copy !== null && (
        <RecoverDialog
          word={word}
          copy={copy}
          saved={{ title: revision.title, blocks: blocksOf(revision.bodyDelta), version: revision.version }}
          onRecover={studio.recover}
          onDiscard={studio.discard}
        />
      )}
    </main>
  );
}

/** Returns the block to which the URL leads, `#b-…`; another object for each time that such a link is followed. */
function useLinkedBlock(): { readonly blockId: string } | null {
  const { hash, key } = useLocation();
  return useMemo(() => {
    const blockId = /^#b-([\w-]{1,32})$/u.exec(hash)?.[1];
    return blockId === undefined ? null : { blockId };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a link that is followed again leads to its block again
  }, [hash, key]);
}

const subscribeToNothing = () => () => undefined;
