import type { Feature } from '../../feature.ts';
import { AttachmentsPlugin } from './attachments-plugin.ts';

/** Pictures that people upload. */
export const attachments: Feature = {
  name: 'attachments',
  plugins: [AttachmentsPlugin],
  start: async (ground) => (await import('./start-attachments.ts')).startAttachments(ground),
};
