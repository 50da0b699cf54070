-- Trips that the team plans for an application, and their delivery by link and into the account that applied.

alter table public.trips
  alter column owner_id drop not null,
  add column request_id uuid unique references public.trip_panel_requests (id) on delete cascade,
  add column delivered_request_id uuid references public.trip_panel_requests (id) on delete set null,
  add constraint trip_belongs_to_an_account_or_a_request check ((owner_id is null) = (request_id is not null)),
  add constraint only_trips_of_accounts_were_delivered check (delivered_request_id is null or owner_id is not null);
create index trips_delivered_request_id_idx on public.trips (delivered_request_id);
comment on table public.trips is
  'Planned trips of an account, or of an application for a trip panel; written by functions only. The owner and the holders of a link read them, the team only those of applications.';
comment on column public.trips.owner_id is 'Null for the trip of an application, which belongs to no account.';
comment on column public.trips.request_id is 'The application that the team plans this trip for.';
comment on column public.trips.delivered_request_id is 'The application whose trip was copied into this account.';

alter table public.trip_shares alter column created_by drop not null;
comment on column public.trip_shares.created_by is 'Null for the link of a delivered trip panel, which outlives the account that delivered it.';

drop policy "owners read their own trips, signed in as authenticated" on public.trips;
create policy "authenticated owners read their own trips, request managers those of applications" on public.trips
  for select to authenticated using (
    owner_id = (select private.account_id()) or request_id is not null and (select private.has_permission('service_requests'))
  );
drop policy "authenticated owners read the links of their own trips" on public.trip_shares;
create policy "authenticated owners read links of their own trips, request managers those of delivered panels" on public.trip_shares
  for select to authenticated using (
    created_by = (select private.account_id())
    or created_by is null and (select private.has_permission('service_requests'))
      and exists (select from public.trips where trips.id = trip_id and trips.request_id is not null)
  );

-- A trip without owner is not of the caller either.
create or replace function private.save_trip(trip uuid, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trips;
begin
  if not private.is_trip_plan(save_trip.plan) then
    return '{"status": "invalid"}';
  end if;
  if seen is null and not exists (select from public.trips where id = trip) then
    if not private.has_room_for_trip(account) then
      return '{"status": "limit"}';
    end if;
    insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route)
    values (
      trip, account, btrim(save_trip.plan ->> 'title'), state, (save_trip.plan ->> 'leaveOn')::date, save_trip.plan,
      save_trip.route
    )
    on conflict (id) do nothing;
  end if;
  select * into known from public.trips where id = trip for update;
  if known.id is not null and known.owner_id is distinct from account then
    return '{"status": "forbidden"}';
  end if;
  return private.store_trip(known, seen, save_trip.plan, save_trip.route, state);
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return '{"status": "invalid"}';
end $$;

create function private.save_requested_trip(request uuid, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  known public.trips;
  answer jsonb;
begin
  perform private.require_permission('service_requests');
  if not private.is_trip_plan(save_requested_trip.plan) then
    return '{"status": "invalid"}';
  end if;
  select * into asked from public.trip_panel_requests where id = request for update;
  if asked.id is null then
    return '{"status": "gone"}';
  elsif asked.status not in ('received', 'in_progress') then
    return '{"status": "forbidden"}';
  end if;
  if seen is null then
    insert into public.trips (id, request_id, title, state_abbr, start_on, plan, route)
    values (
      gen_random_uuid(), request, btrim(save_requested_trip.plan ->> 'title'), state, (save_requested_trip.plan ->> 'leaveOn')::date,
      save_requested_trip.plan, save_requested_trip.route
    )
    on conflict (request_id) do nothing;
  end if;
  select * into known from public.trips where request_id = request for update;
  answer := private.store_trip(known, seen, save_requested_trip.plan, save_requested_trip.route, state);
  if answer ->> 'status' = 'saved' then
    update public.trip_panel_requests set status = 'in_progress', decided_by = private.account_id(), decided_at = now()
    where id = request and status = 'received';
  end if;
  return answer;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return '{"status": "invalid"}';
end $$;
comment on function private.save_requested_trip(uuid, integer, jsonb, jsonb, text) is
  'Stores the trip of an application until it is delivered; the first save takes the application into preparation.';

create function private.copy_trip_panel(account uuid, panel public.trips) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- As in private.require_trip_owner: saves of the account wait, so that each counts the trips of the others.
  perform from public.profiles where id = account for no key update;
  if not private.has_room_for_trip(account) then
    return 'full';
  end if;
  insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route, delivered_request_id)
  values (gen_random_uuid(), account, panel.title, panel.state_abbr, panel.start_on, panel.plan, panel.route, panel.request_id);
  return 'account';
end $$;
comment on function private.copy_trip_panel(uuid, public.trips) is
  'Copies the trip of an application into an account; answers account, or full when the account has no room and only the link remains.';

create function private.deliver_trip_panel(request uuid, version integer, share uuid, token_hash text, answer text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  panel public.trips;
  given text;
  place text := 'link';
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  select * into asked from public.trip_panel_requests where id = request for update;
  if asked.id is null then
    return '{"outcome": "missing"}';
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = request for update;
  if panel.id is null or panel.route is null then
    return '{"outcome": "trip_unfinished"}';
  elsif panel.version is distinct from deliver_trip_panel.version then
    return '{"outcome": "trip_changed"}';
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at)
  values (share, panel.id, deliver_trip_panel.token_hash, 'view', now() + interval '365 days');
  if asked.user_id is not null then
    place := private.copy_trip_panel(asked.user_id, panel);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, decided_by = private.account_id(), decided_at = now() where id = request;
  return jsonb_build_object('outcome', 'decided', 'status', 'ready', 'place', place);
