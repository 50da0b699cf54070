-- Redeeming vouchers at the counter of a place.

create table public.voucher_devices (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unlocked_until timestamptz,
  last_sync_at timestamptz,
  pending_readings integer not null default 0 check (pending_readings between 0 and 100000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint voucher_device_expires_after_enrolment check (expires_at > created_at
    and expires_at <= created_at + make_interval(days => private.voucher_device_days()))
);
comment on table public.voucher_devices is
  'Devices at a place that redeem vouchers without an account, each enrolled by a link and unlocked by the PIN of the '
  'place.';
comment on column public.voucher_devices.token_hash is
  'SHA-256 of the token in the link; null in a restored database, where no earlier link works.';
comment on column public.voucher_devices.unlocked_until is 'Until when the device redeems after the right PIN.';
comment on column public.voucher_devices.pending_readings is 'Unsent readings that the device reported last.';
create index voucher_devices_service_id_idx on public.voucher_devices (service_id);
create index voucher_devices_created_by_idx on public.voucher_devices (created_by);
alter table public.voucher_devices enable row level security;
grant select (
  id, service_id, name, expires_at, revoked_at, unlocked_until, last_sync_at, pending_readings, created_by, created_at
) on public.voucher_devices to authenticated;
grant insert (service_id, name, token_hash, expires_at) on public.voucher_devices to authenticated;
grant update (name, revoked_at) on public.voucher_devices to authenticated;
grant all on public.voucher_devices to service_role;
create policy "authenticated people of a place read its devices" on public.voucher_devices
  for select to authenticated using (service_id in (select private.own_places()));
create policy "authenticated owners enrol devices of their place" on public.voucher_devices
  for insert to authenticated with check (private.owns_place(service_id)
    and created_by = (select private.account_id()));
create policy "authenticated owners revoke devices of their place" on public.voucher_devices
  for update to authenticated using (private.owns_place(service_id)) with check (private.owns_place(service_id));
create trigger voucher_devices_audit after insert or update of revoked_at or delete on public.voucher_devices
  for each row execute function private.write_audit('id', 'service_id,name,revoked_at');
create trigger voucher_devices_stamp before update on public.voucher_devices
  for each row execute function private.stamp_revocation();

insert into private.audit_log_permissions (entity, permission) values
  ('voucher_devices', 'vouchers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('voucher_devices', 'created_by', 'account', 'work', 'Aparelhos de um lugar', 'unlink', 137);

select
  private.declare_columns('voucher_devices', 'exported',
    '{id,service_id,name,expires_at,revoked_at,unlocked_until,last_sync_at,pending_readings,created_by,created_at}'),
  private.declare_columns('voucher_devices', 'withheld', '{token_hash}', 'secret of the device');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('voucher_devices', 'public.voucher_devices', 'expires_at', '1 year', 433);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.voucher_devices', 'token_hash', 'null');

create table private.place_pins (
  service_id uuid primary key references public.services (id) on delete cascade,
  pin_hash text not null check (pin_hash ~ '^[0-9a-f]{64}$'),
  changed_at timestamptz not null default now()
);
comment on table private.place_pins is 'PIN of a place, as a hash with the key of the server.';

select private.declare_columns('private.place_pins', 'not_personal',
  '{service_id,pin_hash,changed_at}', 'PIN of a place');

create table private.wrong_pins (
  service_id uuid not null references public.services (id) on delete cascade,
  caller text not null check (char_length(caller) <= 100),
  at timestamptz not null default now()
);
comment on table private.wrong_pins is 'Wrong PINs by place and keyed hash of the caller.';
create index wrong_pins_service_id_idx on private.wrong_pins (service_id, at);
create index wrong_pins_at_idx on private.wrong_pins (at);

select private.declare_columns('private.wrong_pins', 'not_personal',
  '{service_id,caller,at}', 'keyed hash of an address, kept for a day');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('wrong_pins', 'private.wrong_pins', 'at', '1 day', 434);

create table public.voucher_redemptions (
  id uuid primary key default gen_random_uuid(),
  download_id uuid references public.voucher_downloads (id) on delete cascade,
  service_id uuid not null references public.services (id) on delete cascade,
  nonce uuid not null unique,
  result text not null check (result = any (private.redemption_results())),
  account_id uuid references public.profiles (id) on delete set null,
  device_id uuid references public.voucher_devices (id) on delete set null,
  scanned_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_offline boolean not null default false,
  was_served boolean not null default false
);
comment on table public.voucher_redemptions is
  'Every reading of a voucher at a place. At most one of a download has result redeemed.';
comment on column public.voucher_redemptions.nonce is 'Made by the device; the same reading is stored once.';
comment on column public.voucher_redemptions.scanned_at is
  'Clock of the device, corrected by the clock of the server at its last connection; never later than the arrival.';
comment on column public.voucher_redemptions.was_served is
  'A device without a connection showed it as valid, so the customer was served; with result duplicate the place is '
  'told.';
create unique index voucher_redemptions_download_idx on public.voucher_redemptions (download_id)
  where result = 'redeemed';
create index voucher_redemptions_download_id_idx on public.voucher_redemptions (download_id);
create index voucher_redemptions_service_id_idx on public.voucher_redemptions (service_id, scanned_at desc);
create index voucher_redemptions_account_id_idx on public.voucher_redemptions (account_id);
create index voucher_redemptions_device_id_idx on public.voucher_redemptions (device_id);
alter table public.voucher_redemptions enable row level security;
grant select on public.voucher_redemptions to authenticated;
grant all on public.voucher_redemptions to service_role;
create policy "authenticated people of a place and voucher managers read its redemptions" on public.voucher_redemptions
  for select to authenticated using (
    (select private.is_staff() and (private.has_permission('vouchers') or private.has_permission('voucher_checkin')))
    or service_id in (select private.own_places())
  );

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('voucher_redemptions', 'account_id', 'account', 'work', 'Vouchers validados', 'unlink', 138);

select
  private.declare_columns('voucher_redemptions', 'exported',
    '{id,service_id,result,scanned_at,received_at,is_offline,was_served}'),
  private.declare_columns('voucher_redemptions', 'not_personal', '{nonce}', 'technical key'),
  private.declare_columns('voucher_redemptions', 'withheld',
    '{download_id,account_id,device_id}', 'another person: who redeemed and who read');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('refused_redemptions', 'public.voucher_redemptions', 'received_at', '1 year', 'result <> ''redeemed''', 432);

create function private.voucher_device(device_token text) returns public.voucher_devices
language sql stable security definer set search_path = '' as $$
  select * from public.voucher_devices where token_hash = private.token_hash(device_token)
$$;
comment on function private.voucher_device is
  'The device of a link, also when it expired or was revoked; null for a wrong token.';

create function private.is_open_device(device public.voucher_devices, moment timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select device.id is not null and moment < least(device.expires_at, device.unlocked_until)
    and moment < coalesce(device.revoked_at, 'infinity')
    and device.unlocked_until is not null
$$;
comment on function private.is_open_device is 'Whether a device was enrolled and unlocked at a time.';

create function private.redeems_at(place uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.runs_place(place) or (private.is_staff() and private.has_permission('voucher_checkin'))
$$;
comment on function private.redeems_at is
  'Whether the account of the caller redeems vouchers of a place: its people and the team.';

-- PIN. The server sends the hash and the keyed hash of the caller; the PIN itself never reaches the database.
create function private.set_place_pin(place uuid, hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.place_pins (service_id, pin_hash) values (place, hash)
  on conflict (service_id) do update set pin_hash = excluded.pin_hash, changed_at = now();
  update public.voucher_devices set unlocked_until = null where service_id = place;
  delete from private.wrong_pins where service_id = place;
  return private.saved();
end $$;
comment on function private.set_place_pin is 'Sets the PIN of a place; its devices have to be unlocked again.';

create function private.unlock_voucher_device(device_token text, hash text, caller text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.voucher_device(device_token);
  mine integer;
  all_callers integer;
  last_wrong timestamptz;
begin
  if device.id is null or device.revoked_at is not null or device.expires_at <= now() then
    return private.gone();
  end if;
  -- Attempts at one place are judged one after the other.
  perform from public.services where id = device.service_id for no key update;
  select count(*) filter (where wrong.caller = unlock_voucher_device.caller), count(*), max(at) into mine, all_callers,
    last_wrong
  from private.wrong_pins as wrong where service_id = device.service_id and at > now() - interval '15 minutes';
  if mine >= 5 then
    return private.refused('locked');
  elsif all_callers >= 20 and last_wrong > now() - interval '30 seconds' then
    return private.refused('slow');
  elsif not exists (select from private.place_pins where service_id = device.service_id and pin_hash = hash) then
    insert into private.wrong_pins (service_id, caller) values (device.service_id, unlock_voucher_device.caller);
    return private.refused('wrong') || jsonb_build_object('left', 4 - mine);
  end if;
  update public.voucher_devices set
    unlocked_until = least(now() + make_interval(hours => private.desk_unlock_hours()), expires_at)
  where id = device.id
    returning * into device;
  return private.saved(jsonb_build_object('until', device.unlocked_until));
end $$;
comment on function private.unlock_voucher_device is
  'Unlocks a device for 12 hours. Five wrong PINs lock the caller at this place for 15 minutes; twenty of all callers '
  'let one attempt pass each 30 seconds. Accounts need no PIN.';

create function private.judge_voucher(held public.voucher_downloads, place uuid, moment timestamptz) returns text
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
  select moment at time zone private.zone_of_town(state_abbr, city_ibge) into local_time from public.services
    where id = place;
  return case
    when local_time::date < voucher.valid_from then 'not_yet'
    when cardinality(voucher.weekdays) > 0 and extract(isodow from local_time)::smallint <> all (voucher.weekdays)
      or voucher.starts_at is not null and (local_time::time < voucher.starts_at or local_time::time > voucher.ends_at)
        then 'wrong_time'
    when voucher.status in ('rejected', 'ended') then 'ended'
    else 'redeemed'
  end;
end $$;
comment on function private.judge_voucher is
  'Result of reading a voucher at a place and time; redeemed means that it is valid. The same rules as judgeVoucher '
  'of lib/partners/desk/rules.ts.';

create function private.tell_double_redemption(reading public.voucher_redemptions) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  told record;
begin
  select vouchers.title, services.name as place, services.id as service_id, held.short_code into told
  from public.voucher_downloads as held join public.vouchers on vouchers.id = held.voucher_id join public.services
    on services.id = vouchers.service_id
  where held.id = reading.download_id;
  for person in
    select profiles.id, profiles.username, coalesce(profiles.locale, 'pt-BR') as locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = profiles.id
    where member.service_id = reading.service_id and member.role = 'owner' and profiles.blocked_at is null
  loop
    insert into public.notifications (user_id, title, body, link, translations) values (
      person.id, left('Voucher usado duas vezes: ' || told.title, 120),
        left('Código ' || told.short_code || ' foi aceito sem internet e já tinha sido usado.', 1000),
      '/painel/lugares/' || told.service_id || '/vouchers',
      jsonb_build_object(
        'en', jsonb_build_object('title', left('Voucher used twice: ' || told.title, 120), 'body',
          'Code ' || told.short_code || ' was accepted offline and had already been used.'),
        'es', jsonb_build_object('title', left('Voucher usado dos veces: ' || told.title, 120), 'body',
          'El código ' || told.short_code || ' se aceptó sin conexión y ya se había usado.')
      )
    );
    if person.email is not null then
      perform private.enqueue_mail(person.email, 'voucher_used_twice', jsonb_build_object(
        'name', person.username, 'voucher', told.title, 'place', told.place, 'code', told.short_code, 'path',
          '/painel/lugares/' || told.service_id || '/vouchers'
      ), person.locale);
    end if;
  end loop;
end $$;
comment on function private.tell_double_redemption is
  'Tells the owners of a place that two offline desks served the same voucher.';

create function private.record_redemption(reading jsonb, place uuid, device public.voucher_devices) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  scanned timestamptz := least((reading ->> 'scannedAt')::timestamptz, now());
  offline boolean := coalesce((reading ->> 'isOffline')::boolean, false);
  held public.voucher_downloads;
  stored public.voucher_redemptions;
  outcome text;
begin
  if exists (select from public.voucher_redemptions where nonce = (reading ->> 'nonce')::uuid) then
    return;
  end if;
  -- A reading without a connection counts for the time at which it was made, at most 7 days ago; any other one for now.
  scanned := case when offline then greatest(scanned, now() - interval '7 days') else now() end;
  if device.id is not null and not private.is_open_device(device, scanned) then
    return;
  end if;
  select * into held from public.voucher_downloads
  where id = (reading ->> 'downloadId')::uuid or (reading ->> 'downloadId' is null
    and short_code = upper(reading ->> 'shortCode')) for update;
  outcome := private.judge_voucher(held, place, scanned);
  insert into public.voucher_redemptions (download_id, service_id, nonce, result, account_id, device_id, scanned_at,
    is_offline, was_served)
  values (
    held.id, place, (reading ->> 'nonce')::uuid, outcome, case when device.id is null then private.account_id() end,
      device.id, scanned, offline,
    offline and coalesce((reading ->> 'wasServed')::boolean, false)
  ) on conflict (nonce) do nothing returning * into stored;
  if stored.result = 'redeemed' then
    update public.voucher_downloads set redeemed_at = scanned where id = held.id;
    update private.voucher_counts set redemptions = redemptions + 1 where voucher_id = held.voucher_id;
  elsif stored.result = 'duplicate' and stored.was_served then
    perform private.tell_double_redemption(stored);
  end if;
end $$;
comment on function private.record_redemption is
  'Stores one reading; the first valid one of a download redeems it, an offline one that was served nevertheless is '
  'told to the owners.';

create function private.redemption_answer(reading public.voucher_redemptions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'nonce', reading.nonce, 'result', reading.result, 'scannedAt', reading.scanned_at, 'isOffline', reading.is_offline,
      'wasServed', reading.was_served,
    'downloadId', held.id, 'shortCode', case when reading.result <> 'wrong_place' then held.short_code end,
    'voucherId', case when reading.result <> 'wrong_place' then voucher.id end,
    'title', case when reading.result <> 'wrong_place' then voucher.title end,
    'firstName', case when reading.result <> 'wrong_place' then split_part(coalesce(holder.username, held.guest_name),
      ' ', 1) end,
    'by', coalesce(device.name, reader.username),
    'first', (
      select jsonb_build_object('at', earliest.scanned_at, 'place', place.name, 'by', coalesce(
        (select name from public.voucher_devices where id = earliest.device_id),
          (select username from public.profiles where id = earliest.account_id)
      ))
      from public.voucher_redemptions as earliest join public.services as place on place.id = earliest.service_id
      where earliest.download_id = reading.download_id and earliest.result = 'redeemed' and earliest.id
        is distinct from reading.id
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
comment on function private.redemption_answer is
  'What the desk shows of a reading: result, voucher, first name, and when and where it was used before.';

-- The device, or the account, that redeems at a place; raises 42501 for anybody else.
create function private.desk_device(place uuid, device_token text) returns public.voucher_devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.voucher_device(device_token);
begin
  if device_token is not null and (device.id is null or device.service_id <> place) or device_token is null and
    not private.redeems_at(place) then
    raise exception 'only the people and devices of a place redeem its vouchers' using errcode = '42501';
  end if;
  return device;
end $$;
comment on function private.desk_device is
  'The device of a token at a place, null for an account that redeems there; raises 42501 for anybody else.';

create function private.record_redemptions(place uuid, readings jsonb, device_token text, pending integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.desk_device(place, device_token);
  reading jsonb;
begin
  if jsonb_typeof(readings) is distinct from 'array' or jsonb_array_length(readings) > 200 then
    raise exception 'readings must be an array of at most 200' using errcode = '22023';
  end if;
  for reading in select one from jsonb_array_elements(readings) as one order by one ->> 'scannedAt', one ->> 'nonce'
    loop
    perform private.record_redemption(reading, place, device);
  end loop;
  update public.voucher_devices set last_sync_at = now(), pending_readings = least(greatest(coalesce(pending, 0), 0),
    100000) where id = device.id;
  return (
    select coalesce(jsonb_agg(private.redemption_answer(stored)), '[]') from public.voucher_redemptions as stored
    where stored.service_id = place and stored.nonce in (select (one ->> 'nonce')::uuid
      from jsonb_array_elements(readings) as one)
  );
end $$;
comment on function private.record_redemptions is
  'Stores up to 200 readings, each nonce once, and answers those that are stored; readings of a device while it was '
  'locked are not stored.';

-- Looking at a voucher before it is redeemed changes nothing.
create function private.look_up_voucher(place uuid, download uuid, code text, device_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.desk_device(place, device_token);
  held public.voucher_downloads;
  reading public.voucher_redemptions;
begin
  if device.id is not null and not private.is_open_device(device, now()) then
    return jsonb_build_object('result', 'locked');
  end if;
  select * into held from public.voucher_downloads where id = download
    or (download is null and short_code = upper(code));
  reading.download_id := held.id;
  reading.result := private.judge_voucher(held, place, now());
  return private.redemption_answer(reading);
end $$;
comment on function private.look_up_voucher is
  'The answer that redeeming now would get, without redeeming: redeemed means valid; locked for a device without PIN.';

create function private.read_voucher_desk(place uuid, device_token text) returns jsonb
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
      'place', jsonb_build_object('id', services.id, 'name', services.name, 'stateAbbr', services.state_abbr,
        'timeZone', private.zone_of_town(services.state_abbr, services.city_ibge)),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt',
        device.expires_at, 'unlockedUntil', device.unlocked_until) end,
      'keys', private.event_public_keys(),
      'vouchers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'title', title, 'benefitType', benefit_type, 'benefitValue', benefit_value, 'rules', rules,
            'validFrom', valid_from, 'validUntil', valid_until,
          'weekdays', weekdays, 'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI'),
            'isEnded', status in ('ended', 'rejected')
        ) order by valid_until), '[]')
        from public.vouchers where service_id = services.id and decided_at is not null
          and valid_until >= private.brazilian_today() - 7
      ),
      -- Used and cancelled codes, so that a device without a connection refuses them; no names.
      'used', (
        select coalesce(jsonb_agg(jsonb_build_array(held.id, held.redeemed_at, held.cancelled_at is not null)), '[]')
        from public.voucher_downloads as held join public.vouchers as voucher on voucher.id = held.voucher_id
        where voucher.service_id = services.id and held.expires_at > now() - interval '7 days'
          and (held.redeemed_at is not null or held.cancelled_at is not null)
      ),
      'today', (
        select coalesce(jsonb_agg(private.redemption_answer(stored) order by stored.scanned_at desc), '[]')
        from public.voucher_redemptions as stored
        where stored.service_id = services.id and stored.scanned_at > now() - interval '24 hours'
          and (device.id is null or private.is_open_device(device, now()))
      )
    )
    from public.services where services.id = place
  );
end $$;
comment on function private.read_voucher_desk is
  'What the desk of a place keeps: public keys, vouchers, used codes without names, and the readings of the last 24 '
  'hours; a locked device gets no readings.';

create function private.is_live_voucher_device(device_token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.voucher_device(device_token) as device where device.id is not null
    and device.revoked_at is null and device.expires_at > now())
$$;
comment on function private.is_live_voucher_device is 'Whether a token opens the desk of a place.';

-- Figures for the people of a place, and for the team over all places.
create function private.voucher_figures(place uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if place is null then
    perform private.require_permission('vouchers');
  elsif not private.runs_place(place) and not (private.is_staff() and private.has_permission('vouchers')) then
    raise exception 'only the people of a place read its figures' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'vouchers', (
      select coalesce(jsonb_object_agg(voucher.id, jsonb_build_object('downloads', counts.downloads, 'redemptions',
        counts.redemptions)), '{}')
      from public.vouchers as voucher join private.voucher_counts as counts on counts.voucher_id = voucher.id
      where place is null or voucher.service_id = place
    ),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'downloads', downloads, 'redemptions', redemptions)
        order by day), '[]')
      from (
        select private.day_of(moment) as day, sum(downloaded) as downloads, sum(redeemed) as redemptions from (
          select held.created_at as moment, 1 as downloaded, 0 as redeemed from public.voucher_downloads as held
          join public.vouchers as voucher on voucher.id = held.voucher_id
            and (place is null or voucher.service_id = place)
          where held.created_at > now() - interval '90 days' and held.cancelled_at is null
          union all
          select stored.scanned_at, 0, 1 from public.voucher_redemptions as stored
          where stored.result = 'redeemed' and stored.scanned_at > now() - interval '90 days'
            and (place is null or stored.service_id = place)
        ) as movement group by 1
      ) as daily
    ),
    'doubles', (
      select coalesce(jsonb_agg(private.redemption_answer(stored) || jsonb_build_object('serviceId', stored.service_id)
        order by stored.scanned_at desc), '[]') from (
        select * from public.voucher_redemptions as served
        where served.was_served and served.result <> 'redeemed' and (place is null or served.service_id = place)
        order by served.scanned_at desc limit 50
      ) as stored
    )
  );
