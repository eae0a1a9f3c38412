import { demoId } from './demo-id.ts';
import { demoPassword } from './demo-password.ts';
import { readPeople } from './read-content.ts';

/** The kinds of demo users; one of each kind can sign in. */
export type DemoRole = 'learner' | 'anotherLearner' | 'proLearner' | 'author' | 'admin';

/** A user who can sign in where the demo was loaded. */
export type DemoPerson = {
  role: DemoRole;
  id: string;
  username: string;
  name: string;
  email: string;
  /** Derived from SECRET_KEY, so it differs between sites and isn't written anywhere. */
  password: string;
};

/** The demo users who can sign in, one of each role: a learner first, an administrator last. */
export function demoPeople(secretKey: string): readonly DemoPerson[] {
  const people = readPeople();
  return (['learner', 'anotherLearner', 'proLearner', 'author', 'admin'] as const).map((role) => {
    const person = people.find(({ demo }) => demo === role);
    if (person === undefined) throw new Error(`people.json: expected a user whose demo is ${role}, got none`);
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
