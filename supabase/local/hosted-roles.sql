-- Roles of a hosted project, created once per cluster by a superuser. Sources: init-scripts and migrations of
-- supabase/postgres and the published changes of 2025 and 2026. :"owner" is the role that owns the portal's tables:
-- `postgres`, which is no superuser, except on a Postgres of the operator.
do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'dashboard_user'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
  end loop;
end $$;

alter role service_role bypassrls;
alter role authenticator noinherit;
alter role supabase_auth_admin noinherit createrole;
alter role supabase_storage_admin noinherit createrole;
alter role dashboard_user createdb createrole replication;

-- PostgREST applies these to each request; service_role has none of its own and gets authenticator's.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

grant anon, authenticated, service_role to authenticator;
grant authenticator to supabase_storage_admin;
grant anon, authenticated, service_role to :"owner" with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend to :"owner";

-- In place of the extension supautils, which lets `postgres` manage policies of storage tables and set this parameter.
-- The event triggers of bootstrap.sql refuse what else the membership would allow.
grant supabase_storage_admin to :"owner";
grant set on parameter session_replication_role to :"owner";
