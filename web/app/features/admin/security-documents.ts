import { graphql } from '../../shared/graphql-document.ts';

/** How administrators sign in. */
export const AdministratorSecurityDocument = graphql(/* GraphQL */ `query administratorSecurity {
  administratorSecurity { isSecondStepRequired hasSecondStep administratorsCount securedCount }
}`);

/** Sets whether administrators need a second step. */
export const RequireSecondStepDocument = graphql(
  /* GraphQL */ `mutation requireSecondStep($isRequired: Boolean!) {
  requireSecondStep(input: { isRequired: $isRequired }) { administratorSecurity { isSecondStepRequired } }
}`,
);

/** Whether the user is an administrator whose session lacks a required second step. */
export const SecondStepMissingDocument = graphql(/* GraphQL */ `query secondStepMissing { isSecondStepMissing }`);
