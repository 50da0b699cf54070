-- Applications and payments that an account reads in its panel.

alter table public.service_requests add column user_id uuid references public.profiles (id) on delete set null;
alter table public.ad_leads add column user_id uuid references public.profiles (id) on delete set null;
alter table public.takedown_requests add column user_id uuid references public.profiles (id) on delete set null;
comment on column public.service_requests.user_id is 'Account that was signed in when the form was sent.';
comment on column public.ad_leads.user_id is 'Account that was signed in when the form was sent.';
comment on column public.takedown_requests.user_id is 'Account that was signed in when the form was sent.';
create index service_requests_user_id_idx on public.service_requests (user_id);
create index ad_leads_user_id_idx on public.ad_leads (user_id);
create index takedown_requests_user_id_idx on public.takedown_requests (user_id);

create function private.note_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.user_id := (select id from public.profiles where id = private.account_id());
  return new;
end $$;
comment on function private.note_sender() is 'Trigger function: the signed-in account that sends a form; null for visitors.';

create trigger service_requests_sender before insert on public.service_requests
  for each row when (new.user_id is null) execute function private.note_sender();
create trigger ad_leads_sender before insert on public.ad_leads
  for each row when (new.user_id is null) execute function private.note_sender();
create trigger takedown_requests_sender before insert on public.takedown_requests
  for each row when (new.user_id is null) execute function private.note_sender();

create function private.read_own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security definer set search_path = '' as $$
  select found.* from (
    select request.id, 'trip_panel' as kind, request.protocol, request.origin || ' → ' || request.destination as title, null as state_abbr,
      request.status, request.status_note, request.created_at, request.answer_link, share.id as share_id, share.expires_at as share_expires_at,
      (
        select trips.id from public.trips
        where delivered_request_id = request.id and owner_id = request.user_id and deleted_at is null order by trips.created_at desc, trips.id limit 1
      ) as trip_id
    from public.trip_panel_requests as request left join lateral private.trip_panel_share(request.id) as share on true
    where request.user_id = (select private.account_id())
    union all
    select request.id, case when request.payload ->> 'subject' = 'club' then 'club' else request.kind end, request.protocol,
      coalesce(request.payload ->> 'name', service.name), request.state_abbr, request.status, request.status_note, request.created_at, null, null, null, null
    from public.service_requests as request left join public.services as service on service.id = request.service_id
    where request.user_id = (select private.account_id())
    union all
    select id, 'takedown', protocol, url, null, status, status_note, created_at, null, null, null, null
    from public.takedown_requests where user_id = (select private.account_id())
    union all
    select id, 'ad_lead', protocol, company, state_abbr, status, status_note, created_at, null, null, null, null
    from public.ad_leads where user_id = (select private.account_id())
  ) as found
  order by found.created_at desc, found.id limit 100
$$;
comment on function private.read_own_requests() is
  'The 100 newest applications of the caller; those sent without signing in are found by protocol only.';

create function public.own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_requests();
end;
comment on function public.own_requests() is 'Applications of the caller with their answers, the newest first; share_id is the open link of a delivered trip panel.';

create function private.read_own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer, refunded_cents integer,
  method text, status text, at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select coalesce(payment.id, registration.id), registration.id, registration.code, event.title, event.translations,
    coalesce(payment.amount_cents, registration.price_cents), coalesce(payment.refunded_cents, 0), payment.method,
    coalesce(payment.status, 'open'), coalesce(payment.paid_at, payment.created_at, registration.created_at)
  from public.event_registrations as registration
  join public.events as event on event.id = registration.event_id
  left join public.payments as payment on payment.subject_type = 'registration' and payment.subject_id = registration.id
  where registration.user_id = (select private.account_id())
    and (payment.id is not null or registration.price_cents > 0 and registration.status in ('offered', 'awaiting_payment'))
  order by 10 desc, 1 limit 100
$$;
comment on function private.read_own_payments() is
  'Payments of registrations of the caller, and registrations that wait for one (status open). Sales have no account: their clients use a link.';

create function public.own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer, refunded_cents integer,
  method text, status text, at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_payments();
end;
comment on function public.own_payments() is 'Payments of the caller, the newest first.';

revoke execute on function public.own_requests(), public.own_payments() from public, anon;
grant execute on function public.own_requests(), public.own_payments() to authenticated;

-- The status of a delivered trip panel contains its open link.
drop function public.request_status(text);
drop function private.read_request_status(text);
create function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text, share_id uuid
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at, null, null::uuid
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at, answer_link, (select share.id from private.trip_panel_share(request.id) as share)
  from public.trip_panel_requests as request where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at, null, null
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at, null, null
  from public.takedown_requests where protocol = wanted
$$;

create function public.request_status(protocol text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text, share_id uuid
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_request_status(upper(btrim(request_status.protocol)));
end;
comment on function public.request_status(text) is
  'Status of an application for anyone who has its protocol number; no personal data. share_id: the open link of a delivered trip panel.';
grant execute on function public.request_status(text) to anon, authenticated, service_role;

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('service_requests', 'user_id', 'account', 'own', 'Pedidos sobre lugares e clubes feitos com a conta', 'delete'),
  ('ad_leads', 'user_id', 'account', 'own', 'Contatos de anunciante feitos com a conta', 'delete'),
  ('takedown_requests', 'user_id', 'account', 'own', 'Pedidos de retirada feitos com a conta', 'unlink');
select
  private.declare_columns('service_requests', 'exported', '{user_id}'),
  private.declare_columns('ad_leads', 'exported', '{user_id}'),
  private.declare_columns('takedown_requests', 'exported', '{user_id}');
