-- Pages with something that opens, closes, begins or ends by the clock are made fresh at that moment.

alter table private.publication add column events_until timestamptz not null default now();
comment on column private.publication.events_until is 'Pages of events with a scheduled moment until then have been made fresh.';

create function private.event_moments(since timestamptz, until timestamptz) returns table (state_abbr text)
language sql stable security definer set search_path = '' as $$
  select event.state_abbr::text from public.events as event
  cross join lateral (values (event.starts_at), (event.ends_at), (event.votes_open_at), (event.votes_close_at)) as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
  union
  select event.state_abbr::text from public.events as event join public.event_registration_types as type on type.event_id = event.id
  cross join lateral (values (type.opens_at), (type.closes_at), (type.edit_until)) as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
$$;
comment on function private.event_moments(timestamptz, timestamptz) is
  'States of the public events of which something opens, closes, begins or ends in a span of time.';
create index event_registration_types_opens_at_idx on public.event_registration_types (opens_at) where opens_at is not null;
create index event_registration_types_closes_at_idx on public.event_registration_types (closes_at) where closes_at is not null;
create index events_ends_at_idx on public.events (ends_at) where deleted_at is null;

create function private.publish_due_events() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  select events_until into since from private.publication for update;
  perform private.revalidate_event_states(array(select distinct moments.state_abbr from private.event_moments(since, now()) as moments order by 1));
  update private.publication set events_until = now() where events_until <= now();
end $$;
comment on function private.publish_due_events() is 'Makes the pages of events fresh of which something opened, closed, began or ended since the last run.';

-- Lists that show what is valid today change at midnight of Brasília: vouchers, featured events, the calendar.
create function private.publish_new_day() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from private.publication
    where (events_until at time zone 'America/Sao_Paulo')::date < (now() at time zone 'America/Sao_Paulo')::date
  ) then
    perform private.enqueue_job('revalidate-pages', jsonb_build_object('tags', jsonb_build_array('ads', 'events', 'vouchers')));
  end if;
end $$;
comment on function private.publish_new_day() is 'Makes pages fresh that show what is valid today, after midnight of Brasília.';

create or replace function private.tags_due(since timestamptz) returns table (tag text)
language sql stable security definer set search_path = '' as $$
  select 'blog' from public.blog_posts where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now()
  union
  select 'blog:' || state_abbr from public.blog_posts
  where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now() and state_abbr is not null
  union
  select 'legal_documents' from public.legal_documents where effective_at > since and effective_at <= now()
  union
  select 'ads' from public.ads
  where status = 'approved' and (starts_at > since and starts_at <= now() or ends_at > since and ends_at <= now())
$$;
comment on function private.tags_due(timestamptz) is 'Cache tags of everything whose time came or ended after a moment.';

create or replace function private.publish_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.deliver_due();
  perform private.publish_due_posts();
  perform private.publish_new_day();
  perform private.publish_due_events();
end $$;
comment on function private.publish_due() is
  'Sends the scheduled notices that are due and makes the pages of posts, banners and events fresh whose moment has come; safe to run at the same time.';
drop function private.publish_due_votes();
alter table private.publication drop column votes_until;
