-- Paid plans of a place.

create table public.service_plans (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  account_id uuid references public.profiles (id) on delete set null,
  plan_id uuid references public.publication_plans (id) on delete set null,
  plan_name text not null check (char_length(plan_name) between 1 and 120),
  price_cents integer not null check (price_cents > 0),
  duration_days integer not null check (duration_days between 1 and 1100),
  status text not null default 'ordered' check (status = any (private.plan_statuses())),
  starts_on date,
  ends_on date,
  payment_id uuid references public.payments (id) on delete set null,
  renewal_mailed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint paid_plan_has_a_period check (status not in ('active', 'ended') or starts_on is not null
    and ends_on >= starts_on)
);
comment on table public.service_plans is
  'Plans that owners ordered for their places, with the price of that day. Written by functions only; the place '
  'itself never changes.';
comment on column public.service_plans.id is 'Made by the browser, so that an order sent twice is stored once.';
comment on column public.service_plans.ends_on is
  'Last day. A plan counts until this day, whether the daily job marked its end or not.';
comment on column public.service_plans.payment_id is 'The payment that paid the plan; every other payment goes back.';
create unique index service_plans_open_order_key on public.service_plans (service_id) where status = 'ordered';
create index service_plans_service_id_idx on public.service_plans (service_id, ends_on);
create index service_plans_active_idx on public.service_plans (ends_on) where status = 'active';
create index service_plans_account_id_idx on public.service_plans (account_id);
create index service_plans_plan_id_idx on public.service_plans (plan_id);
create index service_plans_payment_id_idx on public.service_plans (payment_id);
alter table public.service_plans enable row level security;
grant select on public.service_plans to authenticated;
grant all on public.service_plans to service_role;
create policy "authenticated owners of a place, service and financial managers read its plans" on public.service_plans
  for select to authenticated
  using (
    (select private.is_staff() and (private.has_permission('services') or private.has_permission('financials')))
    or private.owns_place(service_id)
  );
create trigger service_plans_audit after insert or update or delete on public.service_plans
  for each row execute function private.write_audit('id',
    'service_id,plan_name,price_cents,status,starts_on,ends_on,payment_id');

