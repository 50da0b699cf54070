-- Changes of published events that wait for a decision.

create table public.event_changes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  fields text[] not null check (fields <@ private.moderated_event_parts()),
  payload jsonb not null check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 500000),
  created_by uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.event_changes is
  'Changes of published events that wait for the team, at most one per event, and those of the last 90 days that were '
  'decided.';
comment on column public.event_changes.fields is
  'What the team decides about: title, date, place, description, poster, kinds.';
comment on column public.event_changes.payload is 'The changed values, as private.write_event takes them.';
comment on column public.event_changes.created_by is 'Null for the holder of a publish link.';
create unique index event_changes_one_waits_idx on public.event_changes (event_id) where status = 'pending';
create index event_changes_event_id_idx on public.event_changes (event_id);
create index event_changes_decided_by_idx on public.event_changes (decided_by);
create index event_changes_created_by_idx on public.event_changes (created_by);
create index event_changes_status_idx on public.event_changes (status, created_at);
alter table public.event_changes enable row level security;
grant select on public.event_changes to authenticated;
grant all on public.event_changes to service_role;
create policy "event managers read changes that wait" on public.event_changes
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_changes_touch before update on public.event_changes
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_changes', 'created_by', 'account', 'own', 'Alterações de eventos', 'unlink', 61),
  ('event_changes', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 62);

select
  private.declare_columns('event_changes', 'exported',
    '{id,event_id,status,status_note,fields,payload,created_by,decided_at,created_at,updated_at}'),
  private.declare_columns('event_changes', 'withheld', '{decided_by}', 'another person: who decided');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('event_changes', 'public.event_changes', 'decided_at', '90 days', 'status <> ''pending''', 245);

insert into private.file_columns (bucket, relation, names) values
  ('event-files', 'public.event_changes', 'case when status = ''pending'' then array[payload ->> ''poster_path'', '
    'payload ->> ''stand_map_path''] end');

create function private.drop_event_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.event_changes where event_id = new.id and status = 'pending';
  return null;
end $$;
comment on function private.drop_event_change is
  'Trigger function: a change of an event that is not public any more is not decided.';

create trigger events_drop_change after update of status, deleted_at on public.events
  for each row when (new.status not in ('published', 'postponed') or new.deleted_at is not null)
  execute function private.drop_event_change();

-- The form has whole minutes and five decimals of a degree: smaller differences are no change.
create function private.moderated_fields(before public.events, event public.events, payload jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when before.title <> event.title then 'title' end,
    case when date_trunc('minute', before.starts_at) <> date_trunc('minute', event.starts_at)
      or date_trunc('minute', before.ends_at) <> date_trunc('minute', event.ends_at) then 'date' end,
    case when (before.venue, before.address, before.municipality_ibge, round(before.lat::numeric, 5),
      round(before.lng::numeric, 5))
      is distinct from (event.venue, event.address, event.municipality_ibge, round(event.lat::numeric, 5),
        round(event.lng::numeric, 5)) then 'place' end,
    case when before.description <> event.description then 'description' end,
    case when (before.poster_path, before.stand_map_path) is distinct from (event.poster_path, event.stand_map_path)
      then 'poster' end,
    case when private.sells_otherwise(before.id, payload -> 'kinds', payload -> 'stands') then 'kinds' end
  ], null)
$$;
comment on function private.moderated_fields is
  'The differences of two versions of an event that the team decides about; kinds: new ones, other prices and other '
  'questions.';

create function private.changed_values(payload jsonb, before public.events, event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload)
  where case key
    when 'days' then value is distinct from (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
        from public.event_days where event_id = before.id
    )
    when 'kinds' then jsonb_array_length(value) <> (select count(*) from public.event_registration_types
      where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_registration_types as known where known.event_id = before.id
          and private.kind_form(known) || entry = private.kind_form(known))
      )
    when 'stands' then jsonb_array_length(value) <> (select count(*) from public.event_stands
      where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_stands as known where known.event_id = before.id
          and private.stand_form(known) || entry = private.stand_form(known))
      )
    when 'sponsors' then true
    when 'team' then value is distinct from private.team_members(before.id)
    else to_jsonb(event) -> key is distinct from to_jsonb(before) -> key and key
      not in ('id', 'expected_version', 'club_id', 'series')
  end
