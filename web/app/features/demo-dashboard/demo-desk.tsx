import { Line } from '@newline/ui/components/line';
import { Skeleton } from '@newline/ui/components/skeleton';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Link } from '../../shared/link.tsx';
import { usePageFacts } from '../../shared/page-facts.tsx';
import styles from './demo-desk.module.css';
import type { DeskData } from './desk-data.ts';

type Props = { number: number; heading: string; lead: string };

type Loaded = { data: DeskData; Dashboard: ComponentType<{ data: DeskData; publicUrl: string }> };

/** The section of the home page with the demo dashboard. Its code and data are loaded when it comes near the viewport. */
export function DemoDesk({ number, heading, lead }: Props) {
  const { publicUrl } = usePageFacts();
  const container = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (container.current === null) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        load()
          .then(setLoaded)
          .catch((error: unknown) => console.error('We couldn’t load the demo dashboard.', error));
      },
      { rootMargin: '600px' },
    );
    watcher.observe(container.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <section className="wrap" aria-labelledby="desk">
      <Line
        number={number}
        variant="band"
        head={
          <>
            <h2 id="desk">{heading}</h2>
            <p className="lead">{lead}</p>
          </>
        }
      >
        <div ref={container} className={styles.place}>
          {loaded === null ? (
            <>
              <Skeleton height="100%" />
              <noscript>
                <p>
                  The demo needs JavaScript. <Link to="/clips">The clips</Link> and <Link to="/library">your library</Link> work without it.
                </p>
              </noscript>
            </>
          ) : loaded.data.clips.length === 0 ? (
            <p className="meta">There are no clips yet.</p>
          ) : (
            <loaded.Dashboard data={loaded.data} publicUrl={publicUrl} />
          )}
        </div>
      </Line>
    </section>
  );
}

async function load(): Promise<Loaded> {
  const [{ DemoDashboard }, answer] = await Promise.all([import('./demo-dashboard.tsx'), fetch('/demo-desk')]);
  if (!answer.ok) throw new Error(`DemoDesk: expected the sample data, got ${answer.status}`);
  return { Dashboard: DemoDashboard, data: (await answer.json()) as DeskData };
}
