-- Access of other programs to an event: tokens of the read API, webhooks and their deliveries.

create table public.event_api_tokens (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 80),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  registration_columns text[] not null default '{}'
    check (registration_columns <@ private.api_registration_columns()),
  checkin_columns text[] not null default '{}' check (checkin_columns <@ private.api_checkin_columns()),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint api_token_has_columns check (cardinality(registration_columns) + cardinality(checkin_columns) > 0),
  constraint api_token_ends_after_it_began check (expires_at > created_at)
);
comment on table public.event_api_tokens is
  'Tokens with which programs of the organisers read registrations and check-ins of one event; written by functions '
  'only. A token belongs to the event and works until its end, also when its creator no longer works for the event.';
comment on column public.event_api_tokens.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier token works.';
comment on column public.event_api_tokens.registration_columns is
  'What the owner ticked; without any, the token does not read registrations.';
comment on column public.event_api_tokens.last_used_at is 'Last use, exact to a minute.';
create index event_api_tokens_event_id_idx on public.event_api_tokens (event_id, created_at desc);
create index event_api_tokens_created_by_idx on public.event_api_tokens (created_by);
alter table public.event_api_tokens enable row level security;
grant select (
  id, event_id, name, registration_columns, checkin_columns, expires_at, revoked_at, last_used_at, created_at
) on public.event_api_tokens to authenticated;
grant all on public.event_api_tokens to service_role;
create policy "owners of an event and event managers read its tokens" on public.event_api_tokens
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('api'))
  );
create trigger event_api_tokens_audit after insert or update or delete on public.event_api_tokens
  for each row execute function private.write_audit('id',
    'event_id,name,registration_columns,checkin_columns,expires_at,revoked_at');

create table public.event_webhooks (
  id uuid primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  url text not null check (url ~ '^https://\S+$' and char_length(url) <= 500),
  kinds text[] not null check (cardinality(kinds) > 0 and kinds <@ private.webhook_kinds()),
  secret_hash text check (secret_hash ~ '^[0-9a-f]{64}$'),
  paused_at timestamptz,
  stopped_at timestamptz,
  first_failed_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  retry_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.event_webhooks is
  'Addresses of organisers that are told about changes of an event; written by functions only.';
comment on column public.event_webhooks.id is 'Made by the server, which derives the secret of the signature from it.';
comment on column public.event_webhooks.url is
  'Whoever knows it can send to it, so it is in no audit entry; its host is checked at every attempt.';
comment on column public.event_webhooks.secret_hash is
  'SHA-256 of the secret. The secret itself is stored nowhere: the worker derives it with the key of the server and '
  'compares the hash. Null in a restored database, where nothing is sent until the owner adds the webhook again.';
comment on column public.event_webhooks.stopped_at is 'When the attempts ended after days of failure.';
comment on column public.event_webhooks.first_failed_at is 'First failed attempt since the last success.';
comment on column public.event_webhooks.failures is 'Failed attempts since the last success.';
comment on column public.event_webhooks.retry_at is 'Nothing is sent before, after a failed attempt.';
create index event_webhooks_event_id_idx on public.event_webhooks (event_id);
create index event_webhooks_created_by_idx on public.event_webhooks (created_by);
alter table public.event_webhooks enable row level security;
grant select (
  id, event_id, url, kinds, paused_at, stopped_at, first_failed_at, failures, retry_at, created_at
) on public.event_webhooks to authenticated;
grant all on public.event_webhooks to service_role;
create policy "owners of an event and event managers read its webhooks" on public.event_webhooks
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('api'))
  );
create trigger event_webhooks_audit after insert or update or delete on public.event_webhooks
  for each row execute function private.write_audit('id', 'event_id,kinds,paused_at');

create table public.event_webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.event_webhooks (id) on delete cascade,
  kind text not null check (kind = 'test' or kind = any (private.webhook_kinds())),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 2000),
  status text not null default 'waiting' check (status = any (private.webhook_delivery_statuses())),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  response_status integer check (response_status between 100 and 999),
  problem text check (problem ~ '^[A-Za-z]{1,30}$'),
  attempted_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.event_webhook_deliveries is
  'What a webhook sends, with the last attempt; written by triggers in the transaction of the change.';
