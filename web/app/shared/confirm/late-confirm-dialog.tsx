import { Suspense } from 'react';
import { late } from '../late.ts';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

const Loaded = late(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/** {@link ConfirmDialog}, loaded when it is first rendered. */
export function LateConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
