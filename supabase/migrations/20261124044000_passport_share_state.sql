-- The state of a link to a passport, with which the middleware answers 410.

create function private.passport_share_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (
    select from public.passport_shares as share
    join public.profiles as owner on owner.id = share.account_id and owner.blocked_at is null
    where share.token = passport_share_state.token and share.revoked_at is null
  ) then 'open' else 'ended' end
$$;

create function public.passport_share_state(token text) returns text
language sql stable security invoker set search_path = ''
return private.passport_share_state(token);
comment on function public.passport_share_state(text) is
  'open, or ended for a link that was switched off, whose account is blocked or erased, or that never existed.';
revoke execute on function public.passport_share_state(text) from public;
grant execute on function public.passport_share_state(text) to anon, authenticated, service_role;
