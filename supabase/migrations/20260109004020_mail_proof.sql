-- A mailed link that is opened in another browser confirms the address only after a new password was set in that
-- browser. Until then the old password works and the address is unconfirmed.
create function private.session_proves_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  -- A code sent to a phone is recorded as `otp` too, so accounts with a phone number prove nothing here.
  select coalesce(users.phone, '') = '' and coalesce(users.email, '') <> '' and private.has_proof(private.session_id(), array['otp', 'magiclink', 'recovery', 'email/signup'])
  from auth.users where users.id = private.account_id()
$$;
create function public.session_proves_mail() returns boolean
language sql stable security invoker set search_path = ''
return private.session_proves_mail();
comment on function public.session_proves_mail() is 'Whether the session of the caller was opened in the last 10 minutes by a link mailed to the account''s address; null without an account.';
revoke execute on function public.session_proves_mail() from public, anon;
grant execute on function public.session_proves_mail() to authenticated;
