set check_function_bodies = off;

-- Notices in the app and push messages.

create table public.notification_campaigns (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 1000),
  link text check (link ~ '^/[^/\\\s]' and char_length(link) <= 300),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  audience text not null default 'all' check (audience in ('all', 'role', 'state', 'event')),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('notifications', 'user_id', 'account', 'own', 'Avisos recebidos', 'delete', 9);

select
  private.declare_columns('notifications', 'exported', '{id,user_id,campaign_id,title,body,link,read_at,created_at}'),
  private.declare_columns('notifications', 'not_personal', '{translations}', 'the same notice in other languages');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('notifications', 'public.notifications', 'created_at', '1 year 1 mon', 140);

-- Browsers that receive notices: each is a device of one account and is deleted with it.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https?://\S+$' and char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
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
      where event_id = campaign.audience_event and status not in ('rejected', 'cancelled', 'expired')
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
    return jsonb_build_object('outcome', 'missing');
  elsif campaign.status = 'sent' then
    return jsonb_build_object('outcome', 'already', 'recipients', campaign.recipients);
  end if;
  return jsonb_build_object('outcome', 'sent', 'recipients', private.deliver(campaign));
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
  'Sends a campaign now and returns {outcome: sent | already | missing, recipients}; a campaign is sent once; raises '
  '42501 without the permission notifications.';
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

-- Legal texts and who has read which version.

create table public.legal_documents (
  id uuid primary key default gen_random_uuid(),
  key text not null check (key in ('termos-de-uso', 'direitos-autorais', 'politica-de-privacidade')),
  version text not null check (version ~ '^[0-9]+(\.[0-9]+)*$'),
  locale text not null check (locale in ('pt-BR', 'en-US', 'es-419')),
  title text not null check (title !~ '^\s*$'),
  body text not null check (body !~ '^\s*$'),
  effective_at timestamptz not null,
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (key, version, locale)
);
comment on table public.legal_documents is
  'Every version of the legal texts, in markdown; the newest one in force is the valid one.';
comment on column public.legal_documents.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
-- For the job that revalidates pages when a banner begins or a legal version comes into force.
create index legal_documents_effective_at_idx on public.legal_documents (effective_at);
alter table public.legal_documents enable row level security;
grant select on public.legal_documents to anon;
grant select, insert, update, delete on public.legal_documents to authenticated;
grant all on public.legal_documents to service_role;
create policy "anonymous visitors read legal documents in force" on public.legal_documents
  for select to anon using (effective_at <= now());
create policy "signed-in accounts read legal documents in force, website editors all" on public.legal_documents
  for select to authenticated using (effective_at <= now() or (select private.has_permission('website_content')));
create policy "website editors add legal documents" on public.legal_documents
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update legal documents" on public.legal_documents
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete legal documents" on public.legal_documents
  for delete to authenticated using ((select private.has_permission('website_content')));

-- A text that somebody accepted must remain readable unchanged.
create function private.keep_legal_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.effective_at <= now() then
    raise exception 'a legal document in force never changes: publish a new version' using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_legal_document is
  'Trigger function: raises 42501 for every role when a legal document that is in force is updated or deleted.';

create trigger legal_documents_keep before update or delete on public.legal_documents
  for each row execute function private.keep_legal_document();
create trigger legal_documents_touch before update on public.legal_documents
  for each row execute function private.touch_updated_at();
create trigger legal_documents_audit after insert or update or delete on public.legal_documents
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('legal_documents', 'website_content');

select private.declare_columns('legal_documents', 'not_personal', '{*}', 'published texts');

-- Which version of the legal texts an account accepted at sign-up or has acknowledged since.
create table public.legal_acknowledgements (
  user_id uuid not null references public.profiles (id) on delete cascade,
  document_key text not null check (document_key in ('termos-de-uso', 'politica-de-privacidade')),
  version text not null check (version ~ '^[0-9]+(\.[0-9]+)*$'),
  acknowledged_at timestamptz not null default now(),
  primary key (user_id, document_key)
);
comment on table public.legal_acknowledgements is
  'Newest version of each legal text that an account accepted or was informed about; written by functions only.';
