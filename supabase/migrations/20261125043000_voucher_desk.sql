-- The desk of a place: a look-up tells when a voucher was used before, whether a place has a PIN, and refused guesses.

create or replace function private.redemption_answer(reading public.voucher_redemptions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'nonce', reading.nonce, 'result', reading.result, 'scannedAt', reading.scanned_at, 'isOffline', reading.is_offline, 'wasServed', reading.was_served,
    'downloadId', held.id, 'shortCode', case when reading.result <> 'wrong_place' then held.short_code end,
    'voucherId', case when reading.result <> 'wrong_place' then voucher.id end,
    'title', case when reading.result <> 'wrong_place' then voucher.title end,
    'firstName', case when reading.result <> 'wrong_place' then split_part(coalesce(holder.username, held.guest_name), ' ', 1) end,
    'by', coalesce(device.name, reader.username),
    'first', (
      select jsonb_build_object('at', earliest.scanned_at, 'place', place.name, 'by', coalesce(
        (select name from public.voucher_devices where id = earliest.device_id), (select username from public.profiles where id = earliest.account_id)
      ))
      from public.voucher_redemptions as earliest join public.services as place on place.id = earliest.service_id
      where earliest.download_id = reading.download_id and earliest.result = 'redeemed' and earliest.id is distinct from reading.id
        and reading.result = 'duplicate'
    )
  )
  from (select) as one
  left join public.voucher_downloads as held on held.id = reading.download_id
  left join public.vouchers as voucher on voucher.id = held.voucher_id
  left join public.profiles as holder on holder.id = held.account_id
  left join public.voucher_devices as device on device.id = reading.device_id
  left join public.profiles as reader on reader.id = reading.account_id
$$;

create function private.place_pin_time(place uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select changed_at from private.place_pins where service_id = place and private.runs_place(place)
$$;
comment on function private.place_pin_time(uuid) is 'When the PIN of a place was set; null without one, and for anybody who does not run the place.';

create function public.place_pin_time(place uuid) returns timestamptz
language sql stable security invoker set search_path = ''
return private.place_pin_time(place);
comment on function public.place_pin_time(uuid) is 'For the people of a place: when its PIN was set; null without one.';

revoke execute on function public.place_pin_time(uuid) from public, anon;
grant execute on function public.place_pin_time(uuid) to authenticated, service_role;

alter table public.failed_attempts drop constraint failed_attempts_subject_check;
alter table public.failed_attempts add constraint failed_attempts_subject_check
  check (subject in ('registration', 'vote', 'publish_link', 'gate_device', 'certificate', 'trip_link', 'voucher_device', 'voucher_download'));

-- Backups look for names with their schema; without it they contained the hashes of the devices.
update private.backup_secrets set table_name = 'public.voucher_devices' where table_name = 'voucher_devices';
