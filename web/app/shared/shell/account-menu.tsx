import { Avatar } from '@newline/ui/components/avatar';
import { Icon } from '@newline/ui/components/icon';
import { CloudUpload, Flag, Inbox, LogOut, Settings, UserRound } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { LazyConfirmDialog } from '../confirm/lazy-confirm-dialog.tsx';
import { Link } from '../link.tsx';
import { signOut } from '../login/post-auth.ts';
import { lossText } from '../outbox/outbox-texts.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import { reportTimeZone } from '../report-time-zone.ts';
import { useViewer } from '../viewer.tsx';
import type { ViewerFacts } from '../viewer-facts.ts';
import { NotificationsBell } from './notifications-bell.tsx';
import styles from './shell.module.css';

/** The image of the signed-in user, which opens a menu of their pages. */
export function AccountMenu({ viewer }: { viewer: ViewerFacts }) {
  const menu = useRef<HTMLDivElement>(null);
  const { reload } = useViewer();
  useEffect(() => reportTimeZone(viewer), [viewer]);
  const waiting = useOutbox();
  const [isAsking, setAsking] = useState(false);
  const close = () => menu.current?.hidePopover();
  const leave = async () => {
    const next = await signOut();
    await reload();
    // The page may contain personal data, so it's loaded again as a visitor.
    location.assign(next);
  };
  const handleSignOut = () => {
    close();
    if (waiting.length > 0) setAsking(true);
    else void leave();
  };
  return (
    <span className={styles.mine}>
      <NotificationsBell />
      <button type="button" className={styles.me} popoverTarget="account-menu" aria-label={`Account of ${viewer.displayName}`}>
        <Avatar name={viewer.displayName} imageUrl={viewer.profileImageUrl} />
      </button>
      <div ref={menu} id="account-menu" popover="auto" className={styles.float}>
        <p className={styles.who}>
          <b dir="auto">{viewer.displayName}</b>
          <span className="meta">@{viewer.username}</span>
        </p>
        <hr />
        <Link to={`/@${viewer.username}`} onClick={close}>
          <Icon of={UserRound} /> Profile
        </Link>
        <Link to="/account" onClick={close}>
          <Icon of={Settings} /> Account
        </Link>
        <Link to="/studio/inbox" onClick={close}>
          <Icon of={Inbox} /> Inbox
        </Link>
        {waiting.length > 0 && (
          <Link to="/library/offline" onClick={close}>
            <Icon of={CloudUpload} /> Waiting to be sent: {waiting.length}
          </Link>
        )}
        {viewer.isAdmin && (
          <Link to="/admin" onClick={close}>
            <Icon of={Flag} /> Administration
          </Link>
        )}
        <hr />
        <button type="button" onClick={handleSignOut}>
          <Icon of={LogOut} /> Sign out
        </button>
      </div>
      {isAsking && (
        <LazyConfirmDialog title="Sign out and delete what’s waiting?" action="Sign out" onConfirm={leave} onClose={() => setAsking(false)}>
          {lossText(waiting.length)}
        </LazyConfirmDialog>
      )}
    </span>
  );
}
