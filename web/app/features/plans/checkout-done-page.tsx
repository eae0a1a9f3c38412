import { buttonClass } from '@newline/ui/components/button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useEffect } from 'react';
import { Link } from '../../shared/link.tsx';
import { NarrowPage } from './narrow-page.tsx';
import type { OwnCheckout } from './plans-documents.ts';

type Props = { checkout: OwnCheckout | null; returnTo: string; onWait: () => void };

/** The page to which a checkout returns, with its result. `checkout` is null if it isn't the signed-in user's. */
export function CheckoutDonePage({ checkout, returnTo, onWait }: Props) {
  const isWaiting = checkout?.state === 'PENDING';
  useEffect(() => {
    if (!isWaiting) return;
    // The provider responds within seconds; after a minute the user has to reload the page.
    const timer = setInterval(onWait, 3000);
    const end = setTimeout(() => clearInterval(timer), 60_000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isWaiting, onWait]);
  const { title, text } = stateText(checkout);
  return (
    <NarrowPage title={title}>
      <p className="lead" role="status">
        {text}
      </p>
      <p className="acts">
        <Link className={buttonClass()} to={returnTo === '/' ? '/library' : returnTo} reloadDocument>
          {returnTo === '/' ? 'Go to your library' : 'Back to where you were'} <ReturnMark />
        </Link>
        <Link className="link" to="/account">
          Your account
        </Link>
      </p>
    </NarrowPage>
  );
}

function stateText(checkout: OwnCheckout | null): { title: string; text: string } {
  const name = checkout?.name ?? 'Your order';
  const giftEmail = checkout?.giftEmail ?? null;
  if (giftEmail !== null && checkout?.state === 'PAID') {
    return {
      title: 'Your gift is on its way.',
      text: `We’re emailing ${giftEmail} a link to ${name}. In your account you see when it’s redeemed, and can send or copy the link again.`,
    };
  }
  if (giftEmail !== null && checkout?.state === 'PENDING') {
    return {
      title: 'Waiting for your payment',
      text: `We’ll email ${giftEmail} a link to ${name} as soon as your payment is confirmed, usually within seconds. If you didn’t pay, you weren’t charged.`,
    };
  }
  switch (checkout?.state ?? null) {
    case 'PAID':
      return { title: 'You’re all set.', text: `You now have access to ${name}.` };
    case 'PENDING':
      return {
        title: 'Waiting for your payment',
        text: `You’ll get access to ${name} as soon as your payment is confirmed, usually within seconds. If you didn’t pay, you weren’t charged.`,
      };
    case 'ENDED':
      return {
        title: 'This purchase is no longer active',
        text: `${name} was refunded or has ended. Check your account for your current access.`,
      };
    case null:
      return {
        title: 'Purchase not found',
        text: 'This link isn’t for one of your purchases. Check your account for your current access.',
      };
  }
}
