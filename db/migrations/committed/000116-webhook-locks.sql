--! Previous: sha1:1d630c8ad1f4ee0aff844bca809dc56414270bdb
--! Hash: sha1:0a17d8093b6313b1e44510ca9863f04f2359d43f

-- An endpoint can be deleted while the answer to one of its webhooks is written down.
-- Compatible with older releases: nothing else changes.

create or replace function app_private.end_webhook(delivery uuid, status_code int, duration_ms int, fault text, answer text) returns app_private.webhook_outcome
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- About three days.
  waits interval[] := '{5 seconds,5 minutes,30 minutes,2 hours,5 hours,10 hours,14 hours,20 hours,24 hours}';
  is_accepted boolean := coalesce(end_webhook.status_code between 200 and 299, false);
  sent app_public.webhook_deliveries;
  endpoint app_public.webhook_endpoints;
  outcome app_private.webhook_outcome;
begin
  select * into sent from app_public.webhook_deliveries d where d.id = end_webhook.delivery;
  -- The endpoint is locked first, as it is by whoever deletes it with its webhooks: in another order, each would wait for the other.
  if sent.event <> 'TEST' then
    perform from app_public.webhook_endpoints e where e.id = sent.endpoint_id for no key update;
  end if;
  select * into sent from app_public.webhook_deliveries d where d.id = end_webhook.delivery for update;
  if sent.id is null then return null; end if;
  insert into app_public.webhook_attempts (delivery_id, status_code, duration_ms, fault, answer)
    values (sent.id, end_webhook.status_code, greatest(end_webhook.duration_ms, 0), left(end_webhook.fault, 300), left(end_webhook.answer, 1000));
  outcome.status := case when is_accepted then 'DELIVERED' when sent.event = 'TEST' or sent.attempts_count > cardinality(waits) then 'FAILED' else 'WAITING' end;
  if outcome.status = 'WAITING' then
    -- Many that failed together are not sent together again.
    outcome.retry_ms := extract(epoch from waits[greatest(sent.attempts_count, 1)]) * 1000 * (0.9 + 0.2 * random());
  end if;
  update app_public.webhook_deliveries d set status = outcome.status, is_sending = false,
      next_attempt_at = now() + outcome.retry_ms * interval '1 ms'
    where d.id = sent.id;
  outcome.is_disabled := false;
  if sent.event = 'TEST' then return outcome; end if;
  update app_public.webhook_endpoints e set failing_since = case when is_accepted then null else coalesce(e.failing_since, now()) end
    where e.id = sent.endpoint_id returning * into endpoint;
  if endpoint.is_enabled and (end_webhook.status_code = 410 or endpoint.failing_since < now() - interval '3 days') then
    update app_public.webhook_endpoints e set is_enabled = false, disabled_at = now() where e.id = endpoint.id;
    outcome.is_disabled := true;
    outcome.host := substring(endpoint.url from '^https://([^/?]+)');
    outcome.staff := array(select a."email" from auth."user" a join app_public.users u on u.id = a."id" where u.is_admin order by a."email");
    perform app_private.audit('webhook.disable', 'webhook', endpoint.id, jsonb_build_object('host', outcome.host));
  end if;
  return outcome;
end $$;
