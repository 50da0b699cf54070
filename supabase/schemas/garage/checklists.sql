-- Checklists of a car and the tasks that they leave.

create function private.are_checklist_items(items jsonb) returns boolean
language sql immutable set search_path = ''
return jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 150 and not exists (
  select from jsonb_array_elements(items) as item
  where coalesce(item ->> 'key', '') !~ '^[a-z0-9-]{1,60}$' or char_length(coalesce(item ->> 'section', ''))
    not between 1 and 120
    or char_length(coalesce(item ->> 'text', '')) not between 1 and 300
    or coalesce(item ->> 'answer', '') <> all (private.checklist_answers())
);
comment on function private.are_checklist_items is
  'Whether a value is a list of items of an own template, as OwnItem of lib/garage/checklists/schema.ts.';

-- Not in checklist_templates: the panel lists those, and the audit log copies them.
create table public.vehicle_checklist_templates (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id) on delete cascade,
  title text not null check (char_length(btrim(title)) between 1 and 120),
  kind text not null check (kind = any (private.checklist_kinds())),
  items jsonb not null check (private.are_checklist_items(items) and pg_column_size(items) <= 131072),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.vehicle_checklist_templates is 'Own templates of an account, for all of its cars.';
create index vehicle_checklist_templates_owner_id_idx on public.vehicle_checklist_templates (owner_id, title);
alter table public.vehicle_checklist_templates enable row level security;
grant select, insert, delete on public.vehicle_checklist_templates to authenticated;
grant update (title, kind, items) on public.vehicle_checklist_templates to authenticated;
grant all on public.vehicle_checklist_templates to service_role;
create policy "authenticated accounts read own checklist templates" on public.vehicle_checklist_templates
  for select to authenticated using (owner_id = (select private.account_id()));

-- Security definer: a policy of a table may not read the same table again.
create function private.own_checklist_templates() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.vehicle_checklist_templates where owner_id = (select private.account_id())
$$;
comment on function private.own_checklist_templates is 'Number of own templates of the caller.';

create policy "authenticated accounts add own checklist templates" on public.vehicle_checklist_templates
  for insert to authenticated with check (
    owner_id = (select private.account_id()) and (select private.own_checklist_templates()) < 100
  );
create policy "authenticated accounts update own checklist templates" on public.vehicle_checklist_templates
  for update to authenticated using (owner_id = (select private.account_id()))
  with check (owner_id = (select private.account_id()));
create policy "authenticated accounts delete own checklist templates" on public.vehicle_checklist_templates
  for delete to authenticated using (owner_id = (select private.account_id()));
create trigger vehicle_checklist_templates_server_columns before insert or update on public.vehicle_checklist_templates
  for each row execute function private.guard_server_columns('owner_id', 'created_at,updated_at');
create trigger vehicle_checklist_templates_touch before update on public.vehicle_checklist_templates
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_checklist_templates', 'owner_id', 'account', 'own', 'Modelos de checklist próprios', 'delete', 105);

select private.declare_columns('vehicle_checklist_templates', 'exported',
  '{id,owner_id,title,kind,items,created_at,updated_at}');

create table public.vehicle_checklists (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  template_id uuid references public.checklist_templates (id) on delete set null,
  own_template_id uuid references public.vehicle_checklist_templates (id) on delete set null,
  kind text not null check (kind = any (private.checklist_kinds())),
  title text not null check (char_length(btrim(title)) between 1 and 160),
  revision integer not null default 1 check (revision > 0),
  previous_id uuid unique references public.vehicle_checklists (id) on delete set null,
  version integer not null default 1 check (version > 0),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  signed_on date check (signed_on >= '1900-01-01'),
  signed_km numeric(9, 1) check (signed_km between 0 and 9999999),
  result text not null default 'open' check (result = any (private.checklist_results())),
  created_by uuid references public.profiles (id) on delete set null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((finished_at is null) = (result = 'open') and (finished_at is null) = (signed_on is null))
);
comment on table public.vehicle_checklists is
  'Checklists of a car that were started; written by functions only, a finished one never changes.';
