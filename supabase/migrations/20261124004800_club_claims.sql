-- The account that registered a club owns it after the team approved the request, if the address is the confirmed one of an account.
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
comment on function private.own_requested_club() is 'Makes the account with the address of an approved request the owner of its club.';

create trigger service_requests_own_club after update of status on public.service_requests
  for each row when (new.status = 'approved' and old.status <> 'approved' and new.kind = 'new' and new.result_table = 'clubs')
  execute function private.own_requested_club();