alter table public.legal_acknowledgements enable row level security;
grant select on public.legal_acknowledgements to authenticated;
grant all on public.legal_acknowledgements to service_role;
create policy "accounts read which legal texts they acknowledged" on public.legal_acknowledgements
  for select to authenticated using (user_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('legal_acknowledgements', 'user_id', 'account', 'own', 'Textos legais lidos', 'delete', 3);

select private.declare_columns('legal_acknowledgements', 'exported', '{user_id,document_key,version,acknowledged_at}');

create function private.legal_version(document text, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select version from public.legal_documents
  where key = document and locale = 'pt-BR' and effective_at <= at
  order by effective_at desc, string_to_array(version, '.')::integer[] desc limit 1
$$;
comment on function private.legal_version is 'Version of a legal text in force at a moment; null before the first.';

create function private.acknowledge_legal(account uuid, documents text[], at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.legal_acknowledgements (user_id, document_key, version, acknowledged_at)
  select account, document, private.legal_version(document, at), at from unnest(documents) as document
  where private.legal_version(document, at) is not null
  on conflict (user_id, document_key) do update set version = excluded.version,
    acknowledged_at = excluded.acknowledged_at
$$;

create function private.acknowledge_own_legal(document text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = (select private.account_id()) and blocked_at is null) then
    raise exception 'an account is needed' using errcode = '42501';
  elsif document is distinct from 'termos-de-uso' and document is distinct from 'politica-de-privacidade' then
    raise exception 'no such document' using errcode = '22023';
  end if;
  perform private.acknowledge_legal((select private.account_id()), array[document], now());
end $$;

create function private.new_legal_versions() returns table (document text, version text, effective_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select known.document, known.version, (
    select legal.effective_at from public.legal_documents as legal where legal.key = known.document
      and legal.version = known.version and legal.locale = 'pt-BR'
  )
  from (select document, private.legal_version(document, now()) as version
    from unnest(array['termos-de-uso', 'politica-de-privacidade']) as document) as known
  where known.version is not null and exists (select from public.profiles where id = (select private.account_id()))
    and known.version is distinct from (select seen.version from public.legal_acknowledgements as seen
      where seen.user_id = (select private.account_id()) and seen.document_key = known.document)
$$;

create function public.acknowledge_legal(document text) returns void
language sql volatile security invoker set search_path = ''
return private.acknowledge_own_legal(document);
comment on function public.acknowledge_legal is
  'Stores that the caller was informed about the version of a legal text now in force; raises 42501 without an '
  'account and 22023 for an unknown document.';
grant execute on function public.acknowledge_legal to authenticated, service_role;

create function public.new_legal_versions() returns table (document text, version text, effective_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.new_legal_versions();
end;
comment on function public.new_legal_versions is 'Legal texts in force whose version the caller has not acknowledged.';
grant execute on function public.new_legal_versions to authenticated, service_role;

-- Managing accounts: roles, blocks, sessions, second factors, recovery codes and merging.

-- Sign-ins and failed attempts; network addresses only as a keyed hash.
create table public.access_logs (
  id bigint generated always as identity primary key,
  user_id uuid references public.profiles (id) on delete set null,
  event text not null check (event in ('sign_in', 'sign_in_failed', 'code_failed', 'link_used', 'sign_up', 'sign_out',
    'password_changed')),
  address_hash text check (char_length(address_hash) <= 64),
  device text not null default '' check (char_length(device) <= 120),
  created_at timestamptz not null default now()
);
comment on table public.access_logs is
  'Sign-ins, failed sign-ins and other access events, written by the server only; retention period 6 months '
  '(private.retention_rules).';
comment on column public.access_logs.user_id is
  'Account of the event; null when no account has the e-mail of a failed sign-in, or when the account was deleted.';
comment on column public.access_logs.address_hash is
  'Keyed hash of the caller''s IP address: equal for equal addresses, without revealing the address.';
create index access_logs_user_idx on public.access_logs (user_id, created_at desc);
create index access_logs_created_at_idx on public.access_logs (created_at desc);
create index access_logs_address_idx on public.access_logs (address_hash, created_at desc);
alter table public.access_logs enable row level security;
grant select on public.access_logs to authenticated;
grant all on public.access_logs to service_role;
create policy "access log readers read the access log" on public.access_logs
  for select to authenticated using ((select private.has_permission('access_log')));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('access_logs', 'user_id', 'account', 'own', 'Entradas e tentativas de entrada', 'unlink', 7);

select private.declare_columns('access_logs', 'exported', '{id,user_id,event,address_hash,device,created_at}');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('access_logs', 'public.access_logs', 'created_at', '6 mons', 20);

-- Recovery codes: each removes the second factor of its account once. Hosted Supabase has none of its own.
create table private.recovery_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
comment on table private.recovery_codes is
  'SHA-256 of recovery codes with 80 random bits each; the codes are shown once and stored nowhere.';

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('private.recovery_codes', 'user_id', 'account', 'own', 'Códigos de recuperação', 'delete', 5);

select
  private.declare_columns('private.recovery_codes', 'exported', '{id,user_id,used_at,created_at}'),
  private.declare_columns('private.recovery_codes', 'withheld', '{code_hash}', 'takes the place of the second factor');

create table private.recovery_code_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.recovery_code_tries is
  'Wrong recovery codes of the last 15 minutes; after five, further attempts are refused.';
create index recovery_code_tries_user_id_idx on private.recovery_code_tries (user_id, created_at);

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('private.recovery_code_tries', 'user_id', 'account', 'own', 'Tentativas com códigos de recuperação', 'delete', 6);

select private.declare_columns('private.recovery_code_tries', 'exported', '{id,user_id,created_at}');

create function private.manages_accounts() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('users')
$$;
comment on function private.manages_accounts is 'Whether the caller is staff that may manage accounts.';

create function private.manages_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    private.manages_accounts() and account <> (select private.account_id())
      and private.outranks((select role from public.profiles where id = account)),
    false
  )
$$;
comment on function private.manages_account is
  'Whether the caller may change an account: user managers only, for accounts with a lower rank, never for their own.';

create function private.list_accounts(typed text, of_role text, of_status text, page integer, per integer)
  returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  size integer := least(greatest(per, 1), 100);
  skipped bigint := (greatest(page, 1) - 1)::bigint * least(greatest(per, 1), 100);
  pattern text := '%' || replace(replace(replace(private.fold(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  ids uuid[];
  matched bigint;
begin
  if not private.manages_accounts() then
    return;
  end if;
  if coalesce(typed, '') = '' then
    -- The count scans the table; the rows of the page are read from the index.
    with found as not materialized (
      select profiles.id, profiles.created_at from public.profiles
      where (coalesce(of_role, '') = '' or profiles.role = of_role)
        and case of_status
          when 'blocked' then profiles.blocked_at is not null
          when 'unverified' then profiles.email_verified_at is null
          when 'extra' then profiles.permissions <> '{}'
          else true
        end
    )
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id
      limit size offset skipped) into matched, ids;
  else
    -- Three separate queries: with `or` between the conditions, the index of the names would not be used.
    with matching as (
      select profiles.id from public.profiles where profiles.search_name like pattern
      union
      select users.id from auth.users as users where strpos(lower(users.email), lower(typed)) > 0
      union
      select profiles.id from public.profiles where typed ~ '^[0-9a-f-]{8,36}$' and strpos(profiles.id::text, typed) > 0
    ), found as materialized (
      select profiles.id, profiles.created_at from matching join public.profiles on profiles.id = matching.id
      where (coalesce(of_role, '') = '' or profiles.role = of_role)
        and case of_status
          when 'blocked' then profiles.blocked_at is not null
          when 'unverified' then profiles.email_verified_at is null
          when 'extra' then profiles.permissions <> '{}'
          else true
        end
    )
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id
      limit size offset skipped) into matched, ids;
  end if;
  return query
    select
      profiles.id, profiles.username, profiles.full_name, users.email::text, profiles.role, profiles.permissions,
        profiles.home_state::text,
      profiles.email_verified_at, profiles.blocked_at, profiles.created_at, users.last_sign_in_at,
      private.manages_account(profiles.id), matched
    from unnest(ids) with ordinality as shown (id, place)
    join public.profiles on profiles.id = shown.id join auth.users as users on users.id = shown.id
    order by shown.place;
end $$;
comment on function private.list_accounts is
  'Returns one page of accounts for user managers; no rows for other callers.';

create function private.set_account_role(account uuid, new_role text, new_permissions text[], reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) or not private.outranks(new_role) then
    raise exception 'only accounts and roles below the own rank' using errcode = '42501';
  end if;
  if exists (
    select from unnest(new_permissions) as wanted (key)
    where not private.has_permission(wanted.key) or not exists (select from public.permission_definitions as known
      where known.key = wanted.key)
  ) then
    raise exception 'nobody gives a permission they do not hold' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  update public.profiles set role = new_role, permissions = array(select distinct key from unnest(new_permissions)
    as key order by key)
  where id = account;
end $$;
comment on function private.set_account_role is
  'Sets the role and the additional permissions of an account; raises 42501 unless the account and the role have a '
  'lower rank than the caller and the caller has every permission given.';

create function private.end_sessions(account uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
begin
  if not (private.manages_account(account) or (private.has_permission('access_log')
    and private.outranks((select role from public.profiles where id = account)))) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  delete from auth.refresh_tokens where user_id::text = account::text;
  delete from auth.sessions where user_id = account;
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.end_sessions is
  'Ends every session of an account; the auth server refuses their tokens from then on.';

create function private.set_account_blocked(account uuid, is_blocked boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  update public.profiles set blocked_at = case when is_blocked then now() end where id = account
    and (blocked_at is not null) <> is_blocked;
  if is_blocked then
    perform private.end_sessions(account);
  end if;
end $$;
comment on function private.set_account_blocked is
  'Blocks an account and ends its sessions, or unblocks it; raises 42501 unless the caller may change the account.';

create function private.export_account(account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_own boolean := account = (select private.account_id());
  address text := (select email from auth.users where id = account);
begin
  if not coalesce(is_own, false) and not private.manages_account(account) then
    raise exception 'only the own account, or accounts below the own rank' using errcode = '42501';
  end if;
  -- Rows found only by the mail address are included once a link sent to it was opened.
  if is_own and not exists (select from public.profiles where id = account and email_verified_at is not null) then
    address := null;
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at, 'last_sign_in_at',
        last_sign_in_at, 'metadata', raw_user_meta_data)
      from auth.users where id = account
    ),
    'identities', private.auth_rows('auth.identities', account,
      '{provider,identity_data,email,created_at,last_sign_in_at}'),
    'sessions', private.auth_rows('auth.sessions', account,
      '{created_at,updated_at,refreshed_at,not_after,user_agent,ip,aal}'),
    'second_factors', private.auth_rows('auth.mfa_factors', account,
      '{friendly_name,factor_type,status,created_at,updated_at}'),
    'titles', (select jsonb_object_agg(relation || '.' || column_name, title order by place) from private.personal_rows
      where kind = 'own'),
    'rows', private.rows_of_account(account, address, 'own'),
    'rows_found_by_email', address is not null,
    'work', private.rows_of_account(account, address, 'work'),
    'changes_by_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'entity', entity, 'entity_id',
        entity_id) order by id), '[]')
      from public.audit_log where actor_id = account
    ),
    'changes_of_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'before', before, 'after', after,
        'reason', audit_log.reason) order by id), '[]')
      from public.audit_log where entity = 'profiles' and entity_id = account::text
    ),
    'files', private.files_of_account(account, address),
    'not_included', (
      select coalesce(jsonb_object_agg(relation || '.' || column_name, reason), '{}') from private.personal_columns
        where treatment = 'withheld'
    )
  );
