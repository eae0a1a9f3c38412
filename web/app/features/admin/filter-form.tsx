import { Button } from '@newline/ui/components/button';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import styles from './admin.module.css';

type Props = {
  label: string;
  /** The current filters: when they change, the fields are reset. */
  chosenFilters: unknown;
  /** Labels with their fields. */
  children: ReactNode;
  /** More buttons next to Find. */
  acts?: ReactNode;
};

/** The filters of a list in administration, which are stored in the URL. */
export function FilterForm({ label, chosenFilters, children, acts }: Props) {
  return (
    <Form key={JSON.stringify(chosenFilters)} className={styles['filters']} role="search" aria-label={label}>
      {children}
      <Button type="submit" variant="line">
        Find
      </Button>
      {acts}
    </Form>
  );
}
