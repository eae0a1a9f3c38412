import { Badge } from '@newline/ui/components/badge';
import { Instant } from './instant.tsx';
import type { WebhookEndpoint } from './webhook-documents.ts';

/** Whether an endpoint gets webhooks, and why not. */
export function WebhookState({ endpoint: { disabledAt, isEnabled, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (disabledAt !== null)
    return (
      <>
        <Badge look="solid">Disabled</Badge>
        <span className="meta">
          <span>because it kept failing, </span>
          <Instant of={disabledAt} />
        </span>
      </>
    );
  if (!isEnabled) return <Badge look="line">Off</Badge>;
  if (failingSince === null) return <Badge>On</Badge>;
  return (
    <>
      <Badge look="line">Failing</Badge>
      <span className="meta">
        <span>since </span>
        <Instant of={failingSince} />
      </span>
    </>
  );
}