comment on column public.vehicle_checklists.id is
  'Made by the device, so that a checklist that is sent twice is stored once.';
comment on column public.vehicle_checklists.revision is
  'Reopening a finished checklist makes the next revision, which names the earlier one in previous_id.';
comment on column public.vehicle_checklists.version is 'Counts the saves.';
comment on column public.vehicle_checklists.signed_km is 'What the odometer showed; null when it is broken.';
comment on column public.vehicle_checklists.result is
  'The worst status of an item; an item that was not checked counts as attention.';
comment on column public.vehicle_checklists.deleted_at is 'In the trash for 30 days.';
create index vehicle_checklists_vehicle_id_idx on public.vehicle_checklists (vehicle_id, started_at desc, id);
create index vehicle_checklists_owner_idx on public.vehicle_checklists (vehicle_id, owner_id);
create index vehicle_checklists_owner_id_idx on public.vehicle_checklists (owner_id);
create index vehicle_checklists_created_by_idx on public.vehicle_checklists (created_by);
create index vehicle_checklists_template_id_idx on public.vehicle_checklists (template_id);
create index vehicle_checklists_own_template_id_idx on public.vehicle_checklists (own_template_id);
create index vehicle_checklists_deleted_at_idx on public.vehicle_checklists (deleted_at) where deleted_at is not null;
alter table public.vehicle_checklists enable row level security;
grant select on public.vehicle_checklists to authenticated;
grant all on public.vehicle_checklists to service_role;
create policy "authenticated owners and members read the checklists of their cars" on public.vehicle_checklists
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_checklists', 'owner_id', 'account', 'own', 'Checklists dos carros', 'delete', 106),
  ('vehicle_checklists', 'created_by', 'account', 'work', 'Checklists em carros de outras pessoas', 'unlink', 107);

select
  private.declare_columns('vehicle_checklists', 'exported',
    '{id,vehicle_id,owner_id,template_id,own_template_id,kind,title,revision,previous_id,version,started_at,
      finished_at,signed_on,signed_km,result,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_checklists', 'withheld',
    '{created_by}', 'may be another person: who started the checklist');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('deleted_vehicle_checklists', 'public.vehicle_checklists', 'deleted_at', '30 days', 'deleted_at is not null', 440);

create table public.vehicle_checklist_items (
  id uuid primary key,
  checklist_id uuid not null references public.vehicle_checklists (id) on delete cascade,
  vehicle_id uuid not null,
  owner_id uuid not null,
  position integer not null check (position between 1 and 150),
  key text not null default '' check (char_length(key) <= 60),
  section text not null check (char_length(section) between 1 and 120),
  text text not null check (char_length(text) between 1 and 300),
  why text not null default '' check (char_length(why) <= 600),
  answer text not null default 'check' check (answer = any (private.checklist_answers())),
  unit text not null default '' check (char_length(unit) <= 20),
  choices text not null default '' check (char_length(choices) <= 600),
  suggests_maintenance boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'ok', 'attention', 'fail', 'na')),
  value text not null default '' check (char_length(value) <= 300),
  note text not null default '' check (char_length(note) <= 1000),
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now(),
  unique (checklist_id, position),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_checklist_items is
  'Items of a started checklist, copied from its template; written by functions only.';
comment on column public.vehicle_checklist_items.version is
  'Counts the changes; a change names the version that its device had.';
create index vehicle_checklist_items_vehicle_idx on public.vehicle_checklist_items (vehicle_id, owner_id);
create index vehicle_checklist_items_owner_id_idx on public.vehicle_checklist_items (owner_id);
alter table public.vehicle_checklist_items enable row level security;
grant select on public.vehicle_checklist_items to authenticated;
grant all on public.vehicle_checklist_items to service_role;
create policy "authenticated owners and members read the checklist items of their cars"
  on public.vehicle_checklist_items
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_checklist_items', 'owner_id', 'account', 'own', 'Itens dos checklists', 'delete', 108);

