-- The end of an account: one function for the person's own request and for user managers.
create function private.erase_rows(account uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.personal_rows;
begin
  for rule in
    select * from private.personal_rows
    where kind = 'own' and at_erasure in ('delete', 'clear') and relation <> 'profiles' and private.relation_of(personal_rows) is not null order by place
  loop
    execute format(
      case rule.at_erasure when 'delete' then 'delete from %s as row where %s' else 'update %s as row set %3$I = null where %2$s' end,
      private.relation_of(rule), private.person_condition(rule), rule.column_name
    ) using account, address;
  end loop;
end $$;
comment on function private.erase_rows(uuid, text) is 'Deletes or clears what the registry declares; rows found by e-mail only where an address is given.';

create function private.end_auth_account(account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where user_id::text = account::text;
  if to_regclass('auth.flow_state') is not null then
    execute 'delete from auth.flow_state where user_id::text = $1' using account::text;
  end if;
  -- Sessions, identities, second factors and the profile follow through their foreign keys.
  delete from auth.users where id = account;
  if exists (select from auth.users where id = account) or exists (select from public.profiles where id = account) then
    raise exception 'the account is still there' using errcode = '55000';
  end if;
end $$;

create function private.erase_account(account uuid, actor uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  mail_address text;
  proven_address text;
  seller uuid;
begin
  select * into person from public.profiles where id = account for update;
  if person.id is null then
    raise exception 'no such account' using errcode = '22023';
  end if;
  perform private.refuse_last_superadministrador(account);
  mail_address := (select email from auth.users where id = account);
  -- An address nobody proved may be somebody else's, and so may the rows that carry it.
  proven_address := case when person.email_verified_at is not null then mail_address end;
  seller := (select id from public.sellers where user_id = account);
  perform set_config('app.audit_reason', 'LGPD', true);
  perform private.erase_rows(account, proven_address);
  perform private.end_auth_account(account);
  if seller is not null and private.is_seller_without_business(seller) then
    delete from public.sellers where id = seller;
  end if;
  if mail_address is not null then
    perform private.enqueue_mail(mail_address, 'account_erased', '{}', person.locale);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, before, reason)
  values (actor, 'delete', 'profiles', account::text, jsonb_build_object('role', person.role), 'LGPD');
end $$;
comment on function private.erase_account(uuid, uuid) is 'Erases an account in one transaction; the audit line, without personal data, comes after the deed.';

create function private.erase_next_account() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  select user_id into account from public.account_erasures
  where due_at <= now() and (failed_at is null or failed_at < now() - interval '1 hour')
  order by due_at limit 1 for update skip locked;
  if account is null then
    return null;
  end if;
  begin
    perform private.erase_account(account, account);
  exception when others then
    -- The others go on; this one is tried again in an hour.
    update public.account_erasures set failed_at = now(), failure = sqlstate || ' ' || left(sqlerrm, 200) where user_id = account;
  end;
  return account;
end $$;
create function public.erase_next_account() returns uuid
language sql volatile security invoker set search_path = ''
return private.erase_next_account();
comment on function public.erase_next_account() is 'For the worker only: erases one account whose waiting time is over and answers its id; null when none is left.';
revoke execute on function public.erase_next_account() from public, anon, authenticated;
grant execute on function public.erase_next_account() to service_role;

-- The manager's deletion: the same deed, at once, confirmed by the e-mail of the account.
drop function public.release_account(uuid, text);
drop function private.release_account(uuid, text);
create function private.delete_account(account uuid, typed_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not exists (select from auth.users where id = account and lower(email) = lower(btrim(typed_email))) then
    raise exception 'the e-mail does not confirm the account' using errcode = '22023';
  end if;
  perform private.erase_account(account, (select auth.uid()));
end $$;
create function public.delete_account(account uuid, typed_email text) returns void
language sql volatile security invoker set search_path = ''
return private.delete_account(account, typed_email);
comment on function public.delete_account(uuid, text) is 'Erases an account below the caller''s rank. Refused with 42501 (rank) or 22023 (the e-mail is another).';
revoke execute on function public.delete_account(uuid, text) from public, anon;
grant execute on function public.delete_account(uuid, text) to authenticated;
