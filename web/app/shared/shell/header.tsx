import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Menu } from 'lucide-react';
import { Suspense, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { site } from '../../../../site.config.ts';
import { SearchBox } from '../search/search-box.tsx';
import { SearchDoor } from '../search/search-door.tsx';
import { useViewer } from '../viewer.tsx';
import type { ViewerFacts } from '../viewer-facts.ts';
import { CachedFragment } from './cached-fragment.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './shell.module.css';

// A visitor never needs it.
const AccountMenu = lazyComponent(() => import('./account-menu.tsx').then((module) => module.AccountMenu));

/** The head of every page: the name, where you can go, and who you are. */
export const Header = import.meta.env.SSR ? CachedHeader : WholeHeader;

/** It is the same within a section, for everybody who isn't signed in. */
function CachedHeader() {
  const { viewer } = useViewer();
  const isWithin = useIsWithin();
  if (viewer !== null) return <WholeHeader />;
  const sections = site.navigation.filter(({ path }) => isWithin(path)).map(({ path }) => path);
  return (
    <CachedFragment name={`header ${sections.join(' ')}`}>
      <WholeHeader />
    </CachedFragment>
  );
}

function WholeHeader() {
  const { viewer, isKnown } = useViewer();
  const isWithin = useIsWithin();
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
            <Link key={path} to={path} prefetch="intent" aria-current={isWithin(path) ? 'page' : undefined}>
              <span data-label={label}>{label}</span>
            </Link>
          ))}
        </nav>
        <div className={styles.end}>
          <SearchDoor className={styles.door} hasKey={viewer?.settings?.hasShortcuts !== false} />
          <ThemeSwitch />
          <div className={isKnown ? styles.person : `${styles.person} ${styles.unknown}`}>
            {viewer ? (
              <Account viewer={viewer} />
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
      <SearchBox />
    </header>
  );
}

/** The account menu; until its code has loaded, and without scripts, a link to the account. */
function Account({ viewer }: { viewer: ViewerFacts }) {
  const isLive = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  const link = (
    <Link className={`${styles.place} ${styles.initial}`} to="/account" aria-label={`Account of ${viewer.displayName}`}>
      {[...viewer.displayName][0]}
    </Link>
  );
  if (!isLive) return link;
  return (
    <Suspense fallback={link}>
      <AccountMenu viewer={viewer} />
    </Suspense>
  );
}

const subscribeNever = () => () => undefined;

/** The navigation of a phone: a popover of the browser's own, so it opens without JavaScript, too. */
function PhoneMenu() {
  const sheet = useRef<HTMLDivElement>(null);
  const { viewer, isKnown } = useViewer();
  const isWithin = useIsWithin();
  const close = () => sheet.current?.hidePopover();
  return (
    <>
      <button type="button" className={`${iconButtonClass('small')} ${styles.menuButton}`} popoverTarget="phone-menu" aria-label="Menu">
        <Icon of={Menu} />
      </button>
      <div ref={sheet} id="phone-menu" popover="auto" className={styles.sheet}>
        <nav aria-label="Main (phone)">
          <ol>
            {site.navigation.map(({ label, path }) => (
              <li key={path}>
                <Link to={path} onClick={close} aria-current={isWithin(path) ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        {!viewer && (
          <p className={`acts ${styles.acts} ${isKnown ? '' : styles.unknownJoin}`}>
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

/** Whether the page that is shown is the one of a path or lies below it. */
function useIsWithin(): (path: string) => boolean {
  const { pathname } = useLocation();
  return (path) => `${pathname}/`.startsWith(`${path}/`);
}
