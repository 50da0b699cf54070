-- The copy of one's data, the erasure of an account, and the deletion of records after their retention period.

-- An account that asks for its erasure may cancel the request for seven days; then the worker erases it.
create table public.account_erasures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300)
);
comment on table public.account_erasures is
  'Requests of accounts to be erased; written by functions only, and deleted with the account.';
comment on column public.account_erasures.failure is
  'Why the last attempt of the worker failed, without personal data.';
create index account_erasures_due_idx on public.account_erasures (due_at);
alter table public.account_erasures enable row level security;
grant select on public.account_erasures to authenticated;
grant all on public.account_erasures to service_role;
create policy "accounts read their own erasure request, user managers all" on public.account_erasures
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.manages_accounts()));

-- Merging accounts must not move the request to the account that remains.
create function private.keep_erasure_with_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  return null;
end $$;

create trigger account_erasures_stay before update of user_id on public.account_erasures
  for each row when (new.user_id is distinct from old.user_id) execute function private.keep_erasure_with_account();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('account_erasures', 'user_id', 'account', 'own', 'Pedido de exclusão da conta', 'delete', 2);

select
  private.declare_columns('account_erasures', 'exported', '{user_id,requested_at,due_at}'),
  private.declare_columns('account_erasures', 'not_personal', '{failed_at,failure}', 'state of the worker');

create function private.is_seller_without_business(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.sales where seller_id = seller)
    and not exists (select from public.commissions where seller_id = seller)
    and not exists (select from public.commission_payouts where seller_id = seller)
$$;
comment on function private.is_seller_without_business is
  'Whether a seller has no sale, commission or payout, which must be kept by law.';

create function private.expired_rows(rule private.retention_rules, max_rows integer) returns setof tid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format('select ctid from %s where %s < $1 and (%s) limit $2', rule.relation::regclass,
    rule.period_start, rule.condition)
    using now() - rule.retention_period, max_rows;
end $$;
comment on function private.expired_rows is 'Returns the ctid of rows of one rule whose retention period is over.';

