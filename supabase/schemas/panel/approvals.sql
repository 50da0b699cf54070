-- Links with which a person without an account approves a request.

-- A decision by link, without an account. Only the hash of the link's token is stored.
create table public.approval_tokens (
  id uuid primary key default gen_random_uuid(),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  subject_kind text not null check (subject_kind = any (private.approval_subject_kinds())),
  subject_id uuid not null,
  expires_at timestamptz not null check (
    expires_at <= created_at + make_interval(days => private.approval_link_days())
  ),
  used_at timestamptz,
  revoked_at timestamptz,
  decision text check (decision = any (private.approval_decisions())),
  reason text check (char_length(reason) <= 1000),
  decided_name text check (char_length(decided_name) <= 120),
  ip_hash text check (char_length(ip_hash) <= 64),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint used_token_has_a_decision check ((used_at is null) = (decision is null))
);
comment on table public.approval_tokens is
  'Links with which a person without an account decides about one request, once.';
comment on column public.approval_tokens.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.approval_tokens.ip_hash is 'Keyed hash of the IP address from which the decision was sent.';
create index approval_tokens_subject_idx on public.approval_tokens (subject_kind, subject_id, created_at desc);
create index approval_tokens_created_by_idx on public.approval_tokens (created_by);
alter table public.approval_tokens enable row level security;
grant select on public.approval_tokens to anon;
grant select, insert, update on public.approval_tokens to authenticated;
grant all on public.approval_tokens to service_role;

