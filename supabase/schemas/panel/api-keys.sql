-- Keys of services that the portal uses.

create table public.api_keys (
  name text primary key check (name in (
    'google_maps', 'smtp', 'stripe', 'stripe_webhook', 'stripe_connect_webhook', 'web_push', 'ai'
  )),
  hint text not null check (char_length(hint) <= 4),
  expires_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.api_keys is
  'List of the API keys of the server with their last characters and expiry date; the keys themselves are not stored.';
comment on column public.api_keys.hint is 'The last four characters, to tell keys apart.';
alter table public.api_keys enable row level security;
grant select, delete on public.api_keys to authenticated;
grant all on public.api_keys to service_role;
create policy "key managers delete keys" on public.api_keys
  for delete to authenticated using ((select private.has_permission('api_keys')));
create policy "key managers read keys" on public.api_keys
  for select to authenticated using ((select private.has_permission('api_keys')));
create trigger api_keys_touch before update on public.api_keys
  for each row execute function private.touch_updated_at();
create trigger api_keys_audit after insert or update or delete on public.api_keys
  for each row execute function private.write_audit('name', 'name,hint,expires_on');

select
  private.declare_columns('api_keys', 'not_personal', '{*}', 'services the portal uses'),
  private.declare_columns('api_keys', 'not_personal', '{name}', 'name of a thing, not of a person');

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
comment on function public.register_api_key is
  'Stores the last four characters and the expiry date of a key; raises 42501 without the permission api_keys and '
  '22023 unless there are four characters.';
grant execute on function public.register_api_key to authenticated, service_role;
