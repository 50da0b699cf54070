-- Lists of a gate and the devices that read codes.

create table public.event_checkin_lists (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  purpose text not null default 'entry' check (purpose = any (private.list_purposes())),
  kinds text[] not null default '{}' check (kinds <@ private.registration_kinds()),
  allow_reentry boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique (event_id, name)
);
comment on table public.event_checkin_lists is
  'What is checked at an event: entries, kits, vehicles, meals. Never deleted, because a device may still send '
  'readings of it.';
comment on column public.event_checkin_lists.kinds is 'Kinds of registration that the list admits; empty: all.';
comment on column public.event_checkin_lists.allow_reentry is
  'A further reading of a badge is an entry, not a duplicate.';
alter table public.event_checkin_lists enable row level security;
grant select, insert, update on public.event_checkin_lists to authenticated;
grant all on public.event_checkin_lists to service_role;

create function private.checks_in() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin')
$$;
comment on function private.checks_in is 'Whether the caller is an operator of the team at the gate.';

create policy "people at the gate and check-in operators read lists"
  on public.event_checkin_lists
  for select to authenticated
  using ((select private.checks_in()) or event_id in (select private.events_with_right('gate')));

create function private.enrols_devices() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin_usage')
$$;
comment on function private.enrols_devices is
  'Whether the caller may enrol and revoke devices of volunteers and add lists.';

create policy "people who set up a gate and administrators add lists"
  on public.event_checkin_lists
  for insert to authenticated
  with check ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')));
create policy "administrators of check-in update lists" on public.event_checkin_lists
  for update to authenticated using ((select private.enrols_devices())) with check ((select private.enrols_devices()));
create trigger event_checkin_lists_server_columns before insert or update on public.event_checkin_lists
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_checkin_lists_audit after insert or update or delete on public.event_checkin_lists
  for each row execute function private.write_audit('id', 'event_id,name,purpose,kinds,allow_reentry');

insert into private.audit_log_permissions (entity, permission) values
  ('event_checkin_lists', 'event_checkin');

select private.declare_columns('event_checkin_lists', 'not_personal',
  '{id,event_id,name,purpose,kinds,allow_reentry,position,created_at}', 'lists of an event');

create table public.checkin_devices (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_sync_at timestamptz,
  pending_readings integer not null default 0 check (pending_readings between 0 and 100000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint device_expires_after_enrolment check (expires_at > created_at)
);
comment on table public.checkin_devices is 'Devices of volunteers, each enrolled for one event by a link.';
comment on column public.checkin_devices.token_hash is
  'SHA-256 of the token in the link; null in a restored database, where no earlier link works.';
comment on column public.checkin_devices.pending_readings is 'Unsent readings that the device reported last.';
create index checkin_devices_event_id_idx on public.checkin_devices (event_id);
create index checkin_devices_created_by_idx on public.checkin_devices (created_by);
alter table public.checkin_devices enable row level security;
grant select (
  id, event_id, name, expires_at, revoked_at, last_sync_at, pending_readings, created_by, created_at
) on public.checkin_devices to authenticated;
grant insert (event_id, name, token_hash, expires_at) on public.checkin_devices to authenticated;
grant update (revoked_at) on public.checkin_devices to authenticated;
grant all on public.checkin_devices to service_role;
create policy "people at the gate and check-in operators read devices"
  on public.checkin_devices
  for select to authenticated
  using ((select private.checks_in()) or event_id in (select private.events_with_right('gate')));
create policy "people who set up a gate and administrators enrol devices"
  on public.checkin_devices
  for insert to authenticated
  with check ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')));
create policy "people who set up a gate and administrators revoke devices"
  on public.checkin_devices
  for update to authenticated
  using ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')))
  with check ((select private.enrols_devices()) or event_id in (select private.events_with_right('devices')));
create trigger checkin_devices_server_columns before insert or update on public.checkin_devices
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger checkin_devices_stamp before update on public.checkin_devices
  for each row execute function private.stamp_revocation();
create trigger checkin_devices_audit after insert or update of revoked_at or delete on public.checkin_devices
  for each row execute function private.write_audit('id', 'event_id,name,expires_at,revoked_at');

insert into private.audit_log_permissions (entity, permission) values
  ('checkin_devices', 'event_checkin');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('checkin_devices', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 57);

select
  private.declare_columns('checkin_devices', 'exported',
    '{id,event_id,name,expires_at,revoked_at,last_sync_at,pending_readings,created_by,created_at}'),
  private.declare_columns('checkin_devices', 'withheld', '{token_hash}', 'secret of the device');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('checkin_devices', 'public.checkin_devices', 'expires_at', '1 year', 241);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.checkin_devices', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('checkin_devices', 'expires_at', 'stays', 'chosen by the team for a device');

create function private.live_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_checkin_device is
  'The device of a link; null for a token that is wrong, expired or revoked.';

create function private.ended_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and least(revoked_at, expires_at)
    between now() - interval '7 days' and now()
$$;
comment on function private.ended_checkin_device is
  'The device of a link that expired or was revoked at most 7 days ago; what it read before that is still stored.';

create function private.operates_gates(events uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.checks_in() or exists (select from private.events_with_right('gate'))
    and events <@ array(select private.events_with_right('gate'))
$$;
comment on function private.operates_gates is
  'Whether the caller is an operator of the team, or has the right at the gate of all these events.';

create function private.gate_device(device_token text, events uuid[]) returns public.checkin_devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.checkin_devices;
begin
  if device_token is not null then
    device := private.live_checkin_device(device_token);
  end if;
  if device.id is null and (device_token is not null or not private.operates_gates(events)) then
    raise exception 'check-in is for operators and enrolled devices' using errcode = '42501';
  end if;
  return device;
end $$;
comment on function private.gate_device is
  'The device of the caller, null for an operator of the team and for people at the gate of these events; refuses '
  'everybody else.';

create function private.add_default_checkin_lists(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.event_checkin_lists (event_id, name, purpose, kinds, position)
  select events.id, list.name, list.purpose, list.kinds, list.position
  from public.events, (values
    ('Entrada', 'entry', '{}'::text[], 1),
    ('Veículos', 'vehicle', private.exhibitor_kinds(), 2),
    ('Entrega de kits', 'kit', private.partner_kinds(), 3)
  ) as list (name, purpose, kinds, position)
  where events.id = event and not exists (select from public.event_checkin_lists where event_id = event)
  on conflict do nothing
$$;
comment on function private.add_default_checkin_lists is
  'The first lists of an event, made when its gate is first opened.';

create function private.is_live_checkin_device(device_token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.live_checkin_device(device_token)).id is not null
$$;
comment on function private.is_live_checkin_device is 'Whether a link opens a gate.';

create function public.is_live_checkin_device(device_token text) returns boolean
language sql stable security invoker set search_path = ''
return private.is_live_checkin_device(device_token);
comment on function public.is_live_checkin_device is
  'Whether the link of a device is valid; says nothing else about it.';
grant execute on function public.is_live_checkin_device to anon, authenticated, service_role;
