import { graphql } from '../../shared/graphql-document.ts';

/** How administrators sign in. */
export const AdministratorSecurityDocument = graphql(/* GraphQL */ `query administratorSecurity {
  administratorSecurity { isSecondStepRequired hasSecondStep administratorsCount securedCount }
}`);

/** Requires a second step of administrators, or no longer. */
export const RequireSecondStepDocument = graphql(
  /* GraphQL */ `mutation requireSecondStep($isRequired: Boolean!) {
  requireSecondStep(input: { isRequired: $isRequired }) { administratorSecurity { isSecondStepRequired } }
}`,
);

/** Whether the reader is an administrator whose session needs a second step. */
export const SecondStepMissingDocument = graphql(/* GraphQL */ `query secondStepMissing { isSecondStepMissing }`);
