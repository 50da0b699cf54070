-- A person asks for the end of the account, may take it back for seven days, and then the worker erases it.
create table public.account_erasures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300)
);
comment on table public.account_erasures is 'Accounts that asked to be erased. Written by functions only; the row goes with the account.';
comment on column public.account_erasures.failure is 'Why the last attempt of the worker failed, without personal data.';
create index account_erasures_due_idx on public.account_erasures (due_at);

alter table public.account_erasures enable row level security;
revoke all on public.account_erasures from anon, authenticated;
grant select on public.account_erasures to authenticated;
grant select on public.account_erasures to service_role;
create policy "accounts read their own erasure request, user managers all" on public.account_erasures
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.manages_accounts()));

-- A merge of accounts must not pass the request on to the account that stays.
create function private.keep_erasure_with_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  return null;
end $$;
create trigger account_erasures_stay before update of user_id on public.account_erasures
  for each row when (new.user_id is distinct from old.user_id) execute function private.keep_erasure_with_account();

create function private.erasure_wait() returns interval
language sql immutable set search_path = '' as $$ select interval '7 days' $$;
comment on function private.erasure_wait() is 'How long a request to erase the own account can be taken back; the privacy text names it.';

-- Contracts and payments name their seller for as long as the law asks, also when the account is gone.
alter table public.sellers drop constraint sellers_user_id_fkey;
alter table public.sellers alter column user_id drop not null;
alter table public.sellers add constraint sellers_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null;
comment on column public.sellers.user_id is 'Null once the account was erased.';

create function private.has_open_commissions(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.commissions where seller_id = seller and status in ('pending', 'approved'))
$$;

create function private.restrict_erased_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.erased_at := now();
  new.status := case when old.status in ('active', 'suspended') then 'suspended' else 'rejected' end;
  new.phone := '';
  new.city := null;
  new.states := '{}';
  new.experience := null;
  -- Money still owed is paid to this key; the daily job deletes it afterwards.
  new.pix_key := case when private.has_open_commissions(new.id) then old.pix_key end;
  return new;
end $$;
comment on function private.restrict_erased_seller() is 'Keeps name and document, which the contracts name, and clears what only served the account.';
create trigger sellers_erased before update of user_id on public.sellers
  for each row when (old.user_id is not null and new.user_id is null) execute function private.restrict_erased_seller();

alter table private.retention_rules drop constraint retention_rules_deed_check;
alter table private.retention_rules add constraint retention_rules_deed_check check (deed in ('delete', 'delete_photos', 'delete_sale', 'delete_pix_key'));
insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (185, 'pix_keys_of_erased_sellers', 'public.sellers', 'erased_at', '0 days', 'pix_key is not null and not private.has_open_commissions(id)', 'delete_pix_key');

create or replace function private.end_term(rule private.retention_rules, rows tid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  touched integer := 0;
begin
  case rule.deed
    when 'delete' then
      execute format('delete from %s where ctid = any ($1)', rule.relation::regclass) using rows;
      get diagnostics touched = row_count;
    when 'delete_photos' then
      perform private.queue_files('request-photos', private.payload_photos(payload)) from public.service_requests where ctid = any (rows);
      update public.service_requests set payload = payload - 'photos' where ctid = any (rows);
      get diagnostics touched = row_count;
    when 'delete_sale' then
      perform private.delete_sale(id) from (select id from public.sales where ctid = any (rows)) as ended;
      touched := cardinality(rows);
    when 'delete_pix_key' then
      update public.sellers set pix_key = null where ctid = any (rows);
      get diagnostics touched = row_count;
  end case;
  return touched;
end $$;

create function private.erased_sellers() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.sellers where erased_at is not null
$$;
-- Restrictive: what is left of an erased seller serves proof of contracts and payments only.
create policy "only financial managers read erased sellers" on public.sellers
  as restrictive for select to authenticated
  using (erased_at is null or (select private.is_staff() and private.has_permission('financials')));
create policy "only financial managers read sales of erased sellers" on public.sales
  as restrictive for select to authenticated
  using ((select private.is_staff() and private.has_permission('financials')) or seller_id not in (select private.erased_sellers()));

create function private.request_account_erasure() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  due timestamptz;
begin
  select * into person from public.profiles where id = (select auth.uid()) and blocked_at is null for update;
  if person.id is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.refuse_last_superadministrador(person.id);
  insert into public.account_erasures (user_id, due_at) values (person.id, now() + private.erasure_wait())
  on conflict do nothing returning due_at into due;
  if due is null then
    return (select due_at from public.account_erasures where user_id = person.id);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, after)
  values (person.id, 'insert', 'account_erasures', person.id::text, jsonb_build_object('due_at', due));
  perform private.enqueue_mail(email::text, 'account_erasure_requested', jsonb_build_object('date', private.local_date(due, person.locale), 'path', '/painel'), person.locale)
  from auth.users where id = person.id and email is not null;
  return due;
end $$;
create function public.request_account_erasure() returns timestamptz
language sql volatile security invoker set search_path = ''
return private.request_account_erasure();
comment on function public.request_account_erasure() is 'Asks for the own account to be erased and answers when; asking again changes nothing. 55000 for the last superadministrador.';

create function private.cancel_account_erasure() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from public.account_erasures where user_id = (select auth.uid()) returning user_id into person;
  if person is null then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id) values (person, 'delete', 'account_erasures', person::text);
  perform private.enqueue_mail(users.email::text, 'account_erasure_cancelled', jsonb_build_object('path', '/painel'), profiles.locale)
  from auth.users as users join public.profiles on profiles.id = users.id where users.id = person and users.email is not null;
  return true;
end $$;
create function public.cancel_account_erasure() returns boolean
language sql volatile security invoker set search_path = ''
return private.cancel_account_erasure();
comment on function public.cancel_account_erasure() is 'Takes the own request back; false when there is none any more.';

create function private.local_date(moment timestamptz, locale text) returns text
language sql stable set search_path = '' as $$
  select to_char(moment at time zone 'America/Sao_Paulo', case when locale = 'en-US' then 'YYYY-MM-DD' else 'DD/MM/YYYY' end)
$$;
comment on function private.local_date(timestamptz, text) is 'A day for a mail, in Brazilian time.';

create function private.refuse_last_superadministrador(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = account and role = 'superadministrador')
    and not exists (select from public.profiles where id <> account and role = 'superadministrador' and blocked_at is null)
  then
    raise exception 'the last superadministrador cannot be erased' using errcode = '55000';
  end if;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['request_account_erasure()', 'cancel_account_erasure()'] loop
    execute format('revoke execute on function public.%s from public, anon', name);
    execute format('grant execute on function public.%s to authenticated', name);
  end loop;
end $$;
