-- Every policy and function that asked auth.uid() whose account is calling asks private.account_id() now, so that
-- a session that does not count reaches nothing personal. The few that must see such sessions are named here.
do $$
declare
  item record;
begin
  for item in
    select pg_catalog.pg_get_functiondef(oid) as definition from pg_catalog.pg_proc
    -- Others run with the caller's rights, who may not use the schema private; policies refuse their sessions.
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f' and (prosecdef or prosqlbody is not null)
      and proname not in ('session_state', 'account_id', 'current_account', 'has_recent_proof', 'require_recent_proof_of_caller', 'use_recovery_code')
      and pg_catalog.pg_get_functiondef(oid) like '%auth.uid()%'
  loop
    execute replace(item.definition, 'auth.uid()', 'private.account_id()');
  end loop;

  for item in
    select schemaname, tablename, policyname, qual, with_check from pg_catalog.pg_policies
    where schemaname in ('public', 'storage') and concat(qual, with_check) like '%auth.uid()%'
  loop
    execute format('alter policy %I on %I.%I', item.policyname, item.schemaname, item.tablename)
      || coalesce(' using (' || replace(item.qual, 'auth.uid()', 'private.account_id()') || ')', '')
      || coalesce(' with check (' || replace(item.with_check, 'auth.uid()', 'private.account_id()') || ')', '');
  end loop;

  -- What every signed-in account may read and visitors may not needs a session that counts as well.
  for item in
    select tablename, policyname from pg_catalog.pg_policies
    where schemaname = 'public' and cmd = 'SELECT' and roles = array['authenticated']::name[] and qual = 'true'
      and not exists (
        select from pg_catalog.pg_policies as open_to_all
        where open_to_all.schemaname = 'public' and open_to_all.tablename = pg_policies.tablename and open_to_all.cmd = 'SELECT'
          and 'anon' = any (open_to_all.roles)
      )
  loop
    execute format('alter policy %I on public.%I using ((select private.account_id()) is not null)', item.policyname, item.tablename);
  end loop;
end $$;