comment on column public.event_webhook_deliveries.body is
  'The body of the request: ids and states only, no personal data.';
comment on column public.event_webhook_deliveries.next_attempt_at is
  'Of a waiting delivery; during an attempt, when another worker may try again.';
comment on column public.event_webhook_deliveries.problem is
  'Why the last attempt got no answer: a word of lib/platform/public-fetch.ts, or secret.';
create index event_webhook_deliveries_webhook_id_idx on public.event_webhook_deliveries (webhook_id, created_at desc);
create index event_webhook_deliveries_waiting_idx on public.event_webhook_deliveries (next_attempt_at)
  where status = 'waiting';
create index event_webhook_deliveries_created_at_idx on public.event_webhook_deliveries (created_at);
alter table public.event_webhook_deliveries enable row level security;
grant select on public.event_webhook_deliveries to authenticated;
grant all on public.event_webhook_deliveries to service_role;
create policy "owners of an event and event managers read deliveries" on public.event_webhook_deliveries
  for select to authenticated
  using (exists (select from public.event_webhooks as hook where hook.id = webhook_id));

insert into private.audit_log_permissions (entity, permission) values
  ('event_api_tokens', 'events'),
  ('event_webhooks', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_api_tokens', 'created_by', 'account', 'work', 'Tokens da API de um evento', 'unlink', 171),
  ('event_webhooks', 'created_by', 'account', 'work', 'Webhooks de um evento', 'unlink', 172);

select
  private.declare_columns('event_api_tokens', 'exported',
    '{id,event_id,name,registration_columns,checkin_columns,expires_at,revoked_at,last_used_at,created_at}'),
  private.declare_columns('event_api_tokens', 'withheld', '{token_hash}', 'hash of a secret token'),
  private.declare_columns('event_api_tokens', 'withheld', '{created_by}', 'the person itself'),
  private.declare_columns('event_webhooks', 'exported',
    '{id,event_id,url,kinds,paused_at,stopped_at,first_failed_at,failures,retry_at,created_at}'),
  private.declare_columns('event_webhooks', 'withheld', '{secret_hash}', 'hash of a secret'),
  private.declare_columns('event_webhooks', 'withheld', '{created_by}', 'the person itself'),
  private.declare_columns('event_webhook_deliveries', 'not_personal', '{*}', 'ids and states');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_api_tokens', 'public.event_api_tokens', 'expires_at', '90 days', 461),
  ('event_webhook_deliveries', 'public.event_webhook_deliveries', 'created_at', '30 days', 462);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.event_api_tokens', 'token_hash', 'null'),
  ('public.event_webhooks', 'secret_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_api_tokens', 'expires_at', 'stays', 'chosen by the owner for a program'),
  ('event_api_tokens', 'last_used_at', 'stays', 'when a program read'),
  ('event_webhooks', 'paused_at', 'stays', 'when the owner paused it'),
  ('event_webhooks', 'stopped_at', 'stays', 'when the attempts ended'),
  ('event_webhooks', 'first_failed_at', 'stays', 'when an attempt failed'),
  ('event_webhooks', 'retry_at', 'stays', 'counts from a failed attempt');

create function private.create_event_api_token(event uuid, name text, registration_columns text[],
  checkin_columns text[], expires_at timestamptz, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  line text := private.typed_line(name);
begin
  -- The token reads personal data of the people who registered.
  perform private.require_recent_proof();
  perform private.require_event_right(event, 'api');
  if coalesce(line, '') = '' or char_length(line) > 80 then
    perform private.refuse('invalid', 'name');
  elsif expires_at is null or expires_at <= now()
    or expires_at > now() + make_interval(days => private.api_token_days())
  then
    perform private.refuse('invalid', 'expires_at');
  elsif registration_columns is null or checkin_columns is null
    or not registration_columns <@ private.api_registration_columns()
    or not checkin_columns <@ private.api_checkin_columns()
    or cardinality(registration_columns) + cardinality(checkin_columns) = 0
  then
    perform private.refuse('invalid', 'registration_columns');
  end if;
  -- Two requests at the same time wait here, so that the number is not exceeded.
  perform from public.events where id = event and deleted_at is null for no key update;
  if not found or token_hash is null then
    return private.gone();
  elsif (select count(*) from public.event_api_tokens as known where known.event_id = create_event_api_token.event
    and known.revoked_at is null and known.expires_at > now()) >= private.api_tokens_per_event()
  then
    return private.refused('limit');
  end if;
  insert into public.event_api_tokens (
    event_id, name, token_hash, registration_columns, checkin_columns, expires_at, created_by
  ) values (event, line, create_event_api_token.token_hash, create_event_api_token.registration_columns,
    create_event_api_token.checkin_columns, create_event_api_token.expires_at, (select private.account_id()));
  return private.saved();
end $$;

create function private.revoke_event_api_token(token uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.require_event_right((select event_id from public.event_api_tokens where id = token), 'api');
  update public.event_api_tokens set revoked_at = now() where id = token and revoked_at is null;
  return private.saved_or_gone(found);
end $$;

create function private.webhook_state(hook public.event_webhooks) returns text
language sql immutable set search_path = '' as $$
  select case
    when hook.secret_hash is null then 'unsigned'
    when hook.stopped_at is not null then 'stopped'
    when hook.paused_at is not null then 'paused'
    when hook.first_failed_at is not null then 'failing'
    else 'active'
  end
$$;
comment on function private.webhook_state is
  'unsigned (restored from a backup), stopped (after days of failure), paused, failing (attempts are repeated) or '
  'active.';

create function private.webhook_sends(hook public.event_webhooks) returns boolean
language sql immutable set search_path = ''
return private.webhook_state(hook) in ('active', 'failing');
comment on function private.webhook_sends is 'Whether changes of the event are sent.';

create function private.add_event_webhook(webhook uuid, event uuid, url text, kinds text[], secret_hash text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.require_event_right(event, 'api');
  if url is null or url !~ '^https://\S+$' or char_length(url) > 500 then
    perform private.refuse('invalid', 'url');
  elsif kinds is null or cardinality(kinds) = 0 or not kinds <@ private.webhook_kinds() then
    perform private.refuse('invalid', 'kinds');
  end if;
  perform from public.events where id = event and deleted_at is null for no key update;
  if not found or webhook is null or secret_hash is null then
    return private.gone();
  elsif (select count(*) from public.event_webhooks as known where known.event_id = add_event_webhook.event)
    >= private.webhooks_per_event()
  then
    return private.refused('limit');
  end if;
  insert into public.event_webhooks (id, event_id, url, kinds, secret_hash, created_by)
  values (webhook, event, add_event_webhook.url, add_event_webhook.kinds, add_event_webhook.secret_hash,
    (select private.account_id()));
  return private.saved();
end $$;

create function private.own_webhook(webhook uuid) returns public.event_webhooks
language plpgsql volatile security definer set search_path = '' as $$
declare
  hook public.event_webhooks;
begin
  perform private.require_account();
  perform private.require_event_right((select event_id from public.event_webhooks where id = webhook), 'api');
  select * into hook from public.event_webhooks where id = webhook for no key update;
  return hook;
end $$;
comment on function private.own_webhook is 'Locks a webhook; raises 42501 unless the caller owns its event.';

create function private.set_event_webhook_paused(webhook uuid, paused boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hook public.event_webhooks := private.own_webhook(webhook);
begin
  update public.event_webhooks set
    paused_at = case when paused then coalesce(paused_at, now()) end,
    stopped_at = case when paused then stopped_at end,
    first_failed_at = case when paused then first_failed_at end,
    failures = case when paused then failures else 0 end,
    retry_at = case when paused then retry_at end
  where id = hook.id;
  return private.saved_or_gone(found);
end $$;

create function private.delete_event_webhook(webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hook public.event_webhooks := private.own_webhook(webhook);
begin
  delete from public.event_webhooks where id = hook.id;
  return private.saved_or_gone(found);
end $$;

create function private.webhook_body(delivery uuid, kind text, event uuid, data jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', delivery, 'kind', kind, 'event', event, 'created_at', now(), 'data', data)
$$;

create function private.test_event_webhook(webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hook public.event_webhooks := private.own_webhook(webhook);
  delivery uuid := gen_random_uuid();
begin
  if hook.id is null or hook.secret_hash is null then
    return private.gone();
  end if;
  -- A second press before the first test was sent adds none.
  if not exists (select from public.event_webhook_deliveries as known
    where known.webhook_id = hook.id and known.kind = 'test' and known.status = 'waiting')
  then
    insert into public.event_webhook_deliveries (id, webhook_id, kind, body)
    values (delivery, hook.id, 'test', private.webhook_body(delivery, 'test', hook.event_id, '{}'));
  end if;
  return private.saved();
end $$;

create function private.resend_webhook_delivery(delivery uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hook public.event_webhooks := private.own_webhook(
    (select webhook_id from public.event_webhook_deliveries where id = delivery));
begin
  update public.event_webhook_deliveries set status = 'waiting', attempts = 0, next_attempt_at = now()
  where id = delivery and status <> 'waiting' and private.webhook_sends(hook);
  return private.saved_or_gone(found);
end $$;

create function private.event_integrations(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'api');
  return jsonb_build_object(
    'tokens', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', token.id, 'name', token.name, 'registration_columns', token.registration_columns,
        'checkin_columns', token.checkin_columns, 'expires_at', token.expires_at, 'revoked_at', token.revoked_at,
        'last_used_at', token.last_used_at, 'created_at', token.created_at, 'by', profiles.username,
        'state', case when token.revoked_at is not null then 'revoked'
          when token.expires_at <= now() or token.token_hash is null then 'expired' else 'open' end
      ) order by token.created_at desc, token.id), '[]')
      from public.event_api_tokens as token left join public.profiles on profiles.id = token.created_by
      where token.event_id = event_integrations.event
    ),
    'webhooks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', hook.id, 'url', hook.url, 'kinds', hook.kinds, 'state', private.webhook_state(hook),
        'first_failed_at', hook.first_failed_at, 'stopped_at', hook.stopped_at, 'created_at', hook.created_at,
        'waiting', (select count(*) from public.event_webhook_deliveries as delivery
          where delivery.webhook_id = hook.id and delivery.status = 'waiting'),
        'deliveries', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', last.id, 'kind', last.kind, 'status', last.status, 'attempts', last.attempts,
            'response_status', last.response_status, 'problem', last.problem, 'attempted_at', last.attempted_at,
            'next_attempt_at', case when last.status = 'waiting'
              then greatest(last.next_attempt_at, case when last.kind <> 'test' then hook.retry_at end) end,
            'created_at', last.created_at
          ) order by last.created_at desc, last.id), '[]')
          from (
            select * from public.event_webhook_deliveries as delivery where delivery.webhook_id = hook.id
            order by delivery.created_at desc, delivery.id limit 20
          ) as last
        )
      ) order by hook.created_at, hook.id), '[]')
      from public.event_webhooks as hook where hook.event_id = event_integrations.event
    )
  );
