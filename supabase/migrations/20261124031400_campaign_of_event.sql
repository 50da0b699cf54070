-- A notice may go to the accounts that registered for one event.

alter table public.notification_campaigns
  add column audience_event uuid references public.events (id) on delete set null,
  drop constraint notification_campaigns_audience_check,
  add constraint notification_campaigns_audience_check check (audience in ('all', 'role', 'state', 'event')),
  add constraint only_event_campaigns_name_an_event check (audience_event is null or audience = 'event');
comment on column public.notification_campaigns.audience_event is
  'The event whose registered accounts get the notice; without it, because the event was deleted, the notice reaches nobody.';
create index notification_campaigns_audience_event_idx on public.notification_campaigns (audience_event);

create or replace function private.audience_of(campaign public.notification_campaigns) returns setof uuid
language sql stable set search_path = '' as $$
  select id from public.profiles
  where blocked_at is null and notify_in_app
    and (campaign.audience <> 'role' or role = campaign.audience_role)
    and (campaign.audience <> 'state' or home_state = campaign.audience_state)
    and (campaign.audience <> 'event' or id in (
      select user_id from public.event_registrations
      where event_id = campaign.audience_event and status not in ('rejected', 'cancelled', 'expired')
    ))
$$;

drop function public.count_audience(text, text, text);
drop function private.count_audience(text, text, text);
drop function public.count_devices(text, text, text);
drop function private.count_devices(text, text, text);

create function private.campaign_to(kind text, role_name text, state text, event uuid) returns public.notification_campaigns
language sql stable set search_path = '' as $$
  select jsonb_populate_record(null::public.notification_campaigns, jsonb_build_object(
    'audience', kind, 'audience_role', role_name, 'audience_state', state, 'audience_event', event
  ))
$$;
comment on function private.campaign_to(text, text, text, uuid) is 'A campaign that is not stored, to count its audience.';

create function private.count_audience(kind text, role_name text, state text, event uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('notifications');
  return (select count(*) from private.audience_of(private.campaign_to(kind, role_name, state, event)));
end $$;
comment on function private.count_audience(text, text, text, uuid) is 'Number of accounts that a campaign would reach.';

create function public.count_audience(audience text, audience_role text default null, audience_state text default null, audience_event uuid default null) returns integer
language sql stable security invoker set search_path = ''
return private.count_audience(audience, audience_role, audience_state, audience_event);
comment on function public.count_audience(text, text, text, uuid) is
  'Returns how many accounts a campaign would reach; raises 42501 without the permission notifications.';
revoke execute on function public.count_audience(text, text, text, uuid) from public, anon;
grant execute on function public.count_audience(text, text, text, uuid) to authenticated, service_role;

create function private.count_devices(kind text, role_name text, state text, event uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('notifications');
  return (
    select count(*) from public.push_subscriptions
    where user_id in (select private.audience_of(private.campaign_to(kind, role_name, state, event)))
  );
end $$;
comment on function private.count_devices(text, text, text, uuid) is 'Number of devices that a campaign would reach by web push.';

create function public.count_devices(audience text, audience_role text default null, audience_state text default null, audience_event uuid default null) returns integer
language sql stable security invoker set search_path = ''
return private.count_devices(audience, audience_role, audience_state, audience_event);
comment on function public.count_devices(text, text, text, uuid) is
  'Returns how many devices a campaign would reach by web push; raises 42501 without the permission notifications.';
revoke execute on function public.count_devices(text, text, text, uuid) from public, anon;
grant execute on function public.count_devices(text, text, text, uuid) to authenticated, service_role;

