-- Deleting an account, joining two and taking second factors away cannot be undone: REST needs a recent proof of identity too.
create or replace function public.delete_account(account uuid, typed_email text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.delete_account(account, typed_email);
end;
comment on function public.delete_account(uuid, text) is
  'Erases an account below the caller''s rank. Refused with 42501 (rank), 28000 (no recent proof) or 22023 (the e-mail is another).';

create or replace function public.merge_accounts(gone uuid, kept_email text, typed_email text default '', reason text default '', dry_run boolean default true) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where not coalesce(dry_run, false);
  select private.merge_accounts(gone, private.managed_account_of(kept_email), typed_email, reason, dry_run);
end;
comment on function public.merge_accounts(uuid, text, text, text, boolean) is
  'outcome: possible (dry_run), merged or refused, with obstacles; the report says what moves. 42501 by rank, 28000 without a recent proof, 22023 without a reason. The server deletes the empty account afterwards.';

create or replace function public.reset_mfa(account uuid, reason text) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.reset_mfa(account, reason);
end;
comment on function public.reset_mfa(uuid, text) is
  'How many sessions ended. Refused with 42501 (rank), 28000 (no recent proof) or 22023 (no reason); the server removes the factors afterwards.';
