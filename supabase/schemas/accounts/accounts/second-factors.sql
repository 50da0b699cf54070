-- Second factors and the recovery codes that remove them; hosted Supabase has none of its own.

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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('private.recovery_code_tries', 'user_id', 'account', 'own', 'Tentativas com códigos de recuperação', 'delete', 6);

select private.declare_columns('private.recovery_code_tries', 'exported', '{id,user_id,created_at}');

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
create function private.use_recovery_code(hash text) returns jsonb
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
  delete from private.recovery_code_tries where user_id = account and created_at < now()
    - make_interval(mins => private.recovery_code_minutes());
  if (select count(*) from private.recovery_code_tries where user_id = account) >= 5 then
    return private.refused('limited');
  end if;
  select id into found_id from private.recovery_codes
  where user_id = account and code_hash = hash and (used_at is null or used_at > now() - interval '10 minutes')
    and private.are_codes_of_factor(account, created_at);
  if found_id is null then
    insert into private.recovery_code_tries (user_id) values (account);
    return private.refused('wrong');
  end if;
  update private.recovery_codes set used_at = coalesce(used_at, now()) where id = found_id;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (account, 'recovery_code_used', 'profiles', account::text);
  return private.saved();
end $$;

-- A mailed link that is opened in another browser confirms the address only after a new password was set in that
-- browser. Until then the old password works and the address is unconfirmed.
create function private.session_proves_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  -- A code sent to a phone is recorded as `otp` too, so accounts with a phone number prove nothing here.
  select coalesce(users.phone, '') = '' and coalesce(users.email, '') <> ''
    and private.has_proof(private.session_id(), private.mailbox_methods())
  from auth.users where users.id = private.account_id()
$$;

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

create function public.second_factor_share() returns table (role text, accounts bigint, with_factor bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.second_factor_share();
end;
comment on function public.second_factor_share is
  'Returns the number of accounts and of those with a second factor for each role other than user; no rows when the '
  'auth server has no table of second factors; raises 42501 without the permission access_log.';
grant execute on function public.second_factor_share to authenticated, service_role;

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

create function public.use_recovery_code(hash text) returns jsonb
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
