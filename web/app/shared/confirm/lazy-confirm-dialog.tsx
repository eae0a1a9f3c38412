import { Suspense } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

const Loaded = lazyComponent(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/** {@link ConfirmDialog}, loaded when it is first rendered. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
