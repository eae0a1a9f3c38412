import type { Feature } from '../../feature.ts';

/** Emails about replies and mentions. */
export const notifications: Feature = {
  name: 'notifications',
  start: async (ground) => (await import('./start-notifications.ts')).startNotifications(ground),
};
