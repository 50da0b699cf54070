-- The copy of an account ("Baixar meus dados"), made from the registry: one function for the person and for user managers.
create function private.person_condition(rule private.personal_rows) returns text
language sql stable set search_path = '' as $$
  select case rule.matched_by
    when 'account' then format('row.%I = $1', rule.column_name)
    when 'address' then format('lower(row.%I) = lower($2)', rule.column_name)
    when 'seller' then format('row.%I in (select id from public.sellers where user_id = $1)', rule.column_name)
    when 'session' then format('row.%I in (select id from auth.sessions where user_id = $1)', rule.column_name)
    when 'sale' then format('row.%I in (select id from public.sales where lower(client_email) = lower($2))', rule.column_name)
  end
$$;
comment on function private.person_condition(private.personal_rows) is 'Condition on a row; $1 is the account, $2 its e-mail or null.';

create function private.relation_of(rule private.personal_rows) returns regclass
language sql stable set search_path = '' as $$
  select to_regclass(case when rule.relation like '%.%' then rule.relation else 'public.' || quote_ident(rule.relation) end)
$$;
comment on function private.relation_of(private.personal_rows) is 'The table of a line of the registry; null where a later migration has not made it yet.';

create function private.person_rows(rule private.personal_rows, account uuid, address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  relation regclass := private.relation_of(rule);
  left_out text[] := rule.hidden || array(
    select attname::text from pg_catalog.pg_attribute where attrelid = relation and attnum > 0 and not attisdropped and not exists (
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
    execute format('select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(''id'', to_jsonb(row) -> ''id'', ''at'', to_jsonb(row) -> ''created_at''))) from %s as row where %s', relation, private.person_condition(rule))
      into rows using account, address;
  else
    execute format('select jsonb_agg(to_jsonb(row) - $3) from %s as row where %s', relation, private.person_condition(rule))
      into rows using account, address, left_out;
  end if;
  return rows;
end $$;
comment on function private.person_rows(private.personal_rows, uuid, text) is 'What one line of the registry exports; null without rows. A column nobody declared is not exported.';

drop function private.rows_of_account(uuid);
create function private.rows_of_account(account uuid, address text, kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(rule.relation || '.' || rule.column_name, found.rows), '{}')
  from private.personal_rows as rule, private.person_rows(rule, account, address) as found (rows)
  where rule.kind = rows_of_account.kind and found.rows is not null
$$;
comment on function private.rows_of_account(uuid, text, text) is 'Rows of an account and, where an address is given, those with this e-mail: {"table.column": [rows]}.';

create function private.files_of_account(account uuid, address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', objects.bucket_id, 'name', objects.name, 'type', objects.metadata ->> 'mimetype', 'bytes', objects.metadata -> 'size', 'created_at', objects.created_at) order by objects.created_at, objects.name), '[]')
  from storage.objects as objects
  where to_jsonb(objects) ->> 'owner_id' = account::text or to_jsonb(objects) ->> 'owner' = account::text
    or (objects.bucket_id = 'request-photos' and objects.name in (
      select unnest(private.payload_photos(payload)) from public.service_requests where lower(requester_email) = lower(address)))
    or (objects.bucket_id = 'sales-assets' and objects.name in (
      select seller_signature_url from public.sales join public.sellers on sellers.id = sales.seller_id where sellers.user_id = account
      union all select client_signature_url from public.sales where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'payment-receipts' and objects.name in (
      select receipt_path from public.payments join public.sales on sales.id = payments.subject_id where lower(client_email) = lower(address)))
$$;
comment on function private.files_of_account(uuid, text) is 'Stored files of a person: uploaded with the account, sent with a request, signatures and receipts.';

-- Tables of the auth server differ between hosted Supabase and the embedded backend: rows are read as JSON and known keys taken.
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

create or replace function private.export_account(account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_own boolean := account = (select auth.uid());
  address text := (select email from auth.users where id = account);
begin
  if not coalesce(is_own, false) and not private.manages_account(account) then
    raise exception 'only the own account, or accounts below the own rank' using errcode = '42501';
  end if;
  -- Rows found by e-mail alone are handed to its owner once a link sent to it was opened.
  if is_own and not exists (select from public.profiles where id = account and email_verified_at is not null) then
    address := null;
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at, 'metadata', raw_user_meta_data)
      from auth.users where id = account
    ),
    'identities', private.auth_rows('auth.identities', account, '{provider,identity_data,email,created_at,last_sign_in_at}'),
    'sessions', private.auth_rows('auth.sessions', account, '{created_at,updated_at,refreshed_at,not_after,user_agent,ip,aal}'),
    'second_factors', private.auth_rows('auth.mfa_factors', account, '{friendly_name,factor_type,status,created_at,updated_at}'),
    'titles', (select jsonb_object_agg(relation || '.' || column_name, title order by place) from private.personal_rows where kind = 'own'),
    'rows', private.rows_of_account(account, address, 'own'),
    'rows_found_by_email', address is not null,
    'work', private.rows_of_account(account, address, 'work'),
    'changes_by_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'entity', entity, 'entity_id', entity_id) order by id), '[]')
      from public.audit_log where actor_id = account
    ),
    'changes_of_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'before', before, 'after', after, 'reason', audit_log.reason) order by id), '[]')
      from public.audit_log where entity = 'profiles' and entity_id = account::text
    ),
    'files', private.files_of_account(account, address),
    'not_included', (
      select coalesce(jsonb_object_agg(relation || '.' || column_name, reason), '{}') from private.personal_columns where treatment = 'withheld'
    )
  );
end $$;
comment on function private.export_account(uuid) is 'Everything the portal keeps about an account (LGPD, article 18), as private.personal_rows and private.personal_columns declare it; never a password.';
comment on function public.export_account(uuid) is 'For the person, and for user managers of accounts below their rank.';
