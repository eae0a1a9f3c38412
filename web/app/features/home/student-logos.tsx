import { Line } from '@newline/ui/components/line';
import { LogoStrip } from '../../shared/logo-strip.tsx';
import type { LogoFacts } from './home-facts.ts';
import styles from './home.module.css';

/** The companies at which learners work. */
export function StudentLogos({ number, title, logos }: { number: number; title: string; logos: readonly LogoFacts[] }) {
  if (logos.length === 0) return null;
  return (
    <section className="wrap" aria-label={title}>
      <Line number={number} className={styles.tight}>
        <LogoStrip title={title} logos={logos} />
      </Line>
    </section>
  );
}
