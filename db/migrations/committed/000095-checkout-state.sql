--! Previous: sha1:a425a89a810ce878a51e044714d9752c6131c83f
--! Hash: sha1:655cc9a43153da07734481414dbdb4540a92f7bf

-- What became of a checkout, for the page to which it leads back.
create type app_public.checkout_state as enum ('PENDING', 'PAID', 'ENDED');
comment on type app_public.checkout_state is 'What became of a checkout: not paid yet; paid, and it still gives what was bought; or paid, and refunded or ended since.';
create type app_public.own_checkout as (name text, state app_public.checkout_state);
comment on type app_public.own_checkout is 'A checkout of the signed-in user.';
comment on column app_public.own_checkout.name is 'What is bought.';
comment on column app_public.own_checkout.state is 'What became of it.';

create function app_public.own_checkout(id uuid) returns app_public.own_checkout
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (
      coalesce(p.name, (coalesce(c.title, b.title) || case when k.is_advanced then ', advanced package' else '' end)),
      case
        when k.completed_at is null then 'PENDING'
        when k.plan_id is not null and exists (
          select from app_public.subscriptions s where s.user_id = k.user_id and s.kind = p.kind and s.status <> 'ENDED') then 'PAID'
        when k.plan_id is null and exists (
          select from app_public.purchases bought where bought.user_id = k.user_id and bought.refunded_at is null and bought.is_advanced = k.is_advanced
            and (bought.course_id = k.course_id or bought.book_id = k.book_id)) then 'PAID'
        else 'ENDED'
      end::app_public.checkout_state)::app_public.own_checkout
    from app_private.checkouts k left join app_public.plans p on p.id = k.plan_id
      left join app_public.courses c on c.id = k.course_id left join app_public.books b on b.id = k.book_id
    where k.id = own_checkout.id and k.user_id = app_public.current_user_id()
$$;
comment on function app_public.own_checkout(uuid) is
  'What became of a checkout of the signed-in user; null for one that is unknown, older than 90 days, or another user''s.';
grant execute on function app_public.own_checkout(uuid) to newline_visitor;
