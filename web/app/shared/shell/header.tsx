import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { Menu } from 'lucide';
import { type ReactNode, Suspense, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { site } from '@newline/api/rules/site/site';
import { SearchBox } from '../search/search-box.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { useSlots } from '../own/use-slots.ts';
import { useViewer } from '../viewer.tsx';
import type { ViewerFacts } from '../viewer-facts.ts';
import { CachedFragment } from './cached-fragment.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { Wordmark } from './wordmark.tsx';
import styles from './shell.module.css';

// Visitors never need it.
const AccountMenu = lazyComponent(() => import('./account-menu.tsx').then((module) => module.AccountMenu));

/** A part of the header that is the same for everyone who sees it under this name. The server renders it once; a browser needs no name. */
const part = import.meta.env.SSR
  ? (content: ReactNode, name: string | false) => <CachedFragment name={name || ''}>{content}</CachedFragment>
  : (content: ReactNode) => content;

/** The header of every page: the site's name, the navigation, and the account. */
export function Header() {
  const slots = useSlots();
  const { viewer, isKnown } = useViewer();
  const isWithin = useIsWithin();
  const section = import.meta.env.SSR ? site.navigation.flatMap(({ url }) => (isWithin(url) ? [url] : [])).join(' ') : '';
  const hasKey = viewer?.settings?.hasShortcuts !== false;
  return (
    <header className={styles.head}>
      <div className={`wrap ${styles.in}`}>
        {part(
          <Link
            className={site.hasStandardName && site.wordmark === null ? styles.brand : `${styles.brand} ${styles.own}`}
            to="/"
            aria-label={`${site.name}, home`}
          >
            <Wordmark />
          </Link>,
          import.meta.env.SSR && 'brand',
        )}
        {part(
          <nav className={styles.nav} aria-label="Main">
            {site.navigation.map(({ label, url }) => (
              <Link key={`${label} ${url}`} to={url} prefetch="intent" aria-current={isWithin(url) ? 'page' : undefined}>
                <span data-label={label}>{label}</span>
              </Link>
            ))}
          </nav>,
          import.meta.env.SSR && `navigation ${section}`,
        )}
        <div className={styles.end}>
          {part(<SearchButton className={styles.opener} hasKey={hasKey} />, import.meta.env.SSR && `search ${hasKey}`)}
          {part(<ThemeSwitch />, import.meta.env.SSR && 'theme')}
          <div className={isKnown ? styles.person : `${styles.person} ${styles.unknown}`}>
            {viewer ? (
              <Account viewer={viewer} />
            ) : (
              <>
                <span className={styles.ways}>
                  <SignInLink className={buttonClass({ variant: 'line', size: 'small' })} />
                  <Link className={`${buttonClass({ size: 'small' })} ${styles.signUp}`} to="/sign-up">
                    Sign up
                  </Link>
                </span>
                {/* Takes the place of the account until the page knows it. On a copy, the server fills it in. */}
                <span {...(import.meta.env.SSR && slots.text('account'))} className={styles.waiting} suppressHydrationWarning>
                  {''}
                </span>
              </>
            )}
          </div>
          {part(<PhoneMenu />, import.meta.env.SSR && `menu ${viewer === null} ${isKnown} ${section}`)}
        </div>
      </div>
      {part(<SearchBox />, import.meta.env.SSR && 'search box')}
    </header>
  );
}

/** The account menu; until its code has loaded, and without JavaScript, a link to the account. */
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

/** The navigation on a phone: a native popover, so it also opens without JavaScript. */
function PhoneMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const { viewer, isKnown } = useViewer();
  const isWithin = useIsWithin();
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button type="button" className={`${iconButtonClass('small')} ${styles.menuButton}`} popoverTarget="phone-menu" aria-label="Menu">
        <Icon of={Menu} />
      </button>
      <div ref={menu} id="phone-menu" popover="auto" className={styles.sheet}>
        <nav aria-label="Main (phone)">
          <ol>
            {site.navigation.map(({ label, url }) => (
              <li key={`${label} ${url}`}>
                <Link to={url} onClick={close} aria-current={isWithin(url) ? 'page' : undefined}>
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

/** Returns a function that tells whether the current page is at a path or below it. */
function useIsWithin(): (path: string) => boolean {
  const { pathname } = useLocation();
  return (path) => `${pathname}/`.startsWith(`${path}/`);
}
