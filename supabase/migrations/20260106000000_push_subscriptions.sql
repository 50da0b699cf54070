-- Browsers that show notices: each is one device of one account, and gone with it.
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
comment on table public.push_subscriptions is 'Devices of accounts that take notices by push.';
comment on column public.push_subscriptions.endpoint is 'Chosen by the browser: the server sends to known push services only.';
comment on column public.push_subscriptions.p256dh is 'Public key of the device; messages are encrypted for it.';
comment on column public.push_subscriptions.auth is 'Secret the device shares with us.';

create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id, created_at desc);

alter table public.push_subscriptions enable row level security;
-- Nobody reads the keys back, and what the server writes nobody else does: column by column, so nothing is inherited.
revoke all on public.push_subscriptions from anon, authenticated;
grant select (id, user_id, endpoint, locale, created_at, last_sent_at) on public.push_subscriptions to authenticated;
grant insert (user_id, endpoint, p256dh, auth, locale) on public.push_subscriptions to authenticated;
grant delete on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;

create policy "accounts read their own devices" on public.push_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "accounts add their own devices" on public.push_subscriptions
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "accounts delete their own devices" on public.push_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()));

create function private.keep_ten_devices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Two devices at the same moment: the later one counts the earlier.
  perform from public.profiles where id = new.user_id for no key update;
  delete from public.push_subscriptions where id in (
    select id from public.push_subscriptions where user_id = new.user_id and id <> new.id order by created_at desc, id offset 9
  );
  return null;
end $$;
comment on function private.keep_ten_devices() is 'An account has ten devices at most; the oldest goes.';
create trigger push_subscriptions_limit after insert or update of user_id on public.push_subscriptions
  for each row execute function private.keep_ten_devices();

