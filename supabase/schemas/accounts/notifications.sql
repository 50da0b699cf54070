-- Notices in the app and push messages.

create table public.notification_campaigns (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 1000),
  link text check (link ~ '^/[^/\\\s]' and char_length(link) <= 300),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  audience text not null default 'all' check (audience = any (private.notification_audiences())),
  audience_role text references public.roles (name),
  audience_state char(2) references public.states (abbr),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sent', 'cancelled')),
  scheduled_at timestamptz,
  sent_at timestamptz,
  recipients integer,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  push boolean not null default false,
  push_taken_at timestamptz,
  push_done_at timestamptz,
  push_sent integer,
  push_failed integer,
  push_gone integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  audience_event uuid,
  constraint audience_is_named check (
    (audience = 'role') = (audience_role is not null) and (audience = 'state') = (audience_state is not null)
  ),
  constraint scheduled_campaign_has_a_time check (status <> 'scheduled' or scheduled_at is not null),
  -- Authors cannot change sent campaigns, so only the server writes these columns.
  constraint only_sent_campaigns_were_pushed check (
    status = 'sent' or (push_taken_at is null and push_done_at is null and push_sent is null and push_failed is null
      and push_gone is null)
  ),
  constraint only_event_campaigns_name_an_event check (audience_event is null or audience = 'event')
);
comment on table public.notification_campaigns is 'Notices the team sends to accounts.';
comment on column public.notification_campaigns.link is 'A path of the portal.';
comment on column public.notification_campaigns.translations is '{en: {title, body}, es: {…}}';
comment on column public.notification_campaigns.push is
  'Whether the notice is also sent to the subscribed devices by web push.';
comment on column public.notification_campaigns.push_taken_at is
  'When a server started to push the campaign; no other server pushes it after that.';
comment on column public.notification_campaigns.push_gone is 'Number of devices that no longer existed.';
comment on column public.notification_campaigns.audience_event is
  'The event whose registered accounts get the notice; without it, because the event was deleted, the notice reaches '
  'nobody.';
create index notification_campaigns_audience_role_idx on public.notification_campaigns (audience_role);
create index notification_campaigns_audience_state_idx on public.notification_campaigns (audience_state);
create index notification_campaigns_created_by_idx on public.notification_campaigns (created_by);
create index notification_campaigns_due_idx on public.notification_campaigns (scheduled_at) where status = 'scheduled';
create index notification_campaigns_push_due_idx on public.notification_campaigns (sent_at) where push
  and status = 'sent' and push_taken_at is null;
create index notification_campaigns_audience_event_idx on public.notification_campaigns (audience_event);
alter table public.notification_campaigns enable row level security;
grant select on public.notification_campaigns to anon;
grant select, insert, update, delete on public.notification_campaigns to authenticated;
grant all on public.notification_campaigns to service_role;
create policy "notice writers read campaigns" on public.notification_campaigns
  for select to authenticated using ((select private.has_permission('notifications')));
create policy "notice writers add campaigns" on public.notification_campaigns
  for insert to authenticated with check ((select private.has_permission('notifications')) and status
    in ('draft', 'scheduled') and sent_at is null and recipients is null);
create policy "notice writers change campaigns not yet sent" on public.notification_campaigns
  for update to authenticated
  using ((select private.has_permission('notifications')) and status <> 'sent')
  with check ((select private.has_permission('notifications')) and status <> 'sent' and sent_at is null and recipients
    is null);
create policy "notice writers delete campaigns not yet sent" on public.notification_campaigns
  for delete to authenticated using ((select private.has_permission('notifications')) and status <> 'sent');
create trigger notification_campaigns_touch before update on public.notification_campaigns
  for each row execute function private.touch_updated_at();
create trigger notification_campaigns_audit after insert or update or delete on public.notification_campaigns
  for each row execute function private.write_audit('id');
create trigger notification_campaigns_server_columns before insert or update on public.notification_campaigns
  for each row execute function private.guard_server_columns('created_by',
    'created_at,sent_at,push_taken_at,push_done_at');

