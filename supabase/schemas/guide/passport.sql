-- Stamps that travellers collect, and the link that shows them.

create table public.passport_stamps (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.profiles (id) on delete cascade,
  photo_point_id uuid references public.photo_points (id) on delete cascade,
  city_ibge integer references public.cities (ibge_code) on delete cascade,
  state_abbr char(2) not null references public.states (abbr),
  distance_m integer not null check (distance_m >= 0),
  accuracy_m integer not null check (accuracy_m between 0 and 1000),
  stamped_at timestamptz not null,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(photo_point_id, city_ibge) = 1),
  unique (account_id, client_id),
  unique (account_id, photo_point_id),
  unique (account_id, city_ibge)
);
comment on table public.passport_stamps is
  'Photo points and towns where an account was; written by stamp_passport only. The position of the device is '
  'compared and not stored.';
comment on column public.passport_stamps.distance_m is
  'Distance of the device from the photo point or from the seat of the town.';
comment on column public.passport_stamps.accuracy_m is 'Error of the position as the device gave it.';
comment on column public.passport_stamps.stamped_at is
  'Time on the device; a stamp made without a connection arrives later.';
comment on column public.passport_stamps.client_id is 'Idempotency key of the device.';
create index passport_stamps_photo_point_id_idx on public.passport_stamps (photo_point_id);
create index passport_stamps_city_ibge_idx on public.passport_stamps (city_ibge);
create index passport_stamps_state_abbr_idx on public.passport_stamps (state_abbr);
create index passport_stamps_account_time_idx on public.passport_stamps (account_id, stamped_at);
alter table public.passport_stamps enable row level security;
grant select on public.passport_stamps to authenticated;
grant all on public.passport_stamps to service_role;
create policy "accounts read their own stamps" on public.passport_stamps
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('passport_stamps', 'account_id', 'account', 'own', 'Carimbos do passaporte', 'delete', 85);

select
  private.declare_columns('passport_stamps', 'exported',
    '{id,account_id,photo_point_id,city_ibge,state_abbr,distance_m,accuracy_m,stamped_at,created_at}'),
  private.declare_columns('passport_stamps', 'not_personal', '{client_id}', 'technical key');

create table public.passport_shares (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  token text unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
comment on table public.passport_shares is
  'Links to the passport of an account; written by share_passport and unshare_passport only.';
comment on column public.passport_shares.name is 'Name that the owner chose for the page.';
comment on column public.passport_shares.token is
  'Secret part of the address; null after a restored backup, which does not contain it.';
comment on column public.passport_shares.revoked_at is
  'When the owner switched the link off; kept so that its address answers 410.';
create index passport_shares_account_id_idx on public.passport_shares (account_id);
create unique index passport_shares_one_open on public.passport_shares (account_id) where revoked_at is null;
alter table public.passport_shares enable row level security;
grant select on public.passport_shares to authenticated;
grant all on public.passport_shares to service_role;
create policy "accounts read their own passport links" on public.passport_shares
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('passport_shares', 'account_id', 'account', 'own', 'Links do passaporte', 'delete', 86);

select
  private.declare_columns('passport_shares', 'exported', '{id,account_id,name,created_at,revoked_at}'),
  private.declare_columns('passport_shares', 'withheld', '{token}', 'secret of the link');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.passport_shares', 'token', 'null');

create function private.stamp_subject(subject_type text, subject_id text)
returns table (photo_point_id uuid, city_ibge integer, state_abbr char(2), lat double precision, lng double precision,
  radius_m integer)
language sql stable security definer set search_path = '' as $$
  -- An approximate photo point may be this far from its real place.
  select point.id, null::integer, point.state_abbr, point.lat, point.lng,
    case when point.is_approximate then greatest(point.stamp_radius_m, 2000) else point.stamp_radius_m end
  from public.photo_points as point
  where stamp_subject.subject_type = 'photo_point' and point.id::text = stamp_subject.subject_id
    and point.status = 'published' and point.deleted_at is null
  union all
  select null, city.ibge_code, city.state_abbr, city.lat, city.lng, case when city.is_capital then 15000 else 5000 end
  from public.cities as city
  where stamp_subject.subject_type = 'city' and city.ibge_code::text = stamp_subject.subject_id
$$;
comment on function private.stamp_subject is 'A place that can be stamped, and how near the device must be.';

-- Two stamps of one account are possible when no faster than 300 km/h on average; places within 5 km are always
-- possible.
create function private.is_plausible_stamp(account uuid, lat double precision, lng double precision, at timestamptz)
  returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from (
      (select stamp.* from public.passport_stamps as stamp
        where stamp.account_id = is_plausible_stamp.account and stamp.stamped_at <= at order by stamp.stamped_at desc
          limit 1)
      union all
      (select stamp.* from public.passport_stamps as stamp
        where stamp.account_id = is_plausible_stamp.account and stamp.stamped_at > at order by stamp.stamped_at limit 1)
    ) as other
    left join public.photo_points as point on point.id = other.photo_point_id
    left join public.cities as city on city.ibge_code = other.city_ibge
    cross join lateral (
      select private.metres_between(is_plausible_stamp.lat, is_plausible_stamp.lng, coalesce(point.lat, city.lat),
        coalesce(point.lng, city.lng))
        - other.distance_m as metres
    ) as way
    where way.metres > 5000
      and way.metres > abs(extract(epoch from other.stamped_at - at)) / 3600 * 300000
  )
