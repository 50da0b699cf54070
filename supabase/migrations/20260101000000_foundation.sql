-- What every later migration stands on: extensions, the private schema and the shared triggers.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Never exposed by the API: API roles have no usage on it, policies reach its functions by reference.
create schema if not exists private;
comment on schema private is 'Helpers of policies and triggers, and what only the server may read.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Keeps updated_at at the time of the transaction that last wrote the row.';

-- Row security cannot stop service_role, so tables that only grow refuse it here as well.
create function private.refuse_api_role() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;
comment on function private.refuse_api_role() is 'Refuses a statement that comes through the API, whichever role it carries.';

-- unaccent is only stable (its dictionary could change); naming the dictionary lets an index use it.
create function private.fold(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, value))
$$;
comment on function private.fold(text) is 'Lower case without accents, for searching: São → sao.';
