-- What the people of a place change and read: hours, proposals, visits.

create table private.place_contact_days (
  service_id uuid not null references public.services (id) on delete cascade,
  day date not null,
  kind text not null check (kind = any (private.contact_kinds())),
  taps integer not null check (taps > 0),
  primary key (service_id, day, kind)
);
comment on table private.place_contact_days is
  'How often the links to call, write to, drive to or read about a place were tapped on its page, per day in the time '
  'zone America/Sao_Paulo; without accounts.';
alter table private.place_contact_days enable row level security;

select private.declare_columns('private.place_contact_days', 'not_personal', '{*}', 'sums');

create function private.is_opening_hours(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'object' then not exists (
    select from jsonb_each(value) as entry (day, spans)
    where day <> all (private.weekdays()) or case
      when jsonb_typeof(spans) <> 'array' then true
      when jsonb_array_length(spans) > 4 then true
      else exists (
        select from jsonb_array_elements(spans) as span
        where case when jsonb_typeof(span) <> 'array' then true when jsonb_array_length(span) <> 2 then true else
          coalesce(span ->> 0, '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or coalesce(span ->> 1,
            '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or span ->> 0 = span ->> 1
        end
      )
    end
  ) else false end
$$;
comment on function private.is_opening_hours is '{mon: [["08:00", "18:00"]], …} with at most four spans a day.';

create function private.own_attributes(payload jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  value jsonb := payload -> 'attributes';
begin
  if not private.is_service_attributes(value) then
    perform private.refuse('invalid', 'attributes');
  elsif value ? 'makes' then
    perform private.texts_field(value, 'makes', 30);
  end if;
  return value;
end $$;

create function private.place_state(place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', place.id, 'name', place.name, 'slug', place.slug, 'state_abbr', place.state_abbr, 'status', place.status,
      'category_key', place.category_key,
    'city', (select name from public.cities where ibge_code = place.city_ibge), 'address', place.address, 'lat',
      place.lat, 'lng', place.lng,
    'description', place.description, 'cover_url', place.cover_url, 'photos', place.photos, 'phone', place.phone,
      'whatsapp', place.whatsapp,
    'website', place.website, 'instagram', place.instagram, 'opening_hours', place.opening_hours, 'attributes',
      place.attributes,
    'verified_at', place.verified_at, 'check_date', place.check_date, 'updated_at', place.updated_at
  )
$$;
comment on function private.place_state is 'The columns of a place that its people see.';

create function private.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  existing public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into existing from public.services where id = service and deleted_at is null for no key update;
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at is distinct from expected_version then
    return private.conflict(jsonb_build_object('place', private.place_state(existing)));
  end if;
  place := existing;
  if payload ? 'phone' then place.phone := private.phone_field(payload, 'phone'); end if;
  if payload ? 'whatsapp' then place.whatsapp := private.phone_field(payload, 'whatsapp'); end if;
  if payload ? 'website' then place.website := private.pattern_field(payload, 'website', 300, '^https?://[^\s"<>\\]+$');
    end if;
  if payload ? 'instagram' then place.instagram := private.pattern_field(payload, 'instagram', 30,
    '^[A-Za-z0-9._]{1,30}$'); end if;
  if payload ? 'attributes' then place.attributes := private.own_attributes(payload); end if;
  if payload ? 'opening_hours' then
    place.opening_hours := nullif(payload -> 'opening_hours', 'null');
    if place.opening_hours is not null and not private.is_opening_hours(place.opening_hours) then
      perform private.refuse('invalid', 'opening_hours');
    end if;
  end if;
  -- A published number says where and when it was read.
  if (place.phone, place.whatsapp) is distinct from (existing.phone, existing.whatsapp) then
    place.source := 'Responsável pelo lugar';
    place.check_date := private.brazilian_today();
  end if;
  perform set_config('app.audit_reason', 'Responsável pelo lugar', true);
  update public.services set
    phone = place.phone, whatsapp = place.whatsapp, website = place.website, instagram = place.instagram,
      attributes = place.attributes,
    opening_hours = place.opening_hours, source = place.source, check_date = place.check_date
  where id = service returning * into place;
  return private.saved(jsonb_build_object('place', private.place_state(place)));
end $$;

-- Photos: payload.photos are new files in request-photos; payload.gallery lists all pictures in their order, the cover
-- first.
create function private.gallery_addresses(payload jsonb, place public.services) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(address order by number), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'gallery') = 'array' then payload -> 'gallery'
    else '[]' end)
    with ordinality as picture (address, number)
  where address = place.cover_url or address = any (place.photos)
    or (address = any (private.photo_addresses(payload)) and exists (
      select from storage.objects where bucket_id = 'place-photos'
        and '/storage/v1/object/public/place-photos/' || name = address
    ))
$$;
comment on function private.gallery_addresses is
  'Pictures that a proposed gallery may show: those of the place, and new ones that the server has copied.';

create function private.proposed_values(application public.service_requests, place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', nullif(btrim(application.payload ->> 'name'), ''),
    'category_key', (select key from public.service_categories where key = application.payload ->> 'category_key'
      and is_active),
    'city_ibge', (select ibge_code from public.cities where state_abbr = application.state_abbr
      and search_name = private.fold(btrim(application.payload ->> 'city')) limit 1),
    'lat', application.payload -> 'lat', 'lng', application.payload -> 'lng',
    'is_approximate', case when application.payload ? 'lat' then false end
  ))
  || case when application.payload ? 'description' then jsonb_build_object('description',
    coalesce(application.payload ->> 'description', '')) else '{}' end
  || case when application.payload ? 'address' then jsonb_build_object('address',
    nullif(application.payload ->> 'address', ''))
    else '{}' end
  || case when application.payload ? 'gallery' then (
    select jsonb_build_object('cover_url', pictures[1], 'photos', coalesce(pictures[2:], '{}'))
      from private.gallery_addresses(application.payload, place) as pictures
  ) else '{}' end
