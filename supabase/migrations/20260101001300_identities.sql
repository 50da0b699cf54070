-- Nothing is linked by an unverified address: an outside identity may join an account only after a link sent
-- to its address was opened. The embedded backend refuses the same in its Google sign-in.
create function private.guard_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.provider <> 'email'
    and exists (select from auth.identities where identities.user_id = new.user_id and identities.provider <> new.provider)
    and exists (select from public.profiles where profiles.id = new.user_id and profiles.email_verified_at is null)
  then
    raise exception 'identity_not_linked' using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_identity() is 'An account that never proved its address takes no second identity.';

create trigger guard_identity before insert on auth.identities
  for each row execute function private.guard_identity();
