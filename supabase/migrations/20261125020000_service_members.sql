-- Accounts that run a place of the guide: its owners and the staff they invite.

create table public.service_members (
  service_id uuid not null references public.services (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('owner', 'staff')),
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (service_id, account_id)
);
comment on table public.service_members is 'Accounts that run a place; written by functions only: an approved claim makes an owner, an accepted invitation a member of the staff.';
create index service_members_account_id_idx on public.service_members (account_id);
create index service_members_invited_by_idx on public.service_members (invited_by);

-- Security definer, so that the policies of the tables do not ask each other.
create function private.owns_place(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.service_members where service_id = service and account_id = (select private.account_id()) and role = 'owner'
  )
$$;
comment on function private.owns_place(uuid) is 'Whether the caller owns a place.';
create function private.runs_place(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.service_members where service_id = service and account_id = (select private.account_id()))
$$;
comment on function private.runs_place(uuid) is 'Whether the caller is an owner of a place or of its staff.';
create function private.own_places() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select service_id from public.service_members where account_id = (select private.account_id())
$$;
comment on function private.own_places() is 'Places that the caller owns or works for.';
grant execute on function private.owns_place(uuid), private.runs_place(uuid), private.own_places() to authenticated;

alter table public.service_members enable row level security;
revoke all on public.service_members from anon, authenticated;
grant select on public.service_members to authenticated;
grant all on public.service_members to service_role;
create policy "authenticated people of a place and service managers read who runs it" on public.service_members
  for select to authenticated
  using (service_id in (select private.own_places()) or (private.is_staff() and (select private.has_permission('services'))));

create trigger service_members_audit after insert or update or delete on public.service_members
  for each row execute function private.write_audit('service_id', 'account_id,role');
insert into private.audit_log_permissions (entity, permission) values ('service_members', 'services');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('service_members', 'account_id', 'account', 'own', 'Lugares de que cuida', 'delete'),
  ('service_members', 'invited_by', 'account', 'work', 'Pessoas convidadas para um lugar', 'unlink');
select
  private.declare_columns('service_members', 'exported', '{service_id,role,created_at}'),
  private.declare_columns('service_members', 'withheld', '{account_id}', 'the person itself'),
  private.declare_columns('service_members', 'withheld', '{invited_by}', 'another person: who invited the account');

-- The account that claimed a place owns it after the team approved the claim, if the address is the confirmed one of an account.
create function private.own_claimed_place() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if new.status = 'approved' then
    insert into public.service_members (service_id, account_id, role)
    select new.service_id, profiles.id, 'owner'
    from auth.users join public.profiles on profiles.id = users.id
    where new.service_id is not null and lower(users.email) = lower(btrim(new.requester_email)) and profiles.email_verified_at is not null
    on conflict (service_id, account_id) do update set role = 'owner';
  else
    delete from public.service_members using auth.users
    where service_id = old.service_id and account_id = users.id and lower(users.email) = lower(btrim(old.requester_email));
  end if;
  return null;
end $$;
comment on function private.own_claimed_place() is
  'Trigger function: the account with the address of an approved claim owns the place; a decision that is taken back ends this.';

create trigger service_requests_own_place after update of status on public.service_requests
  for each row when (new.kind = 'claim' and (new.status = 'approved') <> (old.status = 'approved'))
  execute function private.own_claimed_place();
