import type { Ground, Running } from '../../feature.ts';
import { addAttachmentRoutes } from './attachment-routes.ts';
import { createAttachments } from './attachments.ts';

/** Starts the storage of images, its route, and the job that deletes unused images. */
export function startAttachments({ env, pools, outbound, log }: Ground): Running {
  const attachments = createAttachments({ pool: pools.app, dataDir: env.dataDir, storage: env.storage, outbound, log });
  return {
    services: { attachments },
    addRoutes: (app) => addAttachmentRoutes(app, attachments),
    tasks: () => ({ tidy_attachments: () => attachments.tidy(pools.worker) }),
    cron: [{ task: 'tidy_attachments', match: '*/10 * * * *', identifier: 'tidy_attachments' }],
    metrics: [
      {
        name: 'newline_image_uploads_total',
        help: 'Uploaded and fetched images that were stored, and those that failed or were refused.',
        type: 'counter',
        labels: ['result'],
        read: () => Object.entries(attachments.counts).map(([result, value]) => ({ labels: { result }, value })),
      },
    ],
    close: () => attachments.close(),
  };
}
