import { Link } from '../../shared/link.tsx';
import styles from './studio.module.css';

type Reader = 'visitor' | 'free' | 'pro';

const readers: readonly { reader: Reader; label: string }[] = [
  { reader: 'visitor', label: 'Visitor' },
  { reader: 'free', label: 'Free reader' },
  { reader: 'pro', label: 'Pro reader' },
];

/** Whose eyes the address of a preview asks for; a visitor's unless it says otherwise. */
export function readPreviewReader(parameters: URLSearchParams): Reader {
  return readers.find(({ reader }) => reader === parameters.get('as'))?.reader ?? 'visitor';
}

type Props = {
  /** The page in the studio, which has the previews below it. */
  base: string;
  reader: Reader;
  /** The words of the way back. */
  back?: string;
  note?: string;
};

/** Above a preview: whose eyes it is for, and the way back. */
export function PreviewBar({ base, reader, back = 'Back to writing', note = 'The working text, as it will look when published.' }: Props) {
  return (
    <div className={styles['bar']} data-studio>
      <nav className={`wrap ${styles['barIn']}`} aria-label="Preview">
        <Link className="link" to={base}>
          {back}
        </Link>
        <ul className={styles['eyes']}>
          {readers.map(({ reader: one, label }) => (
            <li key={one}>
              <Link to={`${base}/preview?as=${one}`} aria-current={one === reader ? 'page' : undefined} replace>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p className={`meta ${styles['note']}`}>{note}</p>
      </nav>
    </div>
  );
}