select private.declare_columns('vehicle_checklist_items', 'exported',
  '{id,checklist_id,vehicle_id,owner_id,position,key,section,text,why,answer,unit,choices,suggests_maintenance,
    status,value,note,version,updated_at}');

create table public.vehicle_tasks (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  title text not null check (char_length(btrim(title)) between 1 and 120),
  status text not null default 'open' check (status in ('open', 'done')),
  checklist_item_id uuid unique references public.vehicle_checklist_items (id) on delete set null,
  done_entry_id uuid references public.vehicle_entries (id) on delete set null,
  done_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((status = 'done') = (done_at is not null))
);
comment on table public.vehicle_tasks is
  'Maintenance that a car still needs, often from a failed item of a checklist; written by functions only.';
comment on column public.vehicle_tasks.done_entry_id is 'The entry of the log that was written when the task was done.';
create index vehicle_tasks_vehicle_id_idx on public.vehicle_tasks (vehicle_id, status, created_at);
create index vehicle_tasks_owner_idx on public.vehicle_tasks (vehicle_id, owner_id);
create index vehicle_tasks_owner_id_idx on public.vehicle_tasks (owner_id);
create index vehicle_tasks_done_entry_id_idx on public.vehicle_tasks (done_entry_id);
create index vehicle_tasks_created_by_idx on public.vehicle_tasks (created_by);
alter table public.vehicle_tasks enable row level security;
grant select on public.vehicle_tasks to authenticated;
grant all on public.vehicle_tasks to service_role;
create policy "authenticated owners and members read the tasks of their cars" on public.vehicle_tasks
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_tasks', 'owner_id', 'account', 'own', 'Tarefas de manutenção', 'delete', 109),
  ('vehicle_tasks', 'created_by', 'account', 'work', 'Tarefas em carros de outras pessoas', 'unlink', 110);

select
  private.declare_columns('vehicle_tasks', 'exported',
    '{id,vehicle_id,owner_id,title,status,checklist_item_id,done_entry_id,done_at,created_at,updated_at}'),
  private.declare_columns('vehicle_tasks', 'withheld', '{created_by}', 'may be another person: who added the task');

alter table public.vehicle_files add constraint vehicle_files_checklist_item_id_fkey
  foreign key (checklist_item_id) references public.vehicle_checklist_items (id) on delete cascade;

-- Restrictive policies, so that those of vehicle_files stay as they are.
create function private.is_open_checklist_item(item uuid, vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.vehicle_checklist_items as found join public.vehicle_checklists as list
      on list.id = found.checklist_id
    where found.id = item and found.vehicle_id = vehicle and list.finished_at is null and list.deleted_at is null
  )
$$;
comment on function private.is_open_checklist_item is
  'Whether an item belongs to a checklist of a car that is not finished.';

create policy "authenticated accounts add photos to open checklists only" on public.vehicle_files
  as restrictive for insert to authenticated with check (
    checklist_item_id is null or kind = 'photo' and private.is_open_checklist_item(checklist_item_id, vehicle_id)
  );
create policy "authenticated accounts delete photos of open checklists only" on public.vehicle_files
  as restrictive for delete to authenticated using (
    checklist_item_id is null or private.is_open_checklist_item(checklist_item_id, vehicle_id)
  );

create function private.checklist_result(failed bigint, attention bigint, pending bigint) returns text
language sql immutable set search_path = ''
return case when failed > 0 then 'failed' when attention + pending > 0 then 'attention' else 'ok' end;
comment on function private.checklist_result is
  'Result of a finished checklist, as resultOf of lib/garage/checklists/rules.ts.';

