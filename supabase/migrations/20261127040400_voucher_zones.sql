-- Vouchers begin and end by the clock of the place's municipality, not of its state.

create or replace function private.voucher_end(voucher public.vouchers) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select (voucher.valid_until + 1)::timestamp at time zone private.zone_of_town(services.state_abbr, services.city_ibge) from public.services where id = voucher.service_id
$$;

create or replace function private.read_voucher_download(download uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', held.id, 'voucherId', voucher.id, 'serviceId', place.id, 'shortCode', held.short_code,
    'title', voucher.title, 'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'rules', voucher.rules,
    'translations', voucher.translations, 'validFrom', voucher.valid_from, 'validUntil', voucher.valid_until,
    'weekdays', voucher.weekdays, 'startsAt', to_char(voucher.starts_at, 'HH24:MI'), 'endsAt', to_char(voucher.ends_at, 'HH24:MI'),
    'imageUrl', voucher.image_url, 'place', place.name, 'placeSlug', place.slug, 'stateAbbr', place.state_abbr, 'timeZone', private.zone_of_town(place.state_abbr, place.city_ibge),
    'expiresAt', held.expires_at, 'downloadedAt', held.created_at, 'isOwn', held.account_id is not null and held.account_id = private.account_id(),
    'status', case
      when held.redeemed_at is not null then 'redeemed'
      when held.cancelled_at is not null then 'cancelled'
      when held.expires_at <= now() then 'expired'
      when voucher.status in ('ended', 'rejected') then 'ended'
      else 'active'
    end,
    'redeemedAt', held.redeemed_at
  )
  from public.voucher_downloads as held join public.vouchers as voucher on voucher.id = held.voucher_id
  join public.services as place on place.id = voucher.service_id
  where held.id = download
$$;

create or replace function private.judge_voucher(held public.voucher_downloads, place uuid, moment timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  local_time timestamp;
begin
  select * into voucher from public.vouchers where id = held.voucher_id;
  if held.id is null then
    return 'unknown';
  elsif voucher.service_id <> place then
    return 'wrong_place';
  elsif held.redeemed_at is not null then
    return 'duplicate';
  elsif held.cancelled_at is not null then
    return 'cancelled';
  elsif held.expires_at <= moment then
    return 'expired';
  end if;
  select moment at time zone private.zone_of_town(state_abbr, city_ibge) into local_time from public.services where id = place;
  return case
    when local_time::date < voucher.valid_from then 'not_yet'
    when cardinality(voucher.weekdays) > 0 and extract(isodow from local_time)::smallint <> all (voucher.weekdays)
      or voucher.starts_at is not null and (local_time::time < voucher.starts_at or local_time::time > voucher.ends_at) then 'wrong_time'
    when voucher.status in ('rejected', 'ended') then 'ended'
    else 'redeemed'
  end;
end $$;

create or replace function private.read_voucher_desk(place uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices;
begin
  if device_token is not null then
    device := private.voucher_device(device_token);
    place := device.service_id;
    if device.id is null or device.revoked_at is not null or device.expires_at <= now() then
      raise exception 'the device is not enrolled' using errcode = '42501';
    end if;
    update public.voucher_devices set last_sync_at = now() where id = device.id;
  else
    device := private.desk_device(place, null);
  end if;
  return (
    select jsonb_build_object(
      'now', now(),
      'place', jsonb_build_object('id', services.id, 'name', services.name, 'stateAbbr', services.state_abbr, 'timeZone', private.zone_of_town(services.state_abbr, services.city_ibge)),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt', device.expires_at, 'unlockedUntil', device.unlocked_until) end,
      'keys', private.event_public_keys(),
      'vouchers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'title', title, 'benefitType', benefit_type, 'benefitValue', benefit_value, 'rules', rules, 'validFrom', valid_from, 'validUntil', valid_until,
          'weekdays', weekdays, 'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI'), 'isEnded', status in ('ended', 'rejected')
        ) order by valid_until), '[]')
        from public.vouchers where service_id = services.id and decided_at is not null and valid_until >= private.brazilian_today() - 7
      ),
      -- Used and cancelled codes, so that a device without a connection refuses them; no names.
      'used', (
        select coalesce(jsonb_agg(jsonb_build_array(held.id, held.redeemed_at, held.cancelled_at is not null)), '[]')
        from public.voucher_downloads as held join public.vouchers as voucher on voucher.id = held.voucher_id
        where voucher.service_id = services.id and held.expires_at > now() - interval '7 days' and (held.redeemed_at is not null or held.cancelled_at is not null)
      ),
      'today', (
        select coalesce(jsonb_agg(private.redemption_answer(stored) order by stored.scanned_at desc), '[]')
        from public.voucher_redemptions as stored
        where stored.service_id = services.id and stored.scanned_at > now() - interval '24 hours' and (device.id is null or private.is_open_device(device, now()))
      )
    )
    from public.services where services.id = place
  );
end $$;
