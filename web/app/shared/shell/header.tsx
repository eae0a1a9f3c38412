import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Link, NavLink } from 'react-router';
import { site } from '../../../../site.config.ts';
import { useViewer } from '../viewer.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './shell.module.css';

// A visitor never needs it.
const AccountMenu = lazy(() => import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })));

/** The head of every page: the name, where you can go, and who you are. */
export function Header() {
  const { viewer, isKnown } = useViewer();
  return (
    <header className={styles.head}>
      <div className={`wrap ${styles.in}`}>
        <Link className={styles.brand} to="/" aria-label={`${site.name}, home`}>
          <span>
            new
            <ReturnMark />
          </span>
          <span>line</span>
        </Link>
        <nav className={styles.nav} aria-label="Main">
          {site.navigation.map(({ label, path }) => (
            <NavLink key={path} to={path} prefetch="intent">
              <span data-label={label}>{label}</span>
            </NavLink>
          ))}
        </nav>
        <div className={styles.end}>
          <ThemeSwitch />
          <div className={isKnown ? styles.person : `${styles.person} ${styles.unknown}`}>
            {viewer ? (
              <Suspense fallback={<span className={styles.place} aria-hidden="true" />}>
                <AccountMenu viewer={viewer} />
              </Suspense>
            ) : (
              <>
                <SignInLink className={`${buttonClass({ variant: 'line', size: 'small' })} ${styles.signIn}`} />
                <span className={styles.waiting} aria-hidden="true" />
              </>
            )}
          </div>
          <PhoneMenu />
        </div>
      </div>
    </header>
  );
}

/** The navigation of a phone: a popover of the browser's own, so it opens without JavaScript, too. */
function PhoneMenu() {
  const sheet = useRef<HTMLDivElement>(null);
  const { viewer } = useViewer();
  const close = () => sheet.current?.hidePopover();
  return (
    <>
      <button type="button" className={`${iconButtonClass('small')} ${styles.menuButton}`} popoverTarget="phone-menu" aria-label="Menu">
        <Icon of={Menu} />
      </button>
      <div ref={sheet} id="phone-menu" popover="auto" className={styles.sheet}>
        <nav aria-label="Main, on a phone">
          <ol>
            {site.navigation.map(({ label, path }) => (
              <li key={path}>
                <NavLink to={path} onClick={close}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ol>
        </nav>
        {!viewer && (
          <p className={`acts ${styles.acts}`}>
            <SignInLink className={buttonClass({ variant: 'line' })} onOpen={close} />
            <Link className="link" to="/sign-up" onClick={close}>
              Create an account
            </Link>
          </p>
        )}
      </div>
    </>
  );
}
