import { late as lateWith } from '@newline/ui/late';
import type { ComponentType } from 'react';
import { showToast } from './toast/show-toast.ts';

/** A part that travels when it is first shown (see @newline/ui/late); where it does not come, the reader is told. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lateWith(load, () => {
    showToast('Part of this page couldn’t be loaded. Reload the page.', 'error').catch((error: unknown) => console.warn(error));
  });
}
