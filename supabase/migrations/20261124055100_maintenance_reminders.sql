-- Maintenance reminders of a car: when each is due, and what happens when it is done.

create table public.maintenance_reminders (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  preset_id uuid references public.reminder_presets (id) on delete set null,
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  notes text not null default '' check (char_length(notes) <= 1000),
  metric text not null check (metric in ('date', 'km', 'both')),
  interval_months smallint check (interval_months between 1 and 240),
  interval_km integer check (interval_km between 100 and 500000),
  is_fixed boolean not null default false,
  start_on date check (start_on between '1900-01-01' and '2200-01-01'),
  start_km numeric(9, 1) check (start_km between 0 and 9999999),
  date_step smallint not null default 0 check (date_step >= 0),
  km_step integer not null default 0 check (km_step >= 0),
  last_done_on date check (last_done_on between '1900-01-01' and '2200-01-01'),
  last_done_km numeric(9, 1) check (last_done_km between 0 and 9999999),
  due_on date,
  due_km numeric(9, 1),
  warn_days smallint not null default 14 check (warn_days between 0 and 365),
  warn_km integer not null default 500 check (warn_km between 0 and 20000),
  channels text[] not null default '{portal,push,mail}' check (channels <@ '{portal,push,mail}' and cardinality(channels) <= 3),
  paused_at timestamptz,
  snoozed_until date,
  snoozed_until_km numeric(9, 1) check (snoozed_until_km between 0 and 9999999),
  occurrence integer not null default 1,
  announced_at timestamptz,
  previous jsonb,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  -- A repeated reminder has the interval of each of its measures; one that happens once has none and is fixed.
  constraint reminder_intervals check (
    (is_fixed and interval_months is null and interval_km is null)
    or ((interval_months is not null) = (metric in ('date', 'both')) and (interval_km is not null) = (metric in ('km', 'both')))
  ),
  constraint reminder_is_due check ((due_on is not null) = (metric in ('date', 'both')) and (due_km is not null) = (metric in ('km', 'both')))
);
comment on table public.maintenance_reminders is 'Maintenance of a car that comes due by date, kilometres or whichever is first. Readers of the car read it, its owner and editors write it.';
comment on column public.maintenance_reminders.id is 'Made by the browser, so that a reminder that is sent twice is stored once.';
comment on column public.maintenance_reminders.is_fixed is 'Fixed: counted from the planned date or kilometres. Otherwise rolling: from the day it was done.';
comment on column public.maintenance_reminders.start_on is 'Fixed: the first planned date. Rolling: where the count starts until it was done once. The same holds for start_km.';
comment on column public.maintenance_reminders.start_km is 'Kilometres of the car, not the reading of an odometer; so are all kilometres of this table.';
comment on column public.maintenance_reminders.date_step is 'How many intervals a fixed reminder has passed since start_on; km_step since start_km.';
comment on column public.maintenance_reminders.due_on is 'Computed by private.reminder_due; so is due_km.';
comment on column public.maintenance_reminders.warn_days is 'How many days before due_on it counts as soon; warn_km before due_km.';
comment on column public.maintenance_reminders.channels is 'How the owner is told. Empty: only the lists show it.';
comment on column public.maintenance_reminders.occurrence is 'Counts what is announced once: a new due date, or a snooze.';
comment on column public.maintenance_reminders.announced_at is 'When the present occurrence was announced.';
comment on column public.maintenance_reminders.previous is 'Values before it was done last, with the log entry, to undo it.';
comment on column public.maintenance_reminders.deleted_at is 'In the trash for 30 days.';
create index maintenance_reminders_vehicle_id_idx on public.maintenance_reminders (vehicle_id, owner_id);
create index maintenance_reminders_owner_id_idx on public.maintenance_reminders (owner_id);
create index maintenance_reminders_preset_id_idx on public.maintenance_reminders (preset_id);
create index maintenance_reminders_waiting_idx on public.maintenance_reminders (owner_id)
  where announced_at is null and deleted_at is null and paused_at is null;
create index maintenance_reminders_deleted_at_idx on public.maintenance_reminders (deleted_at) where deleted_at is not null;

