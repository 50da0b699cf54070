create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'user' references public.roles (name) on update cascade,
  username text not null default 'Usuário' check (char_length(username) between 1 and 60 and username !~ '^\s*$'),
  permissions text[] not null default '{}',
  full_name text check (char_length(full_name) <= 120),
  phone text check (char_length(phone) <= 30),
  home_state char(2) references public.states (abbr),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  theme text not null default 'dark' check (theme in ('dark', 'light')),
  marketing_opt_in boolean not null default false,
  terms_accepted_at timestamptz,
  email_verified_at timestamptz,
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One row per account, made by handle_new_user; roles are never read from a token.';
comment on column public.profiles.permissions is 'Keys of permission_definitions held besides those of the role.';
comment on column public.profiles.email_verified_at is 'When a link sent to the current address was opened; null grants nothing.';

create index profiles_role_idx on public.profiles (role);
create index profiles_home_state_idx on public.profiles (home_state);

alter table public.profiles enable row level security;
grant select, update on public.profiles to authenticated;
grant all on public.profiles to service_role;

create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated')
    and (new.id, new.role, new.permissions, new.email_verified_at, new.blocked_at, new.created_at)
      is distinct from (old.id, old.role, old.permissions, old.email_verified_at, old.blocked_at, old.created_at)
  then
    raise exception 'only the server changes id, role, permissions, email_verified_at, blocked_at or created_at'
      using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_profile() is 'A browser changes its preferences, never what it may do.';

create trigger profiles_guard before update on public.profiles
  for each row execute function private.guard_profile();
create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- User metadata comes from the browser: anything in it may be missing, of another type or too long.
create function private.text_of_metadata(metadata jsonb, key text, max_length integer) returns text
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(metadata -> key) = 'string' then
    nullif(btrim(left(btrim(regexp_replace(metadata ->> key, '[[:cntrl:][:space:]]+', ' ', 'g')), max_length)), '')
  end
$$;

create function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  wanted_locale text := private.text_of_metadata(metadata, 'locale', 10);
begin
  insert into public.profiles (id, role, username, full_name, locale)
  values (
    new.id,
    'user',
    coalesce(
      private.text_of_metadata(metadata, 'username', 60),
      nullif(left(btrim(split_part(new.email, '@', 1)), 60), ''),
      'Usuário'
    ),
    private.text_of_metadata(metadata, 'full_name', 120),
    case when wanted_locale in ('pt-BR', 'en-US', 'es-419') then wanted_locale else 'pt-BR' end
  );
  return new;
end $$;
comment on function private.handle_new_user() is 'Gives every new account a profile with role user, whatever its metadata says.';

create trigger on_auth_user_created after insert on auth.users
  for each row execute function private.handle_new_user();

create function private.handle_changed_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email_verified_at = null where id = new.id;
  return new;
end $$;
comment on function private.handle_changed_email() is 'A new address starts unverified: only a link sent to it verifies it.';

create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.handle_changed_email();
