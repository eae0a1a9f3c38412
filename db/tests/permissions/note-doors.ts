import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

const lesson = idOf('lesson course published');
const anchor =
  '{"from": 1, "to": 5, "text": "Open", "blockId": "aaaaa", "endBlockId": "aaaaa", "occurrence": 0, "prefix": "", "suffix": " words", "quoted": 4}';

const changeText = `update app_private.lesson_bodies set body_delta = jsonb_set(body_delta, '{content,0,content,0,text}', '"Other words"') where lesson_id = '${lesson}'`;

/** Test cases for notes. See definer-doors.ts. */
export const noteDoors: readonly Door[] = [
  {
    name: 'a note is added and counted',
    person: people.learner,
    perform: `select app_private.add_note('${idOf('another key')}', '${lesson}', null, null, '${anchor}', ' Mine ')`,
    query: `select n.body || ' ' || n.item_title || ' ' || a.block_id || ' ' || (select used from app_private.user_quotas where kind = 'notes' and user_id = n.user_id)
      from app_public.notes n join app_private.note_anchors a on a.note_id = n.id where n.key = '${idOf('another key')}'`,
    answer: 'Mine Course, published aaaaa 1',
  },
  {
    name: 'notes have their position',
    person: people.learner,
    query: `select string_agg(m.block_id || ' ' || m.words, ', ') from app_public.note_marks('${lesson}') m`,
    answer: 'aaaaa words',
  },
  {
    name: 'a note is deleted',
    person: people.learner,
    perform: `select app_public.delete_note('${idOf('note learner')}', 1)`,
    query: `select (select count(*) from app_public.notes where user_id = '${idOf('learner')}') || ' ' || (select count(*) from app_private.note_anchors)`,
    answer: '0 5',
  },
  {
    name: 'a changed text waits for its notes',
    person: null,
    perform: changeText,
    query: `select count(*) || ' ' || (app_private.next_moved_notes() ->> 'version') from app_private.moved_note_texts`,
    answer: '1 2',
  },
  {
    name: 'notes are moved',
    person: null,
    perform: `${changeText}; select app_private.store_moved_notes((m ->> 'id')::uuid, 2,
      (select jsonb_agg(a || '{"from": 7, "to": 9, "currentText": "moved"}') from jsonb_array_elements(m -> 'anchors') a)) from app_private.next_moved_notes() m`,
    query: `select count(*) || ' ' || string_agg(distinct range_from || ' ' || current_text || ' ' || text_version, ', ')
      || ' ' || (select count(*) from app_private.moved_note_texts) from app_private.note_anchors`,
    answer: '6 7 moved 2 0',
  },
];