end $$;
comment on function private.export_account is
  'Returns all data that the portal stores about an account (LGPD, article 18), as declared in private.personal_rows '
  'and private.personal_columns, without passwords; raises 42501 unless it is the caller''s own account or one that '
  'the caller may change.';

-- Who held which role when: of one account for user managers, of the matrix for permission managers.
create function private.access_history(of_entity text, of_id text) returns table (
  id bigint, action text, actor text, entity_id text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select audit.id, audit.action, actors.username, audit.entity_id, audit.before, audit.after, audit.reason,
    audit.created_at
  from public.audit_log as audit left join public.profiles as actors on actors.id = audit.actor_id
  where audit.entity = of_entity and (of_id is null or audit.entity_id = of_id)
    and case of_entity
      when 'profiles' then (select private.manages_accounts())
      when 'role_permissions' then (select private.has_permission('permissions'))
      when 'app_settings' then (select private.has_permission('settings') or private.has_permission('portal_settings'))
      else false
    end
  order by audit.id desc limit 200
$$;
comment on function private.access_history is
  'Newest 200 changes of profiles, role_permissions or app_settings, for those who manage them.';

create function private.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.access_logs (event, user_id, address_hash, device)
  values (
    event,
    (select profiles.id from public.profiles where profiles.id = coalesce(account,
      (select users.id from auth.users where users.email = lower(log_access.email) limit 1))),
    address_hash, left(coalesce(device, ''), 120)
  )
$$;
comment on function private.log_access is
  'Inserts one row into access_logs; the e-mail is only used to find the account and is not stored.';

-- Append-only tables are left unchanged, so that they still name who did what.
create function private.account_columns() returns table (relation regclass, plain name, column_name name, stays boolean)
language sql stable set search_path = '' as $$
  select distinct
    relation.oid::regclass, relation.relname, attribute.attname,
    exists (
      select from pg_catalog.pg_trigger as guard
      where guard.tgrelid = relation.oid and not guard.tgisinternal and guard.tgtype & 16 = 16
        and guard.tgfoid in ('private.refuse_api_role()'::regprocedure, 'private.refuse_change()'::regprocedure)
    )
  from pg_catalog.pg_constraint as link
  join pg_catalog.pg_class as relation on relation.oid = link.conrelid
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
    and link.conkey = array[attribute.attnum]
  where link.contype = 'f' and link.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and relation.relnamespace = 'public'::regnamespace and relation.oid <> 'public.profiles'::regclass
  order by relation.relname, attribute.attname
$$;
comment on function private.account_columns is
  'Returns every foreign key column of schema public that references an account; stays is true when a trigger refuses '
  'updates of its table.';

create function private.move_rows(relation regclass, column_name name, gone uuid, kept uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before text := coalesce(current_setting('app.is_merging', true), '');
  spot tid;
  touched integer;
  moved integer := 0;
  dropped integer := 0;
  clashed text;
begin
  -- Triggers read the setting. It is set here because only a superuser may set it in the header; an error resets it.
  perform set_config('app.is_merging', 'on', true);
  begin
    execute format('update %s set %2$I = $2 where %2$I = $1', relation, column_name) using gone, kept;
    get diagnostics moved = row_count;
    perform set_config('app.is_merging', before, true);
    return jsonb_build_object('moved', moved, 'dropped', 0);
  exception when unique_violation or exclusion_violation then
    null; -- Tries row by row, to find out which ones are refused.
  end;
  for spot in execute format('select ctid from %s where %I = $1', relation, column_name) using gone loop
    begin
      execute format('update %s set %2$I = $2 where ctid = $3 and %2$I = $1', relation, column_name) using gone, kept,
        spot;
      get diagnostics touched = row_count;
      moved := moved + touched;
    exception when unique_violation or exclusion_violation then
      get stacked diagnostics clashed = table_name;
      if clashed <> (select relname from pg_catalog.pg_class where oid = relation) then
        raise;
      end if;
      execute format('delete from %s where ctid = $2 and %I = $1', relation, column_name) using gone, spot;
      get diagnostics touched = row_count;
      dropped := dropped + touched;
    end;
  end loop;
  perform set_config('app.is_merging', before, true);
  return jsonb_build_object('moved', moved, 'dropped', dropped);
end $$;
comment on function private.move_rows is
  'Changes the account of rows from gone to kept and returns {moved, dropped}; when both have a row with the same '
  'unique value, the row of gone is deleted.';

-- storage.objects names the owner in two columns of two types, without a foreign key.
create function private.move_files(gone uuid, kept uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  owned record;
  touched integer;
  moved integer := 0;
begin
  for owned in
    select attname, format_type(atttypid, null) as type from pg_catalog.pg_attribute
    where attrelid = to_regclass('storage.objects') and attname in ('owner', 'owner_id') and not attisdropped
  loop
    execute format('update storage.objects set %1$I = $2::%2$s where %1$I = $1::%2$s', owned.attname, owned.type)
      using gone::text, kept::text;
    get diagnostics touched = row_count;
    moved := greatest(moved, touched);
  end loop;
  return moved;
end $$;
comment on function private.move_files is
  'Changes the owner of stored files from one account to another and returns how many.';

create function private.merge_obstacles(gone uuid, kept uuid) returns text[]
language sql stable set search_path = '' as $$
  with seller as (select status from public.sellers where user_id = gone)
  select array_remove(array[
    case when kept is null then 'kept_unknown' end,
    case when gone = kept then 'same' end,
    case when exists (select from public.profiles where id = kept and blocked_at is not null) then 'kept_blocked' end,
    -- Two seller records cannot be merged, and an account that is no seller does not become one.
    case when exists (select from seller) and exists (select from public.sellers where user_id = kept)
      then 'two_sellers' end,
    case when exists (select from seller) and not private.has_permission('sellers') then 'sellers_permission' end,
    case when exists (select from seller where status = 'active') and not exists (
      select from public.profiles join public.roles on roles.name = profiles.role
      where profiles.id = kept and roles.rank >= (select rank from public.roles as vendor
        where vendor.name = 'vendedor')
    ) then 'kept_no_seller' end
  ], null)
$$;
comment on function private.merge_obstacles is
  'Returns the reasons why two accounts cannot be merged, before any row is changed: kept_unknown, same, '
  'kept_blocked, two_sellers, sellers_permission, kept_no_seller.';

create function private.move_everything(gone uuid, kept uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  owned record;
  result jsonb;
  touched integer;
  stays integer;
  report jsonb := '[]';
begin
  for owned in select * from private.account_columns() loop
    begin
      if owned.stays then
        execute format('select count(*) from %s where %I = $1', owned.relation, owned.column_name) into stays
          using gone;
        result := jsonb_build_object('stays', stays);
      else
        result := private.move_rows(owned.relation, owned.column_name, gone, kept);
      end if;
    exception when others then
      result := jsonb_build_object('refused', sqlstate);
    end;
    if result ? 'refused' or jsonb_path_exists(result, '$.* ? (@ > 0)') then
      report := report || (jsonb_build_object('table', owned.plain) || result);
    end if;
  end loop;
  begin
    touched := private.move_files(gone, kept);
  exception when insufficient_privilege then
    touched := 0; -- Without the privilege to change storage.objects the owner stays; no policy uses it.
  end;
  if touched > 0 then
    report := report || jsonb_build_object('table', 'files', 'moved', touched);
  end if;
  return report;
end $$;
comment on function private.move_everything is
  'Moves all rows and files of an account to another and returns one item per table: {table, moved, dropped}, {table, '
  'stays} (append-only) or {table, refused}.';

-- The empty account is blocked until the auth server has deleted it.
create function private.close_merged(gone uuid, kept uuid, report jsonb, reason text) returns void
language plpgsql set search_path = '' as $$
begin
  update public.profiles set blocked_at = now() where id = gone and blocked_at is null;
  perform private.end_sessions(gone);
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  select (select auth.uid()), 'merge', 'profiles', gone::text, jsonb_build_object('role', role),
    jsonb_build_object('merged_into', kept), close_merged.reason
  from public.profiles where id = gone;
  insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
  select (select auth.uid()), 'merge', 'profiles', kept::text, jsonb_build_object('merged_from',
    gone) || coalesce(jsonb_object_agg(name, rows), '{}'), close_merged.reason
  from (
    select line ->> 'table' as name, sum((line ->> 'moved')::integer) as rows
    from jsonb_array_elements(report) as line where line ? 'moved' group by 1
  ) as counts;
end $$;
comment on function private.close_merged is
  'Blocks the account whose rows were moved, ends its sessions and writes one audit log entry about each account, '
  'without personal data.';

create function private.merge_accounts(gone uuid, kept uuid, typed_email text, reason text, dry_run boolean)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  obstacles text[];
  report jsonb := '[]';
  outcome text := 'refused';
  given text := left(btrim(coalesce(reason, '')), 300);
begin
  -- Locks both rows first, so that the checks stay valid until the end.
  if private.manages_accounts() then
    perform from public.profiles where id in (gone, kept) order by id for update;
  end if;
  if not private.manages_account(gone) or (kept is not null and not private.manages_account(kept)) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not dry_run and given = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  obstacles := private.merge_obstacles(gone, kept);
  if not dry_run and not exists (select from auth.users where id = gone and lower(email) = lower(btrim(typed_email)))
    then
    obstacles := obstacles || 'email'::text;
  end if;
  if obstacles = '{}' then
    -- A trial moves the rows too and is rolled back, so that its report is exact.
    begin
      perform set_config('app.audit_reason', given, true);
      report := private.move_everything(gone, kept);
      if jsonb_path_exists(report, '$[*].refused') then
        obstacles := array['refused'];
      end if;
      if dry_run or obstacles <> '{}' then
        raise exception 'only a trial' using errcode = 'TRIAL';
      end if;
      perform private.close_merged(gone, kept, report, given);
      outcome := 'merged';
    exception when sqlstate 'TRIAL' then
      outcome := case when obstacles = '{}' then 'possible' else 'refused' end;
    end;
  end if;
  return jsonb_build_object(
    'outcome', outcome, 'obstacles', to_jsonb(obstacles), 'report', report,
    'kept', (select jsonb_build_object('id', id, 'username', username, 'role', role) from public.profiles
      where id = kept)
  );
end $$;
comment on function private.merge_accounts is
  'Moves all rows and files of one account to another, both with a lower rank than the caller; the role of the '
  'remaining account does not change.';

create function private.managed_account_of(email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when count(*) = 1 then min(users.id::text)::uuid end
  from auth.users as users
  where (select private.manages_accounts()) and lower(users.email) = lower(btrim(managed_account_of.email))
$$;
comment on function private.managed_account_of is
  'Returns the account with an e-mail address; null unless exactly one account has it and the caller is a user '
  'manager.';

-- The auth server stores the factors; this function checks the caller, ends the sessions and writes the audit log.
create function private.reset_mfa(account uuid, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if coalesce(btrim(reason), '') = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, reason)
  values ((select private.account_id()), 'mfa_reset', 'profiles', account::text, left(btrim(reason), 300));
  return private.end_sessions(account);
end $$;
comment on function private.reset_mfa is
  'Checks that the caller may remove the second factors of an account, writes an audit log entry without personal '
  'data, ends the sessions of the account and returns how many; raises 42501 (rank) or 22023 (no reason).';

-- Who is signed in on which device, and the end of one such session.
create function private.list_sessions(page integer, per integer) returns table (
  id uuid, user_id uuid, username text, role text, device text, has_second_factor boolean,
  created_at timestamptz, seen_at timestamptz, is_own boolean, is_endable boolean, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(per, 1), 100);
begin
  perform private.require_permission('access_log');
  return query
  with shown as (
    select sessions.id, sessions.user_id, sessions.user_agent, sessions.aal, sessions.created_at,
      greatest(sessions.created_at, sessions.updated_at, sessions.refreshed_at at time zone 'UTC') as seen
    from auth.sessions where sessions.not_after is null or sessions.not_after > now()
    order by seen desc, sessions.id limit size offset (greatest(page, 1) - 1)::bigint * size
  )
  select
    shown.id, shown.user_id, profiles.username, profiles.role, left(coalesce(door.device, shown.user_agent, ''), 300),
      coalesce(shown.aal::text = 'aal2', false),
    shown.created_at, shown.seen, shown.user_id = (select private.account_id()),
    shown.user_id = (select private.account_id()) or coalesce(private.outranks(profiles.role), false),
      (select count(*) from auth.sessions as every where every.not_after is null or every.not_after > now())
  from shown left join public.profiles on profiles.id = shown.user_id
  -- The auth server sees the site's server as the client; the access log contains the browser's name.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = shown.user_id and logs.event in ('sign_in', 'link_used', 'sign_up')
      and logs.created_at between shown.created_at - interval '30 seconds' and shown.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as door on true
  order by shown.seen desc, shown.id;
end $$;

create function private.end_session(session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  owner uuid := (select sessions.user_id from auth.sessions where sessions.id = session);
begin
  perform private.require_permission('access_log');
  if owner is null then
    return false;
  end if;
  if owner <> (select private.account_id()) and not coalesce(private.outranks((select role from public.profiles
    where id = owner)), false) then
    raise exception 'only sessions of accounts below the own rank' using errcode = '42501';
  end if;
  delete from auth.refresh_tokens where session_id = session;
  delete from auth.sessions where id = session;
  return true;
end $$;
comment on function private.end_session is
  'Ends one session of the caller or of an account with a lower rank; returns false when it had already ended; raises '
  '42501 otherwise.';

-- Not every auth server has a table of second factors.
create function private.second_factor_share() returns table (role text, accounts bigint, with_factor bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('access_log');
  if to_regclass('auth.mfa_factors') is null then
    return;
  end if;
  return query execute $query$
    select profiles.role, count(*), count(*) filter (where exists (
      select from auth.mfa_factors as factor where factor.user_id = profiles.id and factor.status::text = 'verified'
    ))
    from public.profiles where profiles.role <> 'user' group by profiles.role
  $query$;
end $$;

-- An account lists its own open sessions and ends them one by one.
create function private.list_own_sessions() returns table (id uuid, device text, created_at timestamptz,
  seen_at timestamptz, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select
    sessions.id, left(coalesce(log.device, sessions.user_agent, ''), 300), sessions.created_at,
    greatest(sessions.created_at, activity.seen_at, sessions.refreshed_at at time zone 'UTC'),
    sessions.id = private.session_id()
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  -- The auth server sees the site's server as the client; the access log contains the browser's name.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = sessions.user_id and logs.event in ('sign_in', 'link_used', 'sign_up')
      and logs.created_at between sessions.created_at - interval '30 seconds'
        and sessions.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as log on true
  where sessions.user_id = private.account_id() and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1
  limit 100
$$;

create function private.end_own_session(session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from auth.sessions where id = session and user_id = private.account_id()) then
    return false;
  end if;
  delete from auth.refresh_tokens where session_id = session;
  delete from auth.sessions where id = session;
  return true;
end $$;

-- Codes belong to the factor they were made for: those of an earlier one do not remove a later one.
create function private.are_codes_of_factor(account uuid, made_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = account and status::text = 'verified'
    and created_at <= made_at)
$$;

create function private.save_recovery_codes(hashes text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  perform private.require_recent_proof();
  if not private.has_second_factor(account) then
    raise exception 'only accounts with a second factor have recovery codes' using errcode = '22023';
  end if;
  if coalesce(cardinality(hashes), 0) <> 10 then
    raise exception 'ten recovery codes are needed' using errcode = '22023';
  end if;
  delete from private.recovery_codes where user_id = account;
  insert into private.recovery_codes (user_id, code_hash) select account, unnest(hashes);
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (account, 'recovery_codes_created', 'profiles', account::text);
end $$;

create function private.count_recovery_codes() returns integer
language sql stable security definer set search_path = '' as $$
  select case when private.account_id() is not null then (
    select count(*)::integer from private.recovery_codes
    where user_id = private.account_id() and used_at is null and private.are_codes_of_factor(user_id, created_at)
  ) end
$$;

-- The caller's session still needs the second factor. The server then removes the factor in the auth server;
-- a code stays valid for ten minutes, so that this can be repeated when the server failed in between.
create function private.use_recovery_code(hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select auth.uid());
  found_id bigint;
begin
  if private.session_state() <> 'second_factor' then
    raise exception 'no second factor is due' using errcode = '42501';
  end if;
  -- Tries of one account wait for each other, so that concurrent ones are all counted.
  perform pg_advisory_xact_lock(hashtextextended('recovery_code ' || account::text, 0));
  delete from private.recovery_code_tries where user_id = account and created_at < now() - interval '15 minutes';
  if (select count(*) from private.recovery_code_tries where user_id = account) >= 5 then
    return 'limited';
  end if;
  select id into found_id from private.recovery_codes
  where user_id = account and code_hash = hash and (used_at is null or used_at > now() - interval '10 minutes')
    and private.are_codes_of_factor(account, created_at);
  if found_id is null then
    insert into private.recovery_code_tries (user_id) values (account);
    return 'wrong';
  end if;
  update private.recovery_codes set used_at = coalesce(used_at, now()) where id = found_id;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (account, 'recovery_code_used', 'profiles', account::text);
  return 'accepted';
end $$;

-- A mailed link that is opened in another browser confirms the address only after a new password was set in that
-- browser. Until then the old password works and the address is unconfirmed.
create function private.session_proves_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  -- A code sent to a phone is recorded as `otp` too, so accounts with a phone number prove nothing here.
  select coalesce(users.phone, '') = '' and coalesce(users.email, '') <> ''
    and private.has_proof(private.session_id(), array['otp', 'magiclink', 'recovery', 'email/signup'])
  from auth.users where users.id = private.account_id()
$$;

create function public.list_accounts(
  typed text default '', of_role text default '', of_status text default '', page integer default 1, per integer
    default 25
) returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_accounts(typed, of_role, of_status, page, per);
end;
comment on function public.list_accounts is
  'Accounts by a part of name or e-mail, role and status (blocked, unverified, extra), newest first.';
grant execute on function public.list_accounts to authenticated, service_role;

create function public.set_account_role(account uuid, new_role text, new_permissions text[], reason text default null)
  returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_account_role(account, new_role, new_permissions, reason);
end;
comment on function public.set_account_role is
  'Sets the role and the additional permissions of an account; raises 42501 unless the account and the role have a '
  'lower rank than the caller and the caller has every permission given.';
grant execute on function public.set_account_role to authenticated, service_role;

create function public.end_sessions(account uuid) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where account is distinct from (select private.account_id());
  select private."end_sessions"(account);
end;
comment on function public.end_sessions is
  'Ends every session of an account and returns how many; raises 42501 unless the account has a lower rank than the '
  'caller and the caller has the permission users or access_log, and 28000 without a recent proof of identity.';
grant execute on function public.end_sessions to authenticated, service_role;

create function public.set_account_blocked(account uuid, is_blocked boolean, reason text default null) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.set_account_blocked(account, is_blocked, reason);
end;
comment on function public.set_account_blocked is
  'Blocks an account and ends its sessions, or unblocks it; raises 42501 unless the account has a lower rank than the '
  'calling user manager, and 28000 without a recent proof of identity.';
grant execute on function public.set_account_blocked to authenticated, service_role;

create function public.export_account(account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where account is distinct from (select private.account_id());
  select private.export_account(account);
end;
comment on function public.export_account is
  'Returns all data about an account, for its owner and for user managers of accounts with a lower rank; raises 42501 '
  'for other callers, and 28000 for managers without a recent proof of identity.';
grant execute on function public.export_account to authenticated, service_role;

create function public.access_history(of_entity text, of_id text default null) returns table (
  id bigint, action text, actor text, entity_id text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.access_history(of_entity, of_id);
end;
comment on function public.access_history is
  'Returns the newest 200 changes of profiles, role_permissions or app_settings (of_entity), for accounts that manage '
  'them; no rows for other callers.';
grant execute on function public.access_history to authenticated, service_role;

create function public.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.log_access(event, account, email, address_hash, device);
end;
comment on function public.log_access is
  'For the server only: inserts one row into access_logs; the e-mail is only used to find the account and is not '
  'stored.';
grant execute on function public.log_access to service_role;

create function public.merge_accounts(gone uuid, kept_email text, typed_email text default '', reason text default '',
  dry_run boolean default true) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where not coalesce(dry_run, false);
  select private.merge_accounts(gone, private.managed_account_of(kept_email), typed_email, reason, dry_run);
end;
comment on function public.merge_accounts is
  'Merges an account into another and returns {outcome, obstacles, report, kept}: outcome is possible (dry_run), '
  'merged or refused, and report lists the rows that move; raises 42501 (rank), and without dry_run 28000 (no recent '
  'proof of identity) or 22023 (no reason); the server deletes the empty account afterwards.';
grant execute on function public.merge_accounts to authenticated, service_role;

create function public.reset_mfa(account uuid, reason text) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.reset_mfa(account, reason);
end;
comment on function public.reset_mfa is
  'Prepares the removal of the second factors of an account: writes an audit log entry, ends the sessions of the '
  'account and returns how many; raises 42501 (rank), 28000 (no recent proof of identity) or 22023 (no reason); the '
  'server removes the factors afterwards.';
grant execute on function public.reset_mfa to authenticated, service_role;

create function public.list_sessions(page integer default 1, per integer default 25) returns table (
  id uuid, user_id uuid, username text, role text, device text, has_second_factor boolean,
  created_at timestamptz, seen_at timestamptz, is_own boolean, is_endable boolean, total bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_sessions(page, per);
end;
comment on function public.list_sessions is
  'Returns one page of the open sessions of all accounts, the last seen first, without IP addresses; raises 42501 '
  'without the permission access_log.';
grant execute on function public.list_sessions to authenticated, service_role;

create function public.end_session(session uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private."end_session"(session);
end;
comment on function public.end_session is
  'Ends one session and returns false when it had already ended; raises 42501 without the permission access_log and '
  'for other accounts of the same or a higher rank, and 28000 without a recent proof of identity.';
grant execute on function public.end_session to authenticated, service_role;

create function public.second_factor_share() returns table (role text, accounts bigint, with_factor bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.second_factor_share();
end;
comment on function public.second_factor_share is
  'Returns the number of accounts and of those with a second factor for each role other than user; no rows when the '
  'auth server has no table of second factors; raises 42501 without the permission access_log.';
grant execute on function public.second_factor_share to authenticated, service_role;

create function public.list_own_sessions() returns table (id uuid, device text, created_at timestamptz,
  seen_at timestamptz, is_current boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_own_sessions();
end;
comment on function public.list_own_sessions is 'Open sessions of the caller''s account, the current one first.';
grant execute on function public.list_own_sessions to authenticated, service_role;

create function public.end_own_session(session uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private."end_own_session"(session);
end;
comment on function public.end_own_session is
  'Ends one session of the caller''s account; false when it is not one of them or already ended.';
grant execute on function public.end_own_session to authenticated, service_role;

create function public.save_recovery_codes(hashes text[]) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.save_recovery_codes(hashes);
end;
comment on function public.save_recovery_codes is
  'Replaces the caller''s recovery codes by ten SHA-256 hashes; raises 42501 without a live session, 28000 without a '
  'recent proof of identity, and 22023 without a second factor or with another number of hashes.';
grant execute on function public.save_recovery_codes to authenticated, service_role;

create function public.count_recovery_codes() returns integer
language sql stable security invoker set search_path = ''
begin atomic
  select private.count_recovery_codes();
end;
comment on function public.count_recovery_codes is 'How many unused recovery codes the caller has.';
grant execute on function public.count_recovery_codes to authenticated, service_role;

create function public.use_recovery_code(hash text) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_recovery_code(hash);
end;
comment on function public.use_recovery_code is
  'Checks a recovery code and returns accepted, wrong or limited (five wrong ones in 15 minutes); raises 42501 unless '
  'the second factor of the caller''s session must still be entered; the server removes the factor afterwards.';
grant execute on function public.use_recovery_code to authenticated, service_role;

create function public.session_proves_mail() returns boolean
language sql stable security invoker set search_path = ''
return private.session_proves_mail();
comment on function public.session_proves_mail is
  'Whether the session of the caller was opened in the last 10 minutes by a link mailed to the account''s address; '
  'null without an account.';
grant execute on function public.session_proves_mail to authenticated, service_role;

-- The copy of one's data, the erasure of an account, and the deletion of records after their retention period.

-- An account that asks for its erasure may cancel the request for seven days; then the worker erases it.
create table public.account_erasures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300)
);
comment on table public.account_erasures is
  'Requests of accounts to be erased; written by functions only, and deleted with the account.';
comment on column public.account_erasures.failure is
  'Why the last attempt of the worker failed, without personal data.';
create index account_erasures_due_idx on public.account_erasures (due_at);
alter table public.account_erasures enable row level security;
grant select on public.account_erasures to authenticated;
grant all on public.account_erasures to service_role;
create policy "accounts read their own erasure request, user managers all" on public.account_erasures
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.manages_accounts()));

-- Merging accounts must not move the request to the account that remains.
create function private.keep_erasure_with_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  return null;
end $$;

create trigger account_erasures_stay before update of user_id on public.account_erasures
  for each row when (new.user_id is distinct from old.user_id) execute function private.keep_erasure_with_account();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('account_erasures', 'user_id', 'account', 'own', 'Pedido de exclusão da conta', 'delete', 2);

select
  private.declare_columns('account_erasures', 'exported', '{user_id,requested_at,due_at}'),
  private.declare_columns('account_erasures', 'not_personal', '{failed_at,failure}', 'state of the worker');

create function private.is_seller_without_business(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.sales where seller_id = seller)
    and not exists (select from public.commissions where seller_id = seller)
    and not exists (select from public.commission_payouts where seller_id = seller)
$$;
comment on function private.is_seller_without_business is
  'Whether a seller has no sale, commission or payout, which must be kept by law.';

create function private.expired_rows(rule private.retention_rules, max_rows integer) returns setof tid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format('select ctid from %s where %s < $1 and (%s) limit $2', rule.relation::regclass,
    rule.clock, rule.only_when)
    using now() - rule.keep, max_rows;
end $$;
comment on function private.expired_rows is 'Returns the ctid of rows of one rule whose retention period is over.';

create function private.delete_sale(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payouts uuid[] := array(select payout_id from public.commissions where sale_id = sale and payout_id is not null);
begin
  delete from public.commissions where sale_id = sale;
  delete from public.commission_payouts where id = any (payouts) and
    not exists (select from public.commissions where payout_id = commission_payouts.id);
  delete from public.ads where sale_id = sale;
  delete from public.sales where id = sale;
  delete from public.payments where subject_type = 'sale' and subject_id = sale;
end $$;
comment on function private.delete_sale is
  'Deletes a sale with its banner, commission and payments; triggers queue its signature and receipt files for '
  'deletion.';

create function private.end_term(rule private.retention_rules, rows tid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  touched integer := 0;
begin
  case rule.deed
    when 'delete' then
      execute format('delete from %s where ctid = any ($1)', rule.relation::regclass) using rows;
      get diagnostics touched = row_count;
    when 'delete_photos' then
      perform private.queue_files('request-photos', private.payload_photos(payload)) from public.service_requests
        where ctid = any (rows);
      update public.service_requests set payload = payload - 'photos' where ctid = any (rows);
      get diagnostics touched = row_count;
    when 'delete_sale' then
      perform private.delete_sale(id) from (select id from public.sales where ctid = any (rows)) as ended;
      touched := cardinality(rows);
    when 'delete_pix_key' then
      update public.sellers set pix_key = null where ctid = any (rows);
      get diagnostics touched = row_count;
  end case;
  return touched;
end $$;
comment on function private.end_term is
  'Applies the deed of a rule to the given rows and returns how many were changed.';

create function private.delete_expired_records(max_rows integer) returns table (rule text, deleted integer, failed text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  one private.retention_rules;
  rows tid[];
begin
  -- Sums first: page views are deleted only after they were counted.
  perform private.roll_up_page_views();
  for one in select * from private.retention_rules order by place loop
    rule := one.key;
    deleted := 0;
    failed := null;
    begin
      rows := array(select private.expired_rows(one, least(greatest(max_rows, 1), 50000)));
      if cardinality(rows) > 0 then
        deleted := private.end_term(one, rows);
      end if;
    exception when others then
      -- One rule that fails does not keep the others from running.
      deleted := 0;
      failed := sqlstate || ' ' || sqlerrm;
    end;
    return next;
  end loop;
end $$;

-- The clean-up buttons of /admin/system-repair follow the same rules.
create function private.expired_lines(keys text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  one private.retention_rules;
begin
  for one in select * from private.retention_rules where key = any (keys) order by place loop
    return query select one.key || ' ' || row_number() over () from private.expired_rows(one, 10000);
  end loop;
end $$;
comment on function private.expired_lines is
  'Returns one line for each row whose retention period is over, at most 10,000 per rule.';

create function private.erasure_wait() returns interval
language sql immutable set search_path = '' as $$ select interval '7 days' $$;
comment on function private.erasure_wait is
  'Returns how long a request to erase the own account can be cancelled; the privacy policy contains the same period.';

create function private.has_open_commissions(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.commissions where seller_id = seller and status in ('pending', 'approved'))
    or coalesce((select sum(amount_cents) from public.commission_lines where seller_id = seller and paid_at is null),
      0) > 0
$$;

create function private.request_account_erasure() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  due timestamptz;
begin
  select * into person from public.profiles where id = (select private.account_id()) and blocked_at is null for update;
  if person.id is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.refuse_last_superadministrador(person.id);
  insert into public.account_erasures (user_id, due_at) values (person.id, now() + private.erasure_wait())
  on conflict do nothing returning due_at into due;
  if due is null then
    return (select due_at from public.account_erasures where user_id = person.id);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, after)
  values (person.id, 'insert', 'account_erasures', person.id::text, jsonb_build_object('due_at', due));
  perform private.enqueue_mail(email::text, 'account_erasure_requested',
    jsonb_build_object('date', (due at time zone 'America/Sao_Paulo')::date, 'path', '/painel'), person.locale)
  from auth.users where id = person.id and email is not null;
  return due;
end $$;

create function private.cancel_account_erasure() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from public.account_erasures where user_id = (select private.account_id()) returning user_id into person;
  if person is null then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (person, 'delete', 'account_erasures', person::text);
  perform private.enqueue_mail(users.email::text, 'account_erasure_cancelled', jsonb_build_object('path', '/painel'),
    profiles.locale)
  from auth.users as users join public.profiles on profiles.id = users.id where users.id = person and users.email
    is not null;
  return true;
end $$;

create function private.refuse_last_superadministrador(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = account and role = 'superadministrador')
    and not exists (select from public.profiles where id <> account and role = 'superadministrador' and blocked_at
      is null)
  then
    raise exception 'the last superadministrador cannot be erased' using errcode = '55000';
  end if;
end $$;

-- The copy of an account ("Baixar meus dados"), made from the registry: one function for the person and for user
-- managers.
create function private.person_condition(rule private.personal_rows) returns text
language sql stable set search_path = '' as $$
  select case rule.matched_by
    when 'account' then format('row.%I = $1', rule.column_name)
    when 'address' then format('lower(row.%I) = lower($2)', rule.column_name)
    when 'seller' then format('row.%I in (select id from public.sellers where user_id = $1)', rule.column_name)
    when 'session' then format('row.%I in (select id from auth.sessions where user_id = $1)', rule.column_name)
    when 'sale' then format('row.%I in (select id from public.sales where lower(client_email) = lower($2))',
      rule.column_name)
  end
$$;
comment on function private.person_condition is
  'Returns the SQL condition that finds the rows of a person; $1 is the account, $2 its e-mail or null.';

create function private.relation_of(rule private.personal_rows) returns regclass
language sql stable set search_path = '' as $$
  select to_regclass(case when rule.relation like '%.%' then rule.relation else 'public.' || quote_ident(rule.relation)
    end)
$$;
comment on function private.relation_of is
  'Returns the table of a row of private.personal_rows; null while a later migration has not created it yet.';

create function private.person_rows(rule private.personal_rows, account uuid, address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  relation regclass := private.relation_of(rule);
  left_out text[] := rule.hidden || array(
    select attname::text from pg_catalog.pg_attribute where attrelid = relation and attnum > 0 and not attisdropped and
      not exists (
      select from private.personal_columns as known
      where known.relation = rule.relation and known.column_name = attname and known.treatment = 'exported'
    )
  );
  rows jsonb;
begin
  if relation is null then
    return null;
  end if;
  if rule.kind = 'work' then
    execute format('select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(''id'', to_jsonb(row) -> ''id'', ''at'', to_jsonb(row) -> ''created_at''))) from %s as row where %s',
      relation, private.person_condition(rule))
      into rows using account, address;
  else
    execute format('select jsonb_agg(to_jsonb(row) - $3) from %s as row where %s', relation,
      private.person_condition(rule))
      into rows using account, address, left_out;
  end if;
  return rows;
end $$;
comment on function private.person_rows is
  'Returns what is exported for one row of private.personal_rows; null without rows; columns that are not declared as '
  'exported are left out.';

create function private.rows_of_account(account uuid, address text, kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(rule.relation || '.' || rule.column_name, found.rows), '{}')
  from private.personal_rows as rule, private.person_rows(rule, account, address) as found (rows)
  where rule.kind = rows_of_account.kind and found.rows is not null
$$;
comment on function private.rows_of_account is
  'Rows of an account and, where an address is given, those with this e-mail: {"table.column": [rows]}.';

create function private.files_of_account(account uuid, address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', objects.bucket_id, 'name', objects.name, 'type',
    objects.metadata ->> 'mimetype', 'bytes', objects.metadata -> 'size', 'created_at', objects.created_at)
    order by objects.created_at, objects.name), '[]')
  from storage.objects as objects
  where to_jsonb(objects) ->> 'owner_id' = account::text or to_jsonb(objects) ->> 'owner' = account::text
    or (objects.bucket_id = 'request-photos' and objects.name in (
      select unnest(private.payload_photos(payload)) from public.service_requests
        where lower(requester_email) = lower(address)))
    or (objects.bucket_id = 'sales-assets' and objects.name in (
      select seller_signature_url from public.sales join public.sellers on sellers.id = sales.seller_id
        where sellers.user_id = account
      union all select client_signature_url from public.sales where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'payment-receipts' and objects.name in (
      select receipt_path from public.payments join public.sales on sales.id = payments.subject_id
        where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'vehicle-files' and objects.name in (select path from public.vehicle_files
      where owner_id = account))
$$;
comment on function private.files_of_account is
  'Stored files of a person: uploaded with the account, sent with a request, signatures, receipts and files of own '
  'cars.';

-- Tables of the auth server differ between hosted Supabase and the embedded backend: rows are read as JSON and known
-- keys taken.
create function private.auth_rows(relation text, account uuid, keys text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rows jsonb;
begin
  if to_regclass(relation) is null then
    return '[]';
  end if;
  execute format(
    'select coalesce(jsonb_agg((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(row)) where key = any ($2))), ''[]'') from %s as row where row.user_id = $1',
    to_regclass(relation)
  ) into rows using account, keys;
  return rows;
end $$;

-- The erasure of an account: one function for the person's own request and for user managers.
create function private.erase_rows(account uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.personal_rows;
begin
  for rule in
    select * from private.personal_rows
    where kind = 'own' and at_erasure in ('delete', 'clear') and relation <> 'profiles'
      and private.relation_of(personal_rows) is not null order by place
  loop
    execute format(
      case rule.at_erasure when 'delete' then 'delete from %s as row where %s'
        else 'update %s as row set %3$I = null where %2$s' end,
      private.relation_of(rule), private.person_condition(rule), rule.column_name
    ) using account, address;
  end loop;
end $$;
comment on function private.erase_rows is
  'Deletes or clears the rows that private.personal_rows declares; rows are found by e-mail only when an address is '
  'given.';

create function private.end_auth_account(account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where user_id::text = account::text;
  if to_regclass('auth.flow_state') is not null then
    execute 'delete from auth.flow_state where user_id::text = $1' using account::text;
  end if;
  -- Sessions, identities, second factors and the profile follow through their foreign keys.
  delete from auth.users where id = account;
  if exists (select from auth.users where id = account) or exists (select from public.profiles where id = account) then
    raise exception 'the account is still there' using errcode = '55000';
  end if;
end $$;

create function private.erase_account(account uuid, actor uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  mail_address text;
  proven_address text;
  seller uuid;
begin
  select * into person from public.profiles where id = account for update;
  if person.id is null then
    raise exception 'no such account' using errcode = '22023';
  end if;
  perform private.refuse_last_superadministrador(account);
  mail_address := (select email from auth.users where id = account);
  -- An unverified address may belong to another person, and so may the rows that contain it.
  proven_address := case when person.email_verified_at is not null then mail_address end;
  seller := (select id from public.sellers where user_id = account);
  perform set_config('app.audit_reason', 'LGPD', true);
  perform private.erase_rows(account, proven_address);
  perform private.end_auth_account(account);
  if seller is not null and private.is_seller_without_business(seller) then
    delete from public.sellers where id = seller;
  end if;
  if mail_address is not null then
    perform private.enqueue_mail(mail_address, 'account_erased', '{}', person.locale);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, before, reason)
  values (actor, 'delete', 'profiles', account::text, jsonb_build_object('role', person.role), 'LGPD');
end $$;
comment on function private.erase_account is
  'Erases an account in one transaction and then writes an audit log entry without personal data; raises 22023 for an '
  'unknown account and 55000 for the last superadministrador.';

create function private.erase_next_account() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  select user_id into account from public.account_erasures
  where due_at <= now() and (failed_at is null or failed_at < now() - interval '1 hour')
  order by due_at limit 1 for update skip locked;
  if account is null then
    return null;
  end if;
  begin
    perform private.erase_account(account, account);
  exception when others then
    -- The job continues with the others; this one is retried in an hour.
    update public.account_erasures set failed_at = now(), failure = sqlstate || ' ' || left(sqlerrm, 200)
      where user_id = account;
  end;
  return account;
end $$;

create function private.delete_account(account uuid, typed_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not exists (select from auth.users where id = account and lower(email) = lower(btrim(typed_email))) then
    raise exception 'the e-mail does not confirm the account' using errcode = '22023';
  end if;
  perform private.erase_account(account, (select private.account_id()));
end $$;

create function public.delete_expired_records(max_rows integer default 5000)
  returns table (rule text, deleted integer, failed text)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.delete_expired_records(max_rows);
end;
comment on function public.delete_expired_records is
  'For the worker only: applies every retention rule to at most max_rows rows and returns {rule, deleted, failed}; it '
  'is called again until every rule returns 0; failed is the error of a rule.';
grant execute on function public.delete_expired_records to service_role;

create function public.request_account_erasure() returns timestamptz
language sql volatile security invoker set search_path = ''
return private.request_account_erasure();
comment on function public.request_account_erasure is
  'Requests the erasure of the caller''s account and returns its due time; a repeated request changes nothing; raises '
  '42501 without an account and 55000 for the last superadministrador.';
grant execute on function public.request_account_erasure to authenticated, service_role;

create function public.cancel_account_erasure() returns boolean
language sql volatile security invoker set search_path = ''
return private.cancel_account_erasure();
comment on function public.cancel_account_erasure is
  'Cancels the caller''s erasure request; returns false when there is none.';
grant execute on function public.cancel_account_erasure to authenticated, service_role;

create function public.erase_next_account() returns uuid
language sql volatile security invoker set search_path = ''
return private.erase_next_account();
comment on function public.erase_next_account is
  'For the worker only: tries to erase one account whose waiting time is over and returns its id, also after an '
  'error, which it stores in failure; null when there is none.';
grant execute on function public.erase_next_account to service_role;

-- Cannot be undone, so a call through REST needs a recent proof of identity too.
create function public.delete_account(account uuid, typed_email text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.delete_account(account, typed_email);
end;
comment on function public.delete_account is
  'Erases an account with a lower rank than the caller; raises 42501 (rank), 28000 (no recent proof of identity) or '
  '22023 (typed_email is not the e-mail of the account).';
grant execute on function public.delete_account to authenticated, service_role;

reset check_function_bodies;
