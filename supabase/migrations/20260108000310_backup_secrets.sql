-- Links, codes and device keys that still work are not written into a backup.
create table private.backup_secrets (
  table_name text not null,
  column_name text not null,
  treatment text not null check (treatment in ('null', 'empty', 'row')),
  primary key (table_name, column_name)
);
comment on table private.backup_secrets is
  'What a backup leaves out: null or empty instead of a value, or (row) the rows of the table. The auth server reads its own token columns as text and cannot read null.';
insert into private.backup_secrets (table_name, column_name, treatment) values
  ('auth.users', 'confirmation_token', 'empty'),
  ('auth.users', 'recovery_token', 'empty'),
  ('auth.users', 'email_change_token_new', 'empty'),
  ('auth.users', 'email_change_token_current', 'empty'),
  ('auth.users', 'phone_change_token', 'empty'),
  ('auth.users', 'reauthentication_token', 'empty'),
  ('public.link_tokens', 'token_hash', 'null'),
  ('public.approval_tokens', 'token_hash', 'null'),
  ('public.push_subscriptions', 'endpoint', 'row');

alter table public.approval_tokens alter column token_hash drop not null;
comment on column public.approval_tokens.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';

create or replace function private.backup_tables() returns table (name text, row_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  one text;
begin
  for one in
    select 'auth.users' union all select 'auth.identities'
    union all (
      select 'public.' || relname from pg_catalog.pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
    )
  loop
    name := one;
    if exists (select from private.backup_secrets where table_name = one and treatment = 'row') then
      row_count := 0;
    else
      execute format('select count(*) from %s', one::regclass) into row_count;
    end if;
    return next;
  end loop;
end $$;
comment on function private.backup_tables() is 'Every table a backup holds, with its number of rows; a restore empties those whose rows are left out.';

create or replace function private.backup_rows(of_table text, from_row bigint, max_rows integer) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  keys text;
  emptied text;
begin
  if of_table !~ '^(auth\.(users|identities)|public\.\w+)$' or to_regclass(of_table) is null then
    raise exception 'no table of a backup' using errcode = '22023';
  end if;
  if exists (select from private.backup_secrets where table_name = of_table and treatment = 'row') then
    return;
  end if;
  select string_agg(quote_ident(attribute.attname), ', ' order by array_position(index.indkey::int2[], attribute.attnum)) into keys
  from pg_catalog.pg_index as index
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = any (index.indkey)
  where index.indrelid = of_table::regclass and index.indisprimary;
  select string_agg(
    format(' || jsonb_build_object(%1$L, case when row.%1$I is not null then %2$L::text end)', secret.column_name, case secret.treatment when 'empty' then '' end), ''
  ) into emptied
  from private.backup_secrets as secret
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = of_table::regclass and attribute.attname = secret.column_name and not attribute.attisdropped
  where secret.table_name = of_table;
  return query execute format('select (to_jsonb(row)%s)::text from %s as row order by %s offset $1 limit $2', coalesce(emptied, ''), of_table::regclass, coalesce(keys, '1'))
    using from_row, least(max_rows, 5000);
end $$;
comment on function private.backup_rows(text, bigint, integer) is 'Rows of one table as JSON text, by primary key, without what private.backup_secrets names.';
