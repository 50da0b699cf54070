-- The readiness check compares the migrations of a build with those that the database recorded.

create function private.count_missing_migrations(expected text[]) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  missing integer;
begin
  -- The Supabase CLI creates this table with its first push.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return coalesce(cardinality(expected), 0);
  end if;
  execute $query$
    select count(*)::integer from unnest($1) as version
    where version not in (select recorded.version from supabase_migrations.schema_migrations as recorded)
  $query$ into missing using expected;
  return missing;
end $$;

create function public.count_missing_migrations(expected text[]) returns integer
language sql stable security invoker set search_path = ''
return private.count_missing_migrations(expected);
comment on function public.count_missing_migrations(text[]) is
  'For the server only: how many of the migrations of a build this database has not recorded.';
revoke execute on function private.count_missing_migrations(text[]) from public, anon, authenticated;
revoke execute on function public.count_missing_migrations(text[]) from public, anon, authenticated;
grant execute on function private.count_missing_migrations(text[]) to service_role;
grant execute on function public.count_missing_migrations(text[]) to service_role;