end $$;

-- The read API.

create function private.live_api_token(token text) returns public.event_api_tokens
language sql stable security definer set search_path = '' as $$
  select known.* from public.event_api_tokens as known join public.events on events.id = known.event_id
  where known.token_hash = private.token_hash(token) and known.revoked_at is null and known.expires_at > now()
    and events.deleted_at is null
$$;
comment on function private.live_api_token is 'The token that works now; null for every other text.';
revoke execute on function private.live_api_token from public;

create function private.open_event_api_token(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened public.event_api_tokens := private.live_api_token(token);
begin
  if opened.id is null then
    return null;
  end if;
  update public.event_api_tokens set last_used_at = now()
  where id = opened.id and (last_used_at is null or last_used_at < now() - interval '1 minute');
  return jsonb_build_object('id', opened.id, 'event_id', opened.event_id,
    'registration_columns', opened.registration_columns, 'checkin_columns', opened.checkin_columns);
end $$;
revoke execute on function private.open_event_api_token from public;
grant execute on function private.open_event_api_token to service_role;

create function private.ticked_columns(content jsonb, columns text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') from jsonb_each(content) as entry
  where entry.key = any (columns)
$$;
comment on function private.ticked_columns is 'The fields of an object whose names are listed.';

create function private.api_registration(registration public.event_registrations, columns text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', registration.id) || private.ticked_columns(jsonb_build_object(
    'code', registration.code, 'kind', type.name, 'status', registration.status, 'name', registration.full_name,
    'email', case when registration.email not like '%@walk-in.invalid' then registration.email end,
    'phone', registration.phone, 'document', registration.document, 'town', registration.town,
    'state', registration.state_abbr, 'club', registration.club, 'company', registration.company,
    'companions', to_jsonb(registration.companions), 'people', registration.places, 'stand', stand.label,
    'vehicles', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year, 'color', vehicle.color
      )) order by vehicle.position), '[]')
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ),
    'plates', (
      select coalesce(jsonb_agg(vehicle.plate order by vehicle.position), '[]')
      from public.registration_vehicles as vehicle
      where vehicle.registration_id = registration.id and vehicle.plate is not null
    ),
    'price_cents', registration.price_cents, 'payment_status', payment.status,
    'paid_cents', case when payment.paid_at is not null then payment.amount_cents end,
    'refunded_cents', payment.refunded_cents, 'attending', registration.attending, 'source', registration.source,
    'created_at', registration.created_at, 'confirmed_at', registration.confirmed_at,
    'updated_at', registration.updated_at
  ), columns)
  from public.event_registration_types as type
  left join public.event_stands as stand on stand.id = registration.stand_id
  left join lateral private.counted_payment(registration) as payment on true
  where type.id = registration.type_id
