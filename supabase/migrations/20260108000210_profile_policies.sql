-- One select policy for each role: Postgres evaluates every permissive policy of a verb for every row.
drop policy "accounts read their own profile, user managers all" on public.profiles;
drop policy "managers read the staff's profiles" on public.profiles;
create policy "accounts read their own profile, user managers all, managers the staff's" on public.profiles
  for select to authenticated
  using (
    id = (select auth.uid())
    or (select private.is_staff() and private.has_permission('users'))
    or ((select private.is_staff() and private.has_permission('management')) and role in ('editor', 'admin', 'main_admin', 'superadministrador'))
  );
