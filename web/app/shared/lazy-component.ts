import { lazyComponent as lazyWith } from '@newline/ui/lazy-component';
import type { ComponentType } from 'react';
import { showToast } from './toast/show-toast.ts';

/** Creates a component whose code is loaded when it's first rendered (see ui/src/lazy-component.ts). If loading fails, the user sees a message. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazyWith(load, () => {
    void showToast('Part of this page couldn’t be loaded. Reload the page.', 'error');
  });
}
