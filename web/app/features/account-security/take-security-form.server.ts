import type { RouterContextProvider } from 'react-router';
import { formText } from '../../shared/form/form-text.ts';
import { takeAuthForm } from '../../shared/login/take-auth-form.server.ts';
import {
  cancelEmailChange,
  endOtherSessions,
  endSession,
  explainSecurityError,
  faultsOfNewEmail,
  requestEmailChange,
} from './security-requests.ts';

const page = '/account/security';

/** Handles a form of the page that was sent without scripts. */
export function takeSecurityForm(context: Readonly<RouterContextProvider>, form: FormData) {
  return takeAuthForm(
    context,
    form,
    async (post) => {
      const session = formText(form, 'session');
      if (session !== '') await endSession(session, post);
      else if (form.get('do') === 'end-others') await endOtherSessions(post);
      else if (form.get('do') === 'cancel-email') await cancelEmailChange(post);
      else if (form.get('do') === 'change-email') {
        const newEmail = formText(form, 'newEmail');
        const faults = faultsOfNewEmail(newEmail);
        if (faults !== null) return { faults };
        await requestEmailChange(newEmail, post);
      }
      return { goTo: page };
    },
    explainSecurityError,
  );
}