insert into private.audit_log_permissions (entity, permission) values
  ('notification_campaigns', 'notifications');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('notification_campaigns', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 45);

select
  private.declare_columns('notification_campaigns', 'not_personal', '{*}', 'notices to many'),
  private.declare_columns('notification_campaigns', 'withheld', '{created_by}', 'listed as work of the team');

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  campaign_id uuid references public.notification_campaigns (id) on delete set null,
  title text not null,
  body text not null,
  link text,
  translations jsonb not null default '{}',
  read_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, campaign_id)
);
comment on table public.notifications is 'Notices of one account.';
create index notifications_campaign_id_idx on public.notifications (campaign_id);
create index notifications_user_id_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create index notifications_created_at_idx on public.notifications (created_at);
alter table public.notifications enable row level security;
grant select on public.notifications to anon;
grant select, update, delete on public.notifications to authenticated;
grant all on public.notifications to service_role;
create policy "accounts read their own notices" on public.notifications
  for select to authenticated using (user_id = (select private.account_id()));
create policy "accounts mark their own notices" on public.notifications
  for update to authenticated using (user_id = (select private.account_id()))
    with check (user_id = (select private.account_id()));
create policy "accounts delete their own notices" on public.notifications
  for delete to authenticated using (user_id = (select private.account_id()));

create function private.guard_notification() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and to_jsonb(new) - 'read_at' <> to_jsonb(old) - 'read_at' then
    raise exception 'only read_at of notifications may be changed' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger notifications_guard before update on public.notifications
  for each row execute function private.guard_notification();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('notifications', 'user_id', 'account', 'own', 'Avisos recebidos', 'delete', 9);

select
  private.declare_columns('notifications', 'exported', '{id,user_id,campaign_id,title,body,link,read_at,created_at}'),
  private.declare_columns('notifications', 'not_personal', '{translations}', 'the same notice in other languages');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('notifications', 'public.notifications', 'created_at', '1 year 1 mon', 140);

-- Browsers that receive notices: each is a device of one account and is deleted with it.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https?://\S+$' and char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
comment on table public.push_subscriptions is
  'Web push subscriptions: the devices on which an account receives notices.';
comment on column public.push_subscriptions.endpoint is
  'Address of the push service, given by the browser; the server sends to known push services only.';
comment on column public.push_subscriptions.p256dh is 'Public key of the device; messages are encrypted for it.';
comment on column public.push_subscriptions.auth is
  'Authentication secret of the subscription, shared between the device and the server.';
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id, created_at desc);
alter table public.push_subscriptions enable row level security;
grant delete on public.push_subscriptions to authenticated;
grant select (id, user_id, endpoint, locale, created_at, last_sent_at) on public.push_subscriptions to authenticated;
grant insert (user_id, endpoint, p256dh, auth, locale) on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;
create policy "accounts read their own devices" on public.push_subscriptions
  for select to authenticated using (user_id = (select private.account_id()));
create policy "accounts add their own devices" on public.push_subscriptions
  for insert to authenticated with check (user_id = (select private.account_id()));
create policy "accounts delete their own devices" on public.push_subscriptions
  for delete to authenticated using (user_id = (select private.account_id()));

create function private.keep_ten_devices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Concurrent inserts of one account wait for each other, so that each counts the others.
  perform from public.profiles where id = new.user_id for no key update;
  delete from public.push_subscriptions where id in (
    select id from public.push_subscriptions where user_id = new.user_id and id <> new.id order by created_at desc,
      id offset 9
  );
  return null;
end $$;
comment on function private.keep_ten_devices is
  'Trigger function: deletes the oldest devices of an account so that at most ten remain.';

create trigger push_subscriptions_limit after insert or update of user_id on public.push_subscriptions
  for each row execute function private.keep_ten_devices();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('push_subscriptions', 'user_id', 'account', 'own', 'Aparelhos com avisos ligados', 'delete', 10);