create function private.decides_subject(kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'event' then private.is_staff() and private.has_permission('events')
    when 'voucher' then private.is_staff() and private.has_permission('vouchers')
    else private.has_permission('service_requests')
  end
$$;
comment on function private.decides_subject is
  'Whether the caller may decide what an approval link of this kind is about.';

create policy "request managers read approval links of requests, event managers those of events"
  on public.approval_tokens
  for select to authenticated using (private.decides_subject(subject_kind));
create policy "request and event managers make approval links in their own name" on public.approval_tokens
  for insert to authenticated
  with check (
    private.decides_subject(subject_kind) and created_by = (select private.account_id())
    and used_at is null and revoked_at is null and decided_name is null and ip_hash is null
  );
create policy "request and event managers revoke approval links" on public.approval_tokens
  for update to authenticated
  using (private.decides_subject(subject_kind)) with check (private.decides_subject(subject_kind));
create trigger approval_tokens_guard before update on public.approval_tokens
  for each row execute function private.guard_columns('revoked_at');
create trigger approval_tokens_touch before update on public.approval_tokens
  for each row execute function private.touch_updated_at();
create trigger approval_tokens_audit after insert or update on public.approval_tokens
  for each row execute function private.write_audit('id',
    'subject_kind,subject_id,expires_at,used_at,revoked_at,decision,decided_name');
create trigger approval_tokens_server_columns before insert or update on public.approval_tokens
  for each row execute function private.guard_server_columns('created_by', 'created_at,used_at');

-- The server sets the time of a revocation, once.
create function private.stamp_revocation() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') or new.revoked_at is not distinct from old.revoked_at then
    return new;
  end if;
  if old.revoked_at is not null then
    raise exception 'a revoked link stays revoked' using errcode = '42501';
  end if;
  new.revoked_at := now();
  return new;
end $$;
comment on function private.stamp_revocation is
  'Trigger function: sets revoked_at to now when anon or authenticated revokes a link; raises 42501 when one of them '
  'changes the revocation of a revoked link.';

create trigger approval_tokens_stamp before update on public.approval_tokens
  for each row execute function private.stamp_revocation();

insert into private.audit_log_permissions (entity, permission) values
  ('approval_tokens', 'service_requests');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('approval_tokens', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 40);

select
  private.declare_columns('approval_tokens', 'not_personal',
    '{id,token_hash,subject_kind,subject_id,expires_at,used_at,revoked_at,decision,reason,created_at,updated_at}',
      'about the link'),
  private.declare_columns('approval_tokens', 'withheld',
    '{decided_name,ip_hash}',
      'of a person who decided by a link without an account: no key leads from an account to it; answered by the person in charge'),
  private.declare_columns('approval_tokens', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('unused_approval_tokens', 'public.approval_tokens', 'expires_at', '30 days', 'used_at is null', 120),
  ('used_approval_tokens', 'public.approval_tokens', 'used_at', '5 years', 'true', 130);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.approval_tokens', 'token_hash', 'null');

create function private.find_approval(token text) returns public.approval_tokens
language sql stable set search_path = '' as $$
  select * from public.approval_tokens where token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

create function private.approval_state(link public.approval_tokens) returns text
language sql stable set search_path = '' as $$
  select case
    when link.used_at is not null then 'used'
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when link.subject_kind = 'event' and not exists (select from public.events where id = link.subject_id
      and status = 'pending' and deleted_at is null) then 'closed'
    when link.subject_kind = 'voucher' and not exists (select from public.vouchers where id = link.subject_id
      and status = 'pending') then 'closed'
    when link.subject_kind = 'service_request' and not exists (select from public.service_requests
      where id = link.subject_id and status in ('received', 'in_review')) then 'closed'
    else 'open'
  end
$$;
comment on function private.approval_state is
  'Returns the state of an approval link: open, used, revoked, expired, or closed when the team has decided about the '
  'request.';

create function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz,
    protocol text, kind text, content jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at,
      coalesce(application.protocol, ''),
    case when event.id is not null then 'event' when voucher.id is not null then 'voucher'
      when application.payload ->> 'subject' = 'club' then 'club' else application.kind end,
    case when event.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', event.title, 'state', event.state_abbr, 'city', event.town, 'address',
        concat_ws(', ', event.venue, event.address),
      'organizer', event.organizer_name, 'phone', event.organizer_phone, 'website', event.website, 'instagram',
        event.instagram,
      'startsAt', event.starts_at, 'endsAt', event.ends_at, 'timeZone', event.time_zone, 'description',
        event.description, 'rules', nullif(event.rules, ''),
      'offer', private.event_offer(event)
    )) when voucher.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', voucher.title, 'organizer', offering.name, 'state', offering.state_abbr, 'address', offering.address,
        'rules', nullif(voucher.rules, ''),
      'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'validFrom', voucher.valid_from,
        'validUntil', voucher.valid_until,
      'totalLimit', voucher.total_limit, 'perPersonLimit', voucher.per_person_limit, 'weekdays',
        to_jsonb(voucher.weekdays),
      'acceptedFrom', voucher.starts_at, 'acceptedUntil', voucher.ends_at, 'imageUrl', voucher.image_url
    )) else jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(application.payload ->> 'name', service.name), 'state', application.state_abbr, 'city',
        application.payload ->> 'city',
      'address', application.payload ->> 'address', 'phone', application.payload ->> 'phone', 'website',
        application.payload ->> 'website',
      'instagram', application.payload ->> 'instagram', 'hours', application.payload ->> 'opening_hours',
      'description', application.payload ->> 'description', 'message', application.payload ->> 'message',
      'runsPlace', case when application.payload -> 'runs_place' = 'true' then true end
    )) end
  from private.find_approval(token) as link
  left join public.service_requests as application on link.subject_kind = 'service_request'
    and application.id = link.subject_id
  left join public.services as service on service.id = application.service_id
  left join public.events as event on link.subject_kind = 'event' and event.id = link.subject_id
  left join public.vouchers as voucher on link.subject_kind = 'voucher' and voucher.id = link.subject_id
  left join public.services as offering on offering.id = voucher.service_id
  left join public.profiles on profiles.id = link.created_by
  where link.id is not null and (application.id is not null or event.id is not null or voucher.id is not null)
$$;

create function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  reason_text text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return private.gone();
  elsif decision <> all (private.approval_decisions()) or name is null or char_length(name) > 120 then
    perform private.refuse('invalid', case when name is null or char_length(name) > 120 then 'name'
      else 'decision' end);
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return private.refused(state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, reason_text, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, reason_text, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, reason_text, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'saved' then
    return private.refused(case answer ->> 'reason' when 'unpayable' then 'unpayable' else 'closed' end);
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = reason_text,
    decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return private.saved(jsonb_build_object('decision', decision, 'kind', link.subject_kind));
end $$;

create function public.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz,
    protocol text, kind text, content jsonb
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_approval(read_approval.token);
end;
comment on function public.read_approval is
  'Returns the content and the state of an approval link without changing anything; no row for an unknown token; '
  'anyone who has the token may call it.';
grant execute on function public.read_approval to anon, authenticated, service_role;

create function public.decide_approval(token text, decision text, reason text default null, decided_name text
  default null, ip_hash text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_approval(token, decision, reason, decided_name, ip_hash);
comment on function public.decide_approval is
  'Decides about a request by an approval link, once: approve creates a draft (or applies the change), adjust and '
  'reject need a reason; answers saved, gone, or refused with used, revoked, expired or closed; raises '
  'invalid; anyone who has the token may call it.';
grant execute on function public.decide_approval to anon, authenticated, service_role;
