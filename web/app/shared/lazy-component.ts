import { lazyComponent as lazyWith } from '@newline/ui/lazy-component';
import type { ComponentType } from 'react';
import { showToast } from './toast/show-toast.ts';

/** A part that travels when it is first shown (see @newline/ui/late); where it does not come, the reader is told. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazyWith(load, () => {
    showToast('Part of this page couldn’t be loaded. Reload the page.', 'error').catch((error: unknown) => console.warn(error));
  });
}
