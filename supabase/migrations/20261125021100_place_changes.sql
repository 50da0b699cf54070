-- What owners and staff change on their place: some columns at once, others after the decision of the team.

alter table public.service_requests add column is_from_place boolean not null default false;
comment on column public.service_requests.is_from_place is
  'The correction was proposed by an account that runs the place: its name, category and photos are applied too. Set by private.propose_place_change only.';
select private.declare_columns('service_requests', 'exported', '{is_from_place}');
create unique index service_requests_place_change_idx on public.service_requests (service_id)
  where is_from_place and status in ('received', 'in_review');

create function private.is_opening_hours(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'object' then not exists (
    select from jsonb_each(value) as entry (day, spans)
    where day not in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun') or case
      when jsonb_typeof(spans) <> 'array' then true
      when jsonb_array_length(spans) > 4 then true
      else exists (
        select from jsonb_array_elements(spans) as span
        where case when jsonb_typeof(span) <> 'array' then true when jsonb_array_length(span) <> 2 then true else
          coalesce(span ->> 0, '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or coalesce(span ->> 1, '') !~ '^([01]\d|2[0-3]):[0-5]\d$' or span ->> 0 = span ->> 1
        end
      )
    end
  ) else false end
$$;
comment on function private.is_opening_hours(jsonb) is '{mon: [["08:00", "18:00"]], …} with at most four spans a day.';

create function private.own_attributes(payload jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  value jsonb := payload -> 'attributes';
begin
  if not private.is_service_attributes(value) then
    perform private.refuse_request('attributes');
  elsif value ? 'makes' then
    perform private.texts_field(value, 'makes', 30);
  end if;
  return value;
end $$;

create function private.place_state(place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', place.id, 'name', place.name, 'slug', place.slug, 'state_abbr', place.state_abbr, 'status', place.status, 'category_key', place.category_key,
    'city', (select name from public.cities where ibge_code = place.city_ibge), 'address', place.address, 'lat', place.lat, 'lng', place.lng,
    'description', place.description, 'cover_url', place.cover_url, 'photos', place.photos, 'phone', place.phone, 'whatsapp', place.whatsapp,
    'website', place.website, 'instagram', place.instagram, 'opening_hours', place.opening_hours, 'attributes', place.attributes,
    'verified_at', place.verified_at, 'check_date', place.check_date, 'updated_at', place.updated_at
  )
$$;
comment on function private.place_state(public.services) is 'The columns of a place that its people see.';

create function private.save_own_place(service uuid, seen timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  known public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into known from public.services where id = service and deleted_at is null for no key update;
  if known.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif known.updated_at is distinct from seen then
    return jsonb_build_object('outcome', 'conflict', 'place', private.place_state(known));
  end if;
  place := known;
  if payload ? 'phone' then place.phone := private.phone_field(payload, 'phone'); end if;
  if payload ? 'whatsapp' then place.whatsapp := private.phone_field(payload, 'whatsapp'); end if;
  if payload ? 'website' then place.website := private.pattern_field(payload, 'website', 300, '^https?://[^\s"<>\\]+$'); end if;
  if payload ? 'instagram' then place.instagram := private.pattern_field(payload, 'instagram', 30, '^[A-Za-z0-9._]{1,30}$'); end if;
  if payload ? 'attributes' then place.attributes := private.own_attributes(payload); end if;
  if payload ? 'opening_hours' then
    place.opening_hours := nullif(payload -> 'opening_hours', 'null');
    if place.opening_hours is not null and not private.is_opening_hours(place.opening_hours) then
      perform private.refuse_request('opening_hours');
    end if;
  end if;
  -- A published number says where and when it was read.
  if (place.phone, place.whatsapp) is distinct from (known.phone, known.whatsapp) then
    place.source := 'Responsável pelo lugar';
    place.check_date := private.brazilian_today();
  end if;
  perform set_config('app.audit_reason', 'Responsável pelo lugar', true);
  update public.services set
    phone = place.phone, whatsapp = place.whatsapp, website = place.website, instagram = place.instagram, attributes = place.attributes,
    opening_hours = place.opening_hours, source = place.source, check_date = place.check_date
  where id = service returning * into place;
  return jsonb_build_object('outcome', 'saved', 'place', private.place_state(place));
end $$;
create function public.save_own_place(service uuid, seen timestamptz, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_own_place(service, seen, payload);
comment on function public.save_own_place(uuid, timestamptz, jsonb) is
  'Owners and staff change phone, whatsapp, website, instagram, opening_hours and attributes; only keys in the payload change. seen: the updated_at that was shown; with another one nothing is written and the answer is conflict with the saved values.';

-- Photos: payload.photos are new files in request-photos; payload.gallery lists all pictures in their order, the cover first.
create function private.gallery_addresses(payload jsonb, place public.services) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(address order by number), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'gallery') = 'array' then payload -> 'gallery' else '[]' end)
    with ordinality as picture (address, number)
  where address = place.cover_url or address = any (place.photos)
    or (address = any (private.photo_addresses(payload)) and exists (
      select from storage.objects where bucket_id = 'place-photos' and '/storage/v1/object/public/place-photos/' || name = address
    ))
$$;
comment on function private.gallery_addresses(jsonb, public.services) is
  'Pictures that a proposed gallery may show: those of the place, and new ones that the server has copied.';

create function private.proposed_values(request public.service_requests, place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', nullif(btrim(request.payload ->> 'name'), ''),
    'category_key', (select key from public.service_categories where key = request.payload ->> 'category_key' and is_active),
    'city_ibge', (select ibge_code from public.cities where state_abbr = request.state_abbr and search_name = private.fold(btrim(request.payload ->> 'city')) limit 1),
    'lat', request.payload -> 'lat', 'lng', request.payload -> 'lng',
    'is_approximate', case when request.payload ? 'lat' then false end
  ))
  || case when request.payload ? 'description' then jsonb_build_object('description', coalesce(request.payload ->> 'description', '')) else '{}' end
  || case when request.payload ? 'address' then jsonb_build_object('address', nullif(request.payload ->> 'address', '')) else '{}' end
  || case when request.payload ? 'gallery' then (
    select jsonb_build_object('cover_url', pictures[1], 'photos', coalesce(pictures[2:], '{}')) from private.gallery_addresses(request.payload, place) as pictures
  ) else '{}' end
$$;
comment on function private.proposed_values(public.service_requests, public.services) is 'Columns of a place from a change that its people proposed.';

create function private.write_place(place public.services) returns void
language sql volatile set search_path = '' as $$
  update public.services set
    name = place.name, category_key = place.category_key, address = place.address, city_ibge = place.city_ibge, lat = place.lat, lng = place.lng,
    is_approximate = place.is_approximate, phone = place.phone, source = place.source, check_date = place.check_date, website = place.website,
    instagram = place.instagram, description = place.description, cover_url = place.cover_url, photos = place.photos,
    verified_at = place.verified_at, deleted_at = place.deleted_at
  where id = place.id
$$;
comment on function private.write_place(public.services) is 'Writes the columns that a decision about a request may change.';

create or replace function private.change_place(request public.service_requests) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  changes jsonb;
  before public.services;
begin
  select * into before from public.services where id = request.service_id for update;
  changes := case
    when request.kind = 'correction' and request.is_from_place then private.proposed_values(request, before)
    when request.kind = 'correction' then private.place_values(request)
    when request.kind = 'claim' then jsonb_build_object('verified_at', now(), 'check_date', current_date)
    else jsonb_build_object('deleted_at', now())
  end;
  if before.id is null or changes = '{}' then
    return null;
  end if;
  perform private.write_place(jsonb_populate_record(before, changes));
  return jsonb_build_object('at', now(), 'before', (
    select jsonb_object_agg(key, to_jsonb(before) -> key) from jsonb_object_keys(changes) as key
  ));
end $$;

create or replace function private.take_back(request public.service_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  place public.services;
begin
  if request.result_id is null then
    return true;
  elsif request.kind = 'new' and request.result_table = 'clubs' then
    update public.clubs set deleted_at = now() where id = request.result_id and deleted_at is null;
    return true;
  elsif request.kind = 'new' then
    update public.services set deleted_at = now() where id = request.result_id and deleted_at is null;
    return true;
  elsif request.undo is null then
    return true;
  end if;
  select * into place from public.services where id = request.result_id and updated_at = (request.undo ->> 'at')::timestamptz for update;
  if place.id is null then
    return false;
  end if;
  perform private.write_place(jsonb_populate_record(place, request.undo -> 'before'));
  return true;
end $$;

-- Checks the proposed values and keeps only keys that are known.
create function private.checked_place_change(payload jsonb, place public.services) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  given jsonb := '{}';
  pictures text[];
begin
  if payload ? 'name' then given := given || jsonb_build_object('name', private.text_field(payload, 'name', 160, true)); end if;
  if payload ? 'description' then given := given || jsonb_build_object('description', coalesce(private.text_field(payload, 'description', 4000), '')); end if;
  if payload ? 'address' then given := given || jsonb_build_object('address', coalesce(private.text_field(payload, 'address', 300), '')); end if;
  if payload ? 'city' then given := given || jsonb_build_object('city', private.text_field(payload, 'city', 120, true)); end if;
  if payload ? 'category_key' then
    given := given || jsonb_build_object('category_key', private.text_field(payload, 'category_key', 60, true));
    if not exists (select from public.service_categories where key = given ->> 'category_key' and is_active) then
      perform private.refuse_request('category_key');
    end if;
  end if;
  if payload ? 'lat' or payload ? 'lng' then
    if coalesce(jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number', false)
      and (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28
    then
      given := given || jsonb_build_object('lat', payload -> 'lat', 'lng', payload -> 'lng');
    else
      perform private.refuse_request('pin');
    end if;
  end if;
  if payload ? 'gallery' then
    pictures := private.texts_field(payload, 'gallery', 12);
    given := given || jsonb_build_object('photos', to_jsonb(private.texts_field(payload, 'photos', 8)), 'gallery', to_jsonb(pictures));
    if exists (
      select from unnest(pictures) as address
      where address is distinct from place.cover_url and not address = any (place.photos) and not address = any (private.photo_addresses(given))
    ) or cardinality(private.photo_addresses(given)) <> jsonb_array_length(given -> 'photos') then
      perform private.refuse_request('gallery');
    end if;
  end if;
  if given = '{}' then
    perform private.refuse_request('payload');
  end if;
  return given;
end $$;
comment on function private.checked_place_change(jsonb, public.services) is 'The known keys of a proposed change, checked; raises invalid_request with the name of the field.';

create function private.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.profiles;
  place public.services;
  open_change uuid;
  given jsonb;
  address text;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  -- Changes of the same place wait for each other here.
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  select id into open_change from public.service_requests
  where service_id = service and is_from_place and status in ('received', 'in_review') for update;
  if open_change is distinct from replaces then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  given := private.checked_place_change(payload, place);
  select * into me from public.profiles where id = (select private.account_id());
  select email into address from auth.users where id = me.id;
  delete from public.service_requests where id = open_change;
  -- Photos of the replaced proposal that are still proposed stay.
  delete from private.file_deletions where bucket = 'request-photos' and name = any (private.payload_photos(given));
  perform set_config('app.request_locale', case when locale in ('pt-BR', 'en-US', 'es-419') then locale else '' end, true);
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, payload, is_from_place)
  values ('correction', place.state_abbr, service, left(coalesce(nullif(btrim(me.full_name), ''), me.username), 120), coalesce(address, ''), given, true);
  return jsonb_build_object('outcome', 'proposed');
end $$;
create function public.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.propose_place_change(service, replaces, payload, locale);
comment on function public.propose_place_change(uuid, uuid, jsonb, text) is
  'Owners and staff propose name, description, category_key, address, city, position and photos; the team decides in its inbox. replaces: the open proposal that was shown (null for none); with another one nothing is stored and the answer is conflict.';

create function private.withdraw_place_change(request uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_requests where id = request and is_from_place);
begin
  perform private.require_account();
  if place is null or not private.runs_place(place) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  delete from public.service_requests where id = request and status in ('received', 'in_review');
  return found;
end $$;
create function public.withdraw_place_change(request uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.withdraw_place_change(request);
comment on function public.withdraw_place_change(uuid) is 'Takes an undecided proposal of an own place back; false when the team was faster.';

create function private.place_proposal(request public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', request.id, 'protocol', request.protocol, 'status', case when request.status = 'in_review' and request.adjust_asked_at is not null then 'adjust' else request.status end,
    'note', request.status_note, 'values', request.payload, 'by', request.requester_name, 'created_at', request.created_at, 'decided_at', request.decided_at
  )
$$;

create function private.read_own_place(service uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', member.role, 'place', private.place_state(place),
    'proposal', (
      select private.place_proposal(request) from public.service_requests as request
      where request.service_id = place.id and request.is_from_place and request.status in ('received', 'in_review')
    ),
    'decided', (
      select private.place_proposal(request) from public.service_requests as request
      where request.service_id = place.id and request.is_from_place and request.status in ('approved', 'rejected') and request.decided_at > now() - interval '30 days'
      order by request.decided_at desc, request.id limit 1
    )
  )
  from public.services as place join public.service_members as member on member.service_id = place.id and member.account_id = (select private.account_id())
  where place.id = service and place.deleted_at is null
$$;
create function public.read_own_place(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_place(service);
comment on function public.read_own_place(uuid) is 'A place with the proposed change, for those who run it; null otherwise.';

create index page_view_daily_page_path_idx on public.page_view_daily (page_path, day);

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
      select day, locale, views from public.page_view_daily where page_path = path and day > private.brazilian_today() - 90 and day < live
      union all
      select private.day_of(created_at), locale, 1 from public.page_views
      where page_path = path and created_at >= greatest(live, private.brazilian_today() - 89)::timestamp at time zone 'America/Sao_Paulo'
    )
    select jsonb_build_object(
      'days7', coalesce((select sum(views) from views where day > private.brazilian_today() - 7), 0),
      'days30', coalesce((select sum(views) from views where day > private.brazilian_today() - 30), 0),
      'days90', coalesce((select sum(views) from views), 0),
      'locales', coalesce((
        select jsonb_object_agg(locale, total) from (select locale, sum(views) as total from views where locale is not null group by locale) as counted
      ), '{}')
    )
  );
end $$;
create function public.place_visits(service uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.place_visits(service);
comment on function public.place_visits(uuid) is 'For owners and staff: views of the page of a place in 7, 30 and 90 days, those of 90 days by language too.';

revoke execute on function
  public.save_own_place(uuid, timestamptz, jsonb), public.propose_place_change(uuid, uuid, jsonb, text), public.withdraw_place_change(uuid),
  public.read_own_place(uuid), public.place_visits(uuid)
from public, anon;
grant execute on function
  public.save_own_place(uuid, timestamptz, jsonb), public.propose_place_change(uuid, uuid, jsonb, text), public.withdraw_place_change(uuid),
  public.read_own_place(uuid), public.place_visits(uuid)
to authenticated;

-- The decision about a claim, and about a change that an owner proposed, leads to the page of the place.
create or replace function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' when is_claim and form.status = 'approved' then 'claim_approved' else form.template end,
    form.email, form.locale,
    case
      when form.status = 'ready'
        then form.data || jsonb_build_object(
          'origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''),
          'trip_share', (select id from private.trip_panel_share(form.request_id))
        )
      when is_claim and form.status = 'approved' then form.data || jsonb_build_object('place', place.name, 'path', '/painel/lugares/' || place.id)
      when request.is_from_place then form.data || jsonb_build_object('path', '/painel/lugares/' || request.service_id)
      else form.data
    end
  from private.decided_forms() as form
  left join public.trip_panel_requests as panel on panel.id = form.request_id
  left join public.service_requests as request on request.id = form.request_id
  left join public.services as place on place.id = request.service_id
  cross join lateral (select request.kind = 'claim' and place.id is not null as is_claim) as kind
$$;