$$;
comment on function private.changed_values is
  'The values of a form that differ from the event, so that the decision does not overwrite what others changed '
  'meanwhile.';

create function private.propose_event_change(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.events;
  event public.events;
  wanted text[];
begin
  select * into before from public.events where id = private.uuid_field(payload, 'id') and deleted_at is null
    for no key update;
  if before.id is null or before.status not in ('published', 'postponed')
    or before.updated_at <> private.moment_field(payload, 'expected_version', true) then
    return null;
  end if;
  event := private.event_from(payload, before);
  wanted := private.moderated_fields(before, event, payload);
  if wanted = '{}' then
    delete from public.event_changes where event_id = before.id and status = 'pending';
    return null;
  end if;
  -- Days and kinds are checked where they are written: the change is written and undone.
  begin
    perform private.write_event(payload, actor, link);
    raise exception 'checked' using errcode = 'PEC01';
  exception when sqlstate 'PEC01' then
    null;
  end;
  insert into public.event_changes (event_id, fields, payload, created_by)
  values (before.id, wanted, private.changed_values(payload, before, event), actor)
  on conflict (event_id) where status = 'pending' do update set fields = excluded.fields, payload = excluded.payload,
    created_by = excluded.created_by;
  -- The new time makes a save by an editor who opened the event earlier a conflict.
  update public.events set updated_at = now() where id = before.id returning * into event;
  return private.saved(jsonb_build_object('id', event.id, 'slug', event.slug, 'updated_at', event.updated_at,
    'waits', true));
end $$;
comment on function private.propose_event_change is
  'Keeps a change of a published event for the team; null when nothing in it needs a decision, or write_event refuses '
  'it. Rights are checked by the callers.';

create function private.mail_change_decision(change public.event_changes, event public.events, status text, note text)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  email text := coalesce((select users.email from auth.users where users.id = change.created_by),
    event.organizer_email);
begin
  if email is not null then
    perform private.enqueue_mail(email, 'event_change_decided', jsonb_build_object(
      'name', event.organizer_name, 'event', event.title, 'status', status, 'note', coalesce(note, ''), 'path',
        '/eventos/lacambeche/' || event.slug
    ), coalesce((select locale from public.profiles where id = change.created_by), 'pt-BR'));
  end if;
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the decision.
  null;
end $$;

create function private.decide_event_change(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason_text text := private.check_reason(decision, reason);
  next_status text := case decision when 'approve' then 'approved' when 'reject' then 'rejected' end;
  change public.event_changes;
  event public.events;
begin
  perform private.require_permission('events');
  -- The event first, as everywhere else.
  select * into event from public.events where id = (select event_id from public.event_changes where id = item)
    for no key update;
  select * into change from public.event_changes where id = item for update;
  if change.id is null then
    return private.gone();
  elsif change.status <> 'pending' or next_status is null
    or (expected_status is not null and expected_status <> change.status) then
    return private.decided_already(change.status, change.decided_by, change.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, event.title), 300), true);
  if decision = 'approve' then
    begin
      perform private.write_event(
        change.payload || jsonb_build_object('id', event.id, 'expected_version', event.updated_at),
        change.created_by, null);
    exception when raise_exception then
      -- For example a kind that got registrations after the change was sent.
      return private.refused('outdated');
    end;
  end if;
  update public.event_changes set status = next_status, status_note = reason_text, decided_by = private.account_id(),
    decided_at = now() where id = item;
  perform private.mail_change_decision(change, event, next_status, reason_text);
  return private.saved(jsonb_build_object('status', next_status, 'table', 'events', 'id', event.id));
end $$;

create function public.decide_event_change(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event_change(id, decision, reason, expected_status);
comment on function public.decide_event_change is
  'approve publishes a change of an event, reject drops it with a reason; outdated when the event cannot take it any '
  'more.';
grant execute on function public.decide_event_change to authenticated, service_role;
