-- Stores pairs with a likeness of 0.4 within 1 km or 0.6 in the same town; a list may filter more strictly. Five per
-- row at most, so that a chain of forty shops with one name does not become 780 pairs.
create or replace function private.pair_duplicates(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', entity)::regclass;
  has_place boolean := exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'lat' and
    not attisdropped);
  place text := case when has_place then 'lat, lng' else 'null::double precision as lat, null::double precision as lng'
    end;
  other text := format(
    '(select id, state_abbr, city_ibge, %s, private.fold(name) as folded from %s where deleted_at is null)', place,
    target);
  -- A saved row is compared with 300 others of its town at most, so that an import does not become slow.
  town text := case
    when ids is null then
      'join one as other on other.city_ibge = one.city_ibge and other.state_abbr = one.state_abbr and other.id > one.id'
    else format('cross join lateral (select * from %s as near where near.city_ibge = one.city_ibge and near.state_abbr = one.state_abbr and near.id <> one.id limit 300) as other', other)
  end;
begin
  execute format($query$
    with one as materialized (
      select id, state_abbr, city_ibge, lat, lng, folded from %1$s as every where $2 is null or id = any ($2)
    ), met as (
      select one.id as one_id, other.id as other_id, one.state_abbr, one.folded, other.folded as other_folded,
        one.lat, one.lng, other.lat as other_lat, other.lng as other_lng, true as same_town
      -- Without ids every pair of rows is compared once; the rows of ids are compared with 300 of their town each.
      from one %4$s
      union all
      select one.id, other.id, one.state_abbr, one.folded, other.folded, one.lat, one.lng, other.lat, other.lng, false
      from one join %1$s as other on other.lat between one.lat - 0.009 and one.lat + 0.009
        and other.lng between one.lng - 0.009 / cos(radians(one.lat)) and one.lng + 0.009 / cos(radians(one.lat))
      where other.state_abbr = one.state_abbr and other.city_ibge is distinct from one.city_ibge and other.id %3$s one.id
    -- The slow calculations are last, because the first condition leaves most rows of a town out.
    ), alike as materialized (
      select *, extensions.similarity(folded, other_folded) as likeness from met
    ), weighed as materialized (
      select one_id, other_id, state_abbr, same_town, likeness, private.metres_between(lat, lng, other_lat, other_lng) as metres
      from alike where likeness >= 0.4
    ), ranked as (
      select *, row_number() over (partition by one_id order by likeness desc, metres, other_id) as place
      from weighed where (same_town and likeness >= 0.6) or metres <= 1000
    )
    insert into records.duplicate_pairs (entity, first_id, second_id, state_abbr, likeness, metres, same_town)
    select distinct on (least(one_id, other_id), greatest(one_id, other_id))
      $1, least(one_id, other_id), greatest(one_id, other_id), state_abbr, likeness, metres, same_town
    from ranked where place <= 5
    on conflict do nothing
  $query$, other, case when ids is null then 'one' else other end, case when ids is null then '>' else '<>' end, town)
  using entity, ids;
end $$;

create or replace function private.end_trip_panel_delivery() returns trigger
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

create or replace function private.propose_event_change(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.events;
  event public.events;
  wanted text[];
begin
  select * into before from public.events where id = private.uuid_field(payload, 'id') and deleted_at is null
    for no key update;
  if before.id is null or before.status not in ('published', 'postponed')
    or before.updated_at <> private.moment_field(payload, 'seen', true) then
    return null;
  end if;
  event := private.event_from(payload, before);
  wanted := private.moderated_fields(before, event, payload -> 'kinds');
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
  return jsonb_build_object('outcome', 'saved', 'id', event.id, 'slug', event.slug, 'updated_at', event.updated_at,
    'waits', true);
end $$;