$$;
comment on function private.proposed_values is 'Columns of a place from a change that its people proposed.';

create function private.write_place(place public.services) returns void
language sql volatile set search_path = '' as $$
  update public.services set
    name = place.name, category_key = place.category_key, address = place.address, city_ibge = place.city_ibge,
      lat = place.lat, lng = place.lng,
    is_approximate = place.is_approximate, phone = place.phone, source = place.source, check_date = place.check_date,
      website = place.website,
    instagram = place.instagram, description = place.description, cover_url = place.cover_url, photos = place.photos,
    verified_at = place.verified_at, deleted_at = place.deleted_at
  where id = place.id
$$;
comment on function private.write_place is 'Writes the columns that a decision about a request may change.';

-- Checks the proposed values and keeps only keys that are known.
create function private.checked_place_change(payload jsonb, place public.services) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb := '{}';
  pictures text[];
begin
  if payload ? 'name' then result := result || jsonb_build_object('name', private.text_field(payload, 'name', 160,
    true));
    end if;
  if payload ? 'description' then result := result || jsonb_build_object('description',
    coalesce(private.text_field(payload, 'description', 4000), '')); end if;
  if payload ? 'address' then result := result || jsonb_build_object('address',
    coalesce(private.text_field(payload, 'address', 300), '')); end if;
  if payload ? 'city' then result := result || jsonb_build_object('city', private.text_field(payload, 'city', 120,
    true));
    end if;
  if payload ? 'category_key' then
    result := result || jsonb_build_object('category_key', private.text_field(payload, 'category_key', 60, true));
    if not exists (select from public.service_categories where key = result ->> 'category_key' and is_active) then
      perform private.refuse('invalid', 'category_key');
    end if;
  end if;
  if payload ? 'lat' or payload ? 'lng' then
    if coalesce(jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number', false)
      and (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28
    then
      result := result || jsonb_build_object('lat', payload -> 'lat', 'lng', payload -> 'lng');
    else
      perform private.refuse('invalid', 'pin');
    end if;
  end if;
  if payload ? 'gallery' then
    pictures := private.texts_field(payload, 'gallery', 12);
    result := result || jsonb_build_object('photos', to_jsonb(private.texts_field(payload, 'photos', 8)), 'gallery',
      to_jsonb(pictures));
    if exists (
      select from unnest(pictures) as address
      where address is distinct from place.cover_url and not address = any (place.photos) and
        not address = any (private.photo_addresses(result))
    ) or cardinality(private.photo_addresses(result)) <> jsonb_array_length(result -> 'photos') then
      perform private.refuse('invalid', 'gallery');
    end if;
  end if;
  if result = '{}' then
    perform private.refuse('invalid', 'payload');
  end if;
  return result;
end $$;
comment on function private.checked_place_change is
  'The known keys of a proposed change, checked; refuses an invalid field, with its name.';

create function private.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.profiles;
  place public.services;
  open_change uuid;
  changes jsonb;
  address text;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  -- Changes of the same place wait for each other here.
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null then
    return private.gone();
  end if;
  select id into open_change from public.service_requests
  where service_id = service and is_from_place and status in ('received', 'in_review') for update;
  if open_change is distinct from replaces then
    return private.conflict();
  end if;
  changes := private.checked_place_change(payload, place);
  select * into me from public.profiles where id = (select private.account_id());
  select email into address from auth.users where id = me.id;
  delete from public.service_requests where id = open_change;
  -- Photos of the replaced proposal that are still proposed stay.
  delete from private.file_deletions where bucket = 'request-photos' and name = any (private.payload_photos(changes));
  perform set_config('app.request_locale', case when locale = any (private.locales()) then locale else '' end,
    true);
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, payload,
    is_from_place)
  values ('correction', place.state_abbr, service, left(coalesce(nullif(btrim(me.full_name), ''), me.username), 120),
    coalesce(address, ''), changes, true);
  return private.saved();
end $$;

create function private.withdraw_place_change(application uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_requests where id = application and is_from_place);
begin
  perform private.require_account();
  if place is null or not private.runs_place(place) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  delete from public.service_requests where id = application and status in ('received', 'in_review');
  return private.saved_or_gone(found);
end $$;

create function private.place_proposal(application public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', application.id, 'protocol', application.protocol, 'status', case when application.status = 'in_review'
      and application.adjust_asked_at is not null then 'adjust' else application.status end,
    'note', application.status_note, 'values', application.payload, 'by', application.requester_name, 'created_at',
      application.created_at, 'decided_at', application.decided_at
  )
$$;

create function private.read_own_place(service uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', member.role, 'place', private.place_state(place),
    'proposal', (
      select private.place_proposal(application) from public.service_requests as application
      where application.service_id = place.id and application.is_from_place and application.status in ('received',
        'in_review')
    ),
    'decided', (
      select private.place_proposal(application) from public.service_requests as application
      where application.service_id = place.id and application.is_from_place and application.status in ('approved',
        'rejected')
        and application.decided_at > now() - interval '30 days'
      order by application.decided_at desc, application.id limit 1
    )
  )
  from public.services as place join public.service_members as member on member.service_id = place.id
    and member.account_id = (select private.account_id())
  where place.id = service and place.deleted_at is null
$$;

create function private.count_place_contact(service uuid, kind text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if kind is null or kind <> all (private.contact_kinds()) then
    perform private.refuse('invalid', 'kind');
  end if;
  insert into private.place_contact_days as days (service_id, day, kind, taps)
  select place.id, private.brazilian_today(), count_place_contact.kind, 1
  from public.services as place
  where place.id = service and place.status = 'published' and place.deleted_at is null
  on conflict on constraint place_contact_days_pkey do update set taps = days.taps + 1;
  return private.saved_or_gone(found);
end $$;

create function private.place_visits(service uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place public.services;
  path text;
  live date;
begin
  perform private.require_member(service);
  select * into place from public.services where id = service;
  path := '/' || lower(place.state_abbr) || '/servicos/' || place.slug;
  select until into live from private.page_view_rollup;
  return (
    -- Finished days come from the daily counts, later ones from the single views.
    with views as materialized (
      select day, locale, views from public.page_view_daily where page_path = path
        and day > private.brazilian_today() - 90 and day < live
      union all
      select private.day_of(created_at), locale, 1 from public.page_views
      where page_path = path and created_at >= greatest(live,
        private.brazilian_today() - 89)::timestamp at time zone 'America/Sao_Paulo'
    )
    select jsonb_build_object(
      'days7', coalesce((select sum(views) from views where day > private.brazilian_today() - 7), 0),
      'days30', coalesce((select sum(views) from views where day > private.brazilian_today() - 30), 0),
      'days90', coalesce((select sum(views) from views), 0),
      'locales', coalesce((
        select jsonb_object_agg(locale, total) from (select locale, sum(views) as total from views where locale
          is not null group by locale) as counted
      ), '{}'),
      'contacts', coalesce((
        select jsonb_object_agg(kind, total) from (
          select kind, sum(taps) as total from private.place_contact_days
          where service_id = service and day > private.brazilian_today() - 30
          group by kind
        ) as counted
      ), '{}')
    )
  );
end $$;

create function public.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_own_place(service, expected_version, payload);
comment on function public.save_own_place is
  'Owners and staff change phone, whatsapp, website, instagram, opening_hours and attributes; only keys in the '
  'payload change. expected_version: the updated_at that was shown; with another one nothing is written and the '
  'answer is conflict with the saved values.';
grant execute on function public.save_own_place to authenticated, service_role;

create function public.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.propose_place_change(service, replaces, payload, locale);
comment on function public.propose_place_change is
  'Owners and staff propose name, description, category_key, address, city, position and photos; the team decides in '
  'its inbox. replaces: the open proposal that was shown (null for none); with another one nothing is stored and the '
  'answer is conflict.';
grant execute on function public.propose_place_change to authenticated, service_role;

create function public.withdraw_place_change(application uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.withdraw_place_change(application);
comment on function public.withdraw_place_change is
  'Takes an undecided proposal of an own place back; gone when the team was faster.';
grant execute on function public.withdraw_place_change to authenticated, service_role;

create function public.read_own_place(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_place(service);
comment on function public.read_own_place is 'A place with the proposed change, for those who run it; null otherwise.';
grant execute on function public.read_own_place to authenticated, service_role;

create function public.count_place_contact(service uuid, kind text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.count_place_contact(service, kind);
comment on function public.count_place_contact is
  'For the server only: counts one tap on a contact link (call, whatsapp, directions, website) of a published place; '
  'gone for any other place; refuses an invalid field.';
grant execute on function public.count_place_contact to service_role;

create function public.place_visits(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.place_visits(service);
comment on function public.place_visits is
  'For owners and staff: views of the page of a place in 7, 30 and 90 days, those of 90 days by language too, and taps '
  'on its contact links in 30 days by kind.';
grant execute on function public.place_visits to authenticated, service_role;
