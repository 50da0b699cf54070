-- Extensions, the schemas private and records, and functions that every subject uses.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Not exposed by the API: API roles have no usage on it; policies call its functions by reference.
create schema if not exists private;
comment on schema private is 'Helpers of policies and triggers, and what only the server may read.';

-- For functions that run as the caller, who needs usage on their schema, and that the API must not offer.
create schema records;
grant usage on schema records to authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Keeps updated_at at the time of the transaction that last wrote the row.';

-- Row-level security does not apply to service_role, so append-only tables refuse it with this trigger.
create function private.refuse_api_role() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;
comment on function private.refuse_api_role() is 'Refuses a statement that comes through the API, whichever role it carries.';

-- unaccent is only stable (its dictionary could change); naming the dictionary lets an index use it. The columns
-- `search_name` have no trigram index: `like` is not leakproof, so none is used under row-level security.
create function private.fold(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, value))
$$;
comment on function private.fold(text) is 'Lower case without accents, for searching: São → sao.';

create table private.seed_state (
  key text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);
comment on table private.seed_state is 'Hash of the inputs each seed step last ran with; the same hash skips the step.';

create table private.seeded_rows (
  entity text not null,
  entity_id text not null,
  written_at timestamptz not null,
  primary key (entity, entity_id)
);
comment on table private.seeded_rows is
  'updated_at the seed left on a row it wrote; a row that shows another time, or is gone, belongs to its editors.';

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = '42501';
end $$;
comment on function private.refuse_change() is 'What was signed stays as it is, whoever asks.';
