import type { Feature } from '../../feature.ts';

/** Accounts, signing in, the first administrator, and what somebody's own data is. */
export const accounts: Feature = {
  name: 'accounts',
  start: async (ground) => (await import('./start-accounts.ts')).startAccounts(ground),
};
