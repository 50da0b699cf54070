-- Editions of an event: series that organisers make by naming another event of theirs.

create function private.drop_empty_series() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.event_series as series
  where series.id = old.series_id and series.club_id is null
    and not exists (select from public.events where events.series_id = series.id);
  return null;
end $$;
comment on function private.drop_empty_series is
  'Trigger function: deletes a series without a rule when its last event leaves it.';

create trigger events_series_left after update of series_id on public.events
  for each row when (old.series_id is not null and new.series_id is distinct from old.series_id)
  execute function private.drop_empty_series();
create trigger events_series_deleted after delete on public.events
  for each row when (old.series_id is not null) execute function private.drop_empty_series();

create function private.move_series_follows(before uuid, after uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_follows as follow set series_id = after
  where follow.series_id = before and not exists (
    select from public.event_follows as known where known.email = follow.email and known.series_id = after
  )
$$;
comment on function private.move_series_follows is
  'The followers of a series follow another one from now on, which got its last event.';

create function private.link_edition(event uuid, other uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  mine public.events;
  theirs public.events;
  target public.event_series;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  perform private.require_event_right(other, 'page');
  if event is not distinct from other then
    perform private.refuse('invalid', 'other');
  end if;
  perform from public.events where id in (event, other) order by id for no key update;
  select * into mine from public.events where id = event and deleted_at is null;
  select * into theirs from public.events where id = other and deleted_at is null;
  if mine.id is null or theirs.id is null then
    return private.gone();
  end if;
  select * into target from public.event_series where id = coalesce(theirs.series_id, mine.series_id);
  if target.id is null then
    insert into public.event_series default values returning * into target;
  elsif target.club_id is not null and (target.club_id is distinct from mine.club_id
    or target.club_id is distinct from theirs.club_id) then
    return private.refused('other_club');
  end if;
  if mine.series_id <> target.id
    and not exists (select from public.events where series_id = mine.series_id and id <> mine.id) then
    perform private.move_series_follows(mine.series_id, target.id);
  end if;
  update public.events set series_id = target.id
  where id in (event, other) and series_id is distinct from target.id;
  return private.saved();
end $$;

create function private.unlink_edition(event uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  update public.events set series_id = null where id = event and deleted_at is null;
  return private.saved_or_gone(found);
end $$;

create function private.edition_entry(event public.events) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object('id', event.id, 'title', event.title, 'status', event.status, 'starts_at', event.starts_at,
  'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr);
comment on function private.edition_entry is 'An event in the list of its series.';

create function private.event_editions(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  series uuid;
begin
  perform private.require_event_right(event, 'page');
  select series_id into series from public.events where id = event;
  return jsonb_build_object(
    'has_series', series is not null,
    'followers', (
      select count(*) from public.event_follows where series_id = series and confirmed_at is not null
    ),
    'editions', (
      select coalesce(jsonb_agg(private.edition_entry(one) order by one.starts_at desc, one.id), '[]')
      from public.events as one
      where one.series_id = series and one.id <> event_editions.event and one.deleted_at is null
        and (one.status = any (private.public_event_statuses()) or private.may_in_event(one.id, 'page'))
    ),
    'choices', (
      select coalesce(jsonb_agg(private.edition_entry(one) order by one.starts_at desc, one.id), '[]')
      from (
        select * from public.events as known
        where known.id in (select private.events_with_right('page')) and known.id <> event_editions.event
          and known.deleted_at is null and (series is null or known.series_id is distinct from series)
        order by known.starts_at desc, known.id limit 100
      ) as one
    )
  );
end $$;

create function public.link_edition(event uuid, other uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.link_edition(event, other);
comment on function public.link_edition is
  'Makes two events that the caller edits editions of one series: saved, gone, or refused with other_club when the '
  'series is the one of a club that does not organise both.';
grant execute on function public.link_edition to authenticated, service_role;

create function public.unlink_edition(event uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.unlink_edition(event);
comment on function public.unlink_edition is 'Takes an event out of its series: saved or gone.';
grant execute on function public.unlink_edition to authenticated, service_role;

create function public.event_editions(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_editions(event);
comment on function public.event_editions is
  'For people who edit the event: the other events of its series, how many addresses follow it, and the events of the '
  'caller that can join it.';
grant execute on function public.event_editions to authenticated, service_role;
