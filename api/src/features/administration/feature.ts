import type { Feature } from '../../feature.ts';
import { AdministrationPlugin } from './administration-plugin.ts';
import { createAdministration } from './create-administration.ts';

/** The job queue for administrators, the removal of a lost second step, and the cleanup of records that are stored for a limited time. */
export const administration: Feature = {
  name: 'administration',
  plugins: [AdministrationPlugin],
  startForQueries: ({ env, pools }) => ({
    services: { administration: createAdministration({ pool: pools.worker, publicUrl: env.publicUrl }) },
  }),
  start: ({ pools }) => ({
    tasks: () => ({
      async tidy_records() {
        await pools.worker.query('select app_private.forget_audit_lines()');
        await pools.worker.query('select app_private.forget_mails()');
        await pools.worker.query('select app_private.fold_content_marks()');
      },
    }),
    cron: [{ task: 'tidy_records', match: '41 3 * * *', identifier: 'tidy_records' }],
  }),
};
