-- Nothing is granted by default, as in supabase/schemas: a grant that is forgotten refuses. Functions of schema private
-- stay callable, because policies call them by reference and the API roles have no usage on the schema.

alter default privileges revoke execute on functions from public;
alter default privileges in schema private grant execute on functions to public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

revoke execute on all functions in schema public, records from public;
grant execute on all functions in schema records to authenticated, service_role;

-- What everybody may execute needs no grant for one role.
do $$
declare
  open_function record;
begin
  for open_function in
    select pg_proc.oid::regprocedure as signature from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace
      and exists (select from pg_catalog.aclexplode(proacl) where grantee = 0 and privilege_type = 'EXECUTE')
  loop
    execute format('revoke execute on function %s from anon, authenticated, service_role', open_function.signature);
  end loop;
end $$;

-- Row level security does not apply to truncate. An identity column needs no privilege on its sequence.
do $$
declare
  rights text := case when current_setting('server_version_num')::integer >= 170000
    then 'truncate, references, trigger, maintain' else 'truncate, references, trigger' end;
begin
  execute format('revoke %s on all tables in schema public from anon, authenticated', rights);
end $$;
revoke all on all sequences in schema public from anon, authenticated, service_role;

-- The order of the rows decides in which order an account is erased and exported.
alter table private.personal_rows alter column place drop identity;

alter table private.audit_log_permissions rename constraint trail_permissions_pkey to audit_log_permissions_pkey;
