import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { graphql } from '../graphql-document.ts';
import { requestDocument } from '../request-document.ts';
import { onNotificationsRead } from '../notifications-read.ts';
import styles from './shell.module.css';

const UnreadDocument = graphql(/* GraphQL */ `query unreadNotices {
  unreadNoticesCount
}`);

/** How often a page that is looked at asks, in milliseconds. */
const askMs = 30_000;

/**
 * The way to the notices, with the number of those one has not seen. It is asked for anew with each page, when some were read, when
 * one comes back, and now and then while the page is looked at.
 */
export function NotificationsBell() {
  const [count, setCount] = useState(0);
  const { pathname } = useLocation();
  useEffect(() => {
    let asked = 0;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      asked += 1;
      const turn = asked;
      requestDocument(UnreadDocument, {})
        // Answers may overtake one another: the newest question counts.
        .then(({ unreadNoticesCount }) => turn === asked && setCount(unreadNoticesCount ?? 0))
        .catch((error: unknown) => console.warn('We couldn’t count your notifications.', error));
    };
    ask();
    const clock = setInterval(ask, askMs);
    document.addEventListener('visibilitychange', ask);
    const stopHearing = onNotificationsRead(ask);
    return () => {
      asked = 0;
      stopHearing();
      clearInterval(clock);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [pathname]);
  return (
    <Link
      className={`${iconButtonClass()} ${styles.bell}`}
      to="/notices"
      aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
    >
      <Icon of={Bell} />
      {count > 0 && (
        <span className="num" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
