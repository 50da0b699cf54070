-- Time zones of states and towns.

create function private.zone_of_state(abbr text) returns text
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
comment on function private.zone_of_state is
  'Time zone of a state, as lib/platform/time-zones; all of Brazil has had no daylight saving time since 2019.';

create function private.zone_of_town(abbr text, ibge integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when ibge = 2605459 then 'America/Noronha'
    -- Lei 12.876/2013: the municipalities of Amazonas west of the line from Tabatinga to Porto Acre.
    when ibge in (1300201, 1300607, 1300706, 1301407, 1301506, 1301654, 1301803, 1301951, 1302306, 1302405, 1303502,
      1303908, 1304062)
      then 'America/Eirunepe'
    else private.zone_of_state(abbr)
  end
$$;
comment on function private.zone_of_town is
  'Time zone of a municipality by its IBGE code, or of its state when the municipality is not known; as '
  'lib/platform/time-zones.';

create function private.in_zone(moment timestamptz, old_zone text, new_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (moment at time zone old_zone) at time zone new_zone
$$;
comment on function private.in_zone is 'The same day and hour in another time zone.';
