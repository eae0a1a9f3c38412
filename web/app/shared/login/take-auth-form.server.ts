import { requestContext } from '@newline/api/request-context';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { formText } from '../form/form-text.ts';
import type { Faults } from '../form/faults.ts';
import { explainAuthError, type PostAuth } from './auth-requests.ts';
import { authErrorOf } from './post-auth.ts';
import type { SentForm } from './sent-form.ts';

/** The result of a form: a page to go to, another site that continues, an email that was sent, or errors. */
type Outcome =
  | { readonly goTo: string }
  | { readonly continueAt: string; readonly provider: string }
  | { readonly sentTo: string }
  | { readonly faults: Faults };

/**
 * Handles an account form that was sent without JavaScript: `work` sends what a script would have sent. The sign-in service applies the
 * same limits as for scripts.
 */
export async function takeAuthForm(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  work: (post: PostAuth) => Promise<Outcome>,
  explain: (error: unknown) => Faults = explainAuthError,
) {
  const { postAuth } = context.get(requestContext);
  if (postAuth === null) throw new Error('takeAuthForm: expected a page that is rendered for one request');
  const headers = new Headers();
  const post: PostAuth = async (path, body) => {
    const answer = await postAuth(path, body);
    for (const cookie of answer.cookies) headers.append('set-cookie', cookie);
    if (answer.status >= 400) throw authErrorOf(answer.status, answer.body, answer.retryAfterSeconds);
    return answer.body;
  };
  const outcome = await work(post).catch((error: unknown): Outcome => ({ faults: explain(error) }));
  if ('goTo' in outcome) throw redirect(outcome.goTo, { status: 303, headers });
  const faults = 'faults' in outcome ? outcome.faults : {};
  const sentTo = 'sentTo' in outcome ? outcome.sentTo : null;
  const continueAt = 'continueAt' in outcome ? outcome.continueAt : null;
  const provider = 'provider' in outcome ? outcome.provider : null;
  const sent: SentForm = { faults, sentTo, continueAt, provider, email: formText(form, 'email'), name: formText(form, 'name') };
  return data(sent, { status: sentTo === null && continueAt === null ? 400 : 200, headers });
}
