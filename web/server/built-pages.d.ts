import type { ServerBuild } from 'react-router';

/** Imports the pages that `react-router build` created. Rejects when they aren't built. */
export function importBuiltPages(): Promise<ServerBuild>;
