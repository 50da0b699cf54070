-- People whom the organiser of an event names for check-in. An administrator reads them and enrols their devices.

create table public.event_team_members (
  event_id uuid not null references public.events (id) on delete cascade,
  position integer not null check (position between 0 and 19),
  full_name text not null check (full_name !~ '^\s*$' and char_length(full_name) <= 120),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  primary key (event_id, position)
);
comment on table public.event_team_members is
  'Who checks in at an event, as its organiser named them; for those who edit the event and for event managers. Deleted 30 days after the event.';
comment on column public.event_team_members.position is 'Order in the form.';

alter table public.event_team_members enable row level security;
revoke all on public.event_team_members from anon, authenticated;
grant all on public.event_team_members to service_role;

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (246, 'event_team_members', 'public.event_team_members',
    '(select ends_at from public.events where events.id = event_id)', '30 days', 'true', 'delete');
select
  private.declare_columns('event_team_members', 'withheld', '{event_id,position,full_name,phone}', 'another person: who checks in at an event');

create function private.team_members(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('full_name', full_name, 'phone', phone) order by position), '[]')
  from public.event_team_members where event_id = team_members.event
$$;
comment on function private.team_members(uuid) is 'The people an organiser named for check-in: [{full_name, phone}].';

create function private.save_team_members(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 20
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse_request('team');
  end if;
  delete from public.event_team_members where event_id = save_team_members.event;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      insert into public.event_team_members (event_id, position, full_name, phone)
      values (save_team_members.event, number, private.text_field(entry, 'full_name', 120, true), private.phone_field(entry, 'phone'));
    exception when raise_exception then
      perform private.refuse_request('team');
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_team_members(uuid, jsonb) is 'Replaces the people an organiser named for check-in.';

-- The functions that save an event call write_event by its name, so they save the team too.
alter function private.write_event(jsonb, uuid, uuid) rename to write_public_parts;
comment on function private.write_public_parts(jsonb, uuid, uuid) is
  'Creates or changes an event with its days, kinds and sponsors. seen: the updated_at that was shown; with another one nothing is written. Parts that the payload does not name are kept.';

create function private.write_event(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := private.write_public_parts(payload, actor, link);
begin
  if answer ->> 'outcome' = 'saved' and payload ? 'team' then
    perform private.save_team_members((answer ->> 'id')::uuid, payload -> 'team');
  end if;
  return answer;
end $$;
comment on function private.write_event(jsonb, uuid, uuid) is
  'Creates or changes an event with its public parts and its team. Parts that the payload does not name are kept.';

create or replace function private.changed_values(payload jsonb, before public.events, event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload)
  where case key
    when 'days' then value is distinct from (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]') from public.event_days where event_id = before.id
    )
    when 'kinds' then jsonb_array_length(value) <> (select count(*) from public.event_registration_types where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_registration_types as known where known.event_id = before.id and to_jsonb(known) @> entry)
      )
    when 'sponsors' then true
    when 'team' then value is distinct from private.team_members(before.id)
    else to_jsonb(event) -> key is distinct from to_jsonb(before) -> key and key not in ('id', 'seen', 'club_id', 'series')
  end
$$;

create or replace function private.event_form(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(event) - array['decided_by', 'search_name', 'publish_link_id', 'sources'] || jsonb_build_object(
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]') from public.event_days where event_id = event.id),
    'kinds', (select coalesce(jsonb_agg(to_jsonb(type) - array['event_id', 'created_at', 'updated_at'] order by position, id), '[]') from public.event_registration_types as type where event_id = event.id),
    'sponsors', (select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by position, id), '[]') from public.event_sponsors as sponsor where event_id = event.id),
    'team', private.team_members(event.id),
    'gaps', to_jsonb(private.event_gaps(event)),
    'change', (select jsonb_build_object('fields', fields, 'values', payload) from public.event_changes where event_id = event.id and event_changes.status = 'pending')
  )
$$;

-- private.event_team refuses all but event managers.
create function private.whole_event_team(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.event_team(event) || jsonb_build_object('members', private.team_members(event))
$$;
comment on function private.whole_event_team(uuid) is 'For event managers: who edits an event and who checks in, with the people its organiser named.';

create or replace function public.event_team(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.whole_event_team(event);
