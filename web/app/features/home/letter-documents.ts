import { typed } from '../../shared/graphql-document.ts';

/** Asks for the newsletter. */
export const SubscribeToNewsletterDocument = typed<
  { subscribeToNewsletter: { isAsked: boolean } | null },
  { email: string; firstName: string | null }
>(/* GraphQL */ `mutation subscribeToNewsletter($email: String!, $firstName: String) {
  subscribeToNewsletter(input: { email: $email, firstName: $firstName }) { isAsked }
}`);

/** Confirms an address by the token of its mail. */
export const ConfirmNewsletterDocument = typed<{ confirmNewsletter: { result: boolean | null } | null }, { token: string }>(
  /* GraphQL */ `mutation confirmNewsletter($token: String!) {
  confirmNewsletter(input: { token: $token }) { result }
}`,
);
