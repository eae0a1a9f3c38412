import { useLayoutEffect } from 'react';
import { typeAhead } from './typing-ahead.ts';

/** The fallback of a part with a text field that a press opens: what is typed before it has loaded arrives in it. */
export function AwaitedField(): null {
  useLayoutEffect(() => {
    const ahead = typeAhead();
    // Before the part takes the focus: a dialog gives it back to what had it.
    return () => ahead.giveFocusBack();
  }, []);
  return null;
}
