import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../shared/form/explain-failure.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { type EditedStep, nameOf, stepInputOf, withStepAt } from './edited-step.ts';
import { SetStepsDocument } from './studio-path-documents.ts';
import type { PathChange } from './use-path-changes.ts';

type Removed = { step: EditedStep; at: number };

/** The steps as the page shows them, ahead of the server, and the functions that change them. */
export type StepChanges = {
  readonly steps: readonly EditedStep[];
  /** The screen reader announcement of the last change. */
  readonly announcement: string;
  readonly failure: string | null;
  /** True until everything that the page shows has been saved. */
  readonly isSaving: boolean;
  /** The step that was removed last, until something else changes. */
  readonly removed: Removed | null;
  add: (step: EditedStep) => void;
  /** Moves a step to a position, from 0. */
  moveTo: (itemId: string, position: number) => void;
  explain: (itemId: string, reason: string) => void;
  remove: (itemId: string) => void;
  undoRemove: () => void;
};

type Options = {
  id: string;
  loaded: readonly EditedStep[];
  change: (run: PathChange) => Promise<void>;
  /** Loads the page's data again. */
  reload: () => Promise<void>;
};

/** Changes steps immediately and sends one list after the other; when one is refused, the page shows the server's state. */
export function useSteps({ id, loaded, change, reload }: Options): StepChanges {
  const [ahead, setAhead] = useState<readonly EditedStep[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const waiting = useRef(0);
  const focused = useRef<string | null>(null);
  const steps = ahead ?? loaded;

  // A moved line loses the focus, so the same button is focused again.
  useEffect(() => {
    if (focused.current === null || document.activeElement?.getAttribute('data-focus') === focused.current) return;
    document.querySelector<HTMLElement>(`[data-focus="${focused.current}"]`)?.focus();
    focused.current = null;
  }, [steps]);

  // Only data loaded after the last change is shown; older data would undo it for a moment.
  useEffect(() => {
    if (waiting.current === 0) setAhead(null);
  }, [loaded]);

  const show = (next: readonly EditedStep[], message: string, focus: string | null) => {
    focused.current = focus;
    setAhead(next);
    setAnnouncement(message);
    setFailure(null);
    setRemoved(null);
    waiting.current += 1;
    setSaving(true);
    void change(async (version) => {
      const { setLearningPathSteps } = await requestDocument(SetStepsDocument, { id, version, steps: next.map(stepInputOf) });
      return expectValue(setLearningPathSteps?.learningPath).version;
    })
      .catch(async (error: unknown) => {
        setFailure(sentenceOf(error));
        setRemoved(null);
        await reload();
        setAhead(null);
      })
      .finally(() => {
        waiting.current -= 1;
        setSaving(waiting.current > 0);
      });
  };
  const find = (itemId: string) => steps.find((step) => step.itemId === itemId);

  return {
    steps,
    announcement,
    failure,
    isSaving,
    removed,
    add(step) {
      if (find(step.itemId)) return;
      show([...steps, step], `Added “${nameOf(step)}” as step ${steps.length + 1}.`, null);
    },
    moveTo(itemId, position) {
      const step = find(itemId);
      if (!step) return;
      if (position < 0 || position >= steps.length) return setAnnouncement(position < 0 ? 'It’s already first.' : 'It’s already last.');
      const next = withStepAt(steps, itemId, position);
      if (next.every((one, at) => one.itemId === steps[at]?.itemId)) return;
      show(
        next,
        `“${nameOf(step)}” is now step ${position + 1} of ${steps.length}.`,
        document.activeElement?.getAttribute('data-focus') ?? null,
      );
    },
    explain(itemId, text) {
      const step = find(itemId);
      const reason = text.trim() === '' ? null : text.trim();
      if (!step || step.reason === reason) return;
      show(
        steps.map((one) => (one.itemId === itemId ? { ...one, reason } : one)),
        `Saved why “${nameOf(step)}” is a step.`,
        null,
      );
    },
    remove(itemId) {
      const at = steps.findIndex((step) => step.itemId === itemId);
      const step = steps[at];
      if (!step) return;
      show(
        steps.filter((one) => one.itemId !== itemId),
        `Removed “${nameOf(step)}”.`,
        'undo',
      );
      setRemoved({ step, at });
    },
    undoRemove() {
      if (removed === null) return;
      const { step, at } = removed;
      show(steps.toSpliced(at, 0, step), `“${nameOf(step)}” is step ${at + 1} again.`, `${step.itemId}:remove`);
    },
  };
}
