-- Recovery codes: each removes the second factor of its account once. Hosted Supabase has none of its own.
create table private.recovery_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
comment on table private.recovery_codes is 'SHA-256 of recovery codes with 80 random bits each; the codes are shown once and stored nowhere.';

create table private.recovery_code_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.recovery_code_tries is 'Wrong recovery codes of the last 15 minutes; five refuse every further one.';
create index recovery_code_tries_user_id_idx on private.recovery_code_tries (user_id, created_at);

alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add constraint audit_log_action_check
  check (action in ('insert', 'update', 'delete', 'mfa_reset', 'merge', 'recovery_codes_created', 'recovery_code_used'));

-- Codes belong to the factor they were made for: those of an earlier one do not remove a later one.
create function private.are_codes_of_factor(account uuid, made_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = account and status::text = 'verified' and created_at <= made_at)
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
  insert into public.audit_log (actor_id, action, entity, entity_id) values (account, 'recovery_codes_created', 'profiles', account::text);
end $$;

create function public.save_recovery_codes(hashes text[]) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.save_recovery_codes(hashes);
end;
comment on function public.save_recovery_codes(text[]) is 'Replaces the caller''s recovery codes by ten SHA-256 hashes; needs a second factor and a recent proof.';
revoke execute on function public.save_recovery_codes(text[]) from public, anon;
grant execute on function public.save_recovery_codes(text[]) to authenticated;

create function private.count_recovery_codes() returns integer
language sql stable security definer set search_path = '' as $$
  select case when private.account_id() is not null then (
    select count(*)::integer from private.recovery_codes
    where user_id = private.account_id() and used_at is null and private.are_codes_of_factor(user_id, created_at)
  ) end
$$;

create function public.count_recovery_codes() returns integer
language sql stable security invoker set search_path = ''
begin atomic
  select private.count_recovery_codes();
end;
comment on function public.count_recovery_codes() is 'How many unused recovery codes the caller has.';
revoke execute on function public.count_recovery_codes() from public, anon;
grant execute on function public.count_recovery_codes() to authenticated;

-- The caller has a session that still owes the second factor. The server removes the factor in the auth server afterwards;
-- a code stays right for ten minutes, so that this can be repeated when the server failed in between.
create function private.use_recovery_code(hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select auth.uid());
  found_id bigint;
begin
  if private.session_state() <> 'second_factor' then
    raise exception 'no second factor is due' using errcode = '42501';
  end if;
  -- Tries of one account wait for each other, so that parallel ones are all counted.
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
  insert into public.audit_log (actor_id, action, entity, entity_id) values (account, 'recovery_code_used', 'profiles', account::text);
  return 'accepted';
end $$;

create function public.use_recovery_code(hash text) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_recovery_code(hash);
end;
comment on function public.use_recovery_code(text) is 'accepted, wrong or limited (five wrong ones in 15 minutes); refused with 42501 unless the caller''s session owes the second factor.';
revoke execute on function public.use_recovery_code(text) from public, anon;
grant execute on function public.use_recovery_code(text) to authenticated;
