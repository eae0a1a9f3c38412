import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { Bell } from 'lucide';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { PageToAccept } from '../consent/consent-prompt.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { Link } from '../link.tsx';
import { graphql } from '../graphql-document.ts';
import { requestDocument } from '../request-document.ts';
import { onNotificationsRead } from '../notifications-read.ts';
import { takeOwn } from '../own/take-own.ts';
import { usePageFacts } from '../page-facts.tsx';
import type { UnreadNotifications } from './unread-notifications.ts';
import styles from './shell.module.css';

// Shown to nobody until an administrator changes the terms.
const ConsentPrompt = lazyComponent(() => import('../consent/consent-prompt.tsx').then((module) => module.ConsentPrompt));

const noPages: readonly PageToAccept[] = [];

const UnreadDocument = graphql(/* GraphQL */ `query unreadNotices {
  unreadNoticesCount
  pagesToAccept { nodes { id title permalink publishedVersion } }
}`);

/** How often a visible page checks for notifications, in milliseconds. */
const pollMs = 30_000;

/**
 * A link to the notifications with the number of unread ones. It's updated on every page, when notifications were read, when the tab
 * becomes visible, and periodically while it's visible. The same request tells whether the user is asked to accept the terms.
 */
export function NotificationsBell() {
  const { own } = usePageFacts();
  const [unread] = useState(() => takeOwn(own, 'unread') as UnreadNotifications | null);
  const sent = useRef(unread);
  const [count, setCount] = useState(unread?.unreadNoticesCount ?? 0);
  const [pages, setPages] = useState(unread?.pagesToAccept?.nodes ?? noPages);
  const [isPostponed, setIsPostponed] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => {
    let lastRequest = 0;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      lastRequest += 1;
      const request = lastRequest;
      requestDocument(UnreadDocument, {})
        // Responses may arrive out of order: only the latest request counts.
        .then(({ unreadNoticesCount, pagesToAccept }) => {
          if (request !== lastRequest) return;
          setCount(unreadNoticesCount ?? 0);
          setPages(pagesToAccept?.nodes ?? noPages);
        })
        .catch((error: unknown) => console.warn('We couldn’t count your notifications.', error));
    };
    if (sent.current === null) ask();
    sent.current = null;
    const clock = setInterval(ask, pollMs);
    document.addEventListener('visibilitychange', ask);
    const stopListening = onNotificationsRead(ask);
    return () => {
      lastRequest = 0;
      stopListening();
      clearInterval(clock);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [pathname]);
  return (
    <>
      <Link
        className={`${iconButtonClass()} ${styles.bell}`}
        to="/notifications"
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      >
        <Icon of={Bell} />
        {count > 0 && (
          <span className="num" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
      {pages.length > 0 && !isPostponed && (
        <Suspense>
          <ConsentPrompt pages={pages} onDone={() => setIsPostponed(true)} />
        </Suspense>
      )}
    </>
  );
}