$$;
comment on function private.is_plausible_stamp is
  'Compares with the stamps of the account before and after this time: stamps made without a connection may arrive in '
  'any order.';

create function private.stamp_passport(
  client_id uuid, subject_type text, subject_id text, lat double precision, lng double precision,
  accuracy_m double precision, stamped_at timestamptz
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := private.account_id();
  place record;
  metres double precision;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if $1 is null or $7 is null or $4 is null or $5 is null or $6 is null
    or $4 not between -90 and 90 or $5 not between -180 and 180 or $6 not between 0 and 1e7 then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each compares with the stamps of the others.
  perform from public.profiles where id = account for no key update;
  if exists (select from public.passport_stamps as own where own.account_id = account and own.client_id = $1) then
    return private.saved();
  end if;
  select * into place from private.stamp_subject($2, $3);
  if not found then return private.refused('unknown_subject'); end if;
  if exists (
    select from public.passport_stamps as own
    where own.account_id = account and (own.photo_point_id = place.photo_point_id or own.city_ibge = place.city_ibge)
  ) then
    return private.refused('already_stamped');
  end if;
  metres := private.metres_between($4, $5, place.lat, place.lng);
  if $6 > (case $2 when 'city' then 1000 else 200 end) then return private.refused('inaccurate'); end if;
  if metres > place.radius_m + $6 then return private.refused('too_far'); end if;
  -- The clock of a device may be some minutes fast.
  if $7 > now() + interval '5 minutes' then return private.refused('in_future'); end if;
  if $7 < now() - make_interval(days => private.stamp_days()) then return private.refused('too_old'); end if;
  if not private.is_plausible_stamp(account, $4, $5, $7) then return private.refused('implausible_speed'); end if;
  insert into public.passport_stamps (account_id, photo_point_id, city_ibge, state_abbr, distance_m, accuracy_m,
    stamped_at, client_id)
  values (account, place.photo_point_id, place.city_ibge, place.state_abbr, round(metres), round($6), $7, $1);
  return private.saved();
end $$;

create function private.share_passport(shown_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  made text := translate(encode(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '+/=', '-_');
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  perform from public.profiles where id = account for no key update;
  update public.passport_shares set revoked_at = now() where account_id = account and revoked_at is null;
  insert into public.passport_shares (account_id, name, token) values (account, trim(shown_name), made);
  return private.saved(jsonb_build_object('token', made));
end $$;

create function private.unshare_passport() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  update public.passport_shares set revoked_at = now() where account_id = private.account_id() and revoked_at is null;
end $$;

create function private.shared_passport(share_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when share.revoked_at is not null then jsonb_build_object('revoked', true) else jsonb_build_object(
    'revoked', false,
    'name', share.name,
    'stamps', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', case when point.id is null then 'city' else 'photo_point' end,
        'name', coalesce(point.name, city.name),
        'slug', coalesce(point.slug, city.slug),
        'state', stamp.state_abbr,
        'translations', coalesce(point.translations, '{}'),
        'day', (stamp.stamped_at at time zone 'America/Sao_Paulo')::date
      ) order by stamp.stamped_at desc, stamp.id)
      from public.passport_stamps as stamp
      left join public.photo_points as point
        on point.id = stamp.photo_point_id and point.status = 'published' and point.deleted_at is null
      left join public.cities as city on city.ibge_code = stamp.city_ibge
      where stamp.account_id = share.account_id and coalesce(point.id::text, city.name) is not null
    ), '[]')
  ) end
  from public.passport_shares as share
  join public.profiles as owner on owner.id = share.account_id and owner.blocked_at is null
  where share.token = share_token
