import { Badge } from '@newline/ui/components/badge';
import { Link } from '../../shared/link.tsx';
import { itemStatusLabels } from '../../shared/item-status.ts';
import type { ItemLine } from './studio-documents.ts';
import { Instant } from './studio-instant.tsx';
import styles from './studio.module.css';

type Props = { title: string; kind: 'course' | 'book'; totalCount: number; nodes: readonly ItemLine[] };

/** The courses or books of an author; renders nothing if there are none. */
export function ItemLines({ title, kind, totalCount, nodes }: Props) {
  if (nodes.length === 0) return null;
  const part = kind === 'course' ? 'lesson' : 'chapter';
  return (
    <section className={styles['kind']} aria-labelledby={`list-${kind}s`}>
      <h2 id={`list-${kind}s`}>{title}</h2>
      <ul className="rows">
        {nodes.map(({ id, title: name, status, publishedAt, updatedAt, numLessons }) => (
          <li key={id}>
            <Link className={`row ${styles['line']}`} to={`/studio/${kind}s/${id}`}>
              <span className={styles['lineTitle']} dir="auto">
                {name}
              </span>
              <span className={styles['states']}>
                <Badge look={status === 'PUBLISHED' ? 'solid' : 'quiet'}>{itemStatusLabels[status]}</Badge>
              </span>
              <span className={`meta num ${styles['lineFacts']}`}>
                {status === 'SCHEDULED' && publishedAt !== null && (
                  <span>
                    appears <Instant of={publishedAt} />
                  </span>
                )}
                <span>
                  changed <Instant of={updatedAt} />
                </span>
                <span>{`${numLessons.toLocaleString('en')} ${numLessons === 1 ? part : `${part}s`}`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && <p className="meta">{totalCount - nodes.length} more. Search for part of a title to find them.</p>}
    </section>
  );
}
