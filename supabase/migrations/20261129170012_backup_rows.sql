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
  select string_agg(quote_ident(attribute.attname), ', ' order by array_position(index.indkey::int2[],
    attribute.attnum)) into keys
  from pg_catalog.pg_index as index
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid
    and attribute.attnum = any (index.indkey)
  where index.indrelid = of_table::regclass and index.indisprimary;
  select string_agg(
    format(' || jsonb_build_object(%1$L, case when row.%1$I is not null then %2$L::text end)', secret.column_name,
      case secret.treatment when 'empty' then '' end), ''
  ) into emptied
  from private.backup_secrets as secret
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = of_table::regclass
    and attribute.attname = secret.column_name and not attribute.attisdropped
  where secret.table_name = of_table;
  -- The page is chosen first, because the rows before an offset are computed as well.
  return query execute format(
    'select (to_jsonb(row)%s)::text from (select * from %s order by %s offset $1 limit $2) as row',
    coalesce(emptied, ''), of_table::regclass, coalesce(keys, '1')) using from_row, least(max_rows, 5000);
end $$;
