import { inputClass } from '@newline/ui/components/field';
import { Link } from '../../shared/link.tsx';
import styles from './admin.module.css';
import { actionWords, detailWords } from './audit-words.ts';
import { Instant } from './instant.tsx';
import type { AuditLine } from './administration-documents.ts';
import { ListPage } from './list-page.tsx';

type Props = {
  lines: readonly AuditLine[];
  last: string | null;
  actions: readonly string[];
  applied: { person: string | null; action: string | null; since: string | null; until: string | null };
};

/** The audit log: who did what to whom, newest first. Entries can't be changed. */
export function AuditPage({ lines, last, actions, applied }: Props) {
  return (
    <ListPage
      title="Audit log"
      lead="Everything administrators did in the last two years. Entries can’t be edited or deleted."
      label="Audit log"
      applied={applied}
      filters={
        <>
          <label>
            Username
            <input dir="auto" className={inputClass} type="search" name="person" defaultValue={applied.person ?? ''} />
          </label>
          <label>
            Action
            <select className={inputClass} name="action" defaultValue={applied.action ?? ''}>
              <option value="">All</option>
              {actions.map((action) => (
                <option key={action} value={action}>
                  {actionWords(action)}
                </option>
              ))}
            </select>
          </label>
          <label>
            From
            <input className={inputClass} type="date" name="since" defaultValue={applied.since ?? ''} />
          </label>
          <label>
            To
            <input className={inputClass} type="date" name="until" defaultValue={applied.until ?? ''} />
          </label>
        </>
      }
      rows={lines.map((line) => (
        <li key={line.id}>
          <p className={styles['head']}>
            {line.userId === null ? (
              <b>The site</b>
            ) : (
              <Link className="link" to={`/admin/people/${line.userId}`}>
                <b>@{line.userName}</b>
              </Link>
            )}
            <span>{actionWords(line.action)}</span>
            {line.subjectKind === 'person' && line.subjectId !== null && (
              <Link className="link" to={`/admin/people/${line.subjectId}`}>
                the user
              </Link>
            )}
          </p>
          <p className={styles['facts']}>
            <Instant of={line.createdAt} />
            <span>{detailWords(line.details)}</span>
          </p>
        </li>
      ))}
      none="No matching entries."
      empty={{ title: 'Nothing logged yet', text: 'What administrators and authors change will appear here.' }}
      last={last}
    />
  );
}
