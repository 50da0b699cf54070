-- What becomes public, opens or ends by the clock.

create function private.event_moments(since timestamptz, until timestamptz) returns table (state_abbr text)
language sql stable security definer set search_path = '' as $$
  select event.state_abbr::text from public.events as event
  cross join lateral (values (event.starts_at), (event.ends_at), (event.votes_open_at), (event.votes_close_at))
    as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
  union
  select event.state_abbr::text from public.events as event join public.event_registration_types as type
    on type.event_id = event.id
  cross join lateral (values (type.opens_at), (type.closes_at), (type.edit_until)) as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
  union
  select event.state_abbr::text from public.events as event join public.event_registration_types as type
    on type.event_id = event.id
  cross join lateral jsonb_array_elements(type.price_steps) as step
  where private.is_public_event(event) and (step ->> 'starts_at')::timestamptz > since
    and (step ->> 'starts_at')::timestamptz <= until
$$;
comment on function private.event_moments is
  'States of the public events of which something opens, closes, begins or ends in a span of time.';

create function private.publish_due_events() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  select events_until into since from private.publication for update;
  perform private.revalidate_event_states(array(select distinct moments.state_abbr
    from private.event_moments(since, now()) as moments order by 1));
  update private.publication set events_until = now() where events_until <= now();
end $$;
comment on function private.publish_due_events is
  'Makes the pages of events fresh of which something opened, closed, began or ended since the last run.';

create function private.publish_new_day() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from private.publication
    where (events_until at time zone 'America/Sao_Paulo')::date < (now() at time zone 'America/Sao_Paulo')::date
  ) then
    perform private.expire_tags('{ads,events,vouchers}');
  end if;
end $$;
comment on function private.publish_new_day is
  'Makes pages fresh that show what is valid today, after midnight of Brasília.';
