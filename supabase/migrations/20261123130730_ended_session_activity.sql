-- A session that ends while it is read is reported as ended; its activity row refused by the foreign key was a 503.
create or replace function private.current_account(is_activity boolean) returns table (
  id uuid, username text, role text, permissions text[], role_permissions text[],
  email_verified_at timestamptz, locale text, theme text, session_state text
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  state text := private.session_state();
begin
  if state = 'live' and is_activity then
    begin
      insert into private.session_activity as activity (session_id) values (private.session_id())
      on conflict on constraint session_activity_pkey do update set seen_at = now() where activity.seen_at < now() - interval '1 minute';
    exception when foreign_key_violation then
      state := private.session_state();
    end;
  end if;
  return query
  select
    profiles.id, profiles.username, profiles.role, profiles.permissions,
    array(select permission_key from public.role_permissions where role_permissions.role = profiles.role order by permission_key),
    profiles.email_verified_at, profiles.locale, profiles.theme, state
  from public.profiles where profiles.id = (select auth.uid());
end $$;
