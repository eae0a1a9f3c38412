import { Line } from '@newline/ui/components/line';
import { Button, buttonClass } from '@newline/ui/components/button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Form } from 'react-router';
import { Link } from '../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { ConfirmNewsletterDocument, SubscribeToNewsletterDocument } from '../features/home/newsletter-documents.ts';
import { NewsletterForm } from '../features/home/newsletter-form.tsx';
import { formText } from '../shared/form/form-text.ts';
import { ApiError } from '../shared/graphql-document.ts';
import { runDocument } from '../shared/run-document.server.ts';
import type { Route } from './+types/newsletter';
import { sentenceOf } from '../shared/form/explain-failure.ts';

type State = { step: 'form' | 'confirm' | 'asked' | 'confirmed' | 'stale'; token: string; error: string | null };

export function loader({ url }: Route.LoaderArgs): State {
  const token = url.searchParams.get('token') ?? '';
  return { step: token === '' ? 'form' : 'confirm', token, error: null };
}

export async function action({ context, request }: Route.ActionArgs): Promise<State> {
  const data = await request.formData();
  const token = formText(data, 'token');
  try {
    if (token !== '') {
      await runDocument(context, ConfirmNewsletterDocument, { token });
      return { step: 'confirmed', token: '', error: null };
    }
    await runDocument(context, SubscribeToNewsletterDocument, {
      email: formText(data, 'email'),
      firstName: formText(data, 'firstName') || null,
    });
    return { step: 'asked', token: '', error: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'NOT_FOUND') return { step: 'stale', token: '', error: sentenceOf(error) };
    if (error.code === 'BAD_INPUT' || error.code === 'TOO_MANY') return { step: 'form', token: '', error: sentenceOf(error) };
    throw error;
  }
}

export const meta: Route.MetaFunction = () => [{ title: `Newsletter · ${site.name}` }, { name: 'robots', content: 'noindex' }];

/** The target of the link in the confirmation email, and the form for users without JavaScript. */
export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { step, token, error } = actionData ?? loaderData;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <section className="wrap">
        <Line variant="first">
          <div style={{ display: 'grid', gap: 'var(--x-5)', maxWidth: '34rem', justifyItems: 'start' }}>
            {step === 'form' && (
              <>
                <h1>Newsletter</h1>
                <NewsletterForm submit="Let's Do This" hint="We’ll ask you to confirm by email first." error={error} />
              </>
            )}
            {step === 'asked' && (
              <>
                <h1>Check your email</h1>
                <p className="lead">Confirm with the link we sent you. It expires in 14 days.</p>
              </>
            )}
            {step === 'confirm' && (
              <>
                <h1>One more step</h1>
                <p className="lead">Confirm to receive the newsletter. You can unsubscribe with a link in every issue.</p>
                <Form method="post" action="/newsletter">
                  <input type="hidden" name="token" value={token} />
                  <Button type="submit">
                    Confirm <ReturnMark />
                  </Button>
                </Form>
              </>
            )}
            {step === 'confirmed' && (
              <>
                <h1>You’re on the list</h1>
                <p className="lead">You’ll receive the next issue.</p>
              </>
            )}
            {step === 'stale' && (
              <>
                <h1>This link has expired</h1>
                <p className="lead">{error}</p>
              </>
            )}
            {(step === 'confirmed' || step === 'asked') && (
              <Link className={buttonClass({ variant: 'line' })} to="/explore-catalog">
                Explore the catalog
              </Link>
            )}
            {step === 'stale' && (
              <Link className={buttonClass({ variant: 'line' })} to="/newsletter">
                Sign up again
              </Link>
            )}
          </div>
        </Line>
      </section>
    </main>
  );
}