select
  private.declare_columns('push_subscriptions', 'exported', '{id,user_id,endpoint,locale,created_at,last_sent_at}'),
  private.declare_columns('push_subscriptions', 'withheld',
    '{p256dh,auth}', 'keys that would let anybody send to the device');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.push_subscriptions', 'endpoint', 'row');

create function private.audience_of(campaign public.notification_campaigns) returns setof uuid
language sql stable set search_path = '' as $$
  select id from public.profiles
  where blocked_at is null and notify_in_app
    and (campaign.audience <> 'role' or role = campaign.audience_role)
    and (campaign.audience <> 'state' or home_state = campaign.audience_state)
    and (campaign.audience <> 'event' or id in (
      select user_id from public.event_registrations
      where event_id = campaign.audience_event and status <> all (private.ended_registration_statuses())
    ))
$$;
comment on function private.audience_of is
  'Returns the accounts that a campaign reaches; blocked accounts and those with notify_in_app = false are left out.';

-- The job that pushes a campaign is enqueued in the transaction that sends it.
create function private.deliver(campaign public.notification_campaigns) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  reached integer;
begin
  insert into public.notifications (user_id, campaign_id, title, body, link, translations)
  select account, campaign.id, campaign.title, campaign.body, campaign.link, campaign.translations
  from private.audience_of(campaign) as account
  on conflict do nothing;
  get diagnostics reached = row_count;
  update public.notification_campaigns set status = 'sent', sent_at = now(), recipients = reached
    where id = campaign.id;
  if campaign.push then
    perform private.enqueue_job('push-notices');
  end if;
  return reached;
end $$;

-- The database has no scheduler: due campaigns are delivered before notices are read.
create function private.deliver_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign public.notification_campaigns;
begin
  for campaign in
    select * from public.notification_campaigns where status = 'scheduled' and scheduled_at <= now()
      for update skip locked
  loop
    perform private.deliver(campaign);
  end loop;
end $$;

