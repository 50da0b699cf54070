-- System health: results of checks, errors of visitors' browsers and keys of external services.

create table public.health_checks (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z_]{1,40}$'),
  status text not null check (status in ('ok', 'warning', 'down', 'off')),
  latency_ms integer check (latency_ms >= 0),
  detail text not null default '' check (char_length(detail) <= 300),
  created_at timestamptz not null default now()
);
comment on table public.health_checks is 'Results of the checks of the health page, newest 30 days.';

create index health_checks_name_idx on public.health_checks (name, created_at desc);

alter table public.health_checks enable row level security;
revoke all on public.health_checks from anon, authenticated;
grant select, insert on public.health_checks to authenticated;
grant all on public.health_checks to service_role;

create policy "health readers read the checks" on public.health_checks
  for select to authenticated using ((select private.has_permission('system_health')));
create policy "health readers keep the checks" on public.health_checks
  for insert to authenticated with check ((select private.has_permission('system_health')));

create trigger health_checks_server_columns before insert or update on public.health_checks
  for each row execute function private.guard_server_columns('', 'created_at');

create table public.error_reports (
  id bigint generated always as identity primary key,
  message text not null check (char_length(message) <= 500),
  digest text not null default '' check (char_length(digest) <= 100),
  path text not null check (char_length(path) <= 300),
  seen integer not null default 1 check (seen > 0),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (message, path, digest)
);
comment on table public.error_reports is 'What the error fallback of visitors told, equal ones counted in one row; no personal data.';

create index error_reports_last_seen_idx on public.error_reports (last_seen_at desc);

alter table public.error_reports enable row level security;
revoke all on public.error_reports from anon, authenticated;
grant select, delete on public.error_reports to authenticated;
grant all on public.error_reports to service_role;

create policy "health readers read the error reports" on public.error_reports
  for select to authenticated using ((select private.has_permission('system_health')));
create policy "health readers clear error reports" on public.error_reports
  for delete to authenticated using ((select private.has_permission('system_health')));

create table public.api_keys (
  name text primary key check (name in ('google_maps', 'smtp', 'stripe', 'stripe_webhook', 'web_push', 'ai')),
  hint text not null check (char_length(hint) <= 4),
  expires_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.api_keys is 'Register of the keys the server was given: last characters and expiry, never a key.';
comment on column public.api_keys.hint is 'The last four characters, to tell keys apart.';

alter table public.api_keys enable row level security;
revoke all on public.api_keys from anon, authenticated;
grant select, delete on public.api_keys to authenticated;
grant all on public.api_keys to service_role;

create policy "key managers see which keys there are" on public.api_keys
  for select to authenticated using ((select private.has_permission('api_keys')));
create policy "key managers delete keys" on public.api_keys
  for delete to authenticated using ((select private.has_permission('api_keys')));

create trigger api_keys_touch before update on public.api_keys
  for each row execute function private.touch_updated_at();
create trigger api_keys_audit after insert or update or delete on public.api_keys
  for each row execute function private.write_audit('name', 'name,hint,expires_on');

create function public.report_browser_error(error_message text, error_digest text, error_path text) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.error_reports (message, digest, path) values (left(error_message, 500), left(coalesce(error_digest, ''), 100), left(error_path, 300))
  on conflict (message, path, digest) do update set seen = error_reports.seen + 1, last_seen_at = now()
$$;
comment on function public.report_browser_error(text, text, text) is 'For the server only: counts an error a visitor''s browser told.';
revoke execute on function public.report_browser_error(text, text, text) from public, anon, authenticated;
grant execute on function public.report_browser_error(text, text, text) to service_role;

create function private.register_api_key(key_name text, last_characters text, expires date) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('api_keys') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  if last_characters is null or last_characters !~ '^\S{4}$' then
    raise exception 'four characters are needed' using errcode = '22023';
  end if;
  insert into public.api_keys (name, hint, expires_on) values (key_name, last_characters, expires)
  on conflict (name) do update set hint = excluded.hint, expires_on = excluded.expires_on;
end $$;

create function public.register_api_key(key_name text, last_characters text, expires date default null) returns void
language sql volatile security invoker set search_path = ''
return private.register_api_key(key_name, last_characters, expires);
comment on function public.register_api_key(text, text, date) is 'For key managers: notes the last four characters and the expiry of a key.';
revoke execute on function public.register_api_key(text, text, date) from public, anon;
grant execute on function public.register_api_key(text, text, date) to authenticated;

-- Only for the files of the checks.
insert into storage.buckets (id, name, public, file_size_limit) values ('system', 'system', false, 1048576) on conflict (id) do nothing;

create policy "health readers read the files of checks" on storage.objects
  for select to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));

create policy "health readers write the files of checks" on storage.objects
  for insert to authenticated with check (bucket_id = 'system' and (select private.has_permission('system_health')));

create policy "health readers replace the files of checks" on storage.objects
  for update to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));

create policy "health readers delete the files of checks" on storage.objects
  for delete to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));
