-- Check-in at the gate of an event: lists, enrolled devices and readings of badges.

create table public.event_checkin_lists (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  purpose text not null default 'entry' check (purpose in ('entry', 'kit', 'vehicle', 'meal')),
  kinds text[] not null default '{}' check (kinds <@ array['publico', 'expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial']),
  allow_reentry boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique (event_id, name)
);
comment on table public.event_checkin_lists is 'What is checked at an event: entries, kits, vehicles, meals. Never deleted, because a device may still send readings of it.';
comment on column public.event_checkin_lists.kinds is 'Kinds of registration that the list admits; empty: all.';
comment on column public.event_checkin_lists.allow_reentry is 'A further reading of a badge is an entry, not a duplicate.';

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
comment on column public.checkin_devices.token_hash is 'SHA-256 of the token in the link; null in a restored database, where no earlier link works.';
comment on column public.checkin_devices.pending_readings is 'Unsent readings that the device reported last.';
create index checkin_devices_event_id_idx on public.checkin_devices (event_id);
create index checkin_devices_created_by_idx on public.checkin_devices (created_by);

create table public.event_checkins (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.event_checkin_lists (id) on delete cascade,
  registration_id uuid references public.event_registrations (id) on delete cascade,
  nonce uuid not null unique,
  kind text not null default 'entry' check (kind in ('entry', 'exit', 'print')),
  result text not null check (result in ('ok', 'duplicate', 'unknown', 'wrong_event', 'wrong_list', 'unpaid', 'not_approved', 'revoked_badge')),
  first_checkin_id uuid references public.event_checkins (id) on delete set null,
  device_id uuid references public.checkin_devices (id) on delete set null,
  operator_id uuid references public.profiles (id) on delete set null,
  scanned_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_offline boolean not null default false,
  is_walk_in boolean not null default false,
  is_forced boolean not null default false,
  undone_at timestamptz,
  undone_by uuid references public.profiles (id) on delete set null,
  constraint entry_has_a_registration check (result not in ('ok', 'duplicate') or registration_id is not null)
);
comment on table public.event_checkins is 'Every reading at a gate. A person has entered when a row of kind entry has result ok and no undone_at.';
comment on column public.event_checkins.nonce is 'Made by the device; the same reading is stored once.';
comment on column public.event_checkins.kind is 'exit: left, on a list with re-entry. print: an operator printed the badge, which admits nobody.';
comment on column public.event_checkins.first_checkin_id is 'The entry that a duplicate or a re-entry repeats; null for the entry itself.';
comment on column public.event_checkins.is_forced is 'An operator of the team admitted an unpaid or unapproved registration.';
comment on column public.event_checkins.scanned_at is 'Clock of the device, corrected by the clock of the server at its last connection.';
create unique index event_checkins_entry_idx on public.event_checkins (list_id, registration_id)
  where kind = 'entry' and result = 'ok' and first_checkin_id is null and undone_at is null;
create index event_checkins_list_id_idx on public.event_checkins (list_id, registration_id, scanned_at);
create index event_checkins_received_at_idx on public.event_checkins (list_id, received_at desc);
create index event_checkins_registration_id_idx on public.event_checkins (registration_id);
create index event_checkins_first_checkin_id_idx on public.event_checkins (first_checkin_id);
create index event_checkins_device_id_idx on public.event_checkins (device_id);
create index event_checkins_operator_id_idx on public.event_checkins (operator_id);
create index event_checkins_undone_by_idx on public.event_checkins (undone_by);

create function private.checks_in() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin')
$$;
comment on function private.checks_in() is 'Whether the caller is an operator of the team at the gate.';
create function private.enrols_devices() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin_usage')
$$;
comment on function private.enrols_devices() is 'Whether the caller may enrol and revoke devices of volunteers and add lists.';

