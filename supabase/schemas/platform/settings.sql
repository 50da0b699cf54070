-- Settings of the portal and of the company that receives payments.

create table public.app_settings (
  key text primary key check (key ~ '^[a-z0-9_]{1,60}$'),
  value text not null,
  "group" text not null default 'general',
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.app_settings is
  'Settings of the portal as text; what a page shows from a setting is hidden while the value is empty.';
comment on column public.app_settings."group" is
  'Section of the admin page; demo marks values of the seed that the owner has not replaced yet.';
alter table public.app_settings enable row level security;
grant select on public.app_settings to anon;
grant select, insert, update, delete on public.app_settings to authenticated;
grant all on public.app_settings to service_role;
create policy "anonymous visitors read public settings" on public.app_settings
  for select to anon using (is_public);

-- Settings road_source_… belong to the page of portal settings.
create function private.setting_permission(key text) returns text
language sql immutable set search_path = '' as $$
  select case
    when key like 'system\_%' then 'system_config'
    when key like 'feature\_%' or key like 'road\_source\_%'
      or key in ('portal_logo_url', 'dark_header', 'dark_footer', 'url_social_feed', 'url_marketplace', 'url_blog',
        'home_sections')
      then 'portal_settings'
    else 'settings'
  end
$$;
comment on function private.setting_permission is
  'Returns the permission that is needed to write a setting and to read one that is not public.';

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
create trigger app_settings_touch before update on public.app_settings
  for each row execute function private.touch_updated_at();
create trigger app_settings_audit after insert or update or delete on public.app_settings
  for each row execute function private.write_audit('key');
create trigger second_factor_setting_needs_recent_proof before insert on public.app_settings
  for each row when (new.key = 'system_staff_second_factor') execute function private.require_recent_proof_of_caller();
create trigger second_factor_setting_change_needs_recent_proof before update on public.app_settings
  for each row when ('system_staff_second_factor' in (old.key, new.key))
    execute function private.require_recent_proof_of_caller();
create trigger second_factor_setting_deletion_needs_recent_proof before delete on public.app_settings
  for each row when (old.key = 'system_staff_second_factor') execute function private.require_recent_proof_of_caller();

insert into private.audit_log_permissions (entity, permission) values
  ('app_settings', 'settings');

select private.declare_columns('app_settings', 'not_personal', '{*}', 'settings');

create table public.payment_settings (
  key text primary key check (key = any (private.payment_setting_keys())),
  value jsonb not null default '{}',
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_setting_holds_no_secret check (private.is_object_without_secret(value))
);
comment on table public.payment_settings is
  'The part of the payment configuration that browsers may read; secrets are environment variables of the server.';
comment on column public.payment_settings.value is
  'stripe_config {enabled, publishable_key, default_price_id}; pix_config {enabled, pix_key, pix_key_type, '
  'recipient_name, city}; event_collecting {enabled}: whether the portal collects for new organisers of events; '
  'event_fee {percent_bp, fixed_cents}: the fee of the portal, hundredths of a percent of what was paid and cents for '
  'each paid registration';
alter table public.payment_settings enable row level security;
grant select on public.payment_settings to anon;
grant select, insert, update, delete on public.payment_settings to authenticated;
grant all on public.payment_settings to service_role;
create policy "anonymous visitors read public payment settings" on public.payment_settings
  for select to anon using (is_public);
create policy "signed-in accounts read public payment settings, managers all" on public.payment_settings
  for select to authenticated
  using (is_public or (select private.has_permission('payment_settings')));
create policy "payment managers add payment settings" on public.payment_settings
  for insert to authenticated with check ((select private.has_permission('payment_settings')));
create policy "payment managers update payment settings" on public.payment_settings
  for update to authenticated
  using ((select private.has_permission('payment_settings')))
  with check ((select private.has_permission('payment_settings')));
create policy "payment managers delete payment settings" on public.payment_settings
  for delete to authenticated using ((select private.has_permission('payment_settings')));
create trigger payment_settings_touch before update on public.payment_settings
  for each row execute function private.touch_updated_at();
create trigger payment_settings_audit after insert or update or delete on public.payment_settings
  for each row execute function private.write_audit('key');
create trigger payment_setting_needs_recent_proof before insert or update or delete on public.payment_settings
  for each row execute function private.require_recent_proof_of_caller();

select private.declare_columns('payment_settings', 'not_personal', '{*}', 'settings of the company');

create function private.setting_number(setting text, fallback integer) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select value::integer from public.app_settings where key = setting and value ~ '^\d{1,6}$'),
    fallback)
$$;
comment on function private.setting_number is
  'Returns a setting as integer, or the fallback when it is missing or not a number of 1 to 6 digits.';

-- Feature flags are checked on the server too.
create function private.require_feature(feature text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.app_settings where key = 'feature_' || feature and value = 'false') then
    perform private.refuse('feature_off', feature);
  end if;
end $$;
comment on function private.require_feature is
  'Raises feature_off, with the feature as detail, when the setting feature_<name> is false; a feature without a '
  'setting is on.';

create function private.requires_second_factor(role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select requires_second_factor.role = any (private.staff_roles())
    and exists (select from public.app_settings where key = 'system_staff_second_factor' and value = 'true')
$$;
comment on function private.requires_second_factor is
  'Whether accounts of this role must have a second factor: staff roles while the setting system_staff_second_factor '
  'is true.';
