-- Lists of the panel at a hundred thousand rows: found, counted and cut before anything else is looked up.

alter table public.profiles add column search_name text generated always as (private.fold(username || ' ' || coalesce(full_name, ''))) stored;
comment on column public.profiles.search_name is 'Folded user name and full name, which user managers search.';
create index profiles_search_name_idx on public.profiles using gin (search_name extensions.gin_trgm_ops);
create index profiles_newest_idx on public.profiles (created_at desc, id);
-- The panel offers accounts by name where one is chosen.
create index profiles_username_idx on public.profiles (username);

create or replace function private.list_accounts(typed text, of_role text, of_status text, page integer, per integer) returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  size integer := least(greatest(per, 1), 100);
  skipped bigint := (greatest(page, 1) - 1)::bigint * least(greatest(per, 1), 100);
  pattern text := '%' || replace(replace(replace(private.fold(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  ids uuid[];
  matched bigint;
begin
  if not private.manages_accounts() then
    return;
  end if;
  if coalesce(typed, '') = '' then
    -- Counted by one look at the table, cut by a walk along the index.
    with found as not materialized (
      select profiles.id, profiles.created_at from public.profiles
      where (coalesce(of_role, '') = '' or profiles.role = of_role)
        and case of_status
          when 'blocked' then profiles.blocked_at is not null
          when 'unverified' then profiles.email_verified_at is null
          when 'extra' then profiles.permissions <> '{}'
          else true
        end
    )
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id limit size offset skipped) into matched, ids;
  else
    -- Three ways to be meant, each by itself: together they would hide the index of the names.
    with matching as (
      select profiles.id from public.profiles where profiles.search_name like pattern
      union
      select users.id from auth.users as users where strpos(lower(users.email), lower(typed)) > 0
      union
      select profiles.id from public.profiles where typed ~ '^[0-9a-f-]{8,36}$' and strpos(profiles.id::text, typed) > 0
    ), found as materialized (
      select profiles.id, profiles.created_at from matching join public.profiles on profiles.id = matching.id
      where (coalesce(of_role, '') = '' or profiles.role = of_role)
        and case of_status
          when 'blocked' then profiles.blocked_at is not null
          when 'unverified' then profiles.email_verified_at is null
          when 'extra' then profiles.permissions <> '{}'
          else true
        end
    )
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id limit size offset skipped) into matched, ids;
  end if;
  return query
    select
      profiles.id, profiles.username, profiles.full_name, users.email::text, profiles.role, profiles.permissions, profiles.home_state::text,
      profiles.email_verified_at, profiles.blocked_at, profiles.created_at, users.last_sign_in_at,
      private.manages_account(profiles.id), matched
    from unnest(ids) with ordinality as shown (id, place)
    join public.profiles on profiles.id = shown.id join auth.users as users on users.id = shown.id
    order by shown.place;
end $$;
