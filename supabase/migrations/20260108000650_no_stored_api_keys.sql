-- Keys of outside services are variables of the server. The portal stored copies that nothing read: they go.
drop function public.set_api_key(text, text, date);
drop function private.set_api_key(text, text, date);
drop function public.use_api_key(text);
drop function private.use_api_key(text);
drop table private.api_secrets;
delete from public.api_keys;
comment on table public.api_keys is 'Register of the keys the server was given: last characters and expiry, never a key.';

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

alter table public.api_keys drop column last_used_at;
alter table public.api_keys drop constraint api_keys_hint_check;
alter table public.api_keys add constraint api_keys_hint_check check (char_length(hint) <= 4);
