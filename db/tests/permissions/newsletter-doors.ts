import type { Door } from './door.ts';
import { people } from './world.ts';

/** Test cases for the email addresses of the newsletter. */
export const newsletterDoors: readonly Door[] = [
  {
    name: 'an address asks for the newsletter and is confirmed',
    person: people.visitor,
    perform: `select app_public.confirm_newsletter('canary-token')`,
    query: `select state from app_private.newsletter_subscribers where email = 'canary@example.com'`,
    answer: 'CONFIRMED',
  },
  {
    name: 'an address is taken down once',
    person: null,
    perform: `select app_private.ask_newsletter('New@example.com', null, 'list', '{subscriber}', sha256('a'))`,
    query: `select email || ' ' || state from app_private.newsletter_subscribers where email like 'new%'`,
    answer: 'new@example.com PENDING',
  },
  {
    name: 'an address that was never confirmed is forgotten',
    person: null,
    perform: `select app_private.leave_newsletter('Canary@example.com')`,
    query: `select count(*) from app_private.newsletter_subscribers where email = 'canary@example.com'`,
    answer: '0',
  },
  {
    name: 'a confirmed address is told to the service',
    person: null,
    perform: `select app_public.confirm_newsletter('canary-token'); select app_private.next_newsletter_copy()`,
    query: `select tries || ' ' || (tell_after > now()) from app_private.newsletter_subscribers where email = 'canary@example.com'`,
    answer: '1 true',
  },
  {
    name: 'what the service answered is noted',
    person: null,
    perform: `select app_private.end_newsletter_copy((select id from app_private.newsletter_subscribers where email = 'canary@example.com'), 'CONFIRMED', null)`,
    query: `select told_state from app_private.newsletter_subscribers where email = 'canary@example.com'`,
    answer: 'CONFIRMED',
  },
  {
    name: 'the addresses that wait are counted',
    person: null,
    perform: `select app_private.newsletter_copies()`,
    query: `select waiting from app_private.newsletter_copies()`,
    answer: '0',
  },
];
