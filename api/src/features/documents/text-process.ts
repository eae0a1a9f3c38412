import { serveTasks } from '../../processes/serve-tasks.ts';
import type { TextAnswer, TextTask } from './text-tasks.ts';

// The process in which long texts of users are read, and in which is made what is stored of them.
serveTasks(async (task: TextTask, { load }): Promise<TextAnswer> => {
  const [{ deriveBlocks }, { toMarkdown }, { validateBody }] = await load(() =>
    Promise.all([import('@newline/document/derive-blocks'), import('@newline/document/markdown'), import('./validate-body.ts')]),
  );
  if (task.kind === 'markdown') return { kind: 'markdown', markdown: toMarkdown(JSON.parse(task.body), { hasIds: task.hasIds }) };
  const { siteOrigin } = task;
  if (task.kind === 'derive') return { kind: 'derived', body: task.body, blocks: deriveBlocks(JSON.parse(task.body), { siteOrigin }) };
  const read = validateBody(task.field, task.text, task.as);
  if (!read.ok) return { kind: 'refused', errors: read.errors };
  return { kind: 'derived', body: JSON.stringify(read.document), blocks: deriveBlocks(read.document, { siteOrigin }) };
});
