-- A mailed link that is opened in another browser proves the address only once a new password was chosen there: until
-- then the password of whoever signed up stays valid, and the address stays unconfirmed.
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