alter table public.event_checkin_lists enable row level security;
alter table public.checkin_devices enable row level security;
alter table public.event_checkins enable row level security;
revoke all on public.event_checkin_lists, public.checkin_devices, public.event_checkins from anon, authenticated;
grant select, insert, update on public.event_checkin_lists to authenticated;
grant select (id, event_id, name, expires_at, revoked_at, last_sync_at, pending_readings, created_by, created_at) on public.checkin_devices to authenticated;
grant insert (event_id, name, token_hash, expires_at), update (revoked_at) on public.checkin_devices to authenticated;
grant select on public.event_checkins to authenticated;
grant all on public.event_checkin_lists, public.checkin_devices, public.event_checkins to service_role;

create policy "check-in operators read check-in lists" on public.event_checkin_lists
  for select to authenticated using ((select private.checks_in()));
create policy "administrators of check-in add lists" on public.event_checkin_lists
  for insert to authenticated with check ((select private.enrols_devices()));
create policy "administrators of check-in update lists" on public.event_checkin_lists
  for update to authenticated using ((select private.enrols_devices())) with check ((select private.enrols_devices()));
create policy "check-in operators read devices" on public.checkin_devices
  for select to authenticated using ((select private.checks_in()));
create policy "administrators of check-in enrol devices" on public.checkin_devices
  for insert to authenticated with check ((select private.enrols_devices()));
create policy "administrators of check-in revoke devices" on public.checkin_devices
  for update to authenticated using ((select private.enrols_devices())) with check ((select private.enrols_devices()));
create policy "check-in operators read readings" on public.event_checkins
  for select to authenticated using ((select private.checks_in()));

create trigger event_checkin_lists_server_columns before insert or update on public.event_checkin_lists
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger checkin_devices_server_columns before insert or update on public.checkin_devices
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger checkin_devices_stamp before update on public.checkin_devices
  for each row execute function private.stamp_revocation();
create trigger checkin_devices_audit after insert or update of revoked_at or delete on public.checkin_devices
  for each row execute function private.write_audit('id', 'event_id,name,expires_at,revoked_at');
create trigger event_checkin_lists_audit after insert or update or delete on public.event_checkin_lists
  for each row execute function private.write_audit('id', 'event_id,name,purpose,kinds,allow_reentry');

insert into private.backup_secrets (table_name, column_name, treatment) values ('public.checkin_devices', 'token_hash', 'null');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('checkin_devices', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink'),
  ('event_checkins', 'operator_id', 'account', 'work', 'Trabalho na equipe', 'unlink'),
  ('event_checkins', 'undone_by', 'account', 'work', 'Trabalho na equipe', 'unlink');
select
  private.declare_columns('event_checkin_lists', 'not_personal', '{id,event_id,name,purpose,kinds,allow_reentry,position,created_at}', 'lists of an event'),
  private.declare_columns('checkin_devices', 'exported', '{id,event_id,name,expires_at,revoked_at,last_sync_at,pending_readings,created_by,created_at}'),
  private.declare_columns('checkin_devices', 'withheld', '{token_hash}', 'secret of the device'),
  private.declare_columns('event_checkins', 'exported', '{id,list_id,kind,result,scanned_at,received_at,is_offline,is_walk_in,is_forced,undone_at}'),
  private.declare_columns('event_checkins', 'withheld', '{registration_id,operator_id,undone_by,device_id}', 'another person: who entered and who read'),
  private.declare_columns('event_checkins', 'not_personal', '{nonce,first_checkin_id}', 'technical key');
insert into private.audit_log_permissions (entity, permission) values
  ('checkin_devices', 'event_checkin'), ('event_checkin_lists', 'event_checkin');
-- Readings of a registration are deleted with it.
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (240, 'readings_without_registration', 'public.event_checkins', 'received_at', '90 days', 'registration_id is null', 'delete'),
  (241, 'checkin_devices', 'public.checkin_devices', 'expires_at', '1 year', 'true', 'delete');
