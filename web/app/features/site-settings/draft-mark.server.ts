import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';

type Context = Readonly<RouterContextProvider>;

const name = 'draft';

/**
 * Marks a document that shows a draft. Without it, the route's loader, which runs after the action, would pass on the parts of the saved
 * page.
 */
export function markDraft(context: Context): void {
  context.get(requestContext).handedOver.set(name, true);
}

/** True for such a document. */
export function isDraft(context: Context): boolean {
  return context.get(requestContext).handedOver.has(name);
}
