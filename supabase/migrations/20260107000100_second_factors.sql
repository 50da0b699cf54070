-- Resetting the second factor and joining two accounts are changes of an account too, so the audit log knows their names.
alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add constraint audit_log_action_check check (action in ('insert', 'update', 'delete', 'mfa_reset', 'merge'));

-- The factors live in the auth server; this asks first, ends the sessions and leaves the line that it happened.
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
  values ((select auth.uid()), 'mfa_reset', 'profiles', account::text, left(btrim(reason), 300));
  return private.end_sessions(account);
end $$;
comment on function private.reset_mfa(uuid, text) is 'Whether the caller may take the second factors of an account away; written down without personal data.';

create function public.reset_mfa(account uuid, reason text) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.reset_mfa(account, reason);
end;
comment on function public.reset_mfa(uuid, text) is 'How many sessions ended. Refused with 42501 (rank) or 22023 (no reason); the server removes the factors afterwards.';
revoke execute on function public.reset_mfa(uuid, text) from public, anon;
grant execute on function public.reset_mfa(uuid, text) to authenticated;
