-- An event has the time zone of its municipality: Fernando de Noronha and the west of Amazonas differ from their state.

create or replace function private.zone_of_state(abbr text) returns text
language sql immutable set search_path = '' as $$
  select case
    when abbr = 'AC' then 'America/Rio_Branco'
    when abbr = 'AM' then 'America/Manaus'
    when abbr in ('AL', 'SE') then 'America/Maceio'
    when abbr in ('AP', 'PA') then 'America/Belem'
    when abbr = 'BA' then 'America/Bahia'
    when abbr in ('CE', 'MA', 'PB', 'PI', 'RN') then 'America/Fortaleza'
    when abbr = 'MS' then 'America/Campo_Grande'
    when abbr = 'MT' then 'America/Cuiaba'
    when abbr = 'PE' then 'America/Recife'
    when abbr = 'RO' then 'America/Porto_Velho'
    when abbr = 'RR' then 'America/Boa_Vista'
    when abbr = 'TO' then 'America/Araguaina'
    else 'America/Sao_Paulo'
  end
$$;
comment on function private.zone_of_state(text) is 'Time zone of a state, as lib/time-zones; all of Brazil has had no daylight saving time since 2019.';

create function private.zone_of_town(abbr text, ibge integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when ibge = 2605459 then 'America/Noronha'
    -- Lei 12.876/2013: the municipalities of Amazonas west of the line from Tabatinga to Porto Acre.
    when ibge in (1300201, 1300607, 1300706, 1301407, 1301506, 1301654, 1301803, 1301951, 1302306, 1302405, 1303502, 1303908, 1304062)
      then 'America/Eirunepe'
    else private.zone_of_state(abbr)
  end
$$;
comment on function private.zone_of_town(text, integer) is 'Time zone of a municipality by its IBGE code, or of its state when the municipality is not known; as lib/time-zones.';

create function private.in_zone(moment timestamptz, old_zone text, new_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (moment at time zone old_zone) at time zone new_zone
$$;
comment on function private.in_zone(timestamptz, text, text) is 'The same day and hour in another time zone.';

create function private.set_event_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.time_zone := private.zone_of_town(new.state_abbr, new.municipality_ibge);
  return new;
end $$;
comment on function private.set_event_time_zone() is 'Trigger function: the time zone of an event is that of its municipality.';

create function private.keep_event_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.starts_at = old.starts_at then
    new.starts_at := private.in_zone(old.starts_at, old.time_zone, new.time_zone);
  end if;
  if new.ends_at = old.ends_at then
    new.ends_at := private.in_zone(old.ends_at, old.time_zone, new.time_zone);
  end if;
  return new;
end $$;
comment on function private.keep_event_hours() is
  'Trigger function: an event that gets another time zone keeps its local hours, unless the same change sets other moments.';

-- What the pages showed stays: 09:00 in the wrong zone becomes 09:00 in the right one.
update public.event_registration_types as type set
  opens_at = private.in_zone(type.opens_at, event.time_zone, private.zone_of_town(event.state_abbr, event.municipality_ibge)),
  closes_at = private.in_zone(type.closes_at, event.time_zone, private.zone_of_town(event.state_abbr, event.municipality_ibge)),
  edit_until = private.in_zone(type.edit_until, event.time_zone, private.zone_of_town(event.state_abbr, event.municipality_ibge))
from public.events as event
where event.id = type.event_id and event.time_zone <> private.zone_of_town(event.state_abbr, event.municipality_ibge);
update public.events set
  time_zone = private.zone_of_town(state_abbr, municipality_ibge),
  starts_at = private.in_zone(starts_at, time_zone, private.zone_of_town(state_abbr, municipality_ibge)),
  ends_at = private.in_zone(ends_at, time_zone, private.zone_of_town(state_abbr, municipality_ibge)),
  votes_open_at = private.in_zone(votes_open_at, time_zone, private.zone_of_town(state_abbr, municipality_ibge)),
  votes_close_at = private.in_zone(votes_close_at, time_zone, private.zone_of_town(state_abbr, municipality_ibge))
where time_zone <> private.zone_of_town(state_abbr, municipality_ibge);

-- Triggers run in the order of their names: the zone first, then the hours.
create trigger events_a_time_zone before insert or update on public.events
  for each row execute function private.set_event_time_zone();
-- Functions that save an event pass its moments in the zone of the new place; requests of the API may change the place alone.
create trigger events_a_zone_hours before update on public.events
  for each row when (current_user in ('anon', 'authenticated') and old.time_zone <> new.time_zone)
  execute function private.keep_event_hours();
