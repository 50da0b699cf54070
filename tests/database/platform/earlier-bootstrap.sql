-- What the embedded backend ran as the superuser `postgres` until November 2026, after Supabase Lite had made its schemas.
do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'dashboard_user', 'supabase_admin'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin bypassrls;
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  execute format('alter database %I set search_path to "$user", public, extensions', current_database());
end $$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;

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

-- Row level security decides in storage, as on a hosted project; accounts and sessions stay closed to request roles.
grant all on all tables in schema storage to anon, authenticated, service_role;
grant select on all tables in schema auth to service_role;
revoke all on all tables in schema auth from anon, authenticated;

-- Columns and defaults that hosted migrations may rely on.
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users add column if not exists is_super_admin boolean;
alter table auth.identities alter column id set default gen_random_uuid();

create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
-- The library's own version reads a setting nobody sets.
create or replace function auth.email() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;
