-- A session that does not count saves no device: the refusal has a code instead of a missing value.
create or replace function private.save_device(endpoint text, p256dh text, auth text, locale text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  saved uuid;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  insert into public.push_subscriptions as device (user_id, endpoint, p256dh, auth, locale)
  values (account, save_device.endpoint, save_device.p256dh, save_device.auth, save_device.locale)
  on conflict on constraint push_subscriptions_endpoint_key do update
    set user_id = excluded.user_id, locale = excluded.locale,
      created_at = case when device.user_id = excluded.user_id then device.created_at else now() end
    -- Both keys of the device are needed to move it to another account; its address alone is not enough.
    where device.p256dh = excluded.p256dh and device.auth = excluded.auth
  returning device.id into saved;
  if saved is null then
    raise exception 'the device belongs to another account' using errcode = '42501';
  end if;
  return saved;
end $$;
