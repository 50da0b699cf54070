-- A copy of an event on another date, as a draft.

create function private.shifted(moment timestamptz, days integer, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (moment at time zone zone + make_interval(days => days)) at time zone zone
$$;
comment on function private.shifted(timestamptz, integer, text) is 'The same time of day, days later in a time zone.';

create function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.event_days (event_id, day, items, position)
  select copy, day + days, items, position from public.event_days where event_id = original.id;
  -- Results belong to the event that is over.
  insert into public.event_media (event_id, kind, path, title, credit, translations, position)
  select copy, kind, path, title, credit, translations, position from public.event_media where event_id = original.id and kind <> 'result';
  insert into public.event_sponsors (event_id, name, tier, url, logo_path, position)
  select copy, name, tier, url, logo_path, position from public.event_sponsors where event_id = original.id;
  insert into public.event_registration_types (
    event_id, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions, required_documents, has_waiting_list,
    chooses_stand, opens_at, closes_at, edit_until, form_version_id, position
  )
  select copy, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions, required_documents, has_waiting_list,
    chooses_stand, private.shifted(opens_at, days, original.time_zone), private.shifted(closes_at, days, original.time_zone),
    private.shifted(edit_until, days, original.time_zone), form_version_id, position
  from public.event_registration_types where event_id = original.id;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands where event_id = original.id;
$$;
comment on function private.copy_event_parts(public.events, uuid, integer) is
  'Copies programme, pictures, documents, sponsors, kinds of registration and stands; registrations and results stay.';

create function private.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  days integer;
  zone text;
begin
  perform private.require_registration_manager();
  if copy is null then
    perform private.refuse_request('copy');
  end if;
  -- The same request sent twice makes one copy.
  perform pg_advisory_xact_lock(hashtextextended('duplicate_event' || copy, 0));
  if exists (select from public.events where id = copy) then
    return copy;
  end if;
  select * into event from public.events where id = original for share;
  zone := event.time_zone;
  if event.id is null then
    raise exception 'event_missing';
  elsif first_day is null or first_day < (now() at time zone zone)::date or first_day > current_date + 1100 then
    perform private.refuse_request('first_day');
  end if;
  days := first_day - (event.starts_at at time zone zone)::date;
  insert into public.events (
    id, slug, title, kind, status, is_portal_event, organizer_id, club_id, series_id, organizer_name, organizer_phone, organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone, description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, sources,
    badge_size, badge_hidden, certificate_template_id, certificate_hours
  ) values (
    copy, private.free_event_slug(event.title, copy), event.title, event.kind, 'draft', event.is_portal_event, event.organizer_id, event.club_id, event.series_id,
    event.organizer_name, event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat, event.lng,
    private.shifted(event.starts_at, days, zone), private.shifted(event.ends_at, days, zone), zone, event.description, event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path,
    private.shifted(event.votes_open_at, days, zone), private.shifted(event.votes_close_at, days, zone), event.translations, event.sources,
    event.badge_size, event.badge_hidden, event.certificate_template_id, event.certificate_hours
  );
  perform private.copy_event_parts(event, copy, days);
  return copy;
end $$;
comment on function private.duplicate_event(uuid, date, uuid) is
  'Copies an event with its parts as a draft that begins on first_day; every date moves by the same number of days. copy is the id of the new event.';

create function public.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language sql volatile security invoker set search_path = ''
return private.duplicate_event(original, first_day, copy);
comment on function public.duplicate_event(uuid, date, uuid) is
  'Event managers copy an event without its registrations, as a draft that begins on first_day. Answers the id of the copy; the same id copies once.';
revoke execute on function public.duplicate_event(uuid, date, uuid) from public, anon;
grant execute on function public.duplicate_event(uuid, date, uuid) to authenticated, service_role;
