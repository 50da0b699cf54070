-- Clubs and their members.

create table public.clubs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer references public.cities (ibge_code),
  makes text[] not null default '{}',
  story text not null default '',
  meeting_rule text,
  website text check (website ~ '^https?://'),
  instagram text check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  sources text[] not null default '{}',
  check_date date,
  status text not null default 'draft' check (status = any (private.club_statuses())),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_trusted boolean not null default false,
  constraint shown_club_has_a_source check (status = 'draft' or cardinality(sources) > 0)
);
comment on table public.clubs is 'Clubs of old cars.';
comment on column public.clubs.check_date is 'When the sources were read.';
comment on column public.clubs.status is
  'draft, published, or to_confirm: public, with a note that the data is old and not yet confirmed by the club.';
comment on column public.clubs.translations is '{en: {story, meeting_rule}, es: {…}}';
comment on column public.clubs.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.clubs.is_trusted is
  'Events of the owner and administrators of a trusted club are published without a decision of the team.';
create index clubs_state_abbr_idx on public.clubs (state_abbr, name);
create index clubs_city_ibge_idx on public.clubs (city_ibge);
create index clubs_updated_at_idx on public.clubs (updated_at desc);
alter table public.clubs enable row level security;
grant select on public.clubs to anon;
grant select, insert, update, delete on public.clubs to authenticated;
grant all on public.clubs to service_role;
create policy "anonymous visitors read clubs that are shown" on public.clubs
  for select to anon using (status in ('to_confirm', 'published') and deleted_at is null);
create policy "signed-in accounts read clubs that are shown, club editors all" on public.clubs
  for select to authenticated
  using ((status in ('to_confirm', 'published') and deleted_at is null) or (select private.has_permission('clubs')));
create policy "club editors add clubs" on public.clubs
  for insert to authenticated with check ((select private.has_permission('clubs')));
create policy "club editors update clubs" on public.clubs
  for update to authenticated
  using ((select private.has_permission('clubs')))
  with check ((select private.has_permission('clubs')));
create policy "club editors delete clubs" on public.clubs
  for delete to authenticated using ((select private.has_permission('clubs')));
create trigger clubs_touch before update on public.clubs
  for each row execute function private.touch_updated_at();
create trigger clubs_audit after insert or update or delete on public.clubs
  for each row execute function private.write_audit('id');
create trigger clubs_search_insert after insert on public.clubs referencing new table as new_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_search_update after update on public.clubs referencing old table as old_rows new table as new_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_search_delete after delete on public.clubs referencing old table as old_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_duplicates after insert or update or delete on public.clubs
  for each row execute function private.note_duplicates();
create trigger clubs_addresses after insert or update or delete on public.clubs
  for each row execute function private.keep_addresses('club');

insert into private.audit_log_permissions (entity, permission) values
  ('clubs', 'clubs');

select
  private.declare_columns('clubs', 'not_personal', '{*}', 'guide'),
  private.declare_columns('clubs', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.club_members (
  club_id uuid not null references public.clubs (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null default 'member' check (role = any (private.club_roles())),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (club_id, user_id)
);
comment on table public.club_members is 'Accounts of a club. Owner and administrators publish and edit its events.';
create index club_members_user_id_idx on public.club_members (user_id);
alter table public.club_members enable row level security;
grant select, insert, update, delete on public.club_members to authenticated;
grant all on public.club_members to service_role;

create function private.runs_club(club uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.club_members
    where club_members.club_id = runs_club.club and user_id = (select private.account_id()) and role
      in ('owner', 'admin')
      and (select private.account_role()) is not null
  )
$$;
comment on function private.runs_club is 'Whether the caller is owner or administrator of a club.';

create policy "accounts read their own memberships, those who run a club its members, club editors all"
  on public.club_members
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.has_permission('clubs'))
    or private.runs_club(club_id));
create policy "club editors add club members" on public.club_members
  for insert to authenticated with check ((select private.has_permission('clubs')));
