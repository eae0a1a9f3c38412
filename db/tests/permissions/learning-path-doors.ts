import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

const path = idOf('path');
const draft = idOf('path draft');

/** Test cases for learning paths. See definer-doors.ts. */
export const learningPathDoors: readonly Door[] = [
  {
    name: 'an article is marked as completed',
    person: people['other author'],
    perform: `select app_public.mark_completed('${idOf('article published')}', null, false); select app_public.mark_completed('${idOf('article published')}', null, true, 'READ')`,
    query: `select reason || ' ' || (select count(*) from app_public.study_days where user_id = c.user_id and day > '2026-01-01')
      from app_public.completions c where user_id = '${idOf('stranger')}'`,
    answer: 'READ 1',
  },
  {
    name: 'a clip that was watched to its end is completed',
    person: null,
    perform: `update app_public.clips set duration_seconds = 60 where id = '${idOf('clip course published')}';
      update app_public.clip_views set position_seconds = 54 where clip_id = '${idOf('clip course published')}' and user_id = '${idOf('learner')}'`,
    query: `select string_agg(reason::text, ', ') from app_public.completions where clip_id = '${idOf('clip course published')}'`,
    answer: 'WATCHED',
  },
  {
    name: 'progress across a learning path is computed',
    person: people.learner,
    query: `select p.done_count || ' ' || p.total_count || ' ' || p.is_begun from app_public.learning_paths l, app_public.learning_paths_progress(l) p where l.id = '${path}'`,
    answer: '1 4 true',
  },
  {
    name: 'learning paths that were begun are found',
    person: people.learner,
    query: `select string_agg(title, ', ') from app_public.begun_learning_paths()`,
    answer: 'Path',
  },
  {
    name: 'a learning path is created',
    person: people.author,
    perform: `select app_public.create_learning_path(' Path ')`,
    query: `select slug || ' ' || user_id from app_public.learning_paths where title = 'Path' and id <> '${path}'`,
    answer: `path-2 ${idOf('author')}`,
  },
  {
    name: 'a learning path is written, published and unpublished',
    person: people.author,
    perform: `select app_public.change_learning_path('${draft}', 1, row('Better', 'better', null, null, null));
      select app_public.set_learning_path_steps('${draft}', 2, array[row(null, '${idOf('book published')}', null, null, ' Why ')::app_public.learning_path_item]);
      select app_public.publish_learning_path('${draft}'); select app_public.unpublish_learning_path('${draft}')`,
    query: `select p.title || ' ' || p.slug || ' ' || p.version || ' ' || s.position || ' ' || s.reason
      from app_public.learning_paths p join app_public.learning_path_steps s on s.learning_path_id = p.id where p.id = '${draft}'`,
    answer: 'Better better 5 1 Why',
  },
  {
    name: 'what an administrator does with the learning path of another user is logged',
    person: people.admin,
    perform: `select app_public.unpublish_learning_path('${path}'); select app_public.delete_learning_path('${path}')`,
    query: `select string_agg(action || ' ' || (details ->> 'username') || ' ' || (details ->> 'title'), ', ' order by action) from app_public.audit_log where subject_id = '${path}'`,
    answer: 'path.delete author Path, path.unpublish author Path',
  },
];
