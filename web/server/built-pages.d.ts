import type { ServerBuild } from 'react-router';

/** The pages as `react-router build` made them. Fails where they are not built. */
export function importBuiltPages(): Promise<ServerBuild>;