create function private.checklist_json(list public.vehicle_checklists) returns jsonb
language sql stable set search_path = '' as $$
  with recursive versions as (
    select list.previous_id as id
    union
    select version.previous_id from public.vehicle_checklists as version join versions on versions.id = version.id
  ), earlier as (
    select item.position, jsonb_agg(file.id order by file.created_at, file.id) as photos
    from versions
    join public.vehicle_checklists as version on version.id = versions.id and version.deleted_at is null
    join public.vehicle_checklist_items as item on item.checklist_id = version.id
    join public.vehicle_files as file on file.checklist_item_id = item.id
    group by item.position
  )
  select to_jsonb(list) - '{owner_id,created_by,deleted_at,created_at,updated_at}'::text[] || jsonb_build_object(
    'next_id', (select id from public.vehicle_checklists where previous_id = list.id and deleted_at is null),
    'vehicle_name', (select nickname from public.vehicles where id = list.vehicle_id),
    'items', coalesce((
      select jsonb_agg(
        to_jsonb(item) - '{checklist_id,vehicle_id,owner_id,updated_at}'::text[] || jsonb_build_object(
          'photos', coalesce((select jsonb_agg(file.id order by file.created_at, file.id) from public.vehicle_files
            as file where file.checklist_item_id = item.id), '[]'),
          'earlier_photos', coalesce((select photos from earlier where earlier.position = item.position), '[]'),
          'task', (select jsonb_build_object('id', task.id, 'status', task.status) from public.vehicle_tasks as task
            where task.checklist_item_id = item.id)
        ) order by item.position
      ) from public.vehicle_checklist_items as item where item.checklist_id = list.id
    ), '[]')
  )
$$;
comment on function private.checklist_json is
  'A checklist with its items as StoredChecklist of lib/garage/checklists/schema.ts.';

create function private.add_checklist(checklist uuid, car public.vehicles, content jsonb)
  returns public.vehicle_checklists
language plpgsql volatile set search_path = '' as $$
declare
  existing public.vehicle_checklists;
begin
  insert into public.vehicle_checklists (
    id, vehicle_id, owner_id, template_id, own_template_id, kind, title, started_at, created_by
  ) values (
    checklist, car.id, car.owner_id,
    (select id from public.checklist_templates where id = (content ->> 'template_id')::uuid),
    (select id from public.vehicle_checklist_templates
      where id = (content ->> 'own_template_id')::uuid and owner_id = private.account_id()),
    content ->> 'kind', content ->> 'title', least((content ->> 'started_at')::timestamptz, now()), private.account_id()
  ) returning * into existing;
  insert into public.vehicle_checklist_items (
    id, checklist_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
      suggests_maintenance
  )
  select (item ->> 'id')::uuid, checklist, car.id, car.owner_id, place, item ->> 'key', item ->> 'section',
    item ->> 'text',
    item ->> 'why', item ->> 'answer', item ->> 'unit', item ->> 'choices', (item ->> 'suggests_maintenance')::boolean
  from jsonb_array_elements(content -> 'items') with ordinality as given (item, place);
  return existing;
end $$;
comment on function private.add_checklist is 'Stores a checklist that a device started, with its items.';

