-- The portal mails a link itself while the auth server cannot.
insert into private.mail_kinds (template, mail_group) values ('account_link', 'account');

-- A hosted project needs manual linking to unlink an identity. It also lets a session link any account of the provider,
-- which then opens the portal's account for ever: only one with the address of the account is accepted.
create or replace function private.guard_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.provider = 'email'
    or not exists (
      select from auth.identities as other where other.user_id = new.user_id and other.provider <> new.provider
    )
  then
    return new;
  end if;
  if exists (select from public.profiles where profiles.id = new.user_id and profiles.email_verified_at is null)
    or (new.provider <> 'phone' and not exists (
      select from auth.users as account
      where account.id = new.user_id and lower(account.email) = lower(new.identity_data ->> 'email')
    ))
  then
    raise exception 'identity_not_linked' using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_identity() is
  'An account whose address is not verified takes no second identity; a verified one only with its own address.';
