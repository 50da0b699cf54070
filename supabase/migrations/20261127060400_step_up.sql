-- Functions that read or change another account need a recent proof of identity, as lib/platform/auth/step-up.ts lists.

create or replace function public.export_account(account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where account is distinct from (select private.account_id());
  select private.export_account(account);
end;
comment on function public.export_account(uuid) is
  'Returns all data about an account, for its owner and for user managers of accounts with a lower rank; raises 42501 for other callers, and 28000 for managers without a recent proof of identity.';

create or replace function public.set_account_blocked(account uuid, is_blocked boolean, reason text default null) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.set_account_blocked(account, is_blocked, reason);
end;
comment on function public.set_account_blocked(uuid, boolean, text) is
  'Blocks an account and ends its sessions, or unblocks it; raises 42501 unless the account has a lower rank than the calling user manager, and 28000 without a recent proof of identity.';

create or replace function public.end_sessions(account uuid) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where account is distinct from (select private.account_id());
  select private."end_sessions"(account);
end;
comment on function public.end_sessions(uuid) is
  'Ends every session of an account and returns how many; raises 42501 unless the account has a lower rank than the caller and the caller has the permission users or access_log, and 28000 without a recent proof of identity.';

create or replace function public.end_session(session uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private."end_session"(session);
end;
comment on function public.end_session(uuid) is
  'Ends one session and returns false when it had already ended; raises 42501 without the permission access_log and for other accounts of the same or a higher rank, and 28000 without a recent proof of identity.';

create or replace function public.set_seller_commission(seller uuid, percentage numeric, starts_on date) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.set_seller_commission(seller, percentage, starts_on);
end;
comment on function public.set_seller_commission(uuid, numeric, date) is
  'Sets the commission rate of a seller from starts_on (today to 730 days ahead); existing sales keep their rate; raises 42501 without the permission sellers, 28000 without a recent proof of identity, and invalid_request.';
