-- Vouchers that travellers downloaded.

create table public.voucher_downloads (
  id uuid primary key default gen_random_uuid(),
  voucher_id uuid not null references public.vouchers (id) on delete cascade,
  account_id uuid references public.profiles (id) on delete cascade,
  guest_name text check (guest_name !~ '^\s*$' and char_length(guest_name) <= 120),
  guest_phone text check (guest_phone ~ '^\+?[0-9 ().-]{8,30}$'),
  request_id uuid not null unique,
  short_code text not null unique check (short_code ~ '^[A-HJ-NP-Z2-9]{8}$') default private.new_registration_code(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint download_belongs_to_an_account_or_a_guest check ((account_id is null) = (guest_name is not null
    and guest_phone is not null)),
  constraint redeemed_download_is_not_cancelled check (redeemed_at is null or cancelled_at is null)
);
comment on table public.voucher_downloads is
  'Vouchers that people downloaded. Whoever knows the id opens the page with the QR code; written by functions only.';
comment on column public.voucher_downloads.request_id is
  'Made by the form, so that a request that is sent twice downloads once.';
comment on column public.voucher_downloads.short_code is 'What people type where no QR code can be read.';
comment on column public.voucher_downloads.expires_at is
  'End of the last day of the voucher, in the time of the state of the place.';
create index voucher_downloads_voucher_id_idx on public.voucher_downloads (voucher_id, created_at desc);
create index voucher_downloads_account_id_idx on public.voucher_downloads (account_id, created_at desc);
create index voucher_downloads_guest_phone_idx on public.voucher_downloads (voucher_id,
  (regexp_replace(guest_phone, '\D', '', 'g'))) where guest_phone is not null;
create index voucher_downloads_expires_at_idx on public.voucher_downloads (expires_at);
alter table public.voucher_downloads enable row level security;
grant select on public.voucher_downloads to authenticated;
grant all on public.voucher_downloads to service_role;

-- People of the place see numbers and first names by functions, never a phone.
create policy "authenticated accounts read their own downloads" on public.voucher_downloads
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('voucher_downloads', 'account_id', 'account', 'own', 'Vouchers baixados', 'delete', 136);

select
  private.declare_columns('voucher_downloads', 'exported',
    '{voucher_id,guest_name,guest_phone,short_code,expires_at,redeemed_at,cancelled_at,created_at}'),
  private.declare_columns('voucher_downloads', 'not_personal', '{id,request_id}', 'technical key'),
  private.declare_columns('voucher_downloads', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('guest_voucher_downloads', 'public.voucher_downloads', 'expires_at', '90 days', 'account_id is null', 430),
  ('voucher_downloads', 'public.voucher_downloads', 'expires_at', '2 years', 'account_id is not null', 431);

create function private.allows_guest_vouchers() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.app_settings where key = 'feature_guest_vouchers' and value = 'true')
$$;
comment on function private.allows_guest_vouchers is
  'Whether people without an account may download vouchers; off until the team switches it on.';

create function private.voucher_end(voucher public.vouchers) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select (voucher.valid_until + 1)::timestamp at time zone private.zone_of_town(services.state_abbr, services.city_ibge)
    from public.services where id = voucher.service_id
$$;
comment on function private.voucher_end is 'End of the last day on which a voucher is accepted.';

-- The row of the counts is locked first: downloads of one voucher happen one after the other.
create function private.download_voucher(voucher uuid, idempotency_key uuid, guest_name text, guest_phone text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  phone_digits text := regexp_replace(coalesce(download_voucher.guest_phone, ''), '\D', '', 'g');
  wanted public.vouchers;
  existing public.voucher_downloads;
  taken integer;
begin
  perform from private.voucher_counts where voucher_id = voucher for update;
  select * into existing from public.voucher_downloads where request_id = idempotency_key;
  if existing.id is not null then
    return case when existing.voucher_id = voucher and existing.account_id is not distinct from account
      then private.saved(jsonb_build_object('id', existing.id)) else private.gone() end;
  end if;
  select * into wanted from public.vouchers where id = voucher;
  if wanted.id is null or not private.is_shown_voucher(wanted) then
    return private.gone();
  elsif account is null and not (wanted.guests_allowed and private.allows_guest_vouchers()) then
    return private.refused('sign_in');
  elsif account is null and (coalesce(btrim(download_voucher.guest_name), '') = '' or char_length(phone_digits)
    not between 8 and 15) then
    perform private.refuse('invalid', case when coalesce(btrim(download_voucher.guest_name), '') = ''
      then 'guest_name' else 'guest_phone' end);
  end if;
  select count(*), (array_agg(download.id order by download.created_at desc) filter (where redeemed_at is null))[1]
    into taken, existing.id
  from public.voucher_downloads as download
  where download.voucher_id = voucher and cancelled_at is null and case when account is null
    then download.guest_phone is not null and regexp_replace(download.guest_phone, '\D', '', 'g') = phone_digits
      else account_id = account end;
  if taken >= wanted.per_person_limit then
    -- Only the account itself gets its earlier code again; a phone number proves nothing.
    return private.refused('limit') || jsonb_build_object('id', case when account is not null then existing.id end);
  end if;
  update private.voucher_counts set downloads = downloads + 1
  where voucher_id = voucher and (wanted.total_limit is null or downloads < wanted.total_limit);
  if not found then
    return private.refused('sold_out');
  end if;
  insert into public.voucher_downloads (voucher_id, account_id, guest_name, guest_phone, request_id, expires_at)
  values (
    voucher, account, case when account is null then left(btrim(download_voucher.guest_name), 120) end,
    case when account is null then phone_digits end, idempotency_key, private.voucher_end(wanted)
  ) returning * into existing;
  return private.saved(jsonb_build_object('id', existing.id));
end $$;
comment on function private.download_voucher is
  'Downloads a voucher once per request: saved, gone, or refused with limit (and the earlier code of the account), '
  'sold_out, sign_in '
  'or gone.';

create function private.cancel_voucher_download(download uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.voucher_downloads;
begin
  perform private.require_account();
  perform from private.voucher_counts where voucher_id = (select voucher_id from public.voucher_downloads
    where id = download) for update;
  update public.voucher_downloads set cancelled_at = now()
  where id = download and account_id = private.account_id() and redeemed_at is null and cancelled_at is null
    and expires_at > now() returning * into existing;
  update private.voucher_counts set downloads = downloads - 1 where voucher_id = existing.voucher_id;
  return private.saved_or_gone(existing.id is not null);
end $$;
comment on function private.cancel_voucher_download is
  'Gives an unused voucher back, which frees it for somebody else.';

create function private.voucher_stock(vouchers uuid[]) returns table (id uuid, remaining integer)
language sql stable security definer set search_path = '' as $$
  select voucher.id, greatest(voucher.total_limit - counts.downloads, 0)
  from public.vouchers as voucher join private.voucher_counts as counts on counts.voucher_id = voucher.id
  where voucher.id = any (voucher_stock.vouchers[1:200]) and private.is_shown_voucher(voucher)
$$;
comment on function private.voucher_stock is
  'How many downloads are left of at most 200 shown vouchers; null without a limit.';

create function private.read_voucher_download(download uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', held.id, 'voucherId', voucher.id, 'serviceId', place.id, 'shortCode', held.short_code,
    'title', voucher.title, 'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'rules',
      voucher.rules,
    'translations', voucher.translations, 'validFrom', voucher.valid_from, 'validUntil', voucher.valid_until,
    'weekdays', voucher.weekdays, 'startsAt', to_char(voucher.starts_at, 'HH24:MI'), 'endsAt',
      to_char(voucher.ends_at, 'HH24:MI'),
    'imageUrl', voucher.image_url, 'place', place.name, 'placeSlug', place.slug, 'stateAbbr', place.state_abbr,
      'timeZone', private.zone_of_town(place.state_abbr, place.city_ibge),
    'expiresAt', held.expires_at, 'downloadedAt', held.created_at, 'isOwn', held.account_id is not null
      and held.account_id = private.account_id(),
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
comment on function private.read_voucher_download is
  'What the page of a downloaded voucher shows to its holder, without name and phone; null for an unknown id.';

create function private.own_voucher_downloads() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.read_voucher_download(held.id) order by held.created_at desc), '[]')
  from (
    select id, created_at from public.voucher_downloads
    where account_id = private.account_id() and cancelled_at is null order by created_at desc limit 200
  ) as held
$$;
comment on function private.own_voucher_downloads is
  'The newest 200 vouchers of the caller, as read_voucher_download answers.';

create function public.download_voucher(voucher uuid, idempotency_key uuid, guest_name text default null,
  guest_phone text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.download_voucher(voucher, idempotency_key, guest_name, guest_phone);
comment on function public.download_voucher is
  'Downloads a voucher: saved with its id. Guests give a name and a WhatsApp number.';
grant execute on function public.download_voucher to anon, authenticated, service_role;

create function public.cancel_voucher_download(download uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_voucher_download(download);
comment on function public.cancel_voucher_download is
  'For the account that downloaded it: gives an unused voucher back.';
grant execute on function public.cancel_voucher_download to authenticated, service_role;

create function public.voucher_stock(vouchers uuid[]) returns table (id uuid, remaining integer)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.voucher_stock(vouchers);
end;
comment on function public.voucher_stock is
  'How many downloads are left of at most 200 shown vouchers; null without a limit.';
grant execute on function public.voucher_stock to anon, authenticated, service_role;

create function public.read_voucher_download(download uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_voucher_download(download);
comment on function public.read_voucher_download is
  'What the page of a downloaded voucher shows to its holder; null for an unknown id.';
grant execute on function public.read_voucher_download to anon, authenticated, service_role;

create function public.own_voucher_downloads() returns jsonb
language sql stable security invoker set search_path = ''
return private.own_voucher_downloads();
comment on function public.own_voucher_downloads is
  'The newest 200 vouchers of the caller, as read_voucher_download answers.';
grant execute on function public.own_voucher_downloads to authenticated, service_role;