-- Each change names the version of the item that its device had: a change of another device in between is never
-- overwritten.
create function private.change_checklist_items(checklist uuid, changes jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  change record;
  existing public.vehicle_checklist_items;
  conflicts jsonb := '[]';
begin
  for change in select * from jsonb_to_recordset(changes) as input (id uuid, expected_version integer, status text,
    value text,
    note text) order by id loop
    select * into existing from public.vehicle_checklist_items where id = change.id and checklist_id = checklist;
    if existing.id is null or (existing.status, existing.value, existing.note) = (change.status, change.value,
      change.note) then
      continue;
    elsif existing.version is distinct from change.expected_version then
      conflicts := conflicts || to_jsonb(change.id);
    else
      update public.vehicle_checklist_items set
        status = change.status, value = change.value, note = change.note, version = vehicle_checklist_items.version + 1,
        updated_at = clock_timestamp()
      where id = change.id;
    end if;
  end loop;
  return conflicts;
end $$;
comment on function private.change_checklist_items is
  'Changes items of an open checklist; answers the ids of those that another device changed in between.';

create function private.finish_checklist(list public.vehicle_checklists, car public.vehicles, signature jsonb)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  km numeric := (signature ->> 'km')::numeric;
  noted jsonb := private.saved();
begin
  if (signature ->> 'on')::date > current_date + 1 then
    return private.refused('in_future');
  elsif km is not null then
    noted := private.save_vehicle_entry((signature ->> 'entry')::uuid, car.id, null, jsonb_build_object(
      'kind', 'km', 'on_date', signature ->> 'on', 'reading_km', km, 'offset_km', car.odometer_offset_km, 'title',
        left(list.title, 120)
    ));
  end if;
  if noted ->> 'outcome' not in ('saved', 'conflict') then
    return noted;
  end if;
  update public.vehicle_checklists set
    finished_at = now(), signed_on = (signature ->> 'on')::date, signed_km = km, version = version + 1,
      updated_at = clock_timestamp(),
    result = (
      select private.checklist_result(
        count(*) filter (where status = 'fail'), count(*) filter (where status = 'attention'), count(*)
          filter (where status = 'pending'))
      from public.vehicle_checklist_items where checklist_id = list.id
    )
  where id = list.id;
  return private.saved();
end $$;
comment on function private.finish_checklist is
  'Signs a checklist with date and kilometres, which also become an entry of the log; returns the status of '
  'SaveChecklistAnswer.';

create function private.is_signed_as(list public.vehicle_checklists, signature jsonb) returns boolean
language sql immutable set search_path = ''
return list.signed_on = (signature ->> 'on')::date and list.signed_km is not distinct
  from (signature ->> 'km')::numeric;
comment on function private.is_signed_as is 'Whether a finished checklist has this signature, which was sent again.';

create function private.save_vehicle_checklist(checklist uuid, vehicle uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
  existing public.vehicle_checklists;
  conflicts jsonb := '[]';
  finished jsonb := private.saved();
  is_finished boolean := false;
  stored jsonb;
begin
  perform private.require_account();
  -- Concurrent saves of one car wait for each other.
  select * into car from public.vehicles where id = vehicle for no key update;
  if car.id is null or car.deleted_at is not null or vehicle not in (select private.read_vehicles()) then
    return private.gone();
  elsif not private.edits_vehicle(vehicle) then
    return private.refused('forbidden');
  end if;
  select * into existing from public.vehicle_checklists where id = checklist;
  if existing.vehicle_id <> vehicle then
    return private.refused('forbidden');
  elsif existing.id is null and jsonb_typeof(content -> 'create') = 'object' then
    if 5000 <= (select count(*) from public.vehicle_checklists where vehicle_id = vehicle) then
      return private.refused('limit');
    end if;
    existing := private.add_checklist(checklist, car, content -> 'create');
  elsif existing.id is null or existing.deleted_at is not null then
    return private.gone();
  end if;
  if existing.finished_at is null then
    conflicts := private.change_checklist_items(checklist, content -> 'changes');
    update public.vehicle_checklists set version = version + 1, updated_at = clock_timestamp() where id = checklist;
    if jsonb_typeof(content -> 'finish') = 'object' then
      finished := case when conflicts = '[]' then private.finish_checklist(existing, car, content -> 'finish')
        else private.conflict() end;
    end if;
  -- What arrives for the second time, because the answer was lost, is stored already.
  elsif not private.are_stored(checklist, content -> 'changes')
    or not coalesce(private.is_signed_as(existing, nullif(content -> 'finish', 'null')), true) then
    is_finished := true;
  end if;
  insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, checklist_item_id, created_by)
  select task.id, vehicle, car.owner_id, task.title, item.id, private.account_id()
  from jsonb_to_recordset(content -> 'tasks') as task (id uuid, item uuid, title text)
  join public.vehicle_checklist_items as item on item.id = task.item and item.checklist_id = checklist
  on conflict do nothing;
  select * into existing from public.vehicle_checklists where id = checklist;
  stored := jsonb_build_object('conflicts', conflicts, 'checklist', private.checklist_json(existing));
  return case
    when is_finished or finished ->> 'outcome' = 'conflict'
      then private.conflict(stored || jsonb_build_object('is_finished', is_finished))
    when finished ->> 'outcome' = 'saved' or finished ->> 'reason' = 'in_future'
      then private.saved(stored || jsonb_build_object('finish_refused', finished -> 'reason'))
    else finished
  end;
exception
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format or unique_violation then
    return private.refused('invalid');
end $$;
comment on function private.save_vehicle_checklist is
  'Stores what a device has of a checklist (start, changed items, tasks, signature).';

create function private.are_stored(checklist uuid, changes jsonb) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from jsonb_to_recordset(changes) as given (id uuid, status text, value text, note text)
    left join public.vehicle_checklist_items as item on item.id = given.id and item.checklist_id = checklist
    where (item.status, item.value, item.note) is distinct from (given.status, given.value, given.note)
  )
