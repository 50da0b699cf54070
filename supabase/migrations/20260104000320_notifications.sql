-- Notices inside the portal: a campaign is written once, every recipient gets a row of their own.
alter table public.profiles add column notify_in_app boolean not null default true;
comment on column public.profiles.notify_in_app is 'False: the account wants no notices of campaigns.';

create table public.notification_campaigns (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 1000),
  link text check (link ~ '^/[^/\\\s]' and char_length(link) <= 300),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  audience text not null default 'all' check (audience in ('all', 'role', 'state')),
  audience_role text references public.roles (name),
  audience_state char(2) references public.states (abbr),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sent', 'cancelled')),
  scheduled_at timestamptz,
  sent_at timestamptz,
  recipients integer,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint audience_is_named check (
    (audience = 'role') = (audience_role is not null) and (audience = 'state') = (audience_state is not null)
  ),
  constraint scheduled_campaign_has_a_time check (status <> 'scheduled' or scheduled_at is not null)
);
comment on table public.notification_campaigns is 'Notices the team sends to accounts.';
comment on column public.notification_campaigns.link is 'A path of the portal.';
comment on column public.notification_campaigns.translations is '{en: {title, body}, es: {…}}';

create index notification_campaigns_audience_role_idx on public.notification_campaigns (audience_role);
create index notification_campaigns_audience_state_idx on public.notification_campaigns (audience_state);
create index notification_campaigns_created_by_idx on public.notification_campaigns (created_by);
create index notification_campaigns_due_idx on public.notification_campaigns (scheduled_at) where status = 'scheduled';

alter table public.notification_campaigns enable row level security;
grant select, insert, update, delete on public.notification_campaigns to authenticated;
grant all on public.notification_campaigns to service_role;

create policy "notice writers read campaigns" on public.notification_campaigns
  for select to authenticated using ((select private.has_permission('notifications')));
create policy "notice writers add campaigns" on public.notification_campaigns
  for insert to authenticated with check ((select private.has_permission('notifications')) and status in ('draft', 'scheduled') and sent_at is null and recipients is null);
create policy "notice writers change campaigns not yet sent" on public.notification_campaigns
  for update to authenticated
  using ((select private.has_permission('notifications')) and status <> 'sent')
  with check ((select private.has_permission('notifications')) and status <> 'sent' and sent_at is null and recipients is null);
create policy "notice writers delete campaigns not yet sent" on public.notification_campaigns
  for delete to authenticated using ((select private.has_permission('notifications')) and status <> 'sent');

create trigger notification_campaigns_touch before update on public.notification_campaigns
  for each row execute function private.touch_updated_at();
create trigger notification_campaigns_audit after insert or update or delete on public.notification_campaigns
  for each row execute function private.write_audit('id');

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

alter table public.notifications enable row level security;
grant select, update, delete on public.notifications to authenticated;
grant all on public.notifications to service_role;

create policy "accounts read their own notices" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "accounts mark their own notices" on public.notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "accounts delete their own notices" on public.notifications
  for delete to authenticated using (user_id = (select auth.uid()));

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

create function private.audience_of(campaign public.notification_campaigns) returns setof uuid
language sql stable set search_path = '' as $$
  select id from public.profiles
  where blocked_at is null and notify_in_app
    and (campaign.audience <> 'role' or role = campaign.audience_role)
    and (campaign.audience <> 'state' or home_state = campaign.audience_state)
$$;
comment on function private.audience_of(public.notification_campaigns) is 'Accounts a campaign reaches; those that opted out and blocked ones never.';

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
  update public.notification_campaigns set status = 'sent', sent_at = now(), recipients = reached where id = campaign.id;
  return reached;
end $$;

-- No clock runs in the database: whoever looks for notices next has due campaigns delivered first.
create function private.deliver_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign public.notification_campaigns;
begin
  for campaign in
    select * from public.notification_campaigns where status = 'scheduled' and scheduled_at <= now() for update skip locked
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
    return jsonb_build_object('outcome', 'missing');
  elsif campaign.status = 'sent' then
    return jsonb_build_object('outcome', 'already', 'recipients', campaign.recipients);
  end if;
  return jsonb_build_object('outcome', 'sent', 'recipients', private.deliver(campaign));
end $$;
create function public.send_campaign(id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.send_campaign(id);
comment on function public.send_campaign(uuid) is 'Sends a campaign now, once.';
revoke execute on function public.send_campaign(uuid) from public, anon;
grant execute on function public.send_campaign(uuid) to authenticated, service_role;

create function private.count_audience(kind text, role_name text, state text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('notifications');
  return (
    select count(*) from private.audience_of(jsonb_populate_record(
      null::public.notification_campaigns, jsonb_build_object('audience', kind, 'audience_role', role_name, 'audience_state', state)
    ))
  );
end $$;
create function public.count_audience(audience text, audience_role text default null, audience_state text default null) returns integer
language sql stable security invoker set search_path = ''
return private.count_audience(audience, audience_role, audience_state);
comment on function public.count_audience(text, text, text) is 'How many accounts a campaign would reach.';
revoke execute on function public.count_audience(text, text, text) from public, anon;
grant execute on function public.count_audience(text, text, text) to authenticated, service_role;

create function private.count_unread() returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.deliver_due();
  return (select count(*) from public.notifications where user_id = (select auth.uid()) and read_at is null);
end $$;
create function public.count_unread() returns integer
language sql volatile security invoker set search_path = ''
return private.count_unread();
comment on function public.count_unread() is 'Unread notices of the caller, after delivering what is due.';
revoke execute on function public.count_unread() from public, anon;
grant execute on function public.count_unread() to authenticated, service_role;
