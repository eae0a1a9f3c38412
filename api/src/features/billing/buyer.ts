import type { Viewer } from '../../viewer.ts';

/** The signed-in user who buys, or an administrator who refunds. */
export type Buyer = { readonly userId: string; readonly email: string | null } & Pick<Viewer, 'role' | 'access'>;
