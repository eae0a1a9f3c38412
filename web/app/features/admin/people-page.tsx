import { Badge } from '@newline/ui/components/badge';
import { inputClass } from '@newline/ui/components/field';
import { Link } from '../../shared/link.tsx';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { ListPage } from './list-page.tsx';
import type { PersonFilter, PersonRow } from './people-documents.ts';

type Props = { people: readonly PersonRow[]; last: string | null; search: string | null; filter: PersonFilter };

/** All users, with a search by name. */
export function PeoplePage({ people, last, search, filter }: Props) {
  return (
    <ListPage
      title="People"
      lead="Newest accounts first."
      label="People"
      applied={[search, filter]}
      filters={
        <>
          <label className={styles['wide']}>
            Name, username or email
            <input dir="auto" className={inputClass} type="search" name="q" defaultValue={search ?? ''} />
          </label>
          <label>
            Show
            <select className={inputClass} name="filter" defaultValue={filter}>
              <option value="ANYONE">Everyone</option>
              <option value="STAFF">Administrators</option>
              <option value="SUSPENDED">Suspended</option>
            </select>
          </label>
        </>
      }
      rows={people.map((person) => (
        <li key={person.id}>
          <p className={styles['head']}>
            <Link className="link" to={`/admin/people/${person.id}`}>
              <b dir="auto">{person.displayName}</b>
            </Link>
            {person.isAdmin && <Badge look="solid">Administrator</Badge>}
            {person.isSuspended && <Badge look="line">Suspended</Badge>}
            {person.isPro && <Badge>Pro</Badge>}
            {!person.isEmailVerified && <Badge look="line">Email not confirmed</Badge>}
          </p>
          <p className={styles['facts']}>
            <span>@{person.username}</span>
            <span>{person.email}</span>
            <span>
              since <Instant of={person.joinedAt} />
            </span>
          </p>
        </li>
      ))}
      none="No matching people. Try part of a name or email address."
      empty={{ title: 'No people yet', text: 'Everyone with an account will appear here.' }}
      last={last}
    />
  );
}
