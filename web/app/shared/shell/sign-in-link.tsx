import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { useLoginPrompt } from '../login/login-prompt.tsx';

type Props = { className?: string; onOpen?: () => void };

/** 'Sign in': opens the dialog; without JavaScript, or in a new tab, it opens the sign-in page. */
export function SignInLink({ className, onOpen }: Props) {
  const { openLogin } = useLoginPrompt();
  const { pathname, search, hash } = useLocation();
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || pathname.startsWith('/sign-')) return;
    event.preventDefault();
    onOpen?.();
    openLogin({ message: 'Sign in', returnTo: `${pathname}${search}${hash}` });
  };
  return (
    <Link className={className} to="/sign-in" onClick={handleClick}>
      Sign in
    </Link>
  );
}
