import { Link } from '../link.tsx';
import styles from './publish-warnings.module.css';

/** Something to check before publishing: a sentence, and links to what it is about. */
export type PublishWarning = {
  readonly id: string;
  readonly sentence: string;
  /** Where to fix it, in order. */
  readonly links: readonly { readonly to: string; readonly label: string }[];
  /** Names of what it is about that can't be linked. */
  readonly names?: readonly string[];
};

/** The number of links that are shown for a warning. */
const maxLinks = 10;

type Props = {
  warnings: readonly PublishWarning[];
  /** Called when a link is followed, to close the dialog in which the warnings are. */
  onFollow?: () => void;
};

/** Lists what to check before publishing. It prevents nothing. Renders nothing without warnings. */
export function PublishWarnings({ warnings, onFollow }: Props) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles['warnings']} aria-label="Check before you publish">
      {warnings.map(({ id, sentence, links, names = [] }) => (
        <li key={id}>
          {sentence}
          {names.length > 0 && (
            <>
              {' '}
              <code>{names.join(', ')}</code>
            </>
          )}
          {links.length > 0 && (
            <ul>
              {links.slice(0, maxLinks).map(({ to, label }) => (
                <li key={to}>
                  <Link
                    className="link"
                    to={to}
                    {...(onFollow && { onClick: onFollow })}
                    preventScrollReset={to.startsWith('#')}
                    dir="auto"
                  >
                    {label}
                  </Link>
                </li>
              ))}
              {links.length > maxLinks && <li>{`and ${links.length - maxLinks} more`}</li>}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
