import { serveTasks } from '../../processes/serve-tasks.ts';
import type { TextAnswer, TextTask } from './text-tasks.ts';

// Process that reads users' long texts and converts them into what is stored.
serveTasks(async (task: TextTask, { load }): Promise<TextAnswer> => {
  const [{ deriveBlocks }, { toMarkdown }, { validateBody }] = await load(() =>
    Promise.all([import('@newline/document/derive-blocks'), import('@newline/document/markdown'), import('./validate-body.ts')]),
  );
  if (task.kind === 'markdown') return { kind: 'markdown', markdown: toMarkdown(JSON.parse(task.body), { hasIds: task.hasIds }) };
  const { siteOrigin } = task;
  if (task.kind === 'derive') return { kind: 'derived', body: task.body, blocks: deriveBlocks(JSON.parse(task.body), { siteOrigin }) };
  const validation = validateBody(task.field, task.text, task.as);
  if (!validation.ok) return { kind: 'refused', errors: validation.errors };
  return { kind: 'derived', body: JSON.stringify(validation.document), blocks: deriveBlocks(validation.document, { siteOrigin }) };
});
