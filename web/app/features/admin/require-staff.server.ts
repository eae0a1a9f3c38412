import { data, type RouterContextProvider } from 'react-router';
import { viewerOf } from '../../shared/run-document.server.ts';

/** There is no administration for anybody but staff: the page answers as one that does not exist. */
export function requireStaff(context: Readonly<RouterContextProvider>): void {
  if (viewerOf(context).role !== 'admin') throw data(null, { status: 404 });
}
