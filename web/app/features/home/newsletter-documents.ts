import { graphql } from '../../shared/graphql-document.ts';

/** Asks for the newsletter. */
export const SubscribeToNewsletterDocument = graphql(/* GraphQL */ `mutation subscribeToNewsletter($email: String!, $firstName: String) {
  subscribeToNewsletter(input: { email: $email, firstName: $firstName }) { isAsked }
}`);

/** Confirms an address by the token of its mail. */
export const ConfirmNewsletterDocument = graphql(
  /* GraphQL */ `mutation confirmNewsletter($token: String!) {
  confirmNewsletter(input: { token: $token }) { result }
}`,
);
