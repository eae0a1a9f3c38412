import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

const body = '{"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Words"}]}]}';
const stored = `'${body}', '{a}', '{<p>Words</p>}', '{Words}', '{Words}', null, null, 0`;

/** Test cases for the owner's pages. */
export const pagesDoors: readonly Door[] = [
  {
    name: 'a page is written and published, and its history is kept',
    person: people.admin,
    perform: `select app_private.save_page('${idOf('page draft')}', 1, 'Contact', ${stored}, null, null, null),
      app_private.publish_page('${idOf('page draft')}', 2, ${stored}, false)`,
    query: `select p.published_version || ' ' || app_public.pages_body_markdown(p) || ' ' || (select count(*) from app_public.page_revisions r where r.page_id = p.id)
        || ' ' || (select count(*) from app_private.read_page_revisions(array(select r.id from app_public.page_revisions r where r.page_id = p.id)))
      from app_public.pages p where p.id = '${idOf('page draft')}'`,
    answer: '2 Words 1 1',
  },
  {
    name: 'the checklist of a new site is read, hidden and noted on',
    person: people.admin,
    perform: `select app_private.end_test_mail(app_private.begin_test_mail(), null), app_public.dismiss_setup(true)`,
    query: `select concat_ws(' ', is_named, mail_tested_to, has_title, has_author, has_terms, dismissed_at is not null) from app_public.site_setup()`,
    answer: 'f admin@example.com t t t t',
  },
  {
    name: 'what a user accepts is stored',
    person: people['other learner'],
    perform: `select app_public.accept_page('${idOf('page privacy')}', 1)`,
    query: `select string_agg(slug || ' ' || version, ', ' order by slug) from app_public.page_acceptances where user_id = '${idOf('other')}'`,
    answer: 'privacy 1, terms 1',
  },
];
