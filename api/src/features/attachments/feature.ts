import type { Feature } from '../../feature.ts';
import { AttachmentsPlugin } from './attachments-plugin.ts';

/** Images that users upload. */
export const attachments: Feature = {
  name: 'attachments',
  plugins: [AttachmentsPlugin],
  start: async (ground) => (await import('./start-attachments.ts')).startAttachments(ground),
};
