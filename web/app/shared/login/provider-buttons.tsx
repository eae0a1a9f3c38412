import { Button, buttonClass } from '@newline/ui/components/button';
import type { MouseEvent } from 'react';
import { leaveFor } from '../form/leave-for.ts';
import { usePageFacts } from '../page-facts.tsx';
import { startSignInElsewhere } from './auth-requests.ts';
import { providersOf } from './providers.ts';

type Props = {
  returnTo: string;
  /** The name of the running action. */
  busy: string | null;
  run: (work: () => Promise<unknown>, name: string) => Promise<boolean>;
  /** `ink` if there is no other button. */
  variant?: 'ink' | 'line';
};

/** A button for each sign-in provider. Without scripts, they send the form. */
export function ProviderButtons({ returnTo, busy, run, variant = 'line' }: Props) {
  const handlePress = (event: MouseEvent, id: string) => {
    event.preventDefault();
    void run(async () => leaveFor(await startSignInElsewhere(id, returnTo)), id);
  };
  return providersOf(usePageFacts().signInMethods).map(({ id, name }) => (
    <Button
      key={id}
      type="submit"
      name="method"
      value={id}
      variant={variant}
      wide
      isBusy={busy === id}
      onClick={(event) => handlePress(event, id)}
    >
      {`Continue with ${name}`}
    </Button>
  ));
}

/**
 * Links to the provider after a form was sent without scripts, because the Content-Security-Policy restricts forms to this site, including
 * redirects.
 */
export function ContinueElsewhere({ url, provider }: { url: string; provider: string | null }) {
  const name = providersOf(usePageFacts().signInMethods).find(({ id }) => id === provider)?.name ?? 'sign in';
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <a className={buttonClass({ wide: true })} href={url}>
        {`Continue to ${name}`}
      </a>
    </>
  );
}
