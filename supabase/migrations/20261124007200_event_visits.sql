-- Visits to the page of an event, for its promotion page; who may edit the event sees them without reading page_views.

create function private.event_visits(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  path text;
begin
  if not private.edits_event(event) then
    raise exception 'only editors of the event' using errcode = '42501';
  end if;
  select '/eventos/lacambeche/' || slug into path from public.events where id = event;
  return (
    with recent as materialized (
      select referrer_host from public.page_views where page_path = path and created_at > now() - interval '30 days'
    )
    select jsonb_build_object(
      'total', (select count(*) from recent),
      'hosts', coalesce((
        select jsonb_agg(jsonb_build_object('host', host, 'visits', visits) order by visits desc, host)
        from (select referrer_host as host, count(*) as visits from recent where referrer_host is not null group by 1 order by 2 desc, 1 limit 10) as hosts
      ), '[]')
    )
  );
end $$;
comment on function private.event_visits(uuid) is 'Visits of the last 30 days to the page of an event, and the sites they came from.';

create function public.event_visits(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_visits(event);
comment on function public.event_visits(uuid) is 'For editors of an event: {total, hosts: [{host, visits}]} of the last 30 days.';
revoke execute on function public.event_visits(uuid) from public, anon;
grant execute on function public.event_visits(uuid) to authenticated;
