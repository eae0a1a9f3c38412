import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sentenceOfJob } from '../app/features/admin/job-words.ts';

const folder = join(import.meta.dirname, '../../api/src');

/** Returns the names of all jobs in the source: constants, schedules, and keys of task lists. */
function tasksInSource(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const names = [/Task = '([a-z_]+)'/gu, /\btask: '([a-z_]+)'/gu, /^ +(send_mail|[a-z]+_[a-z_]+)(?:: \(|\(\) \{)/gmu].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)].filter((name) => name.includes('_')).toSorted();
}

test('each job has a sentence that says what it does @ADMIN-01', () => {
  const tasks = tasksInSource();
  expect(tasks).toContain('draw_bodies');
  expect(tasks).toContain('tidy_sign_in');
  expect(tasks.filter((task) => sentenceOfJob(task) === null)).toEqual([]);
  expect(sentenceOfJob('of_another_release')).toBeNull();
});
