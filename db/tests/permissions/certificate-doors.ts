import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

const course = idOf('course free');
const certificate = idOf('certificate learner');

/** Test cases for certificates. */
export const certificateDoors: readonly Door[] = [
  {
    name: 'the rules of a certificate are set, and removed',
    person: people.author,
    perform: `select app_public.set_certificate_rules('${course}', true, false, 40, true); select app_public.set_certificate_rules('${idOf('course published')}', false)`,
    query: `select string_agg(c.slug || ' ' || r.needs_lessons || ' ' || r.needs_exercises || ' ' || r.video_percent, ', ') from app_public.certificate_rules r join app_public.courses c on c.id = r.course_id where c.slug in ('free', 'published')`,
    answer: 'free false true 40',
  },
  {
    name: 'certificates are counted for those who write the course',
    person: people.author,
    query: `select app_public.courses_certificates_count(c) from app_public.courses c where c.id = '${idOf('course published')}'`,
    answer: '6',
  },
  {
    name: 'exercises that count for a certificate are counted, and those that were passed',
    person: people.learner,
    perform: `select total from app_private.counted_exercises('${course}')`,
    query: `select total || ' ' || passed from app_private.counted_exercises('${course}')`,
    answer: '0 0',
  },
  {
    name: 'a certificate is claimed',
    person: people.learner,
    perform: `select app_public.set_lesson_completed('${idOf('lesson course free')}', true); select app_private.claim_certificate('${course}', 'A site')`,
    query: `select course_title || ' ' || author_names[1] || ' ' || site_name from app_public.certificates where course_id = '${course}'`,
    answer: 'Course, free author A site',
  },
  {
    name: 'a certificate is shown to those who have its ID',
    person: people.visitor,
    query: `select course_title from app_public.shown_certificate('${certificate}')`,
    answer: 'Course, published',
  },
  {
    name: 'a certificate is deleted by its holder',
    person: people.learner,
    perform: `select app_public.delete_certificate('${certificate}')`,
    query: `select count(*)::text from app_public.certificates where id = '${certificate}'`,
    answer: '0',
  },
  {
    name: 'a certificate is revoked and restored',
    person: people.admin,
    perform: `select app_public.revoke_certificate('${certificate}', 'By mistake'); select app_public.restore_certificate('${certificate}')`,
    query: `select string_agg(action || coalesce(' ' || (details ->> 'reason'), ''), ', ' order by action) from app_public.audit_log where subject_id = '${certificate}'`,
    answer: 'certificate.restore, certificate.revoke By mistake',
  },
  {
    name: 'a deleted account takes its certificates with it',
    person: null,
    perform: `delete from auth."user" where id = '${idOf('learner')}'`,
    query: `select count(*)::text from app_public.certificates where id = '${certificate}'`,
    answer: '0',
  },
  {
    name: 'a key that signs certificates is added and read',
    person: null,
    perform: `select app_private.add_certificate_key(decode(repeat('02', 32), 'hex'), '\\x02', k.id) from app_private.read_certificate_keys() k limit 1`,
    query: `select string_agg(encode(substring(public_key for 1), 'hex'), ' ' order by public_key) from app_private.read_certificate_keys()`,
    answer: '01 02',
  },
];