alter table public.maintenance_reminders enable row level security;
revoke all on public.maintenance_reminders from anon, authenticated;
grant select on public.maintenance_reminders to authenticated;
grant insert (
  id, vehicle_id, owner_id, preset_id, title, notes, metric, interval_months, interval_km, is_fixed, start_on, start_km,
  last_done_on, last_done_km, warn_days, warn_km, channels
) on public.maintenance_reminders to authenticated;
grant update (
  title, notes, metric, interval_months, interval_km, is_fixed, start_on, start_km, last_done_on, last_done_km, warn_days, warn_km,
  channels, paused_at, snoozed_until, snoozed_until_km, deleted_at
) on public.maintenance_reminders to authenticated;
grant all on public.maintenance_reminders to service_role;
create policy "authenticated readers of a car read its reminders" on public.maintenance_reminders
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners and editors add reminders" on public.maintenance_reminders
  for insert to authenticated with check (private.edits_vehicle(vehicle_id));
create policy "authenticated owners and editors update reminders" on public.maintenance_reminders
  for update to authenticated using (private.edits_vehicle(vehicle_id)) with check (private.edits_vehicle(vehicle_id));
create function private.stamp_reminder_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
    new.paused_at := case when new.paused_at is not null then coalesce(old.paused_at, now()) end;
  end if;
  return new;
end $$;
comment on function private.stamp_reminder_times() is
  'Trigger function: an API caller decides whether a reminder is paused or in the trash, the server since when.';
create trigger maintenance_reminders_times before update on public.maintenance_reminders
  for each row execute function private.stamp_reminder_times();
create trigger maintenance_reminders_touch before update on public.maintenance_reminders
  for each row execute function private.touch_updated_at();

-- Whole months are added to the first date at once: 31 January, 28 February, 31 March.
create function private.reminder_due(reminder public.maintenance_reminders, out due_on date, out due_km numeric)
language sql immutable set search_path = '' as $$
  select
    case when reminder.metric in ('date', 'both') then (
      case when reminder.is_fixed then reminder.start_on + reminder.date_step * make_interval(months => coalesce(reminder.interval_months, 0))
      else coalesce(reminder.last_done_on, reminder.start_on) + make_interval(months => reminder.interval_months) end
    )::date end,
    case when reminder.metric in ('km', 'both') then
      case when reminder.is_fixed then reminder.start_km + reminder.km_step * coalesce(reminder.interval_km, 0)
      else coalesce(reminder.last_done_km, reminder.start_km) + reminder.interval_km end
    end
$$;
comment on function private.reminder_due(public.maintenance_reminders) is 'The only place where the due date and kilometres of a reminder are computed.';

-- The kilometres come with the next refuelling, so a reminder counts as due for warn_km before it counts as overdue.
create function private.reminder_status(reminder public.maintenance_reminders, odometer_km numeric, today date) returns text
language sql immutable set search_path = '' as $$
  select case
    when reminder.paused_at is not null then 'paused'
    when today > reminder.due_on or odometer_km > reminder.due_km + reminder.warn_km then 'overdue'
    when today >= reminder.due_on or odometer_km >= reminder.due_km then 'due'
    when today >= reminder.due_on - reminder.warn_days or odometer_km >= reminder.due_km - reminder.warn_km then 'soon'
    else 'ok'
  end
$$;
comment on function private.reminder_status(public.maintenance_reminders, numeric, date) is
  'ok, soon, due, overdue or paused, for the kilometres of the car (null: unknown) and a day.';

create function private.is_snoozed(reminder public.maintenance_reminders, odometer_km numeric, today date) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(reminder.snoozed_until > today, false) or coalesce(reminder.snoozed_until_km > coalesce(odometer_km, 0), false)
$$;
comment on function private.is_snoozed(public.maintenance_reminders, numeric, date) is 'Whether a reminder is put off at these kilometres and on this day.';