insert into private.audit_log_permissions (entity, permission) values
  ('service_plans', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('service_plans', 'account_id', 'account', 'own', 'Planos de lugares', 'unlink', 133);

select
  private.declare_columns('service_plans', 'exported',
    '{id,service_id,plan_name,price_cents,duration_days,status,starts_on,ends_on,created_at}'),
  private.declare_columns('service_plans', 'not_personal',
    '{plan_id,payment_id,renewal_mailed_at}', 'keys of other rows and a time of the portal'),
  private.declare_columns('service_plans', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('unpaid_service_plans', 'public.service_plans', 'created_at', '1 year',
    'status in (''ordered'', ''cancelled'') and payment_id is null', 443);

create function private.note_plan_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  plan public.service_plans;
  place public.services;
  link text;
begin
  select * into plan from public.service_plans where id = new.subject_id;
  select * into place from public.services where id = plan.service_id;
  if place.id is null then
    return null;
  end if;
  link := '/painel/lugares/' || place.id || '#plano';
  if new.status = 'pending' and old.status = 'review' then
    perform private.tell_plan_payment(plan.account_id, 'plan_receipt_refused', place, link);
  elsif new.status = 'paid' and old.status not in ('paid', 'refunded') then
    perform private.tell_plan_payment(plan.account_id, 'plan_paid', place, link);
  elsif new.status = 'refunded' and old.status <> 'refunded' then
    perform private.tell_plan_payment(plan.account_id, 'plan_refunded', place, link);
  end if;
  if new.status <> old.status and new.status = any (private.arrived_payment_statuses()) then
    perform private.expire_plan_pages(plan.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    perform private.tell_plan_payment(profiles.id, 'plan_refund_owed', place, '/admin/financials')
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;
comment on function private.note_plan_payment is
  'Trigger function: notices about a payment of a plan; ends its other card pages.';

create trigger payments_note_plan after update of status, needs_refund on public.payments
  for each row when (new.subject_type = 'service_plan') execute function private.note_plan_payment();

create function private.revalidate_place_states(states text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.expire_tags(array_agg(distinct 'services:' || state)) from unnest(states) as state where state
    is not null
$$;
comment on function private.revalidate_place_states is 'Expires the cached pages with places of these states.';

create function private.lock_service_plan(plan uuid) returns public.service_plans
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_plans;
begin
  -- The place first, so that orders and payments of the same place wait for each other.
  perform 1 from public.services where id = (select service_id from public.service_plans where id = plan)
    for no key update;
  select * into existing from public.service_plans where id = plan for update;
  return existing;
end $$;
comment on function private.lock_service_plan is 'Locks the place, then the ordered plan, and returns the plan.';

create function private.expire_plan_pages(plan uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'service_plan' and subject_id = plan and method = 'card' and status = 'pending'
    returning provider_ref
  loop
    if page.provider_ref is not null then
      perform private.enqueue_job('expire-card-page', jsonb_build_object('session', page.provider_ref));
    end if;
  end loop;
end $$;
comment on function private.expire_plan_pages is
  'Ends the open card pages of a plan here and, by a job, at the provider.';

create function private.is_plan_being_paid(plan uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments where subject_type = 'service_plan' and subject_id = plan and status
    in ('review', 'processing'))
$$;
comment on function private.is_plan_being_paid is
  'Whether a receipt is under review or a delayed method is on its way.';

create function private.order_service_plan(service uuid, plan uuid, request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.publication_plans;
  existing public.service_plans;
  cents integer;
begin
  perform private.require_owner(service);
  perform 1 from public.services where id = service and deleted_at is null for no key update;
  if not found then
    return private.gone();
  end if;
  select * into existing from public.service_plans where id = request_id;
  if existing.id is not null then
    return case when existing.service_id = service then private.saved(jsonb_build_object('id', existing.id))
      else private.gone() end;
  end if;
  select * into offer from public.publication_plans
  where id = plan and plan_type = 'listing' and private.is_plan_on_offer(publication_plans);
  if offer.id is null or request_id is null then
    return private.gone();
  end if;
  cents := round(offer.price * 100);
  select * into existing from public.service_plans where service_id = service and status = 'ordered' for update;
  if existing.plan_id = plan and existing.price_cents = cents and existing.duration_days = offer.duration_days then
    return private.saved(jsonb_build_object('id', existing.id));
  elsif existing.id is not null and private.is_plan_being_paid(existing.id) then
    return private.conflict(jsonb_build_object('id', existing.id));
  elsif existing.id is not null then
    update public.service_plans set status = 'cancelled' where id = existing.id;
    perform private.expire_plan_pages(existing.id);
  end if;
  insert into public.service_plans (id, service_id, account_id, plan_id, plan_name, price_cents, duration_days)
  values (request_id, service, (select private.account_id()), plan, offer.name, cents, offer.duration_days);
  return private.saved(jsonb_build_object('id', request_id));
end $$;

create function private.open_plan_payment(plan uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.service_plans;
  payment public.payments;
begin
  perform private.require_account();
  select * into owed from public.service_plans where id = plan;
  if owed.id is null or not private.owns_place(owed.service_id) then
    perform private.refuse('sale_missing');
  elsif wanted is null or wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  end if;
  owed := private.lock_service_plan(plan);
  if owed.status <> 'ordered' or exists (select from public.services where id = owed.service_id and deleted_at
    is not null) then
    perform private.refuse('nothing_to_pay');
  elsif private.is_plan_being_paid(owed.id) then
    perform private.refuse('in_progress');
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'service_plan' and subject_id = owed.id and method = wanted and status = 'pending'
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'service_plan', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then make_interval(mins => private.card_page_minutes())
        else make_interval(hours => private.pix_hours()) end
    ) returning * into payment;
  end if;
  return payment;
end $$;

create function private.attach_plan_receipt(plan uuid, payment uuid, path text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_service_plan(plan);
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review',
    note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and subject_type = 'service_plan' and subject_id = plan
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return private.saved_or_gone(found);
end $$;

create function private.start_service_plan(existing public.service_plans, payment uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first_day date;
begin
  select greatest(private.brazilian_today(), max(ends_on) + 1) into first_day
  from public.service_plans where service_id = existing.service_id and status = 'active';
  update public.service_plans set
    status = 'active', payment_id = payment, starts_on = first_day, ends_on = first_day + existing.duration_days - 1
  where id = existing.id;
end $$;
comment on function private.start_service_plan is
  'A paid plan runs from today, or from the day after the plan that runs already.';

-- A plan whose money went back ends; later plans of the place move forward by the days that it no longer takes.
create function private.end_refunded_plan(existing public.service_plans) returns void
language sql volatile security definer set search_path = '' as $$
  update public.service_plans set status = 'cancelled' where id = existing.id;
  update public.service_plans as later set starts_on = later.starts_on - gap.days, ends_on = later.ends_on - gap.days
  from (select existing.ends_on - greatest(existing.starts_on, private.brazilian_today()) + 1 as days) as gap
  where later.service_id = existing.service_id and later.status = 'active' and later.starts_on > existing.ends_on
    and gap.days > 0
$$;
comment on function private.end_refunded_plan is 'Ends a plan after a refund; renewals follow without a gap.';

create function private.update_plan_from_payments(plan uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_plans := private.lock_service_plan(plan);
  place public.services;
  first_payment public.payments;
begin
  select * into place from public.services where id = existing.service_id;
  select * into first_payment from public.payments
  where subject_type = 'service_plan' and subject_id = existing.id and status in ('paid', 'refunded')
    and (existing.payment_id is null or id = existing.payment_id)
    and note is distinct from 'amount_mismatch'
  order by (status = 'refunded'), paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and existing.payment_id = first_payment.id and existing.status = 'active' then
    perform private.end_refunded_plan(existing);
    perform private.revalidate_place_states(array[place.state_abbr::text]);
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status = 'ordered'
    and place.deleted_at
    is null then
    perform private.start_service_plan(existing, first_payment.id);
    perform private.revalidate_place_states(array[place.state_abbr::text]);
  end if;
  -- Every payment that does not pay the plan goes back.
  update public.payments set needs_refund = true
  where subject_type = 'service_plan' and subject_id = existing.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (select from public.service_plans where id = existing.id and payment_id = payments.id and status
      in ('active', 'ended'));
  update public.payments set needs_refund = false
  where subject_type = 'service_plan' and subject_id = existing.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;
comment on function private.update_plan_from_payments is
  'Starts a plan whose payment arrived and ends one whose money went back; money of second payments and of cancelled '
  'orders is marked for a refund.';

create function private.tell_plan_payment(account uuid, wanted text, place public.services, link text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select account, notice.title, format(notice.body, left(place.name, 80)), link,
    (select jsonb_object_agg(key, jsonb_build_object('title', value ->> 'title', 'body',
      format(value ->> 'body', left(place.name, 80)))) from jsonb_each(notice.translations))
  from private.payment_notices as notice where notice.kind = wanted and account is not null
$$;
comment on function private.tell_plan_payment is 'Notice to an account about the payment of a plan.';

create function private.plan_state(plan public.service_plans) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', plan.id, 'plan_id', plan.plan_id, 'plan', plan.plan_name, 'price_cents', plan.price_cents, 'days',
      plan.duration_days,
    -- By date: a plan is over on the day after its last one, before the daily job marks it.
    'status', case when plan.status = 'active' and plan.ends_on < private.brazilian_today() then 'ended'
      else plan.status end,
    'starts_on', plan.starts_on, 'ends_on', plan.ends_on, 'created_at', plan.created_at
  )
$$;
comment on function private.plan_state is 'What owners see of an ordered plan.';

create function private.read_plan_order(plan uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.plan_state(ordered) || jsonb_build_object(
    'service_id', services.id, 'place', services.name, 'state_abbr', services.state_abbr,
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'service_plan' and subject_id = ordered.id and needs_refund and note
        is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
        'pix_txid', payments.pix_txid, 'checkout_url', payments.checkout_url,
        'receipt_sent_at', payments.receipt_sent_at, 'note', case when payments.status = 'pending' then payments.note
          end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'service_plan' and subject_id = ordered.id
    ), '[]')
  )
  from public.service_plans as ordered join public.services on services.id = ordered.service_id
  where ordered.id = plan and services.deleted_at is null and private.owns_place(services.id)
$$;

create function private.read_place_plans(service uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_owner(service);
  return jsonb_build_object(
    'orders', coalesce((
      select jsonb_agg(private.plan_state(plan) order by plan.created_at desc) from public.service_plans as plan
      where plan.service_id = service and plan.status <> 'cancelled'
    ), '[]'),
    'wish', (
      select payload ->> 'plan_id' from public.service_requests
      where status = 'approved' and (service_id = service and kind = 'claim' or result_table = 'services'
        and result_id = service and kind = 'new') and payload ? 'plan_id'
      order by created_at desc limit 1
    )
  );
end $$;

create function private.sponsored_places(state text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select services.id from public.services
  where services.state_abbr = state and services.status = 'published' and services.deleted_at is null
    and exists (
      select from public.service_plans where service_id = services.id and status = 'active'
        and private.brazilian_today() between starts_on and ends_on
    )
  order by services.name, services.id
$$;

create function private.mail_ending_plans() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ending record;
  enqueued integer := 0;
begin
  for ending in
    update public.service_plans as plan set renewal_mailed_at = now()
    from public.services as place
    where place.id = plan.service_id and place.deleted_at is null and plan.status = 'active' and plan.renewal_mailed_at
      is null
      and plan.ends_on between private.brazilian_today() and private.brazilian_today() + 15
      and not exists (select from public.service_plans as later where later.service_id = plan.service_id
        and later.status = 'active' and later.starts_on > plan.ends_on)
    returning plan.service_id, plan.plan_name, plan.ends_on, place.name as place
  loop
    enqueued := enqueued + private.mail_place_owners(ending.service_id, 'plan_ending', jsonb_build_object(
      'place', ending.place, 'plan', ending.plan_name, 'until', ending.ends_on,
      'path', '/painel/lugares/' || ending.service_id || '#plano'
    ));
  end loop;
  return enqueued;
end $$;
comment on function private.mail_ending_plans is
  'Tells the owners of a place once, 15 days ahead, when its plan ends, unless it is renewed; returns the number of '
  'mails.';

create function private.mail_place_owners(service uuid, template text, facts jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  owner record;
  enqueued integer := 0;
begin
  for owner in
    select profiles.username, profiles.locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = member.account_id
    where member.service_id = service and member.role = 'owner' and profiles.email_verified_at is not null
  loop
    begin
      perform private.enqueue_mail(owner.email, template, jsonb_build_object('name', owner.username) || facts,
        owner.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_place_owners is
  'Enqueues a mail to every owner of a place with a confirmed address; returns how many.';

create function private.end_service_plans() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
  stale uuid;
  today date := private.brazilian_today();
begin
  -- The lists of today: without the plans that ended, with those that begin.
  perform private.revalidate_place_states(array(
    select services.state_abbr::text from public.service_plans as plan join public.services
      on services.id = plan.service_id
    where plan.status = 'active' and (plan.ends_on < today or plan.starts_on = today)
  ));
  update public.service_plans set status = 'ended' where status = 'active' and ends_on < today;
  get diagnostics ended = row_count;
  -- An order that nobody has been paying for a month is over, so that an old price does not stay open.
  for stale in
    update public.service_plans set status = 'cancelled'
    where status = 'ordered' and created_at < now() - interval '30 days'
      and not exists (
        select from public.payments where subject_type = 'service_plan' and subject_id = service_plans.id
          and (status in ('review', 'processing') or created_at > now() - interval '7 days')
      )
    returning id
  loop
    perform private.expire_plan_pages(stale);
  end loop;
  perform private.mail_ending_plans();
  return ended;
end $$;
comment on function private.end_service_plans is
  'Marks plans that ended, expires the lists that change today and mails owners 15 days ahead; safe to repeat. '
  'Returns how many plans ended.';

create function private.read_own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer,
    refunded_cents integer,
  method text, status text, at timestamptz, plan_id uuid, place text, state_abbr text, is_to_organiser boolean
)
language sql stable security definer set search_path = '' as $$
  select coalesce(payment.id, registration.id), registration.id, registration.code, event.title, event.translations,
    coalesce(payment.amount_cents, registration.price_cents), coalesce(payment.refunded_cents, 0), payment.method,
    coalesce(payment.status, 'open'), coalesce(payment.paid_at, payment.created_at, registration.created_at),
      null::uuid, null, null, payment.recipient_id is not null
  from public.event_registrations as registration
  join public.events as event on event.id = registration.event_id
  left join public.payments as payment on payment.subject_type = 'registration' and payment.subject_id = registration.id
  where registration.user_id = (select private.account_id())
    and (payment.id is not null or registration.price_cents > 0 and registration.status
      in ('offered', 'awaiting_payment'))
  union all
  select coalesce(payment.id, plan.id), null, plan.plan_name, null, null,
    coalesce(payment.amount_cents, plan.price_cents), coalesce(payment.refunded_cents, 0), payment.method,
    coalesce(payment.status, 'open'), coalesce(payment.paid_at, payment.created_at, plan.created_at), plan.id,
      services.name, services.state_abbr, false
  from public.service_plans as plan
  join public.services on services.id = plan.service_id
  left join public.payments as payment on payment.subject_type = 'service_plan' and payment.subject_id = plan.id
  where plan.account_id = (select private.account_id()) and services.deleted_at is null
    and private.owns_place(services.id)
    and (payment.id is not null or plan.status = 'ordered')
  order by 10 desc, 1 limit 100
$$;
comment on function private.read_own_payments is
  'Payments of the registrations of the caller and of the plans that the caller ordered for own places, and what '
  'waits for a payment (status open). Sales have no account: their clients use a link.';

create function public.order_service_plan(service uuid, plan uuid, request_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.order_service_plan(service, plan, request_id);
comment on function public.order_service_plan is
  'An owner orders a plan on offer for a place, at its price now. request_id becomes the id, so that a repeated call '
  'stores one order; another plan replaces an order that nobody is paying.';
grant execute on function public.order_service_plan to authenticated, service_role;

create function public.open_plan_payment(plan uuid, method text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.saved(to_jsonb(private.open_plan_payment(plan, method)));
comment on function public.open_plan_payment is
  'The open payment of an ordered plan by card or Pix, for owners of the place. Refuses with sale_missing, '
  'nothing_to_pay or in_progress.';
grant execute on function public.open_plan_payment to authenticated, service_role;

create function public.attach_plan_receipt(plan uuid, payment uuid, path text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.attach_plan_receipt(plan, payment, path);
comment on function public.attach_plan_receipt is
  'The receipt of the Pix of a plan, already stored; the payment then waits for a financial manager. Answers an '
  'outcome, gone when no such payment takes a receipt. For the server alone.';
grant execute on function public.attach_plan_receipt to service_role;

create function public.read_plan_order(plan uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_plan_order(plan);
comment on function public.read_plan_order is
  'An ordered plan with its payments, for owners of the place; null otherwise.';
grant execute on function public.read_plan_order to authenticated, service_role;

create function public.read_place_plans(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_place_plans(service);
comment on function public.read_place_plans is
  'Plans of a place, the newest first, and the plan wished at its registration, for its owners.';
grant execute on function public.read_place_plans to authenticated, service_role;

create function public.sponsored_places(state text) returns setof uuid
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.sponsored_places(state);
end;
comment on function public.sponsored_places is
  'Published places of a state with a plan that runs today; they stand first in their category and carry a mark.';
grant execute on function public.sponsored_places to anon, authenticated, service_role;

create function public.own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer,
    refunded_cents integer,
  method text, status text, at timestamptz, plan_id uuid, place text, state_abbr text, is_to_organiser boolean
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_payments();
end;
comment on function public.own_payments is
  'Payments of the caller, the newest first; plan_id, place and state_abbr for plans, registration_id and event for '
  'registrations.';
grant execute on function public.own_payments to authenticated, service_role;