create policy "club editors change roles of club members" on public.club_members
  for update to authenticated
  using ((select private.has_permission('clubs'))) with check ((select private.has_permission('clubs')));
create policy "club editors remove club members, members leave" on public.club_members
  for delete to authenticated
  using (user_id = (select private.account_id()) or (select private.has_permission('clubs')));
create trigger club_members_server_columns before insert or update on public.club_members
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger club_members_touch before update on public.club_members
  for each row execute function private.touch_updated_at();
create trigger club_members_audit after insert or update or delete on public.club_members
  for each row execute function private.write_audit('club_id');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('club_members', 'user_id', 'account', 'own', 'Clubes de que participa', 'delete', 60);

select private.declare_columns('club_members', 'exported', '{club_id,user_id,role,created_at,updated_at}');

create view private.searchable_club with (security_invoker = true) as
select
  clubs.id as source_id, 'club' as kind, clubs.id::text as entity_id, clubs.state_abbr, clubs.name as title,
  left(clubs.story, 300) as summary,
  concat_ws(' ', cities.name, array_to_string(clubs.makes, ' '), 'clube club') as keywords,
  '/' || lower(clubs.state_abbr) || '/clubes-parceiros#' || clubs.slug as path, 0.8::real as weight,
  null::timestamptz as visible_from, private.search_translations(clubs.translations, 'name', 'story') as translations
from public.clubs left join public.cities on cities.ibge_code = clubs.city_ibge
where clubs.status in ('to_confirm', 'published') and clubs.deleted_at is null;

-- Accounts by e-mail, for the panel of clubs: a person is added by the confirmed address of the account.
-- Every new account has email_confirmed_at; only email_verified_at says that a link sent to the address was opened.
create function private.add_club_member(club uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_permission('clubs');
  if add_club_member.role is null or add_club_member.role <> all (private.club_roles()) then
    perform private.refuse('invalid', 'role');
  end if;
  select users.id into account from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(add_club_member.email)) and profiles.email_verified_at is not null;
  if account is null or not exists (select from public.clubs where clubs.id = club) then
    return private.gone();
  end if;
  insert into public.club_members as member (club_id, user_id, role) values (club, account, add_club_member.role)
  on conflict (club_id, user_id) do update set role = excluded.role;
  return private.saved();
end $$;
comment on function private.add_club_member is
  'Adds an account to a club, or changes its role. gone: no account with this confirmed address.';

create function private.list_club_members(club uuid) returns table (user_id uuid, username text, role text,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select member.user_id, profiles.username, member.role, member.created_at
  from public.club_members as member join public.profiles on profiles.id = member.user_id
  where member.club_id = list_club_members.club
    and (private.is_staff() and private.has_permission('clubs') or private.runs_club(list_club_members.club))
  order by array_position(private.club_roles(), member.role), profiles.username, member.user_id
$$;

-- The account that registered a club owns it after the team approved the request, if the address is the confirmed one
-- of an account.
create function private.own_requested_club() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.club_members (club_id, user_id, role)
  select clubs.id, profiles.id, 'owner'
  from public.clubs, auth.users join public.profiles on profiles.id = users.id
  where clubs.id = new.result_id and lower(users.email) = lower(btrim(new.requester_email))
    and profiles.email_verified_at is not null
  on conflict (club_id, user_id) do update set role = 'owner';
  return null;
end $$;
comment on function private.own_requested_club is
  'Makes the account with the address of an approved request the owner of its club.';

create function public.add_club_member(club uuid, email text, role text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_club_member(club, email, role);
comment on function public.add_club_member is
  'Adds an account to a club by its confirmed e-mail address, or changes its role; for club editors.';
grant execute on function public.add_club_member to authenticated, service_role;

create function public.list_club_members(club uuid) returns table (user_id uuid, username text, role text,
  created_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_club_members(list_club_members.club);
end;
comment on function public.list_club_members is
  'Members of a club with their user names, for club editors, the owner and the administrators.';
grant execute on function public.list_club_members to authenticated, service_role;
