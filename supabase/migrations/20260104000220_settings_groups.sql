-- Each setting is changed by whoever manages its page; lib/settings/schema.ts declares the same (a test compares).
create function private.setting_permission(key text) returns text
language sql immutable set search_path = '' as $$
  select case
    when key like 'system\_%' then 'system_config'
    when key in ('portal_logo_url', 'dark_header', 'dark_footer', 'url_social_feed', 'url_marketplace', 'url_blog') then 'portal_settings'
    else 'settings'
  end
$$;
comment on function private.setting_permission(text) is 'The permission a setting belongs to.';

drop policy "signed-in accounts read public settings, managers all" on public.app_settings;
drop policy "settings managers add settings" on public.app_settings;
drop policy "settings managers update settings" on public.app_settings;
drop policy "settings managers delete settings" on public.app_settings;

create policy "signed-in accounts read public settings, managers theirs" on public.app_settings
  for select to authenticated using (is_public or private.has_permission(private.setting_permission(key)));
create policy "managers add settings of their page" on public.app_settings
  for insert to authenticated with check (private.has_permission(private.setting_permission(key)));
create policy "managers update settings of their page" on public.app_settings
  for update to authenticated
  using (private.has_permission(private.setting_permission(key)))
  with check (private.has_permission(private.setting_permission(key)));
create policy "managers delete settings of their page" on public.app_settings
  for delete to authenticated using (private.has_permission(private.setting_permission(key)));

create function private.setting_number(setting text, fallback integer) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select value::integer from public.app_settings where key = setting and value ~ '^\d{1,6}$'), fallback)
$$;
comment on function private.setting_number(text, integer) is 'A numeric setting, or the fallback while it is missing or no number.';
