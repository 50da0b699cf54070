-- Who may what: the helpers policies ask, and the policies of roles, permissions and profiles.
create function private.account_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.profiles where id = (select auth.uid()) and blocked_at is null
$$;
comment on function private.account_role() is 'Role of the caller; null for strangers and blocked accounts.';

create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.account_role() in ('editor', 'admin', 'main_admin', 'superadministrador'), false)
$$;
comment on function private.is_staff() is 'Whether the caller belongs to the admin area.';

create function private.has_permission(key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where profiles.id = (select auth.uid())
      and profiles.blocked_at is null
      and (
        profiles.role in ('main_admin', 'superadministrador')
        or has_permission.key = any (profiles.permissions)
        or exists (
          select from public.role_permissions
          where role_permissions.role = profiles.role and role_permissions.permission_key = has_permission.key
        )
      )
  )
$$;
comment on function private.has_permission(text) is 'The two highest roles always pass; others by their role or their own list.';

create function private.outranks(role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select own.rank from public.roles as own where own.name = private.account_role())
      > (select other.rank from public.roles as other where other.name = outranks.role),
    false
  )
$$;
comment on function private.outranks(text) is 'Whether the caller stands strictly above a role.';

create function public.current_account() returns table (
  id uuid,
  username text,
  role text,
  permissions text[],
  email_verified_at timestamptz,
  blocked_at timestamptz,
  locale text,
  theme text
)
language sql stable security invoker set search_path = '' as $$
  select
    profiles.id, profiles.username, profiles.role, profiles.permissions,
    profiles.email_verified_at, profiles.blocked_at, profiles.locale, profiles.theme
  from public.profiles
  where profiles.id = (select auth.uid())
$$;
comment on function public.current_account() is 'The caller''s account in one row, or no row.';
revoke execute on function public.current_account() from public, anon;
grant execute on function public.current_account() to authenticated, service_role;

create policy "accounts read their own profile, user managers all" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select private.is_staff() and private.has_permission('users')));
create policy "accounts that are not blocked update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and blocked_at is null)
  with check (id = (select auth.uid()) and blocked_at is null);

create policy "signed-in accounts read the roles" on public.roles
  for select to authenticated using (true);

create policy "signed-in accounts read the permission definitions" on public.permission_definitions
  for select to authenticated using (true);
create policy "permission managers add permission definitions" on public.permission_definitions
  for insert to authenticated with check ((select private.has_permission('permissions')));
create policy "permission managers update permission definitions" on public.permission_definitions
  for update to authenticated
  using ((select private.has_permission('permissions')))
  with check ((select private.has_permission('permissions')));
create policy "permission managers delete permission definitions" on public.permission_definitions
  for delete to authenticated using ((select private.has_permission('permissions')));

create policy "signed-in accounts read the role permissions" on public.role_permissions
  for select to authenticated using (true);
create policy "permission managers add permissions to lower roles" on public.role_permissions
  for insert to authenticated
  with check ((select private.has_permission('permissions')) and private.outranks(role));
create policy "permission managers update permissions of lower roles" on public.role_permissions
  for update to authenticated
  using ((select private.has_permission('permissions')) and private.outranks(role))
  with check ((select private.has_permission('permissions')) and private.outranks(role));
create policy "permission managers remove permissions of lower roles" on public.role_permissions
  for delete to authenticated
  using ((select private.has_permission('permissions')) and private.outranks(role));