create function private.plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known_km numeric := (select odometer_km from public.vehicles where id = new.vehicle_id);
begin
  if tg_op = 'INSERT' and 200 <= (select count(*) from public.maintenance_reminders where vehicle_id = new.vehicle_id and deleted_at is null) then
    raise exception 'reminder_limit' using errcode = '54000';
  elsif tg_op = 'UPDATE' and old.is_fixed = new.is_fixed then
    -- A form that repeats the shown due date does not move the first planned date.
    new.start_on := case when new.start_on is null or (new.is_fixed and new.start_on = old.due_on) then old.start_on else new.start_on end;
    new.start_km := case when new.start_km is null or (new.is_fixed and new.start_km = old.due_km) then old.start_km else new.start_km end;
    new.date_step := case when new.is_fixed and new.start_on is distinct from old.start_on then 0 else new.date_step end;
    new.km_step := case when new.is_fixed and new.start_km is distinct from old.start_km then 0 else new.km_step end;
  elsif tg_op = 'UPDATE' then
    new.date_step := 0;
    new.km_step := 0;
  end if;
  if not new.is_fixed then
    new.start_on := coalesce(new.start_on, private.brazilian_today());
    new.start_km := coalesce(new.start_km, known_km);
  end if;
  select due.due_on, due.due_km into new.due_on, new.due_km from private.reminder_due(new) as due;
  if tg_op = 'UPDATE' and (
    (new.due_on, new.due_km) is distinct from (old.due_on, old.due_km)
    or (new.snoozed_until is not null and new.snoozed_until is distinct from old.snoozed_until)
    or (new.snoozed_until_km is not null and new.snoozed_until_km is distinct from old.snoozed_until_km)
  ) then
    new.occurrence := old.occurrence + 1;
    -- Undoing restores the value of the earlier occurrence.
    new.announced_at := case when new.announced_at is distinct from old.announced_at then new.announced_at end;
  end if;
  return new;
end $$;
comment on function private.plan_reminder() is 'Trigger function: computes when a reminder is due; another due date or a snooze is a new occurrence.';
create trigger maintenance_reminders_plan before insert or update on public.maintenance_reminders
  for each row execute function private.plan_reminder();

create function public.list_maintenance_reminders(vehicles uuid[]) returns table (
  id uuid, vehicle_id uuid, preset_id uuid, title text, notes text, metric text, interval_months smallint, interval_km integer,
  is_fixed boolean, last_done_on date, last_done_km numeric, due_on date, due_km numeric, warn_days smallint, warn_km integer,
  channels text[], snoozed_until date, snoozed_until_km numeric, status text, is_snoozed boolean, can_undo boolean,
  vehicle text, odometer_km numeric
)
language sql stable security invoker set search_path = ''
begin atomic
  select
    reminder.id, reminder.vehicle_id, reminder.preset_id, reminder.title, reminder.notes, reminder.metric, reminder.interval_months,
    reminder.interval_km, reminder.is_fixed, reminder.last_done_on, reminder.last_done_km, reminder.due_on, reminder.due_km,
    reminder.warn_days, reminder.warn_km, reminder.channels, reminder.snoozed_until, reminder.snoozed_until_km,
    private.reminder_status(reminder, car.odometer_km, private.brazilian_today()),
    private.is_snoozed(reminder, car.odometer_km, private.brazilian_today()), reminder.previous is not null, car.nickname, car.odometer_km
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.vehicle_id = any (vehicles) and reminder.deleted_at is null and car.deleted_at is null;
end;
comment on function public.list_maintenance_reminders(uuid[]) is
  'Reminders of the cars that the caller reads, with status (ok, soon, due, overdue or paused), is_snoozed and the kilometres of the car.';

-- Done and undone.

create function private.next_reminder(known public.maintenance_reminders, done_on date, done_km numeric) returns public.maintenance_reminders
language plpgsql immutable set search_path = '' as $$
declare
  following public.maintenance_reminders := known;
begin
  following.last_done_on := done_on;
  following.last_done_km := coalesce(done_km, known.last_done_km);
  if known.is_fixed and known.interval_months is not null then
    -- The next planned date; planned dates that passed before it was done are skipped.
    loop
      following.date_step := following.date_step + 1;
      exit when (select due.due_on from private.reminder_due(following) as due) > done_on;
    end loop;
  end if;
  if known.is_fixed and known.interval_km is not null then
    following.km_step := greatest(known.km_step + 1, floor((coalesce(done_km, 0) - known.start_km) / known.interval_km)::integer + 1);
  end if;
  return following;
end $$;
comment on function private.next_reminder(public.maintenance_reminders, date, numeric) is 'A repeated reminder after it was done.';