$$;
comment on function private.api_registration is 'A registration as the API shows it: the id and the ticked columns.';
revoke execute on function private.api_registration from public;

create function private.read_api_registrations(token text, event uuid, after_at timestamptz, after_id uuid,
  most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  opened public.event_api_tokens := private.live_api_token(token);
  size integer := least(greatest(most, 1), 500);
  first_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if opened.id is null or opened.event_id is distinct from event or opened.registration_columns = '{}' then
    return null;
  end if;
  return (
    with page as (
      select one.id, one.created_at from public.event_registrations as one
      where one.event_id = opened.event_id and one.status <> 'unconfirmed'
        and (one.created_at, one.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, first_id))
      order by one.created_at, one.id limit size + 1
    ), part as (
      select page.id, page.created_at from page order by page.created_at, page.id limit size
    )
    select jsonb_build_object(
      'rows', (
        select coalesce(jsonb_agg(private.api_registration(registration, opened.registration_columns)
          order by registration.created_at, registration.id), '[]')
        from part join public.event_registrations as registration on registration.id = part.id
      ),
      'next', case when (select count(*) from page) > size then (
        select jsonb_build_object('at', part.created_at, 'id', part.id) from part
        order by part.created_at desc, part.id desc limit 1
      ) end
    )
  );
end $$;
revoke execute on function private.read_api_registrations from public;
grant execute on function private.read_api_registrations to service_role;

