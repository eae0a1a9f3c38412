import { webhookLimits } from '@newline/api/rules/limits/webhook';
import { Field } from '@newline/ui/components/field';
import { useState, type RefObject } from 'react';
import type { Faults } from '../../shared/form/faults.ts';
import { formText } from '../../shared/form/form-text.ts';
import adminStyles from './admin.module.css';
import type { WebhookEvent } from './webhook-documents.ts';
import { eventName, webhookEvents } from './webhook-words.ts';
import styles from './webhooks.module.css';

/** The form values of an endpoint. */
export type WebhookInput = { url: string; description: string | null; events: WebhookEvent[] };

type Props = { url: string; description: string; events: readonly WebhookEvent[]; faults: Faults };

/** The fields of a webhook endpoint. */
export function WebhookFields({ url, description, events, faults }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<WebhookEvent>>(() => new Set(events));
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    setChosen((current) => new Set(webhookEvents.flatMap(([one]) => ((one === event ? isChosen : current.has(one)) ? [one] : []))));
  const fault = faults['events'];
  return (
    <>
      <Field
        label="URL"
        name="url"
        type="url"
        dir="ltr"
        defaultValue={url}
        placeholder="https://example.com/webhooks"
        hint="A public URL with https and without a port."
        maxLength={webhookLimits.url}
        required
        error={faults['url']}
      />
      <Field
        label="Description"
        aside="optional"
        name="description"
        dir="auto"
        defaultValue={description}
        maxLength={webhookLimits.description}
        error={faults['description']}
      />
      <fieldset className={styles['events']} aria-describedby={fault ? 'webhook-events-fault' : undefined}>
        <legend>Events</legend>
        {webhookEvents.map(([event, label]) => (
          <label key={event} className={styles['event']}>
            <input
              type="checkbox"
              name="events"
              value={event}
              checked={chosen.has(event)}
              aria-invalid={fault ? true : undefined}
              onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
            />
            <span>
              {label}
              <small>
                <code>{eventName(event)}</code>
              </small>
            </span>
          </label>
        ))}
        {fault && (
          <p id="webhook-events-fault" className={adminStyles['fault']} role="alert">
            {fault}
          </p>
        )}
      </fieldset>
    </>
  );
}

/** Reads the fields; returns the errors instead if there are any. */
export function readWebhookFields(form: FormData): { input: WebhookInput; faults: Faults | null } {
  const url = formText(form, 'url').trim();
  const chosen = form.getAll('events');
  const events = webhookEvents.flatMap(([event]) => (chosen.includes(event) ? [event] : []));
  const faults: Faults = {
    ...(!/^https:\/\/[^/\s:]+/.test(url) && { url: 'Enter a URL such as https://example.com/webhooks.' }),
    ...(events.length === 0 && { events: 'Choose at least one event.' }),
  };
  const input = { url, description: formText(form, 'description').trim() || null, events };
  return { input, faults: Object.keys(faults).length > 0 ? faults : null };
}

/** Moves the focus to the first field with an error, once the error is shown. */
export function focusFault(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
