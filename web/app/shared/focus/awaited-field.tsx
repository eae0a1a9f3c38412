import { useLayoutEffect } from 'react';
import { typeAhead } from './typing-ahead.ts';

/** The Suspense fallback for lazily loaded content with a text field. Text typed before it has loaded is passed on to the field. */
export function AwaitedField(): null {
  useLayoutEffect(() => {
    const ahead = typeAhead();
    // Before the new content takes the focus: a dialog returns it to the element that had it.
    return () => ahead.giveFocusBack();
  }, []);
  return null;
}
