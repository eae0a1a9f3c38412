import type { CheckoutMode, SiteSetupQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** The finished tasks of the checklist. */
export type SetupState = NonNullable<SiteSetupQuery['siteSetup']>;

export type { CheckoutMode };

/** The state of the checklist of a new site. */
export const SiteSetupDocument = graphql(/* GraphQL */ `query siteSetup {
  siteSetup {
    isNamed hasLook mailTestedAt mailTestedTo mailFailure hasPrice hasTitle hasAuthor backedUpAt hasTerms hasPrivacy dismissedAt
  }
  checkoutMode
}`);

/** Hides the checklist, or shows it again. */
export const DismissSetupDocument = graphql(/* GraphQL */ `mutation dismissSetup($isDismissed: Boolean!) {
  dismissSetup(input: { isDismissed: $isDismissed }) { setupState { dismissedAt } }
}`);

/** Sends a test email to the signed-in administrator. */
export const SendTestMailDocument = graphql(/* GraphQL */ `mutation sendTestMail { sendTestMail(input: {}) { to failure } }`);