end $$;
comment on function private.deliver_trip_panel(uuid, integer, uuid, text, text) is
  'Answers an application with its planned trip: a link to read it for 365 days and a copy in the account that applied, if there is one.';

create function private.end_trip_panel_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.trip_shares set revoked_at = now()
  where created_by is null and revoked_at is null and trip_id = (select id from public.trips where request_id = old.id);
  -- Before the mail was enqueued nobody was told of the copy; afterwards it belongs to the account.
  if not exists (select from private.answered_requests where request_id = old.id) then
    delete from public.trips
    where delivered_request_id = old.id and owner_id = old.user_id and version = 1 and created_at >= old.decided_at;
  end if;
  return new;
end $$;
comment on function private.end_trip_panel_delivery() is
  'Trigger function: revokes the link of an undone or cancelled delivery, and deletes the unchanged copy in the account if its mail was not enqueued yet.';

-- Its name sorts before trip_panel_requests_withdraw, which deletes the rows of answered_requests.
create trigger trip_panel_requests_end_delivery before update of status on public.trip_panel_requests
  for each row when (old.status in ('ready', 'delivered') and new.status in ('received', 'in_progress', 'cancelled'))
  execute function private.end_trip_panel_delivery();

create function private.trip_panel_share(request uuid) returns table (id uuid, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select share.id, share.expires_at from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  where trip.request_id = request and share.created_by is null and share.revoked_at is null and share.expires_at > now()
  order by share.created_at desc, share.id limit 1
$$;
comment on function private.trip_panel_share(uuid) is 'The open link of a delivered trip panel; the server derives its token from the id.';

-- The worker derives the token of the link from trip_share when it sends the mail.
create or replace function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' else form.template end, form.email, form.locale,
    case when form.status = 'ready'
      then form.data || jsonb_build_object(
        'origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''),
        'trip_share', (select id from private.trip_panel_share(form.request_id))
      )
      else form.data
    end
  from private.decided_forms() as form left join public.trip_panel_requests as panel on panel.id = form.request_id
$$;

create function private.notify_trip_panel(request uuid, status text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select asked.user_id, 'Seu painel de viagem está pronto', trip.name, '/painel#pedidos', jsonb_build_object(
    'en', jsonb_build_object('title', 'Your trip panel is ready', 'body', trip.name),
    'es', jsonb_build_object('title', 'Tu panel de viaje está listo', 'body', trip.name)
  )
  from public.trip_panel_requests as asked
  join public.profiles on profiles.id = asked.user_id and profiles.blocked_at is null and profiles.notify_in_app
  cross join lateral (select asked.origin || ' → ' || asked.destination as name) as trip
  where asked.id = request and notify_trip_panel.status = 'ready'
$$;
comment on function private.notify_trip_panel(uuid, text) is
  'Adds a notice for the account whose application for a trip panel was answered; nothing for other applications and statuses.';

create or replace function private.answer_requests() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided record;
  mail uuid;
  enqueued integer := 0;
begin
  for decided in
    select * from private.decided_requests() as found
    where found.decided_at <= now() - interval '2 minutes' and found.decided_at > now() - interval '1 day'
      and not exists (
        select from private.answered_requests as known
        where known.request_id = found.request_id and known.status = found.status and (known.status <> 'adjust' or known.answered_at >= found.decided_at)
      )
    order by found.decided_at limit 200
  loop
    insert into private.answered_requests as known (request_id, status) values (decided.request_id, decided.status)
    on conflict (request_id, status) do update set answered_at = now(), mail_id = null where known.status = 'adjust' and known.answered_at < decided.decided_at;
    if found then
      perform private.notify_trip_panel(decided.request_id, decided.status);
      begin
        mail := private.enqueue_mail(decided.email, decided.template, decided.data, decided.locale);
        update private.answered_requests set mail_id = mail where request_id = decided.request_id and status = decided.status;
        enqueued := enqueued + 1;
      exception when invalid_parameter_value then
        null;
      end;
    end if;
  end loop;
  return enqueued;
end $$;

create function public.save_requested_trip(request uuid, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_requested_trip(request, seen, plan, route, state);
comment on function public.save_requested_trip(uuid, integer, jsonb, jsonb, text) is
  'Saves the trip of an application for a trip panel: {status: saved | conflict | gone | forbidden | invalid}; forbidden once it is delivered or cancelled.';
create function public.deliver_trip_panel(request uuid, version integer, share uuid, token_hash text, answer text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.deliver_trip_panel(request, version, share, token_hash, answer);
comment on function public.deliver_trip_panel(uuid, integer, uuid, text, text) is
  'Delivers the saved trip of an application: {outcome: decided | already | missing | trip_unfinished | trip_changed, place: account | full | link}.';

revoke execute on function public.save_requested_trip(uuid, integer, jsonb, jsonb, text),
  public.deliver_trip_panel(uuid, integer, uuid, text, text) from public, anon;
grant execute on function public.save_requested_trip(uuid, integer, jsonb, jsonb, text),
  public.deliver_trip_panel(uuid, integer, uuid, text, text) to authenticated;

select
  private.declare_columns('trips', 'exported', '{delivered_request_id}'),
  private.declare_columns('trips', 'not_personal', '{request_id}', 'the application itself is exported');