create function private.read_api_checkins(token text, event uuid, after_at timestamptz, after_id uuid, most integer)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  opened public.event_api_tokens := private.live_api_token(token);
  size integer := least(greatest(most, 1), 500);
  first_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if opened.id is null or opened.event_id is distinct from event or opened.checkin_columns = '{}' then
    return null;
  end if;
  return (
    with page as (
      select one.id, one.received_at, list.name as list
      from public.event_checkin_lists as list join public.event_checkins as one on one.list_id = list.id
      where list.event_id = opened.event_id and one.kind in ('entry', 'exit') and one.registration_id is not null
        and (one.received_at, one.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, first_id))
      order by one.received_at, one.id limit size + 1
    ), part as (
      select page.* from page order by page.received_at, page.id limit size
    )
    select jsonb_build_object(
      'rows', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', reading.id, 'registration', reading.registration_id)
          || private.ticked_columns(jsonb_build_object(
            'code', registration.code, 'name', registration.full_name, 'list', part.list, 'kind', reading.kind,
            'result', reading.result, 'people', coalesce(reading.people, nullif(abs(reading.moved), 0), reading.places),
            'inside', reading.inside, 'scanned_at', reading.scanned_at, 'received_at', reading.received_at,
            'undone_at', reading.undone_at
          ), opened.checkin_columns)
          order by reading.received_at, reading.id
        ), '[]')
        from part join public.event_checkins as reading on reading.id = part.id
          join public.event_registrations as registration on registration.id = reading.registration_id
      ),
      'next', case when (select count(*) from page) > size then (
        select jsonb_build_object('at', part.received_at, 'id', part.id) from part
        order by part.received_at desc, part.id desc limit 1
      ) end
    )
  );
