-- Members of clubs. Owners and administrators of a club edit its events.

alter table public.clubs add column is_trusted boolean not null default false;
comment on column public.clubs.is_trusted is 'Events of the owner and administrators of a trusted club are published without a decision of the team.';

create table public.club_members (
  club_id uuid not null references public.clubs (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (club_id, user_id)
);
comment on table public.club_members is 'Accounts of a club. Owner and administrators publish and edit its events.';
create index club_members_user_id_idx on public.club_members (user_id);

create function private.runs_club(club uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.club_members
    where club_members.club_id = runs_club.club and user_id = (select private.account_id()) and role in ('owner', 'admin')
      and (select private.account_role()) is not null
  )
$$;
comment on function private.runs_club(uuid) is 'Whether the caller is owner or administrator of a club.';

create or replace function private.edits_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events')
    or private.account_role() is not null and exists (
      select from public.events
      where events.id = event
        and (events.organizer_id = (select private.account_id()) or events.club_id is not null and private.runs_club(events.club_id))
    )
$$;
comment on function private.edits_event(uuid) is 'Whether the caller may edit an event: event managers, its organiser, the owner and the administrators of its club.';

alter table public.club_members enable row level security;
revoke all on public.club_members from anon, authenticated;
grant select, insert, update, delete on public.club_members to authenticated;
grant all on public.club_members to service_role;

create policy "accounts read their own memberships, those who run a club its members, club editors all" on public.club_members
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.has_permission('clubs')) or private.runs_club(club_id));
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('club_members', 'user_id', 'account', 'own', 'Clubes de que participa', 'delete');
select private.declare_columns('club_members', 'exported', '{club_id,user_id,role,created_at,updated_at}');

-- Accounts by e-mail, for the panel of clubs: a person is added by the confirmed address of the account.
-- Every new account has email_confirmed_at; only email_verified_at says that a link sent to the address was opened.
create function private.add_club_member(club uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_permission('clubs');
  if add_club_member.role is null or add_club_member.role not in ('owner', 'admin', 'member') then
    raise exception 'invalid_request' using detail = 'role';
  end if;
  select users.id into account from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(add_club_member.email)) and profiles.email_verified_at is not null;
  if account is null or not exists (select from public.clubs where clubs.id = club) then
    return jsonb_build_object('outcome', 'missing');
  end if;
  insert into public.club_members as member (club_id, user_id, role) values (club, account, add_club_member.role)
  on conflict (club_id, user_id) do update set role = excluded.role;
  return jsonb_build_object('outcome', 'added');
end $$;
comment on function private.add_club_member(uuid, text, text) is 'Adds an account to a club, or changes its role. missing: no account with this confirmed address.';

create function public.add_club_member(club uuid, email text, role text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_club_member(club, email, role);
comment on function public.add_club_member(uuid, text, text) is 'Adds an account to a club by its confirmed e-mail address, or changes its role; for club editors.';
revoke execute on function public.add_club_member(uuid, text, text) from public, anon;
grant execute on function public.add_club_member(uuid, text, text) to authenticated, service_role;

create function private.list_club_members(club uuid) returns table (user_id uuid, username text, role text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select member.user_id, profiles.username, member.role, member.created_at
  from public.club_members as member join public.profiles on profiles.id = member.user_id
  where member.club_id = list_club_members.club
    and (private.is_staff() and private.has_permission('clubs') or private.runs_club(list_club_members.club))
  order by array_position(array['owner', 'admin', 'member'], member.role), profiles.username, member.user_id
$$;

create function public.list_club_members(club uuid) returns table (user_id uuid, username text, role text, created_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_club_members(list_club_members.club);
end;
comment on function public.list_club_members(uuid) is 'Members of a club with their user names, for club editors, the owner and the administrators.';
revoke execute on function public.list_club_members(uuid) from public, anon;
grant execute on function public.list_club_members(uuid) to authenticated, service_role;
