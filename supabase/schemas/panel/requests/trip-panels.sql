-- Trip panels that visitors ask for: the application, the planner of the team, the delivered link.

create table public.trip_panel_requests (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null,
  email text not null,
  phone text,
  delivery_kind text not null check (delivery_kind = any (private.delivery_kinds())),
  start_on date,
  end_on date,
  origin text not null,
  destination text not null,
  states text[] not null default '{}',
  cars integer not null default 1 check (cars between 1 and 500),
  people integer not null default 1 check (people between 1 and 2000),
  vehicles text[] not null default '{}',
  km_per_day integer check (km_per_day between 20 and 1500),
  budget text,
  interests text[] not null default '{}',
  needs_lodging boolean not null default false,
  by_whatsapp boolean not null default false,
  notes text,
  status text not null default 'received' check (status in ('received', 'in_progress', 'ready', 'delivered',
    'cancelled')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale = any (private.locales())),
  answer_link text
    check (answer_link ~ '^https://[^\s"<>\\]+$' and char_length(answer_link) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trip_ends_after_it_starts check (end_on >= start_on)
);
comment on table public.trip_panel_requests is 'Applications of visitors for a trip that the team prepares.';
comment on column public.trip_panel_requests.km_per_day is
  'Distance in kilometres that the travellers want to drive per day.';
comment on column public.trip_panel_requests.locale is 'Language of the page the form was sent from.';
comment on column public.trip_panel_requests.answer_link is
  'Address of the prepared trip; the text of the answer is status_note.';
create index trip_panel_requests_user_id_idx on public.trip_panel_requests (user_id);
create index trip_panel_requests_assigned_to_idx on public.trip_panel_requests (assigned_to);
create index trip_panel_requests_status_idx on public.trip_panel_requests (status, created_at desc);
create index trip_panel_requests_decided_by_idx on public.trip_panel_requests (decided_by);
alter table public.trip_panel_requests enable row level security;
grant select on public.trip_panel_requests to anon;
grant select, update on public.trip_panel_requests to authenticated;
grant all on public.trip_panel_requests to service_role;
create policy "request managers read trip panel requests" on public.trip_panel_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers answer trip panel requests" on public.trip_panel_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));
create trigger trip_panel_requests_touch before update on public.trip_panel_requests
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger trip_panel_requests_audit after update on public.trip_panel_requests
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger trip_panel_requests_guard before update on public.trip_panel_requests
  for each row execute function private.guard_columns('assigned_to');
create trigger trip_panel_requests_mail_received after insert on public.trip_panel_requests
  for each row execute function private.mail_received_request('email', '/solicitar-painel-viagem');
create trigger trip_panel_requests_withdraw before update of status on public.trip_panel_requests
  for each row when (old.status = any (private.finished_panel_statuses()))
    execute function private.withdraw_answer('received,in_progress');

create function private.end_trip_panel_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.trip_shares set revoked_at = now()
  where created_by is null and revoked_at is null and trip_id = (select id from public.trips where request_id = old.id);
  -- Before the mail is enqueued the account has no notice of the copy, so it is deleted; afterwards it is kept.
  if not exists (select from private.answered_requests where request_id = old.id) then
    delete from public.trips
    where delivered_request_id = old.id and owner_id = old.user_id and version = 1 and created_at >= old.decided_at;
  end if;
  return new;
end $$;
comment on function private.end_trip_panel_delivery is
  'Trigger function: revokes the link of an undone or cancelled delivery, and deletes the unchanged copy in the '
  'account if its mail was not enqueued yet.';

-- Its name sorts before trip_panel_requests_withdraw, which deletes the rows of answered_requests.
create trigger trip_panel_requests_end_delivery before update of status on public.trip_panel_requests
  for each row when (old.status in ('ready', 'delivered') and new.status in ('received', 'in_progress', 'cancelled'))
  execute function private.end_trip_panel_delivery();

insert into private.audit_log_permissions (entity, permission) values
  ('trip_panel_requests', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('trip_panel_requests', 'user_id', 'account', 'own', 'Pedidos de painel de viagem', 'delete', 15),
  ('trip_panel_requests', 'email', 'address', 'own', 'Pedidos de painel de viagem com este e-mail', 'delete', 16),
  ('trip_panel_requests', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 31),
  ('trip_panel_requests', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 32);

select
  private.declare_columns('trip_panel_requests', 'exported',
    '{id,protocol,user_id,name,email,phone,delivery_kind,start_on,end_on,origin,destination,states,cars,people,
      vehicles,km_per_day,budget,interests,needs_lodging,by_whatsapp,notes,status,status_note,decided_at,locale,
      answer_link,created_at,updated_at}'),
  private.declare_columns('trip_panel_requests', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('trip_panel_requests', 'public.trip_panel_requests', 'coalesce(decided_at, created_at)', '5 years', 70);

alter table public.trips add constraint trips_request_id_fkey
  foreign key (request_id) references public.trip_panel_requests (id) on delete cascade;
alter table public.trips add constraint trips_delivered_request_id_fkey
  foreign key (delivered_request_id) references public.trip_panel_requests (id) on delete set null;

create function private.file_trip_panel_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
  start_on date;
  end_on date;
begin
  perform private.check_payload(payload);
  start_on := private.date_field(payload, 'start_on');
  end_on := private.date_field(payload, 'end_on');
  if end_on < start_on then
    perform private.refuse('invalid', 'end_on');
  end if;
  if not private.flag_field(payload, 'consent') then
    perform private.refuse('invalid', 'consent');
  end if;
  if exists (
    select from unnest(private.texts_field(payload, 'states', 27)) as wanted (abbr)
    where not exists (select from public.states where states.abbr = upper(wanted.abbr))
  ) then
    perform private.refuse('invalid', 'states');
  end if;
  insert into public.trip_panel_requests (
    user_id, name, email, phone, delivery_kind, start_on, end_on, origin, destination, states, cars, people, vehicles,
    km_per_day, budget, interests, needs_lodging, by_whatsapp, notes
  ) values (
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
    private.text_field(payload, 'name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone', private.flag_field(payload, 'by_whatsapp')),
    private.choice_field(payload, 'delivery_kind', private.delivery_kinds()),
    start_on,
    end_on,
    private.text_field(payload, 'origin', 160, true),
    private.text_field(payload, 'destination', 160, true),
    array(select upper(abbr) from unnest(private.texts_field(payload, 'states', 27)) as abbr),
    coalesce(private.whole_field(payload, 'cars', 1, 500), 1),
    coalesce(private.whole_field(payload, 'people', 1, 2000), 1),
    private.texts_field(payload, 'vehicles', 50),
    private.whole_field(payload, 'km_per_day', 20, 1500),
    private.text_field(payload, 'budget', 120),
    private.texts_field(payload, 'interests', 20),
    private.flag_field(payload, 'needs_lodging'),
    private.flag_field(payload, 'by_whatsapp'),
    private.text_field(payload, 'notes', 4000)
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;
comment on function private.file_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; required fields: name, email, delivery_kind, '
  'origin, destination and consent, and phone when by_whatsapp is true; refuses an invalid field.';

create function private.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  existing public.trips;
  answer jsonb;
begin
  perform private.require_permission('service_requests');
  if not private.is_trip_plan(save_requested_trip.plan) then
    return private.refused('invalid');
  end if;
  select * into asked from public.trip_panel_requests where id = application for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.refused('forbidden');
  end if;
  if expected_version is null then
    insert into public.trips (id, request_id, title, state_abbr, start_on, plan, route)
    values (
      gen_random_uuid(), application, btrim(save_requested_trip.plan ->> 'title'), save_requested_trip.state_abbr,
        (save_requested_trip.plan ->> 'leaveOn')::date,
      save_requested_trip.plan, save_requested_trip.route
    )
    on conflict (request_id) do nothing;
  end if;
  select * into existing from public.trips where request_id = application for update;
  answer := private.store_trip(existing, expected_version, save_requested_trip.plan, save_requested_trip.route,
    save_requested_trip.state_abbr);
  if answer ->> 'outcome' = 'saved' then
    update public.trip_panel_requests set status = 'in_progress', decided_by = private.account_id(), decided_at = now()
    where id = application and status = 'received';
  end if;
  return answer;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;
comment on function private.save_requested_trip is
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
  values (gen_random_uuid(), account, panel.title, panel.state_abbr, panel.start_on, panel.plan, panel.route,
    panel.request_id);
  return 'account';
end $$;
comment on function private.copy_trip_panel is
  'Copies the trip of an application into an account; answers account, or full when the account has no room and only '
  'the link remains.';

create function private.deliver_trip_panel(application uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  panel public.trips;
  answer_text text;
  place text := 'link';
begin
  perform private.require_permission('service_requests');
  answer_text := private.check_reason('adjust', answer);
  select * into asked from public.trip_panel_requests where id = application for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = application for update;
  if panel.id is null or panel.route is null then
    return private.refused('trip_unfinished');
  elsif panel.version is distinct from deliver_trip_panel.version then
    return private.refused('trip_changed');
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, parts)
  values (
    share, panel.id, deliver_trip_panel.token_hash, 'view',
    now() + make_interval(days => private.trip_link_days()), private.share_parts()
  );
  if asked.user_id is not null then
    place := private.copy_trip_panel(asked.user_id, panel);
  end if;
  perform set_config('app.audit_reason', left(answer_text, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = answer_text, decided_by = private.account_id(),
    decided_at = now() where id = application;
  return private.saved(jsonb_build_object('status', 'ready', 'place', place));
end $$;
comment on function private.deliver_trip_panel is
  'Answers an application with its planned trip: a link to read it for 365 days and a copy in the account that '
  'applied, if there is one.';

create function private.trip_panel_share(application uuid) returns table (id uuid, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select share.id, share.expires_at from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  where trip.request_id = application and share.created_by is null and share.revoked_at is null
    and share.expires_at > now()
  order by share.created_at desc, share.id limit 1
$$;
comment on function private.trip_panel_share is
  'The open link of a delivered trip panel; the server derives its token from the id.';

create function private.notify_trip_panel(application uuid, status text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select asked.user_id, 'Seu painel de viagem está pronto', trip.name, '/painel#pedidos', jsonb_build_object(
    'en', jsonb_build_object('title', 'Your trip panel is ready', 'body', trip.name),
    'es', jsonb_build_object('title', 'Tu panel de viaje está listo', 'body', trip.name)
  )
  from public.trip_panel_requests as asked
  join public.profiles on profiles.id = asked.user_id and profiles.blocked_at is null and profiles.notify_in_app
  cross join lateral (select asked.origin || ' → ' || asked.destination as name) as trip
  where asked.id = application and notify_trip_panel.status = 'ready'
$$;
comment on function private.notify_trip_panel is
  'Adds a notice for the account whose application for a trip panel was answered; nothing for other applications and '
  'statuses.';

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_trip_panel_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('trip_panel_requests');
  select private.use_request_locale(payload);
  select private.file_trip_panel_request(payload);
end;
comment on function public.submit_trip_panel_request is
  'Stores an application for a trip panel and returns its protocol; anyone may call it; raises feature_off or '
  'invalid.';
grant execute on function public.submit_trip_panel_request to anon, authenticated, service_role;

create function public.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_requested_trip(application, expected_version, plan, route, state_abbr);
comment on function public.save_requested_trip is
  'Saves the trip of an application for a trip panel: saved, conflict, gone, or refused with forbidden or '
  'invalid; forbidden once it is delivered or cancelled.';
grant execute on function public.save_requested_trip to authenticated, service_role;

create function public.deliver_trip_panel(application uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.deliver_trip_panel(application, version, share, token_hash, answer);
comment on function public.deliver_trip_panel is
  'Delivers the saved trip of an application; answers saved with place (account, full or link), conflict when a '
  'colleague answered first, gone, or refused with trip_unfinished or trip_changed.';
grant execute on function public.deliver_trip_panel to authenticated, service_role;