end $$;
comment on function private.voucher_figures is
  'Downloads and redemptions by voucher and day, and codes that were served twice, of a place or of all places '
  '(null).';

create function private.place_pin_time(place uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select changed_at from private.place_pins where service_id = place and private.runs_place(place)
$$;
comment on function private.place_pin_time is
  'When the PIN of a place was set; null without one, and for anybody who does not run the place.';

create function public.set_place_pin(place uuid, hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_place_pin(place, hash);
comment on function public.set_place_pin is
  'For the server, which asked first whether the caller owns the place: sets its PIN.';
grant execute on function public.set_place_pin to service_role;

create function public.unlock_voucher_device(device_token text, hash text, caller text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.unlock_voucher_device(device_token, hash, caller);
comment on function public.unlock_voucher_device is
  'For the server: saved, gone, or refused with wrong, locked or slow.';
grant execute on function public.unlock_voucher_device to service_role;

create function public.record_redemptions(place uuid, readings jsonb, device_token text default null, pending integer
  default 0) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_redemptions(place, readings, device_token, pending);
comment on function public.record_redemptions is
  'Stores readings at the desk of a place and answers each with its result.';
grant execute on function public.record_redemptions to anon, authenticated, service_role;

create function public.look_up_voucher(place uuid, download uuid default null, code text default null, device_token text
  default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.look_up_voucher(place, download, code, device_token);
comment on function public.look_up_voucher is 'For the desk of a place: what a voucher is, without redeeming it.';
grant execute on function public.look_up_voucher to anon, authenticated, service_role;

create function public.read_voucher_desk(place uuid default null, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.read_voucher_desk(place, device_token);
comment on function public.read_voucher_desk is
  'What the desk of a place keeps, for its people, the team and enrolled devices.';
grant execute on function public.read_voucher_desk to anon, authenticated, service_role;

create function public.is_live_voucher_device(device_token text) returns boolean
language sql stable security invoker set search_path = ''
return private.is_live_voucher_device(device_token);
comment on function public.is_live_voucher_device is 'Whether a token opens the desk of a place.';
grant execute on function public.is_live_voucher_device to anon, authenticated, service_role;

create function public.voucher_figures(place uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.voucher_figures(place);
comment on function public.voucher_figures is
  'Figures of the vouchers of a place, or of all places for voucher managers.';
grant execute on function public.voucher_figures to authenticated, service_role;

create function public.place_pin_time(place uuid) returns timestamptz
language sql stable security invoker set search_path = ''
return private.place_pin_time(place);
comment on function public.place_pin_time is 'For the people of a place: when its PIN was set; null without one.';
grant execute on function public.place_pin_time to authenticated, service_role;
