import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import type { ReactNode } from 'react';
import styles from './admin.module.css';
import { FilterForm } from './filter-form.tsx';
import { OlderLink } from './older-link.tsx';

type Props = {
  title: string;
  lead?: string;
  /** The error message of an action. */
  failure?: string | null;
  /** The name of the list and of its search. */
  label: string;
  /** The current filters. */
  applied: unknown;
  /** Labels with the fields of the filters. */
  filters: ReactNode;
  /** More buttons next to Find. */
  actions?: ReactNode;
  /** Shown above the search. */
  above?: ReactNode;
  /** One list item for each row. */
  rows: readonly ReactNode[];
  /** Shown when no row matches the filters. */
  none: string;
  /** Shown without the filters when there is nothing to filter: what will appear here. */
  empty: { readonly title: string; readonly text: string };
  last: string | null;
};

/** An administration page with a list: heading, search, rows or an empty state, and a link to older rows. */
export function ListPage({ title, lead, failure = null, label, applied, filters, actions, above, rows, none, empty, last }: Props) {
  const isEmpty = rows.length === 0 && !hasFilter(applied);
  return (
    <>
      <h1>{title}</h1>
      {lead && <p className={`lead ${styles['lead']}`}>{lead}</p>}
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {above}
      {!isEmpty && (
        <FilterForm label={label} applied={applied} actions={actions}>
          {filters}
        </FilterForm>
      )}
      <h2 className="sr">Results</h2>
      {rows.length === 0 ? (
        <EmptyState level={3} title={isEmpty ? empty.title : 'No results found'}>
          {isEmpty ? empty.text : none}
        </EmptyState>
      ) : (
        <ul className={styles['list']} aria-label={label}>
          {rows}
        </ul>
      )}
      <OlderLink last={last} />
    </>
  );
}

/** True if one of the filters of a list is set. */
function hasFilter(applied: unknown): boolean {
  if (typeof applied === 'object' && applied !== null) return Object.values(applied).some(hasFilter);
  return applied !== null && applied !== undefined && applied !== '';
}