create function private.delete_sale(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payouts uuid[] := array(select payout_id from public.commissions where sale_id = sale and payout_id is not null);
begin
  delete from public.commissions where sale_id = sale;
  delete from public.commission_payouts where id = any (payouts) and
    not exists (select from public.commissions where payout_id = commission_payouts.id);
  delete from public.ads where sale_id = sale;
  delete from public.sales where id = sale;
  delete from public.payments where subject_type = 'sale' and subject_id = sale;
end $$;
comment on function private.delete_sale is
  'Deletes a sale with its banner, commission and payments; triggers queue its signature and receipt files for '
  'deletion.';

create function private.end_term(rule private.retention_rules, rows tid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  touched integer := 0;
begin
  case rule.action
    when 'delete' then
      execute format('delete from %s where ctid = any ($1)', rule.relation::regclass) using rows;
      get diagnostics touched = row_count;
    when 'delete_photos' then
      perform private.queue_files('request-photos', private.payload_photos(payload)) from public.service_requests
        where ctid = any (rows);
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
comment on function private.end_term is
  'Applies the action of a rule to the given rows and returns how many were changed.';

create function private.delete_expired_records(max_rows integer) returns table (rule text, deleted integer, failed text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  one private.retention_rules;
  rows tid[];
begin
  -- Sums first: page views are deleted only after they were counted.
  perform private.roll_up_page_views();
  for one in select * from private.retention_rules order by position loop
    rule := one.key;
    deleted := 0;
    failed := null;
    begin
      rows := array(select private.expired_rows(one, least(greatest(max_rows, 1), 50000)));
      if cardinality(rows) > 0 then
        deleted := private.end_term(one, rows);
      end if;
    exception when others then
      -- One rule that fails does not keep the others from running.
      deleted := 0;
      failed := sqlstate || ' ' || sqlerrm;
    end;
    return next;
  end loop;
end $$;

-- The clean-up buttons of /admin/system-repair follow the same rules.
create function private.expired_lines(keys text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  one private.retention_rules;
begin
  for one in select * from private.retention_rules where key = any (keys) order by position loop
    return query select one.key || ' ' || row_number() over () from private.expired_rows(one, 10000);
  end loop;
end $$;
comment on function private.expired_lines is
  'Returns one line for each row whose retention period is over, at most 10,000 per rule.';

create function private.has_open_commissions(seller uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.commissions where seller_id = seller and status in ('pending', 'approved'))
    or coalesce((select sum(amount_cents) from public.commission_lines where seller_id = seller and paid_at is null),
      0) > 0
$$;

create function private.request_account_erasure() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  due timestamptz;
begin
  select * into person from public.profiles where id = (select private.account_id()) and blocked_at is null for update;
  if person.id is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.refuse_last_superadministrador(person.id);
  perform private.refuse_last_event_owner(person.id);
  insert into public.account_erasures (user_id, due_at)
  values (person.id, now() + make_interval(days => private.erasure_wait_days()))
  on conflict do nothing returning due_at into due;
  if due is null then
    return (select due_at from public.account_erasures where user_id = person.id);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, after)
  values (person.id, 'insert', 'account_erasures', person.id::text, jsonb_build_object('due_at', due));
  perform private.enqueue_mail(email::text, 'account_erasure_requested',
    jsonb_build_object('date', (due at time zone 'America/Sao_Paulo')::date, 'path', '/painel'), person.locale)
  from auth.users where id = person.id and email is not null;
  return due;
end $$;

create function private.cancel_account_erasure() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from public.account_erasures where user_id = (select private.account_id()) returning user_id into person;
  if person is null then
    return private.gone();
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (person, 'delete', 'account_erasures', person::text);
  perform private.enqueue_mail(users.email::text, 'account_erasure_cancelled', jsonb_build_object('path', '/painel'),
    profiles.locale)
  from auth.users as users join public.profiles on profiles.id = users.id where users.id = person and users.email
    is not null;
  return private.saved();
end $$;

create function private.refuse_last_superadministrador(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = account and role = 'superadministrador')
    and not exists (select from public.profiles where id <> account and role = 'superadministrador' and blocked_at
      is null)
  then
    raise exception 'the last superadministrador cannot be erased' using errcode = '55000';
  end if;
end $$;

-- The copy of an account ("Baixar meus dados"), made from the registry: one function for the person and for user
-- managers.
create function private.person_condition(rule private.personal_rows) returns text
language sql stable set search_path = '' as $$
  select case rule.matched_by
    when 'account' then format('row.%I = $1', rule.column_name)
    when 'address' then format('lower(row.%I) = lower($2)', rule.column_name)
    when 'seller' then format('row.%I in (select id from public.sellers where user_id = $1)', rule.column_name)
    when 'session' then format('row.%I in (select id from auth.sessions where user_id = $1)', rule.column_name)
    when 'sale' then format('row.%I in (select id from public.sales where lower(client_email) = lower($2))',
      rule.column_name)
  end
$$;
comment on function private.person_condition is
  'Returns the SQL condition that finds the rows of a person; $1 is the account, $2 its e-mail or null.';

create function private.relation_of(rule private.personal_rows) returns regclass
language sql stable set search_path = '' as $$
  select to_regclass(case when rule.relation like '%.%' then rule.relation else 'public.' || quote_ident(rule.relation)
    end)
$$;
comment on function private.relation_of is
  'Returns the table of a row of private.personal_rows; null while a later migration has not created it yet.';

create function private.person_rows(rule private.personal_rows, account uuid, address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  relation regclass := private.relation_of(rule);
  left_out text[] := rule.hidden || array(
    select attname::text from pg_catalog.pg_attribute where attrelid = relation and attnum > 0 and not attisdropped and
      not exists (
      select from private.personal_columns as known
      where known.relation = rule.relation and known.column_name = attname and known.treatment = 'exported'
    )
  );
  rows jsonb;
begin
  if relation is null then
    return null;
  end if;
  if rule.kind = 'work' then
    execute format('select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(''id'', to_jsonb(row) -> ''id'', ''at'', to_jsonb(row) -> ''created_at''))) from %s as row where %s',
      relation, private.person_condition(rule))
      into rows using account, address;
  else
    execute format('select jsonb_agg(to_jsonb(row) - $3) from %s as row where %s', relation,
      private.person_condition(rule))
      into rows using account, address, left_out;
  end if;
  return rows;
end $$;
comment on function private.person_rows is
  'Returns what is exported for one row of private.personal_rows; null without rows; columns that are not declared as '
  'exported are left out.';

create function private.rows_of_account(account uuid, address text, kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(rule.relation || '.' || rule.column_name, found.rows), '{}')
  from private.personal_rows as rule, private.person_rows(rule, account, address) as found (rows)
  where rule.kind = rows_of_account.kind and found.rows is not null
$$;
comment on function private.rows_of_account is
  'Rows of an account and, where an address is given, those with this e-mail: {"table.column": [rows]}.';

create function private.files_of_account(account uuid, address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', objects.bucket_id, 'name', objects.name, 'type',
    objects.metadata ->> 'mimetype', 'bytes', objects.metadata -> 'size', 'created_at', objects.created_at)
    order by objects.created_at, objects.name), '[]')
  from storage.objects as objects
  where to_jsonb(objects) ->> 'owner_id' = account::text or to_jsonb(objects) ->> 'owner' = account::text
    or (objects.bucket_id = 'request-photos' and objects.name in (
      select unnest(private.payload_photos(payload)) from public.service_requests
        where lower(requester_email) = lower(address)))
    or (objects.bucket_id = 'sales-assets' and objects.name in (
      select seller_signature_url from public.sales join public.sellers on sellers.id = sales.seller_id
        where sellers.user_id = account
      union all select client_signature_url from public.sales where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'payment-receipts' and objects.name in (
      select receipt_path from public.payments join public.sales on sales.id = payments.subject_id
        where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'vehicle-files' and objects.name in (select path from public.vehicle_files
      where owner_id = account))
$$;
comment on function private.files_of_account is
  'Stored files of a person: uploaded with the account, sent with a request, signatures, receipts and files of own '
  'cars.';

-- Tables of the auth server differ between hosted Supabase and the embedded backend: rows are read as JSON and known
-- keys taken.
create function private.auth_rows(relation text, account uuid, keys text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rows jsonb;
begin
  if to_regclass(relation) is null then
    return '[]';
  end if;
  execute format(
    'select coalesce(jsonb_agg((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(row)) where key = any ($2))), ''[]'') from %s as row where row.user_id = $1',
    to_regclass(relation)
  ) into rows using account, keys;
  return rows;
end $$;

-- The erasure of an account: one function for the person's own request and for user managers.
create function private.erase_rows(account uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.personal_rows;
begin
  for rule in
    select * from private.personal_rows
    where kind = 'own' and at_erasure in ('delete', 'clear') and relation <> 'profiles'
      and private.relation_of(personal_rows) is not null order by position
  loop
    execute format(
      case rule.at_erasure when 'delete' then 'delete from %s as row where %s'
        else 'update %s as row set %3$I = null where %2$s' end,
      private.relation_of(rule), private.person_condition(rule), rule.column_name
    ) using account, address;
  end loop;
end $$;
comment on function private.erase_rows is
  'Deletes or clears the rows that private.personal_rows declares; rows are found by e-mail only when an address is '
  'given.';

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
  -- An unverified address may belong to another person, and so may the rows that contain it.
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
comment on function private.erase_account is
  'Erases an account in one transaction and then writes an audit log entry without personal data; raises 22023 for an '
  'unknown account and 55000 for the last superadministrador.';

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
    -- The job continues with the others; this one is retried in an hour.
    update public.account_erasures set failed_at = now(), failure = sqlstate || ' ' || left(sqlerrm, 200)
      where user_id = account;
  end;
  return account;
end $$;

create function private.delete_account(account uuid, typed_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not exists (select from auth.users where id = account and lower(email) = lower(btrim(typed_email))) then
    raise exception 'the e-mail does not confirm the account' using errcode = '22023';
  end if;
  perform private.erase_account(account, (select private.account_id()));
end $$;

create function public.delete_expired_records(max_rows integer default 5000)
  returns table (rule text, deleted integer, failed text)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.delete_expired_records(max_rows);
end;
comment on function public.delete_expired_records is
  'For the worker only: applies every retention rule to at most max_rows rows and returns {rule, deleted, failed}; it '
  'is called again until every rule returns 0; failed is the error of a rule.';
grant execute on function public.delete_expired_records to service_role;

create function public.request_account_erasure() returns timestamptz
language sql volatile security invoker set search_path = ''
return private.request_account_erasure();
comment on function public.request_account_erasure is
  'Requests the erasure of the caller''s account and returns its due time; a repeated request changes nothing; raises '
  '42501 without an account and 55000 for the last superadministrador.';
grant execute on function public.request_account_erasure to authenticated, service_role;

create function public.cancel_account_erasure() returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_account_erasure();
comment on function public.cancel_account_erasure is 'Cancels the caller''s erasure request; gone when there is none.';
grant execute on function public.cancel_account_erasure to authenticated, service_role;

create function public.erase_next_account() returns uuid
language sql volatile security invoker set search_path = ''
return private.erase_next_account();
comment on function public.erase_next_account is
  'For the worker only: tries to erase one account whose waiting time is over and returns its id, also after an '
  'error, which it stores in failure; null when there is none.';
grant execute on function public.erase_next_account to service_role;

-- Cannot be undone, so a call through REST needs a recent proof of identity too.
create function public.delete_account(account uuid, typed_email text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.delete_account(account, typed_email);
end;
comment on function public.delete_account is
  'Erases an account with a lower rank than the caller; raises 42501 (rank), 28000 (no recent proof of identity) or '
  '22023 (typed_email is not the e-mail of the account).';
grant execute on function public.delete_account to authenticated, service_role;