end $$;
revoke execute on function private.read_api_checkins from public;
grant execute on function private.read_api_checkins to service_role;

-- Deliveries of webhooks: enqueued by triggers, sent by the worker.

create function private.enqueue_webhooks(event uuid, kind text, data jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  hook public.event_webhooks;
  delivery uuid;
begin
  for hook in
    select known.* from public.event_webhooks as known
    where known.event_id = enqueue_webhooks.event and enqueue_webhooks.kind = any (known.kinds)
      and private.webhook_sends(known)
  loop
    delivery := gen_random_uuid();
    insert into public.event_webhook_deliveries (id, webhook_id, kind, body)
    values (delivery, hook.id, enqueue_webhooks.kind,
      private.webhook_body(delivery, enqueue_webhooks.kind, hook.event_id, data));
  end loop;
end $$;
comment on function private.enqueue_webhooks is
  'Adds a delivery for each webhook of the event that sends this kind; data holds ids and states only.';
revoke execute on function private.enqueue_webhooks from public;

create function private.enqueue_registration_webhooks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    perform private.enqueue_webhooks(new.event_id, 'registration', jsonb_build_object('registration', new.id,
      'status', new.status, 'previous_status', case when tg_op = 'UPDATE' then old.status end));
  end if;
  return null;
end $$;
comment on function private.enqueue_registration_webhooks is
  'Trigger function: tells webhooks the new status of a registration.';

create trigger event_registrations_enqueue_webhooks after insert or update of status on public.event_registrations
  for each row when (new.status <> 'unconfirmed') execute function private.enqueue_registration_webhooks();

create function private.enqueue_payment_webhooks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status or new.refunded_cents > old.refunded_cents then
    perform private.enqueue_webhooks(registration.event_id, 'payment', jsonb_build_object(
      'registration', registration.id, 'payment', new.id,
      'status', case when new.status = 'refunded' then 'refunded' when new.refunded_cents > 0 then 'partly_refunded'
        else 'paid' end
    ))
    from public.event_registrations as registration where registration.id = new.subject_id;
  end if;
  return null;
end $$;
comment on function private.enqueue_payment_webhooks is
  'Trigger function: tells webhooks that a registration was paid or refunded.';

create function private.enqueue_checkin_webhooks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A reading is stored as duplicate first and judged in the same transaction.
  if tg_op = 'INSERT' or old.result <> 'ok' then
    perform private.enqueue_webhooks(list.event_id, 'check_in', jsonb_build_object(
      'registration', new.registration_id, 'check_in', new.id, 'list', list.id, 'result', new.result))
    from public.event_checkin_lists as list where list.id = new.list_id;
  end if;
  return null;
end $$;
comment on function private.enqueue_checkin_webhooks is 'Trigger function: tells webhooks that people entered.';

create trigger event_checkins_enqueue_webhooks after insert or update of result on public.event_checkins
  for each row when (new.kind = 'entry' and new.result = 'ok' and new.undone_at is null)
  execute function private.enqueue_checkin_webhooks();

create function private.webhook_pause(failures integer) returns interval
language sql immutable set search_path = '' as $$
  select least(interval '30 seconds' * power(4, least(greatest(failures, 1), 10) - 1), interval '6 hours')
$$;
comment on function private.webhook_pause is
  'Pause after a number of failed attempts: 30 seconds, 2 minutes, 8 minutes, 32 minutes, 2 hours, then 6 hours.';

create function private.claim_webhook_deliveries(most integer)
  returns table (id uuid, webhook_id uuid, url text, secret_hash text, body text)
language sql volatile security definer set search_path = '' as $$
  with due as (
    select delivery.id, delivery.next_attempt_at, hook.first_failed_at is not null as is_failing,
      row_number() over (partition by hook.id order by delivery.next_attempt_at, delivery.id) as place
    from public.event_webhook_deliveries as delivery join public.event_webhooks as hook on hook.id = delivery.webhook_id
    where delivery.status = 'waiting' and delivery.next_attempt_at <= now() and hook.secret_hash is not null
      and (delivery.kind = 'test'
        or private.webhook_sends(hook) and (hook.retry_at is null or hook.retry_at <= now()))
  ), turn as (
    -- An address that does not answer gets one request at a time, and a busy one does not delay the others.
    select due.id from due where due.place <= case when due.is_failing then 1 else 10 end
    order by due.place, due.next_attempt_at limit most
  )
  update public.event_webhook_deliveries as claimed
  set attempts = claimed.attempts + 1, next_attempt_at = now() + interval '2 minutes'
  from turn, public.event_webhooks as hook
  where claimed.id = turn.id and hook.id = claimed.webhook_id and claimed.status = 'waiting'
    and claimed.next_attempt_at <= now()
  returning claimed.id, hook.id, hook.url, hook.secret_hash, claimed.body::text
$$;
comment on function private.claim_webhook_deliveries is
  'Deliveries whose time has come, for one worker: until the attempt is noted, nobody else gets them for two minutes.';
revoke execute on function private.claim_webhook_deliveries from public;

create function private.mail_event_roles(event uuid, roles text[], template text, facts jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  person record;
begin
  select * into subject from public.events where id = event;
  for person in
    select users.email, profiles.username, profiles.locale
    from (
      select member.account_id from public.event_members as member
      where member.event_id = subject.id and member.role = any (roles)
        and (member.ends_at is null or member.ends_at > now())
      union
      select club.user_id from public.club_members as club
      where club.club_id = subject.club_id and club.role = 'owner' and 'owner' = any (roles)
    ) as people join auth.users on users.id = people.account_id join public.profiles on profiles.id = people.account_id
    where users.email is not null and profiles.blocked_at is null
  loop
    begin
      perform private.enqueue_mail(person.email, template,
        private.mail_event_facts(subject) || jsonb_build_object('name', person.username) || facts, person.locale);
    exception when invalid_parameter_value then
      -- An address that cannot receive mail does not undo what the mail is about.
      null;
    end;
  end loop;
end $$;
comment on function private.mail_event_roles is
  'Mails the people who have one of the roles in an event; the owners of its club are owners of the event.';
revoke execute on function private.mail_event_roles from public;

create function private.mail_event_owners(event uuid, template text, facts jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.mail_event_roles(event, array['owner'], template, facts)
$$;
comment on function private.mail_event_owners is 'Mails the owners of an event, and the owners of its club.';
revoke execute on function private.mail_event_owners from public;

create function private.note_webhook_attempt(delivery uuid, response_status integer, problem text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  hook public.event_webhooks;
  attempt public.event_webhook_deliveries;
  limit_of_failure interval := make_interval(days => private.webhook_failure_days());
  is_delivered boolean := coalesce(note_webhook_attempt.response_status between 200 and 299, false);
begin
  select known.* into hook from public.event_webhooks as known
  where known.id = (select sent.webhook_id from public.event_webhook_deliveries as sent where sent.id = delivery)
  for no key update;
  update public.event_webhook_deliveries as sent set
    response_status = note_webhook_attempt.response_status, problem = note_webhook_attempt.problem,
    attempted_at = now(),
    status = case when is_delivered then 'delivered'
      -- An address that refuses one delivery and takes others is not stopped, so the delivery ends by its own age.
      when sent.kind = 'test' or sent.created_at <= now() - limit_of_failure - interval '1 day' then 'failed'
      else 'waiting' end,
    next_attempt_at = now() + private.webhook_pause(sent.attempts)
  where sent.id = delivery and sent.status = 'waiting' returning * into attempt;
  if attempt.id is null then
    return;
  elsif is_delivered then
    update public.event_webhooks as known set first_failed_at = null, failures = 0, retry_at = null
    where known.id = hook.id and known.first_failed_at is not null and known.stopped_at is null;
  elsif attempt.kind <> 'test' and hook.first_failed_at <= now() - limit_of_failure then
    update public.event_webhooks as known set stopped_at = now(), failures = known.failures + 1, retry_at = null
    where known.id = hook.id;
    update public.event_webhook_deliveries as rest set status = 'failed'
    where rest.webhook_id = hook.id and rest.status = 'waiting';
    perform private.mail_event_owners(hook.event_id, 'event_webhook_stopped', jsonb_build_object(
      'days', private.webhook_failure_days(), 'path', '/painel/eventos/' || hook.event_id || '/integracoes'));
  elsif attempt.kind <> 'test' then
    update public.event_webhooks as known set
      first_failed_at = coalesce(known.first_failed_at, now()), failures = known.failures + 1,
      retry_at = now() + private.webhook_pause(known.failures + 1)
    where known.id = hook.id;
  end if;
end $$;
comment on function private.note_webhook_attempt is
  'Stores the result of an attempt: the status of the answer, or why there was none. Answers from 200 to 299 are '
  'successes. After days of failed attempts the webhook is stopped and its owners are mailed.';
revoke execute on function private.note_webhook_attempt from public;

create function public.create_event_api_token(event uuid, name text, registration_columns text[],
  checkin_columns text[], expires_at timestamptz, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.create_event_api_token(event, name, registration_columns, checkin_columns, expires_at, token_hash);
comment on function public.create_event_api_token is
  'An owner of an event gives a program read access; raises 28000 without a recent proof of identity. Answers saved, '
  'gone, or refused with limit (tokens that work at the same time).';
grant execute on function public.create_event_api_token to authenticated, service_role;

create function public.revoke_event_api_token(token uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_event_api_token(token);
comment on function public.revoke_event_api_token is 'Ends a token of the API; gone when it was revoked before.';
grant execute on function public.revoke_event_api_token to authenticated, service_role;

create function public.add_event_webhook(webhook uuid, event uuid, url text, kinds text[], secret_hash text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_event_webhook(webhook, event, url, kinds, secret_hash);
comment on function public.add_event_webhook is
  'An owner of an event adds an address that is told about changes. Answers saved, gone, or refused with limit.';
grant execute on function public.add_event_webhook to authenticated, service_role;

create function public.set_event_webhook_paused(webhook uuid, paused boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_webhook_paused(webhook, paused);
comment on function public.set_event_webhook_paused is
  'Pauses a webhook, or sends again, also after it was stopped. Answers saved or gone.';
grant execute on function public.set_event_webhook_paused to authenticated, service_role;

create function public.delete_event_webhook(webhook uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.delete_event_webhook(webhook);
comment on function public.delete_event_webhook is 'Deletes a webhook with its deliveries. Answers saved or gone.';
grant execute on function public.delete_event_webhook to authenticated, service_role;

create function public.test_event_webhook(webhook uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.test_event_webhook(webhook);
comment on function public.test_event_webhook is
  'Enqueues a test delivery, which is tried once, also while the webhook is paused or stopped. Answers saved or gone.';
grant execute on function public.test_event_webhook to authenticated, service_role;

create function public.resend_webhook_delivery(delivery uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.resend_webhook_delivery(delivery);
comment on function public.resend_webhook_delivery is
  'Sends a delivery again with the same id; gone while it waits, and when the webhook is paused or stopped.';
grant execute on function public.resend_webhook_delivery to authenticated, service_role;

create function public.event_integrations(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_integrations(event);
comment on function public.event_integrations is
  'For owners of an event and event managers: tokens, webhooks and the last 20 deliveries of each.';
grant execute on function public.event_integrations to authenticated, service_role;

create function public.open_event_api_token(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.open_event_api_token(token);
comment on function public.open_event_api_token is
  'For the server only: event and columns of a token that works now, and notes its use; null for every other text.';
grant execute on function public.open_event_api_token to service_role;

create function public.read_api_registrations(token text, event uuid, after_at timestamptz default null,
  after_id uuid default null, most integer default 100) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_api_registrations(token, event, after_at, after_id, most);
comment on function public.read_api_registrations is
  'For the server only: registrations in the order of their creation, with the columns of the token; null for a token '
  'that does not read them.';
grant execute on function public.read_api_registrations to service_role;

create function public.read_api_checkins(token text, event uuid, after_at timestamptz default null,
  after_id uuid default null, most integer default 100) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_api_checkins(token, event, after_at, after_id, most);
comment on function public.read_api_checkins is
  'For the server only: entries and exits in the order in which they arrived, with the columns of the token; null for '
  'a token that does not read them.';
grant execute on function public.read_api_checkins to service_role;
