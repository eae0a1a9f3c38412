import { data, type RouterContextProvider } from 'react-router';
import { viewerOf } from '../../shared/run-document.server.ts';

/** Responds with a 404 to everyone but administrators. */
export function requireStaff(context: Readonly<RouterContextProvider>): void {
  if (viewerOf(context).role !== 'admin') throw data(null, { status: 404 });
}
