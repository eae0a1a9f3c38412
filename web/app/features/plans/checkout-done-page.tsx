import { buttonClass } from '@newline/ui/components/button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useEffect } from 'react';
import { Link } from '../../shared/link.tsx';
import { NarrowPage } from './narrow-page.tsx';

type Props = { isPaidElsewhere: boolean; isPro: boolean; returnTo: string; onWait: () => void };

/** Where a checkout ends: it is open, or will be as soon as the provider has said so. */
export function CheckoutDonePage({ isPaidElsewhere, isPro, returnTo, onWait }: Props) {
  const isWaiting = isPaidElsewhere && !isPro;
  useEffect(() => {
    if (!isWaiting) return;
    // The provider reports within seconds; after a minute the person looks again by themselves.
    const timer = setInterval(onWait, 3000);
    const end = setTimeout(() => clearInterval(timer), 60_000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isWaiting, onWait]);
  return (
    <NarrowPage title={isWaiting ? 'Thank you.' : 'It is yours.'}>
      <p className="lead" role="status">
        {isWaiting
          ? 'As soon as the payment is confirmed, usually within seconds, everything you paid for is open.'
          : 'Everything it holds is open to you from now on.'}
      </p>
      <p className="acts">
        <Link className={buttonClass()} to={returnTo === '/' ? '/library' : returnTo} reloadDocument>
          {returnTo === '/' ? 'To your library' : 'Back to where you were'} <ReturnMark />
        </Link>
        <Link className="link" to="/account">
          Your account
        </Link>
      </p>
    </NarrowPage>
  );
}
