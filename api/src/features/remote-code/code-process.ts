import { serveTasks } from '../../processes/serve-tasks.ts';
import type { CodeAnswer, CodeTask } from './code-tasks.ts';

// Process that parses and searches files of other users.
serveTasks(async (task: CodeTask, { load }): Promise<CodeAnswer> => {
  if (task.kind === 'find') {
    const { findMovedCode } = await load(() => import('./find-moved-code.ts'));
    return { kind: 'found', isFound: findMovedCode(task.text, task.code) };
  }
  const { cutCode } = await load(() => Promise.all([import('./cut-code.ts'), import('@ast-grep/napi')]).then(([module]) => module));
  try {
    return { kind: 'cut', cut: await cutCode(task.source, task.part) };
  } catch (error) {
    if (error instanceof Error && (error.name === 'QueryError' || error.name === 'RemoteCodeError'))
      return { kind: 'refused', message: error.message };
    throw error;
  }
});
