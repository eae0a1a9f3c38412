import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

/** Test cases for annotations of texts that change. See definer-doors.ts. */
export const annotationDoors: readonly Door[] = [
  {
    name: 'annotations follow a changed lesson',
    person: people.author,
    query: `select (m ->> 'lessonId' = '${idOf('lesson course published')}') || ' ' || jsonb_array_length(m -> 'anchors')
      from app_private.my_moved_text('${idOf('lesson course published')}', null) m`,
    answer: 'true 5',
  },
  {
    name: 'annotations are moved',
    person: people.author,
    perform: `select app_private.store_my_anchors('${idOf('lesson course published')}', null, '[{"discussionId": "${idOf('discussion open block, published')}",
      "from": 7, "to": 9, "currentText": "Moved", "blockId": "zzzzz", "endBlockId": "zzzzz", "occurrence": 0, "prefix": "", "suffix": "", "isOrphaned": false, "kept": 0}]')`,
    query: `select s.range_from || ' ' || s.current_text || ' ' || (select count(*) from app_private.moved_texts)
      from app_public.discussion_selections s where s.discussion_id = '${idOf('discussion open block, published')}'`,
    answer: '7 Moved 0',
  },
  {
    name: 'an editor says where annotations are',
    person: people.author,
    perform: `select app_private.keep_working_anchors(null, '${idOf('article paid')}', 1, '[{"discussionId": "${idOf('discussion article gated block, paid')}", "from": 3, "to": 4}]')`,
    query: `select range_from || ' ' || range_to from app_private.working_anchors where discussion_id = '${idOf('discussion article gated block, paid')}'`,
    answer: '3 4',
  },
  {
    name: 'an editor asks where annotations are',
    person: people.author,
    query: `select jsonb_array_length(t -> 'anchors') || ' ' || (select string_agg(a ->> 'hintFrom', ' ') from jsonb_array_elements(t -> 'anchors') a)
      from app_private.working_text(null, '${idOf('article paid')}') t`,
    answer: '2 1',
  },
];
