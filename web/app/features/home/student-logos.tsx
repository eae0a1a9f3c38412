import { Line } from '@newline/ui/components/line';
import { home } from '../../../../home.config.ts';
import { LogoStrip } from '../../shared/logo-strip.tsx';
import type { LogoFacts } from './home-facts.ts';
import styles from './home.module.css';

/** The companies at which learners work. */
export function StudentLogos({ number, logos }: { number: number; logos: readonly LogoFacts[] }) {
  if (logos.length === 0) return null;
  return (
    <section className="wrap" aria-label={home.students.title}>
      <Line number={number} className={styles.tight}>
        <LogoStrip title={home.students.title} logos={logos} />
      </Line>
    </section>
  );
}
