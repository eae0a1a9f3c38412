import type { Feature } from '../../feature.ts';

/** Accounts, sign-in, the first administrator, and the download of a user's own data. */
export const accounts: Feature = {
  name: 'accounts',
  start: async (ground) => (await import('./start-accounts.ts')).startAccounts(ground),
};
