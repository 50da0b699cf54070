-- Gives a database the schemas, owners and grants of a hosted project before the migrations run; run by a superuser
-- after Supabase Lite has created `auth` and `storage`, and safe to repeat on every boot. :"owner" owns the portal's tables.
do $$
begin
  execute format('alter database %I set search_path to "$user", public, extensions', current_database());
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);

-- Second factors and how each session was opened, with the names of a hosted project; `last_step` is ours.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone')),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table auth.mfa_factors add column if not exists secret text;
alter table auth.mfa_factors add column if not exists last_step bigint not null default 0;
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

-- Links and typed codes of mails: the library keeps a hash of address and code only, and neither counts nor links.
create table if not exists auth.mailed_tokens (
  code_hash text primary key,
  link_hash text not null unique,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

-- Codes of text messages: the library has no phone numbers.
create table if not exists auth.phone_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now()
);

-- Columns and defaults that hosted migrations may rely on.
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users add column if not exists is_super_admin boolean;
alter table auth.identities alter column id set default gen_random_uuid();

-- The definition of @supabase/lite reads a setting that is never set.
create or replace function auth.email() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

-- Owners as on a hosted project. A superuser may own objects in a database of an earlier version or of a new library.
do $$
declare
  object record;
begin
  for object in
    with target as (
      select oid, case nspname when 'auth' then 'supabase_auth_admin' when 'storage' then 'supabase_storage_admin' else :'owner' end as owner
      from pg_namespace where nspname !~ '^(pg_|information_schema$)'
    ), found (type, name, present, owner) as (
      select 'database', quote_ident(datname), datdba, :'owner' from pg_database where datname = current_database()
      union all
      select 'schema', nspname::regnamespace::text, nspowner, :'owner' from pg_namespace join target using (oid)
      where nspname not in ('public', 'auth', 'storage')
      union all
      select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        pg_class.oid::regclass::text, relowner, target.owner
      from pg_class join target on target.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
          and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
      union all
      select 'routine', pg_proc.oid::regprocedure::text, proowner, target.owner
      from pg_proc join target on target.oid = pronamespace
      where prorettype <> 'event_trigger'::regtype
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      union all
      select 'type', pg_type.oid::regtype::text, typowner, target.owner
      from pg_type join target on target.oid = typnamespace left join pg_class on pg_class.oid = typrelid
      where (typtype in ('e', 'd', 'r') or relkind = 'c')
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = pg_type.oid and deptype = 'e')
      union all
      select 'text search configuration', pg_ts_config.oid::regconfig::text, cfgowner, target.owner
      from pg_ts_config join target on target.oid = cfgnamespace
      union all
      select 'statistics', format('%I.%I', stxnamespace::regnamespace, stxname), stxowner, target.owner
      from pg_statistic_ext join target on target.oid = stxnamespace
      union all
      select 'publication', quote_ident(pubname), pubowner, :'owner' from pg_publication
    )
    select type, name, found.owner from found
    where present = quote_ident(current_user)::regrole and found.owner <> current_user
  loop
    execute format('alter %s %s owner to %I', object.type, object.name, object.owner);
  end loop;
end $$;

grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
grant usage on schema extensions, auth, storage to dashboard_user, :"owner";
grant usage, create on schema auth to supabase_auth_admin;
grant usage, create on schema storage to supabase_storage_admin;

-- Row level security decides in storage, as on a hosted project; accounts and sessions stay closed to request roles.
grant all on all tables in schema storage to anon, authenticated, service_role;
revoke all on all tables in schema auth from anon, authenticated, service_role;
grant all on all tables in schema auth, storage to :"owner" with grant option;
grant all on all sequences in schema auth, storage to :"owner";
grant all on all routines in schema auth, storage, extensions to :"owner" with grant option;

-- The defaults of a hosted project, until the migrations take them back; they then declare one for schema private.
do $$
declare
  role regrole;
begin
  if exists (select from pg_default_acl join pg_namespace as n on n.oid = defaclnamespace where nspname = 'private') then
    return;
  end if;
  foreach role in array array[quote_ident(current_user), quote_ident(:'owner')]::regrole[] loop
    execute format('alter default privileges for role %s in schema public grant all on tables to anon, authenticated, service_role', role);
    execute format('alter default privileges for role %s in schema public grant all on sequences to anon, authenticated, service_role', role);
    execute format('alter default privileges for role %s in schema public grant execute on functions to anon, authenticated, service_role', role);
  end loop;
end $$;

-- A hosted project lets `postgres` manage policies and triggers of Supabase's tables and nothing else about them.
create or replace function extensions.refuse_system_change() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  changed text;
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select object_identity into changed from pg_catalog.pg_event_trigger_dropped_objects()
    where schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger');
  else
    select object_identity into changed from pg_catalog.pg_event_trigger_ddl_commands()
    where schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger');
  end if;
  if changed is not null then
    raise exception 'must be owner of %', changed using errcode = '42501';
  end if;
end $$;
do $$
begin
  if not exists (select from pg_event_trigger where evtname = 'refuse_system_change') then
    create event trigger refuse_system_change on ddl_command_end execute function extensions.refuse_system_change();
    create event trigger refuse_system_drop on sql_drop execute function extensions.refuse_system_change();
  end if;
end $$;
