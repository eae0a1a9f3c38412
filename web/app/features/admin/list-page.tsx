import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import type { ReactNode } from 'react';
import styles from './admin.module.css';
import { FilterForm } from './filter-form.tsx';
import { OlderLink } from './older-link.tsx';

type Props = {
  title: string;
  lead?: string;
  /** What went wrong with an act, in words for people. */
  failure?: string | null;
  /** What the list holds, as its name and that of its search. */
  label: string;
  /** What was asked for. */
  asked: unknown;
  /** Labels with the fields by which the list is asked for. */
  filters: ReactNode;
  /** What else is pressed beside Find. */
  acts?: ReactNode;
  /** What stands above the search. */
  above?: ReactNode;
  /** One list item for each row. */
  rows: readonly ReactNode[];
  /** What is said when there is none. */
  none: string;
  last: string | null;
};

/** A page of administration that lists rows: its head, the search, the rows or that there are none, and the way to older ones. */
export function ListPage({ title, lead, failure = null, label, asked, filters, acts, above, rows, none, last }: Props) {
  return (
    <>
      <h1>{title}</h1>
      {lead && <p className={`lead ${styles['lead']}`}>{lead}</p>}
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {above}
      <FilterForm label={label} asked={asked} acts={acts}>
        {filters}
      </FilterForm>
      <h2 className="sr">Found</h2>
      {rows.length === 0 ? (
        <EmptyState title="No results found">{none}</EmptyState>
      ) : (
        <ul className={styles['list']} aria-label={label}>
          {rows}
        </ul>
      )}
      <OlderLink last={last} />
    </>
  );
}
