-- The event page shows the result when voting closes, without a save of the event.
alter table private.publication add column votes_until timestamptz not null default now();
comment on column private.publication.votes_until is 'Pages of events whose voting closed until then have been made fresh.';

create function private.publish_due_votes() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  select votes_until into since from private.publication for update;
  perform private.revalidate_event_states(array(
    select distinct state_abbr::text from public.events
    where votes_close_at > since and votes_close_at <= now() and status in ('published', 'postponed') and deleted_at is null
    order by 1
  ));
  update private.publication set votes_until = now() where true;
end $$;
comment on function private.publish_due_votes() is 'Makes the pages of events fresh whose voting closed since the last run.';

create or replace function private.publish_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.deliver_due();
  perform private.publish_due_posts();
  perform private.publish_due_votes();
end $$;
comment on function private.publish_due() is
  'Sends the scheduled notices that are due and makes the pages of posts fresh whose time has come and of events whose voting closed; safe to run at the same time.';
