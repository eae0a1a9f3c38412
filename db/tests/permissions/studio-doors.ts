import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

/** Test cases for the studio: courses, books and clips. */
export const studioDoors: readonly Door[] = [
  {
    name: 'a course is renamed, tagged and moved',
    person: people.author,
    perform: `select app_private.update_item('${idOf('course draft')}', null, '{"title": "Renamed", "tags": ["SQL"], "slug": "renamed"}')`,
    query: `select c.title || ' ' || c.permalink || ' ' || (select count(*) from app_public.taggings where course_id = c.id) from app_public.courses c where c.id = '${idOf('course draft')}'`,
    answer: 'Renamed /courses/renamed 1',
  },
  {
    name: 'a section and its lessons are moved',
    person: people.author,
    perform: `select app_public.move_lesson('${idOf('free lesson')}', 1, (app_public.create_section('First', '${idOf('course published')}', null, 1)).id)`,
    query: `select string_agg(s.title || ' ' || l.slug || ' ' || p.position, ', ' order by p.position) from app_public.course_lessons p
      join app_public.lessons l on l.id = p.lesson_id join app_public.course_sections s on s.id = p.course_section_id where p.course_id = '${idOf('course published')}'`,
    answer: 'First free 1, Part one lesson 2, Part one advanced 3',
  },
  {
    name: 'a chapter is added',
    person: people.author,
    perform: `select app_public.create_lesson('Último 编程', null, '${idOf('book draft')}')`,
    query: `select string_agg(l.slug || ' ' || p.position, ', ' order by p.position) from app_public.book_lessons p join app_public.lessons l on l.id = p.lesson_id
      where p.book_id = '${idOf('book draft')}'`,
    answer: 'ultimo-bian-cheng 1, chapter 2',
  },
  {
    name: 'a former slug leads to its lesson',
    person: people.visitor,
    query: `select (app_public.lesson_at('/courses/published/former')).slug`,
    answer: 'lesson',
  },
  {
    name: 'a price is set',
    person: people.author,
    perform: `select app_public.set_item_price('${idOf('course draft')}', null, false, 100)`,
    query: `select amount_cents from app_public.item_prices where course_id = '${idOf('course draft')}'`,
    answer: '100',
  },
];
