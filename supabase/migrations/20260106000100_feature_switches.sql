-- Home sections and feature switches belong to the portal's settings; lib/settings/schema.ts declares the same.
create or replace function private.setting_permission(key text) returns text
language sql immutable set search_path = '' as $$
  select case
    when key like 'system\_%' then 'system_config'
    when key like 'feature\_%'
      or key in ('portal_logo_url', 'dark_header', 'dark_footer', 'url_social_feed', 'url_marketplace', 'url_blog', 'home_sections')
      then 'portal_settings'
    else 'settings'
  end
$$;

-- Whoever finds the address of a door still meets a closed one.
create function private.require_feature(feature text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.app_settings where key = 'feature_' || feature and value = 'false') then
    raise exception 'feature_off' using detail = feature;
  end if;
end $$;
comment on function private.require_feature(text) is 'Ends a request to something the team has switched off; on while nothing is stored.';

create or replace function public.submit_service_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('place_requests');
  select private.file_service_request(payload);
end;

create or replace function public.submit_trip_panel_request(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('trip_panel_requests');
  select private.file_trip_panel_request(payload);
end;

create or replace function public.submit_app_review(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('reviews');
  select private.file_app_review(payload);
end;
