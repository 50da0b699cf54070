-- Lists of the panel at a hundred thousand rows: found, counted and cut before anything else is looked up.

alter table public.profiles add column search_name text generated always as (private.fold(username || ' ' || coalesce(full_name, ''))) stored;
comment on column public.profiles.search_name is 'Folded user name and full name, which user managers search.';
create index profiles_search_name_idx on public.profiles using gin (search_name extensions.gin_trgm_ops);
create index profiles_newest_idx on public.profiles (created_at desc, id);
-- The panel offers accounts by name where one is chosen.
create index profiles_username_idx on public.profiles (username);

create function private.matching_accounts(typed text) returns setof uuid
language sql stable security definer set search_path = '' rows 100 as $$
  select id from public.profiles
  where search_name like '%' || replace(replace(replace(private.fold(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  union
  select id from auth.users where strpos(lower(email), lower(typed)) > 0
  union
  select id from public.profiles where typed ~ '^[0-9a-f-]{8,36}$' and strpos(id::text, typed) > 0
$$;
comment on function private.matching_accounts(text) is 'Accounts by a part of name, e-mail or code; asks for no permission, so it is for list_accounts alone.';
revoke execute on function private.matching_accounts(text) from public;

create or replace function private.list_accounts(typed text, of_role text, of_status text, page integer, per integer) returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language sql stable security definer set search_path = '' as $$
  with found as not materialized (
    select profiles.id, profiles.created_at from public.profiles
    where (select private.manages_accounts())
      and (coalesce(of_role, '') = '' or profiles.role = of_role)
      and case of_status
        when 'blocked' then profiles.blocked_at is not null
        when 'unverified' then profiles.email_verified_at is null
        when 'extra' then profiles.permissions <> '{}'
        else true
      end
      and (coalesce(typed, '') = '' or profiles.id in (select private.matching_accounts(typed)))
  ), shown as materialized (
    select found.id, found.created_at from found
    order by found.created_at desc, found.id
    limit least(greatest(per, 1), 100) offset (greatest(page, 1) - 1) * least(greatest(per, 1), 100)
  )
  select
    profiles.id, profiles.username, profiles.full_name, users.email::text, profiles.role, profiles.permissions, profiles.home_state::text,
    profiles.email_verified_at, profiles.blocked_at, profiles.created_at, users.last_sign_in_at,
    private.manages_account(profiles.id), (select count(*) from found)
  from shown join public.profiles on profiles.id = shown.id join auth.users as users on users.id = shown.id
  order by shown.created_at desc, shown.id
$$;