$$;
comment on function private.are_stored is 'Whether all changes are what a checklist contains.';

create function private.reopen_vehicle_checklist(checklist uuid, new_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vehicle_checklists;
  following uuid;
begin
  perform private.require_account();
  select * into existing from public.vehicle_checklists where id = checklist and deleted_at is null for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.finished_at is null then
    return private.saved(jsonb_build_object('id', existing.id));
  end if;
  select id into following from public.vehicle_checklists where previous_id = checklist;
  if following is null then
    insert into public.vehicle_checklists (id, vehicle_id, owner_id, template_id, own_template_id, kind, title,
      revision, previous_id, created_by)
    values (new_id, existing.vehicle_id, existing.owner_id, existing.template_id, existing.own_template_id,
      existing.kind, existing.title,
      existing.revision + 1, checklist, private.account_id());
    insert into public.vehicle_checklist_items (
      id, checklist_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
        suggests_maintenance, status, value, note
    )
    select gen_random_uuid(), new_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
      suggests_maintenance, status, value, note
    from public.vehicle_checklist_items where checklist_id = checklist;
    following := new_id;
  else
    update public.vehicle_checklists set deleted_at = null where id = following;
  end if;
  return private.saved(jsonb_build_object('id', following));
end $$;
comment on function private.reopen_vehicle_checklist is
  'Makes the next revision of a finished checklist with the same answers, or returns the one that exists.';

create function private.set_vehicle_checklist_deleted(checklist uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_checklists set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end,
    updated_at = clock_timestamp()
  where id = checklist and private.edits_vehicle(vehicle_id);
  return case when found then private.saved() else private.gone() end;
end $$;
comment on function private.set_vehicle_checklist_deleted is 'Moves a checklist into the trash or back: saved or gone.';

create function private.save_vehicle_task(task uuid, vehicle uuid, title text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
begin
  perform private.require_account();
  select * into car from public.vehicles where id = vehicle and deleted_at is null for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return private.gone();
  elsif 1000 <= (select count(*) from public.vehicle_tasks where vehicle_id = vehicle) then
    return private.refused('limit');
  end if;
  insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, created_by)
  values (task, vehicle, car.owner_id, save_vehicle_task.title, private.account_id())
  on conflict (id) do update set title = excluded.title, updated_at = clock_timestamp()
    where vehicle_tasks.vehicle_id = excluded.vehicle_id;
  return case when found then private.saved() else private.gone() end;
exception when check_violation or not_null_violation then
  return private.refused('invalid');
end $$;
comment on function private.save_vehicle_task is
  'Adds a maintenance task or renames it: saved, gone, or refused with invalid or limit.';

create function private.finish_vehicle_task(task uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vehicle_tasks;
  noted jsonb;
begin
  perform private.require_account();
  select * into existing from public.vehicle_tasks where id = task for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.status = 'done' then
    return private.saved();
  end if;
  noted := private.save_vehicle_entry(entry, existing.vehicle_id, null, content || '{"kind": "service"}');
  if noted ->> 'outcome' <> 'saved' then
    return noted - 'entry';
  end if;
  update public.vehicle_tasks set status = 'done', done_at = now(), done_entry_id = entry,
    updated_at = clock_timestamp() where id = task;
  return private.saved();
end $$;
comment on function private.finish_vehicle_task is
  'Writes the service entry of a task and marks it as done: saved, gone, or an outcome of '
  'save_vehicle_entry.';

create function private.reopen_vehicle_task(task uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vehicle_tasks;
begin
  perform private.require_account();
  select * into existing from public.vehicle_tasks where id = task for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.done_entry_id is not null then
    perform private.set_vehicle_entry_deleted(existing.done_entry_id, true);
  end if;
  update public.vehicle_tasks set status = 'open', done_at = null, done_entry_id = null, updated_at = clock_timestamp()
    where id = task;
  return private.saved();
end $$;
comment on function private.reopen_vehicle_task is
  'Opens a done task again and moves its entry into the trash: saved or gone.';

create function private.delete_vehicle_task(task uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_tasks where id = task and private.edits_vehicle(vehicle_id);
  return case when found then private.saved() else private.gone() end;
end $$;
comment on function private.delete_vehicle_task is 'Deletes a maintenance task: saved or gone.';

create function public.save_vehicle_checklist(checklist uuid, vehicle uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = '' return private.save_vehicle_checklist(checklist, vehicle,
  content);
comment on function public.save_vehicle_checklist is
  'Saves a checklist of a car that the caller edits: saved or conflict with the checklist, gone, or refused with '
  'forbidden, invalid or limit.';
grant execute on function public.save_vehicle_checklist to authenticated, service_role;

create function public.get_vehicle_checklist(checklist uuid) returns jsonb
language sql stable security invoker set search_path = ''
begin atomic
  select private.checklist_json(list) from public.vehicle_checklists as list
  where list.id = checklist and list.deleted_at is null and exists (select from public.vehicles
    where id = list.vehicle_id and deleted_at is null);
end;
comment on function public.get_vehicle_checklist is
  'A checklist that the caller may read, with its items; null otherwise.';
grant execute on function public.get_vehicle_checklist to authenticated, service_role;

create function public.reopen_vehicle_checklist(checklist uuid, new_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.reopen_vehicle_checklist(checklist, new_id);
comment on function public.reopen_vehicle_checklist is
  'Next revision of a finished checklist of a car that the caller edits: saved with its id, or gone.';
grant execute on function public.reopen_vehicle_checklist to authenticated, service_role;

create function public.set_vehicle_checklist_deleted(checklist uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = '' return private.set_vehicle_checklist_deleted(checklist,
  is_deleted);
comment on function public.set_vehicle_checklist_deleted is
  'Moves a checklist of a car that the caller edits into the trash, where it is kept for 30 days, or back: saved or '
  'gone.';
grant execute on function public.set_vehicle_checklist_deleted to authenticated, service_role;

create function public.save_vehicle_task(task uuid, vehicle uuid, title text) returns jsonb
language sql volatile security invoker set search_path = '' return private.save_vehicle_task(task, vehicle, title);
comment on function public.save_vehicle_task is
  'Adds or renames a task of a car that the caller edits: saved, gone, or refused with invalid or limit.';
grant execute on function public.save_vehicle_task to authenticated, service_role;

create function public.finish_vehicle_task(task uuid, entry uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = '' return private.finish_vehicle_task(task, entry, content);
comment on function public.finish_vehicle_task is
  'Writes the service entry of a task of a car that the caller edits and marks it as done: saved, gone, or an '
  'outcome of save_vehicle_entry.';
grant execute on function public.finish_vehicle_task to authenticated, service_role;

create function public.reopen_vehicle_task(task uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.reopen_vehicle_task(task);
comment on function public.reopen_vehicle_task is
  'Opens a done task again and moves its entry into the trash: saved or gone.';
grant execute on function public.reopen_vehicle_task to authenticated, service_role;

create function public.delete_vehicle_task(task uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.delete_vehicle_task(task);
comment on function public.delete_vehicle_task is 'Deletes a task of a car that the caller edits: saved or gone.';
grant execute on function public.delete_vehicle_task to authenticated, service_role;