create function private.save_device(endpoint text, p256dh text, auth text, locale text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved uuid;
begin
  insert into public.push_subscriptions as device (user_id, endpoint, p256dh, auth, locale)
  values ((select auth.uid()), save_device.endpoint, save_device.p256dh, save_device.auth, save_device.locale)
  on conflict on constraint push_subscriptions_endpoint_key do update
    set user_id = excluded.user_id, locale = excluded.locale,
      created_at = case when device.user_id = excluded.user_id then device.created_at else now() end
    -- Whoever knows the device's secret has the device; an address alone moves nothing.
    where device.p256dh = excluded.p256dh and device.auth = excluded.auth
  returning device.id into saved;
  if saved is null then
    raise exception 'the device belongs to another account' using errcode = '42501';
  end if;
  return saved;
end $$;
create function public.save_device(endpoint text, p256dh text, auth text, locale text) returns uuid
language sql volatile security invoker set search_path = ''
return private.save_device(endpoint, p256dh, auth, locale);
comment on function public.save_device(text, text, text, text) is 'Keeps a device of the caller; the device of another account that signed in there before changes hands.';
revoke execute on function public.save_device(text, text, text, text) from public, anon;
grant execute on function public.save_device(text, text, text, text) to authenticated;

-- What became of a campaign on the devices of its readers.
alter table public.notification_campaigns
  add column push boolean not null default false,
  add column push_taken_at timestamptz,
  add column push_done_at timestamptz,
  add column push_sent integer,
  add column push_failed integer,
  add column push_gone integer,
  -- Writers cannot touch sent campaigns, so these stay the server's.
  add constraint only_sent_campaigns_were_pushed check (
    status = 'sent' or (push_taken_at is null and push_done_at is null and push_sent is null and push_failed is null and push_gone is null)
  );
comment on column public.notification_campaigns.push is 'Also shown by the browsers of those who asked for it.';
comment on column public.notification_campaigns.push_taken_at is 'One server has taken it; no other sends it.';
comment on column public.notification_campaigns.push_gone is 'Devices that no longer existed.';

create index notification_campaigns_push_due_idx on public.notification_campaigns (sent_at) where push and status = 'sent' and push_taken_at is null;

create function public.take_push_campaign() returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  update public.notification_campaigns set push_taken_at = now()
  where id = (
    select id from public.notification_campaigns
    -- What waited for a day, say because no keys were set, is old news.
    where push and status = 'sent' and push_taken_at is null and sent_at > now() - interval '1 day'
    order by sent_at limit 1 for update skip locked
  )
  returning jsonb_build_object('id', id, 'title', title, 'body', body, 'link', link, 'translations', translations);
end;
comment on function public.take_push_campaign() is 'For the server only: the next campaign to push, which nobody gets a second time; null when there is none.';

create function public.push_targets(campaign uuid, after_id uuid default '00000000-0000-0000-0000-000000000000', max_rows integer default 200)
returns table (id uuid, endpoint text, p256dh text, auth text, locale text)
language sql stable security invoker set search_path = ''
begin atomic
  select device.id, device.endpoint, device.p256dh, device.auth, device.locale
  from public.push_subscriptions as device
  join public.notifications as notice on notice.user_id = device.user_id and notice.campaign_id = campaign
  join public.profiles as reader on reader.id = device.user_id
  where device.id > after_id and reader.blocked_at is null and reader.notify_in_app
  order by device.id limit max_rows;
end;
comment on function public.push_targets(uuid, uuid, integer) is 'For the server only: devices of those a campaign reached, page by page.';

create function public.settle_devices(reached uuid[], gone uuid[]) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  update public.push_subscriptions set last_sent_at = now() where id = any (reached);
  delete from public.push_subscriptions where id = any (gone);
end;
comment on function public.settle_devices(uuid[], uuid[]) is 'For the server only: dates the devices a message reached and drops those that no longer exist.';

revoke execute on function public.take_push_campaign(), public.push_targets(uuid, uuid, integer), public.settle_devices(uuid[], uuid[]) from public, anon, authenticated;
grant execute on function public.take_push_campaign(), public.push_targets(uuid, uuid, integer), public.settle_devices(uuid[], uuid[]) to service_role;

create function private.count_devices(kind text, role_name text, state text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('notifications');
  return (
    select count(*) from public.push_subscriptions where user_id in (
      select private.audience_of(jsonb_populate_record(
        null::public.notification_campaigns, jsonb_build_object('audience', kind, 'audience_role', role_name, 'audience_state', state)
      ))
    )
  );
end $$;
create function public.count_devices(audience text, audience_role text default null, audience_state text default null) returns integer
language sql stable security invoker set search_path = ''
return private.count_devices(audience, audience_role, audience_state);
comment on function public.count_devices(text, text, text) is 'How many devices a campaign would reach by push.';
revoke execute on function public.count_devices(text, text, text) from public, anon;
grant execute on function public.count_devices(text, text, text) to authenticated, service_role;

-- The copy of an account names its devices, not the keys to them.
create or replace function private.rows_of_account(account uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb := '{}';
  owned record;
  rows jsonb;
  address text := (select email from auth.users where id = account);
begin
  for owned in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as column_name, attribute.atttypid = 'uuid'::regtype as is_key,
      case when relation.oid = 'public.push_subscriptions'::regclass then array['p256dh', 'auth'] else array[]::text[] end as hidden
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' and (
      (attribute.atttypid = 'text'::regtype and attribute.attname in ('email', 'requester_email', 'reporter_email', 'contact_email'))
      or exists (
        select from pg_catalog.pg_constraint as link
        where link.conrelid = relation.oid and link.contype = 'f' and link.conkey = array[attribute.attnum]
          and link.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
      )
    )
    order by relation.relname, attribute.attnum
  loop
    execute format('select jsonb_agg(to_jsonb(row) - $2) from %s as row where lower(%I::text) = lower($1)', owned.name, owned.column_name)
      into rows using case when owned.is_key then account::text else address end, owned.hidden;
    if rows is not null then
      found := found || jsonb_build_object(owned.plain || '.' || owned.column_name, rows);
    end if;
  end loop;
  return found;
end $$;
