import { Link } from '../../shared/link.tsx';
import styles from './studio.module.css';

type Reader = 'visitor' | 'free' | 'pro';

const readers: readonly { reader: Reader; label: string }[] = [
  { reader: 'visitor', label: 'Visitor' },
  { reader: 'free', label: 'Free reader' },
  { reader: 'pro', label: 'Pro reader' },
];

/** Returns the kind of reader in a preview's URL; a visitor by default. */
export function readPreviewReader(parameters: URLSearchParams): Reader {
  return readers.find(({ reader }) => reader === parameters.get('as'))?.reader ?? 'visitor';
}

type Props = {
  /** The page in the studio, below which its previews are. */
  base: string;
  /** Null for a page that all readers see completely. */
  reader: Reader | null;
  /** The label of the link back. */
  back?: string;
  note?: string;
};

/** The bar above a preview: the kind of reader, and a link back. */
export function PreviewBar({ base, reader, back = 'Back to writing', note = 'The working text, as it will look when published.' }: Props) {
  return (
    <div className={styles['bar']} data-studio>
      <nav className={`wrap ${styles['barIn']}`} aria-label="Preview">
        <Link className="link" to={base}>
          {back}
        </Link>
        {reader !== null && (
          <ul className={styles['eyes']}>
            {readers.map(({ reader: one, label }) => (
              <li key={one}>
                <Link to={`${base}/preview?as=${one}`} aria-current={one === reader ? 'page' : undefined} replace>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <p className={`meta ${styles['note']}`}>{note}</p>
      </nav>
    </div>
  );
}
