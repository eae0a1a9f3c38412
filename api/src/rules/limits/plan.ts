import type { LimitFacts } from './limit-facts.ts';

/** Plans and teams: the numbers. */
export const planLimits = {
  name: 80,
  description: 400,
  teamName: 100,
  invitations: 50,
  providerId: 200,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const planFacts: LimitFacts<typeof planLimits> = {
  name: { unit: 'characters', why: 'the name of a plan', sql: ['app_public.plans.name', 'app_public.change_plan'] },
  description: { unit: 'characters', why: 'the description of a plan', sql: ['app_public.plans.description', 'app_public.change_plan'] },
  teamName: { unit: 'characters', why: 'the name of a team', sql: ['app_public.teams.name', 'app_public.rename_team'] },
  invitations: {
    unit: 'email addresses',
    why: 'invitations sent at the same time; the limit for a day is this number or twice the seats, whichever is higher',
    sql: ['app_private.invite_to_team'],
  },
  providerId: {
    unit: 'characters',
    why: 'an ID from the payment service',
    sql: ['app_private.billing_customers.provider_customer_id', 'app_private.billing_events.id'],
  },
};