create function private.complete_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.maintenance_reminders;
  following public.maintenance_reminders;
  answer jsonb;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into known from public.maintenance_reminders where id = reminder for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return '{"status": "gone"}';
  elsif known.previous ->> 'entry' = entry::text then
    return '{"status": "saved"}';
  elsif known.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  answer := private.save_vehicle_entry(entry, known.vehicle_id, null, content);
  if answer ->> 'status' <> 'saved' then
    return answer;
  end if;
  following := private.next_reminder(known, (answer #>> '{entry,on_date}')::date, coalesce(
    (answer #>> '{entry,km}')::numeric, (select odometer_km from public.vehicles where id = known.vehicle_id)
  ));
  update public.maintenance_reminders set
    last_done_on = following.last_done_on, last_done_km = following.last_done_km, date_step = following.date_step, km_step = following.km_step,
    snoozed_until = null, snoozed_until_km = null,
    previous = jsonb_build_object(
      'entry', entry, 'last_done_on', known.last_done_on, 'last_done_km', known.last_done_km, 'date_step', known.date_step,
      'km_step', known.km_step, 'snoozed_until', known.snoozed_until, 'snoozed_until_km', known.snoozed_until_km,
      'announced_at', known.announced_at
    ),
    deleted_at = case when known.is_fixed and known.interval_months is null and known.interval_km is null then now() end
  where id = reminder;
  return jsonb_build_object('status', 'saved');
end $$;
comment on function private.complete_reminder(uuid, uuid, jsonb) is
  'Notes the maintenance in the log and moves the reminder on, in one transaction; one that happens once goes into the trash. A repeated call with the same entry changes nothing.';

create function private.undo_reminder(reminder uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.maintenance_reminders;
  before public.maintenance_reminders;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into known from public.maintenance_reminders where id = reminder for update;
  if known.previous is null or not private.edits_vehicle(known.vehicle_id) then
    return 'gone';
  end if;
  perform private.set_vehicle_entry_deleted((known.previous ->> 'entry')::uuid, true);
  before := jsonb_populate_record(known, known.previous - 'entry');
  update public.maintenance_reminders set
    last_done_on = before.last_done_on, last_done_km = before.last_done_km, date_step = before.date_step, km_step = before.km_step,
    snoozed_until = before.snoozed_until, snoozed_until_km = before.snoozed_until_km, announced_at = coalesce(before.announced_at, announced_at),
    previous = null, deleted_at = null
  where id = reminder;
  return 'saved';
end $$;
comment on function private.undo_reminder(uuid) is 'Takes back that a reminder was done: saved or gone. Its log entry goes into the trash.';

create function public.complete_maintenance_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.complete_reminder(reminder, entry, content);
comment on function public.complete_maintenance_reminder(uuid, uuid, jsonb) is
  'For editors of the car: saves the entry (see save_vehicle_entry) and moves the reminder on: {status: saved | gone | …}.';
create function public.undo_maintenance_reminder(reminder uuid) returns text
language sql volatile security invoker set search_path = ''
return private.undo_reminder(reminder);
comment on function public.undo_maintenance_reminder(uuid) is 'For editors of the car: takes back that a reminder was done: saved or gone.';
revoke execute on function public.list_maintenance_reminders(uuid[]), public.complete_maintenance_reminder(uuid, uuid, jsonb),
  public.undo_maintenance_reminder(uuid) from public, anon;
grant execute on function public.list_maintenance_reminders(uuid[]), public.complete_maintenance_reminder(uuid, uuid, jsonb),
  public.undo_maintenance_reminder(uuid) to authenticated;

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (425, 'deleted_maintenance_reminders', 'public.maintenance_reminders', 'deleted_at', '30 days', 'deleted_at is not null', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('maintenance_reminders', 'owner_id', 'account', 'own', 'Lembretes de manutenção', 'delete');
select private.declare_columns('maintenance_reminders', 'exported', '{id,vehicle_id,owner_id,preset_id,title,notes,metric,interval_months,interval_km,is_fixed,start_on,start_km,date_step,km_step,last_done_on,last_done_km,due_on,due_km,warn_days,warn_km,channels,paused_at,snoozed_until,snoozed_until_km,occurrence,announced_at,previous,deleted_at,created_at,updated_at}');
