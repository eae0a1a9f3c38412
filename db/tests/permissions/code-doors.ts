import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

const lesson = idOf('lesson course published');

/** An exercise whose tests run. */
const exercise = JSON.stringify({
  type: 'exercise',
  attrs: { id: 'sum00' },
  content: [
    { type: 'codeBlock', attrs: { mode: 'js', runnable: true }, content: [{ type: 'text', text: 'export {}' }] },
    {
      type: 'exercisePart',
      attrs: { partType: 'tests' },
      content: [{ type: 'codeBlock', attrs: { mode: 'js' }, content: [{ type: 'text', text: 'test()' }] }],
    },
  ],
});
const writeExercise = `delete from app_public.exercise_checks where lesson_id = '${lesson}';
  update app_private.lesson_bodies set body_delta = jsonb_set(body_delta, '{content,0}', '${exercise}') where lesson_id = '${lesson}'`;

/** Test cases for code in texts: that of repositories, and exercises. See definer-doors.ts. */
export const codeDoors: readonly Door[] = [
  {
    name: 'changed code is kept as it is',
    person: people.author,
    perform: `select app_public.keep_remote_code('${idOf('code article draft')}')`,
    query: `select s.state || ' ' || k.kept_text from app_public.remote_code_sources s join app_private.remote_code_checks k on k.source_id = s.id where s.id = '${idOf('code article draft')}'`,
    answer: 'CURRENT let canaries;',
  },
  {
    name: 'the job takes code that is due and says what it found',
    person: null,
    perform: `select app_private.record_remote_code(d.id, d.text, 'GONE', 'It is gone.', null, null, null, null, null) from app_private.due_remote_code(100) d`,
    query: `select string_agg(distinct s.state || ' ' || s.reason || ' ' || (k.check_at > now() + interval '5 hours'), '') from app_public.remote_code_sources s join app_private.remote_code_checks k on k.source_id = s.id`,
    answer: 'GONE It is gone. true',
  },
  {
    name: 'exercises of a changed text wait for their check',
    person: null,
    perform: writeExercise,
    query: `select string_agg(c.exercise || ' ' || c.position || ' ' || c.verdict || ' ' || (t.check_at <= now()), ', ')
      from app_public.exercise_checks c join app_private.exercise_check_turns t on t.check_id = c.id where c.lesson_id = '${lesson}'`,
    answer: 'sum00 1 NOT_CHECKED true',
  },
  {
    name: 'the job takes exercises and says what it found',
    person: null,
    perform: `${writeExercise}; select app_private.record_exercise_check(c.id, c.code_hash, 'r1', 'SOLUTION_FAILS', null, array[c.node ->> 'type'])
      from app_private.claim_exercises('${lesson}', 'r1', 5) c`,
    query: `select c.verdict || ' ' || c.failed_tests[1] || ' ' || t.runner || ' ' || (t.check_at is null)
      from app_public.exercise_checks c join app_private.exercise_check_turns t on t.check_id = c.id where c.lesson_id = '${lesson}'`,
    answer: 'SOLUTION_FAILS exercise r1 true',
  },
  {
    name: 'the job gives exercises back',
    person: null,
    perform: `${writeExercise}; select app_private.release_exercises(array(select c.id from app_private.claim_exercises('${lesson}', 'r1', 5) c))`,
    query: `select count(*) || '' from app_private.claim_exercises('${lesson}', 'r1', 5)`,
    answer: '1',
  },
];
