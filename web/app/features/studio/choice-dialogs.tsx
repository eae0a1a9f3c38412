import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import type { EditorContent } from '@newline/editor/content.ts';
import { useState } from 'react';
import type { NewerVersion } from './autosave.ts';
import { blocksOf, ComparedText } from './compared-text.tsx';
import type { LocalCopy } from './local-copy.ts';
import { Instant } from './studio-instant.tsx';
import styles from './studio.module.css';

type ConflictProps = {
  /** What was saved: 'article', 'lesson', 'chapter'. */
  word: string;
  newer: NewerVersion;
  mine: EditorContent;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Copies the text as Markdown. */
  onCopyMine: () => Promise<void>;
};

/**
 * Shown when someone else saved first: both texts, and the choice between them. Nothing is lost with either choice; the dialog can't be
 * closed without one.
 */
export function ConflictDialog({ word, newer, mine, onKeepMine, onTakeTheirs, onCopyMine }: ConflictProps) {
  const [isCopied, setIsCopied] = useState(false);
  const savedBy = newer.savedBy ?? 'Someone';
  const handleCopy = async () => {
    await onCopyMine();
    setIsCopied(true);
  };
  return (
    <Dialog isOpen isForced onOpenChange={() => undefined} title={`${savedBy} saved this ${word} in the meantime`}>
      <p>
        Version {newer.version}, <Instant of={newer.savedAt} />. Your changes aren’t saved yet. Below, lines with a minus are in {savedBy}’s
        version only, lines with a plus in yours only.
      </p>
      {newer.title !== mine.title && (
        <p>
          {savedBy}’s title is “<bdi>{newer.title}</bdi>”, yours “<bdi>{mine.title}</bdi>”.
        </p>
      )}
      <section className={styles['both']} aria-label="Both versions" tabIndex={-1}>
        <ComparedText
          before={blocksOf(newer.bodyDelta)}
          after={mine.document.content ?? []}
          isFolded
          goneWord={`Only in ${savedBy}’s version`}
          newWord="Only in yours"
        />
      </section>
      <p className="meta">Keeping yours leaves {savedBy}’s version in the history. If you use theirs, you can undo that in the editor.</p>
      <DialogActions>
        <Button onClick={onKeepMine}>Keep mine as a new version</Button>
        <Button variant="line" onClick={onTakeTheirs}>
          Use theirs
        </Button>
        <Button variant="bare" onClick={() => void handleCopy()}>
          {isCopied ? 'Copied' : 'Copy mine'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type RecoverProps = {
  word: string;
  copy: LocalCopy;
  /** The server's version. */
  saved: { title: string; blocks: ReturnType<typeof blocksOf>; version: number };
  onRecover: () => void;
  onDiscard: () => void;
};

/** Shown when this browser has text that was never saved: shows what it would change, and asks. */
export function RecoverDialog({ word, copy, saved, onRecover, onDiscard }: RecoverProps) {
  return (
    <Dialog isOpen isForced onOpenChange={() => undefined} title="This device has unsaved changes">
      <p>
        Saved on this device <Instant of={copy.at} />, when the page was closed or offline.
        {copy.baseVersion < saved.version && <span> The {word} has been saved since. That version stays in the history.</span>}
      </p>
      {copy.title !== saved.title && (
        <p>
          Their title is “<bdi>{copy.title}</bdi>”, the saved one “<bdi>{saved.title}</bdi>”.
        </p>
      )}
      <section className={styles['both']} aria-label="Changes" tabIndex={-1}>
        <ComparedText
          before={saved.blocks}
          after={copy.document.content ?? []}
          isFolded
          goneWord="Only in the saved text"
          newWord="Only on this device"
        />
      </section>
      <DialogActions>
        <Button onClick={onRecover}>Restore them</Button>
        <Button variant="line" onClick={onDiscard}>
          Discard them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