create function private.send_campaign(campaign_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign public.notification_campaigns;
begin
  perform private.require_permission('notifications');
  select * into campaign from public.notification_campaigns where id = campaign_id for update;
  if campaign.id is null then
    return private.gone();
  elsif campaign.status = 'sent' then
    return private.conflict(jsonb_build_object('recipients', campaign.recipients));
  end if;
  return private.saved(jsonb_build_object('recipients', private.deliver(campaign)));
end $$;

create function private.count_unread() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.notifications where user_id = (select private.account_id()) and read_at is null
$$;

-- Without a live session the function refuses with an error code instead of violating a not-null constraint.
create function private.save_device(endpoint text, p256dh text, auth text, locale text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  saved uuid;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  insert into public.push_subscriptions as device (user_id, endpoint, p256dh, auth, locale)
  values (account, save_device.endpoint, save_device.p256dh, save_device.auth, save_device.locale)
  on conflict on constraint push_subscriptions_endpoint_key do update
    set user_id = excluded.user_id, locale = excluded.locale,
      created_at = case when device.user_id = excluded.user_id then device.created_at else now() end
    -- Both keys of the device are needed to move it to another account; its address alone is not enough.
    where device.p256dh = excluded.p256dh and device.auth = excluded.auth
  returning device.id into saved;
  if saved is null then
    raise exception 'the device belongs to another account' using errcode = '42501';
  end if;
  return saved;
end $$;

create function private.campaign_to(kind text, role_name text, state text, event uuid)
  returns public.notification_campaigns
language sql stable set search_path = '' as $$
  select jsonb_populate_record(null::public.notification_campaigns, jsonb_build_object(
    'audience', kind, 'audience_role', role_name, 'audience_state', state, 'audience_event', event
  ))
$$;
comment on function private.campaign_to is 'A campaign that is not stored, to count its audience.';

create function private.count_audience(kind text, role_name text, state text, event uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('notifications');
  return (select count(*) from private.audience_of(private.campaign_to(kind, role_name, state, event)));
end $$;
comment on function private.count_audience is 'Number of accounts that a campaign would reach.';

create function private.count_devices(kind text, role_name text, state text, event uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('notifications');
  return (
    select count(*) from public.push_subscriptions
    where user_id in (select private.audience_of(private.campaign_to(kind, role_name, state, event)))
  );
end $$;
comment on function private.count_devices is 'Number of devices that a campaign would reach by web push.';

create function public.send_campaign(id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.send_campaign(id);
comment on function public.send_campaign is
  'Sends a campaign now, once; answers saved or, when it was sent before, conflict, both with recipients, or gone; '
  'raises 42501 without the permission notifications.';
grant execute on function public.send_campaign to authenticated, service_role;

create function public.count_unread() returns integer
language sql stable security invoker set search_path = ''
return private.count_unread();
comment on function public.count_unread is 'Unread notices of the caller.';
grant execute on function public.count_unread to authenticated, service_role;

create function public.save_device(endpoint text, p256dh text, auth text, locale text) returns uuid
language sql volatile security invoker set search_path = ''
return private.save_device(endpoint, p256dh, auth, locale);
comment on function public.save_device is
  'Stores a device of the caller and returns its id; a device of another account is moved to the caller when both '
  'keys are equal; raises 42501 without a live session or when the keys differ.';
grant execute on function public.save_device to authenticated, service_role;

create function public.take_push_campaign() returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  update public.notification_campaigns set push_taken_at = now()
  where id = (
    select id from public.notification_campaigns
    -- Campaigns that waited longer than a day, for example because keys were missing, are not pushed.
    where push and status = 'sent' and push_taken_at is null and sent_at > now() - interval '1 day'
    order by sent_at limit 1 for update skip locked
  )
  returning jsonb_build_object('id', id, 'title', title, 'body', body, 'link', link, 'translations', translations);
end;
comment on function public.take_push_campaign is
  'For the server only: marks the next campaign to push as taken and returns it, each campaign once; null when there '
  'is none.';
grant execute on function public.take_push_campaign to service_role;

create function public.push_targets(campaign uuid, after_id uuid default '00000000-0000-0000-0000-000000000000',
  max_rows integer default 200)
returns table (id uuid, endpoint text, p256dh text, auth text, locale text)
language sql stable security invoker set search_path = ''
begin atomic
  select device.id, device."endpoint", device.p256dh, device.auth, device.locale
  from public.push_subscriptions as device
  join public.notifications as notice on notice.user_id = device.user_id and notice.campaign_id = campaign
  join public.profiles as reader on reader.id = device.user_id
  where device.id > after_id and reader.blocked_at is null and reader.notify_in_app
  order by device.id limit max_rows;
end;
comment on function public.push_targets is
  'For the server only: returns one page of the devices of the accounts that a campaign reached, with ids after '
  'after_id.';
grant execute on function public.push_targets to service_role;

create function public.record_push_results(reached uuid[], gone uuid[]) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  update public.push_subscriptions set last_sent_at = now() where id = any (reached);
  delete from public.push_subscriptions where id = any (gone);
end;
comment on function public.record_push_results is
  'For the server only: sets the date of the last message of the reached devices and deletes the devices that no '
  'longer exist.';
grant execute on function public.record_push_results to service_role;

create function public.count_audience(audience text, audience_role text default null, audience_state text default null,
  audience_event uuid default null) returns integer
language sql stable security invoker set search_path = ''
return private.count_audience(audience, audience_role, audience_state, audience_event);
comment on function public.count_audience is
  'Returns how many accounts a campaign would reach; raises 42501 without the permission notifications.';
grant execute on function public.count_audience to authenticated, service_role;

create function public.count_devices(audience text, audience_role text default null, audience_state text default null,
  audience_event uuid default null) returns integer
language sql stable security invoker set search_path = ''
return private.count_devices(audience, audience_role, audience_state, audience_event);
comment on function public.count_devices is
  'Returns how many devices a campaign would reach by web push; raises 42501 without the permission notifications.';
grant execute on function public.count_devices to authenticated, service_role;
