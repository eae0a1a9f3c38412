import { demoId } from './demo-id.ts';
import { demoPassword } from './demo-password.ts';
import { readPeople } from './read-content.ts';

/** The kinds of demo users; one of each kind can sign in. */
export type DemoRole = 'learner' | 'anotherLearner' | 'proLearner' | 'author' | 'admin';

/** Someone who can sign in where the demo was loaded. */
export type DemoPerson = {
  role: DemoRole;
  id: string;
  username: string;
  name: string;
  email: string;
  /** Derived from SECRET_KEY, so it differs from site to site and stands nowhere. */
  password: string;
};

/** The people of the demo who can sign in, one of each role: a learner first, an administrator last. */
export function demoPeople(secretKey: string): readonly DemoPerson[] {
  const people = readPeople();
  return (['learner', 'anotherLearner', 'proLearner', 'author', 'admin'] as const).map((role) => {
    const person = people.find(({ demo }) => demo === role);
    if (person === undefined) throw new Error(`people.json: expected somebody whose demo is ${role}, got nobody`);
    const { username, email } = person;
    return {
      role,
      id: demoId('user', username),
      username,
      name: person.name ?? username,
      email,
      password: demoPassword(secretKey, username),
    };
  });
}
