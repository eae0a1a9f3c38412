import { graphql } from '../../shared/graphql-document.ts';

/** Subscribes to the newsletter. */
export const SubscribeToNewsletterDocument = graphql(/* GraphQL */ `mutation subscribeToNewsletter($email: String!, $firstName: String) {
  subscribeToNewsletter(input: { email: $email, firstName: $firstName }) { isAsked }
}`);

/** Confirms an email address with the token from its email. */
export const ConfirmNewsletterDocument = graphql(
  /* GraphQL */ `mutation confirmNewsletter($token: String!) {
  confirmNewsletter(input: { token: $token }) { result }
}`,
);