$$;

create function private.passport_share_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (
    select from public.passport_shares as share
    join public.profiles as owner on owner.id = share.account_id and owner.blocked_at is null
    where share.token = passport_share_state.token and share.revoked_at is null
  ) then 'open' else 'ended' end
$$;

create function public.stamp_passport(
  client_id uuid, subject_type text, subject_id text, lat double precision, lng double precision,
  accuracy_m double precision, stamped_at timestamptz
) returns jsonb
language sql volatile security invoker set search_path = ''
return private.stamp_passport(client_id, subject_type, subject_id, lat, lng, accuracy_m, stamped_at);
comment on function public.stamp_passport is
  'Stamps a photo point or town for the caller. Saved (also when this client_id was stamped before), or '
  'refused with already_stamped, unknown_subject, inaccurate, too_far, in_future, too_old or implausible_speed.';
grant execute on function public.stamp_passport to authenticated, service_role;

create function public.passport_progress()
returns table (state_abbr text, photo_points integer, all_photo_points integer, cities integer, all_cities integer)
language sql stable security invoker set search_path = ''
begin atomic
  select state.abbr::text,
    (select count(*)::integer from public.passport_stamps as own where own.account_id = (select private.account_id())
      and own.state_abbr = state.abbr and own.photo_point_id is not null),
    (select count(*)::integer from public.photo_points as point where point.state_abbr = state.abbr
      and point.status = 'published' and point.deleted_at is null),
    (select count(*)::integer from public.passport_stamps as own where own.account_id = (select private.account_id())
      and own.state_abbr = state.abbr and own.city_ibge is not null),
    (select count(*)::integer from public.cities as city where city.state_abbr = state.abbr)
  from public.states as state
  where exists (select from public.passport_stamps as own where own.account_id = (select private.account_id())
    and own.state_abbr = state.abbr)
  order by state.abbr;
end;
comment on function public.passport_progress is
  'Stamps of the caller in each state where there is one, beside all published photo points and all towns.';
grant execute on function public.passport_progress to authenticated, service_role;

create function public.share_passport(shown_name text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_passport(shown_name);
comment on function public.share_passport is
  'Makes a link to the passport of the caller with the chosen name and answers its token; an earlier link ends.';
grant execute on function public.share_passport to authenticated, service_role;

create function public.unshare_passport() returns void
language sql volatile security invoker set search_path = ''
return private.unshare_passport();
comment on function public.unshare_passport is 'Ends the link to the passport of the caller.';
grant execute on function public.unshare_passport to authenticated, service_role;

create function public.shared_passport(share_token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.shared_passport(share_token);
comment on function public.shared_passport is
  'The passport behind a link: chosen name, places and days; {revoked: true} for a link that was switched off, null '
  'for an unknown one.';
grant execute on function public.shared_passport to anon, authenticated, service_role;

create function public.passport_share_state(token text) returns text
language sql stable security invoker set search_path = ''
return private.passport_share_state(token);
comment on function public.passport_share_state is
  'open, or ended for a link that was switched off, whose account is blocked or erased, or that never existed.';
grant execute on function public.passport_share_state to anon, authenticated, service_role;
