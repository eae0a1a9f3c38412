import { Line } from '@newline/ui/components/line';
import type { ReactNode } from 'react';
import styles from './settings-section.module.css';

type Props = { number: number; title: string; id?: string; children: ReactNode };

/** A numbered section of a page of settings. */
export function SettingsSection({ number, title, id, children }: Props) {
  return (
    <section className="wrap" aria-label={title} id={id}>
      <Line number={number} variant="next" className={styles.line} head={<h2>{title}</h2>}>
        {children}
      </Line>
    </section>
  );
}
