-- Exhibitors and sellers of an event and of its earlier dates, by town: numbers without personal data.

create function private.event_partners(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() and private.has_permission('event_synergy')) then
    raise exception 'only for the calendar of events' using errcode = '42501';
  end if;
  return (
    with dates as (
      select other.id from public.events as one
      join public.events as other on other.id = one.id or other.series_id = one.series_id and other.starts_at < one.starts_at
      where one.id = event_partners.event and other.deleted_at is null
    ), people as (
      -- A person who came several times counts once.
      select distinct on (lower(registration.email), kind.kind)
        kind.kind, coalesce(btrim(registration.town), '') as town, registration.state_abbr::text as state
      from dates join public.event_registrations as registration on registration.event_id = dates.id
      join public.event_registration_types as kind on kind.id = registration.type_id
      where registration.status = 'confirmed' and kind.kind <> 'publico'
      order by lower(registration.email), kind.kind, registration.created_at desc
    ), grouped as (
      select kind, town, state, count(*) as people from people group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 2000
    )
    select coalesce(jsonb_agg(to_jsonb(grouped)), '[]') from grouped
  );
end $$;
comment on function private.event_partners(uuid) is
  'Confirmed exhibitors, sellers and food trucks of an event and of earlier events of its series: numbers by kind and town.';

create function public.event_partners(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_partners(event);
comment on function public.event_partners(uuid) is 'For staff of the calendar: [{kind, town, state, people}] of an event and of earlier events of its series.';
revoke execute on function public.event_partners(uuid) from public, anon;
grant execute on function public.event_partners(uuid) to authenticated;
