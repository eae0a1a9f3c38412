import { Button } from '@newline/ui/components/button';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import styles from './admin.module.css';

type Props = {
  label: string;
  /** What was asked for: with another answer the fields begin anew. */
  asked: unknown;
  /** Labels with their fields. */
  children: ReactNode;
  /** What else is pressed beside Find. */
  acts?: ReactNode;
};

/** The fields by which a list of administration is asked for; the address holds them. */
export function FilterForm({ label, asked, children, acts }: Props) {
  return (
    <Form key={JSON.stringify(asked)} className={styles['filters']} role="search" aria-label={label}>
      {children}
      <Button type="submit" variant="line">
        Find
      </Button>
      {acts}
    </Form>
  );
}
