import { late as lateWith } from '@newline/ui/late';
import type { ComponentType } from 'react';
import { showToast } from './toast/show-toast.ts';

/** A part that travels when it is first shown (see @newline/ui/late); where it does not come, the reader is told. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lateWith(load, () => {
    showToast('A part of this page could not be loaded. Load the page again.', 'error').catch((error: unknown) => console.warn(error));
  });
}
