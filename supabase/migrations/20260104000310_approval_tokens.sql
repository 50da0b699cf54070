-- A decision by link, without an account: the link is the only key, so only its hash is kept.
create table public.approval_tokens (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  subject_kind text not null check (subject_kind in ('service_request')),
  subject_id uuid not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '60 days'),
  used_at timestamptz,
  revoked_at timestamptz,
  decision text check (decision in ('approve', 'adjust', 'reject')),
  reason text check (char_length(reason) <= 1000),
  decided_name text check (char_length(decided_name) <= 120),
  ip_hash text check (char_length(ip_hash) <= 64),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint used_token_has_a_decision check ((used_at is null) = (decision is null))
);
comment on table public.approval_tokens is 'Links that let somebody without an account decide one thing, once.';
comment on column public.approval_tokens.ip_hash is 'Keyed hash of the address the decision came from.';

create index approval_tokens_subject_idx on public.approval_tokens (subject_kind, subject_id, created_at desc);
create index approval_tokens_created_by_idx on public.approval_tokens (created_by);

alter table public.approval_tokens enable row level security;
grant select, insert, update on public.approval_tokens to authenticated;
grant all on public.approval_tokens to service_role;

create policy "request managers read approval links" on public.approval_tokens
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers make approval links in their own name" on public.approval_tokens
  for insert to authenticated
  with check (
    (select private.has_permission('service_requests')) and created_by = (select auth.uid())
    and used_at is null and revoked_at is null and decided_name is null and ip_hash is null
  );
create policy "request managers revoke approval links" on public.approval_tokens
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

create trigger approval_tokens_guard before update on public.approval_tokens
  for each row execute function private.guard_columns('revoked_at');
create trigger approval_tokens_touch before update on public.approval_tokens
  for each row execute function private.touch_updated_at();
create trigger approval_tokens_audit after insert or update on public.approval_tokens
  for each row execute function private.write_audit('id', 'subject_kind,subject_id,expires_at,used_at,revoked_at,decision,decided_name');

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
    when not exists (select from public.service_requests where id = link.subject_id and status in ('received', 'in_review')) then 'closed'
    else 'open'
  end
$$;
comment on function private.approval_state(public.approval_tokens) is 'closed: the team decided meanwhile.';

-- Only what will be public of the place; who asked for it stays with the team.
create function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz, protocol text, kind text, place jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at, request.protocol,
    case when request.payload ->> 'subject' = 'club' then 'club' else request.kind end,
    jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(request.payload ->> 'name', service.name), 'state', request.state_abbr, 'city', request.payload ->> 'city',
      'address', request.payload ->> 'address', 'phone', request.payload ->> 'phone', 'website', request.payload ->> 'website',
      'instagram', request.payload ->> 'instagram', 'hours', request.payload ->> 'opening_hours',
      'description', request.payload ->> 'description', 'message', request.payload ->> 'message'
    ))
  from private.find_approval(token) as link
  join public.service_requests as request on request.id = link.subject_id
  left join public.services as service on service.id = request.service_id
  left join public.profiles on profiles.id = link.created_by
$$;
create function public.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz, protocol text, kind text, place jsonb
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_approval(read_approval.token);
end;
comment on function public.read_approval(text) is 'What a link asks to be approved; reading decides nothing. No row for a token that does not exist.';
grant execute on function public.read_approval(text) to anon, authenticated, service_role;

create function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif decision not in ('approve', 'adjust', 'reject') or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name' else 'decision' end;
  end if;
  -- Whoever presses twice waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return jsonb_build_object('outcome', state);
  end if;
  answer := private.apply_service_request(link.subject_id, decision, given, null, link.created_by);
  if answer ->> 'outcome' <> 'decided' then
    return jsonb_build_object('outcome', 'closed');
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given, decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return jsonb_build_object('outcome', 'decided', 'decision', decision);
end $$;
create function public.decide_approval(token text, decision text, reason text default null, decided_name text default null, ip_hash text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_approval(token, decision, reason, decided_name, ip_hash);
comment on function public.decide_approval(text, text, text, text, text) is 'One decision by link: approve makes a draft, adjust and reject need a reason.';
grant execute on function public.decide_approval(text, text, text, text, text) to anon, authenticated, service_role;
