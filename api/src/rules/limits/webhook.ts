import type { LimitFacts } from './limit-facts.ts';

/** Limits of webhooks. */
export const webhookLimits = {
  url: 2048,
  description: 200,
  events: 20,
  endpoints: 20,
  body: 20_000,
  answer: 1000,
  fault: 300,
} as const;

/** Unit, reason and database checks of each limit. */
export const webhookFacts: LimitFacts<typeof webhookLimits> = {
  url: {
    unit: 'characters',
    why: 'the URL of an endpoint',
    sql: ['app_public.webhook_endpoints.url', 'app_private.check_webhook_endpoint'],
  },
  description: {
    unit: 'characters',
    why: 'what an endpoint is for',
    sql: ['app_public.webhook_endpoints.description', 'app_private.check_webhook_endpoint'],
  },
  events: {
    unit: 'events',
    why: 'what an endpoint gets; there are fewer',
    sql: ['app_public.webhook_endpoints.events', 'app_private.check_webhook_endpoint'],
  },
  endpoints: { unit: 'endpoints', why: 'every event is sent to each' },
  body: { unit: 'bytes', why: 'the body of a webhook', sql: ['app_public.webhook_deliveries.body'] },
  answer: {
    unit: 'characters',
    why: 'the beginning of a response, in the log; no more is read',
    sql: ['app_public.webhook_attempts.answer'],
  },
  fault: {
    unit: 'characters',
    why: 'why a webhook got no response, in the log',
    sql: ['app_public.webhook_attempts.fault'],
  },
};
