import { graphql } from './graphql-document.ts';
import { requestDocument } from './request-document.ts';
import type { ViewerFacts } from './viewer-facts.ts';

const UseBrowserTimeZoneDocument = graphql(/* GraphQL */ `mutation useBrowserTimeZone($timeZone: String!) {
  useBrowserTimeZone(input: { timeZone: $timeZone }) { result }
}`);

/** Stores the browser's time zone for a user who follows it, when it has changed. */
export function reportTimeZone({ settings }: ViewerFacts): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!settings?.followsBrowserTimeZone || settings.timeZone === timeZone) return;
  // If this fails, the next visit tries again.
  requestDocument(UseBrowserTimeZoneDocument, { timeZone }).catch((error: unknown) => console.warn(error));
}
