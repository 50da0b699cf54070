-- One inbox: whatever waits for a decision is decided by a function, once, and says by whom.

-- The page of reports belongs to review moderators, the one of takedowns to request managers.
drop policy "request managers read reports" on public.reports;
drop policy "request managers answer reports" on public.reports;
drop policy "website editors read takedown requests" on public.takedown_requests;
drop policy "website editors answer takedown requests" on public.takedown_requests;
drop policy "review managers answer app reviews" on public.app_reviews;
revoke update on public.reports, public.app_reviews from authenticated;
create policy "review moderators read reports" on public.reports
  for select to authenticated using ((select private.has_permission('reviews')));
create policy "request managers read takedown requests" on public.takedown_requests
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers assign takedown requests" on public.takedown_requests
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

do $$
declare
  name text;
begin
  foreach name in array array['service_requests', 'trip_panel_requests', 'takedown_requests', 'ad_leads', 'reports', 'app_reviews'] loop
    execute format('alter table public.%I add column decided_by uuid references public.profiles (id) on delete set null, add column decided_at timestamptz', name);
    execute format('create index %I on public.%I (decided_by)', name || '_decided_by_idx', name);
    -- A status changes through its function alone: an account may only take an item.
    execute format('drop trigger %I on public.%I', name || '_guard', name);
    if name not in ('reports', 'app_reviews') then
      execute format('create trigger %I before update on public.%I for each row execute function private.guard_columns(''assigned_to'')', name || '_guard', name);
    end if;
  end loop;
end $$;

alter table public.service_requests
  add column result_table text check (result_table in ('services', 'clubs')),
  add column result_id uuid,
  add column undo jsonb check (jsonb_typeof(undo) = 'object');
comment on column public.service_requests.result_id is 'The row this request made or changed.';
comment on column public.service_requests.undo is 'What the row held before, and its updated_at after: {before, at}.';
alter table public.services add column photos text[] not null default '{}';
comment on column public.services.photos is 'Addresses of pictures beside the cover.';

-- Pictures of places, copied here when the request that brought them is approved.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('place-photos', 'place-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;
create policy "request managers publish the photos of places" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));
create policy "request managers take the photos of places back" on storage.objects
  for delete to authenticated
  using (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));

create function private.require_permission(key text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() or not private.has_permission(key) then
    raise exception 'permission % is needed', key using errcode = '42501';
  end if;
end $$;

create function private.decided_already(status text, decided_by uuid, decided_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'outcome', 'already', 'status', status, 'at', decided_at,
    'by', (select username from public.profiles where id = decided_by)
  )
$$;
comment on function private.decided_already(text, uuid, timestamptz) is 'What the second of two moderators hears.';

create function private.check_reason(decision text, reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  given text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if (decision in ('reject', 'adjust') and given is null) or char_length(given) > 1000 then
    raise exception 'invalid_decision' using detail = 'reason';
  end if;
  return given;
end $$;

-- Kinds that only change their status: steps is {status: {decision: next status}, reopen: status}.
create function private.settle(target regclass, permission text, steps jsonb, item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb;
  given text := private.check_reason(decision, reason);
  status_now text;
  next_status text;
begin
  perform private.require_permission(permission);
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  execute format('select to_jsonb(found) from %s as found where id = $1 for update', target) into row_now using item;
  if row_now is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  status_now := row_now ->> 'status';
  next_status := case when decision = 'reopen' and row_now ->> 'decided_at' is not null then steps ->> 'reopen' else steps -> status_now ->> decision end;
  if next_status is null or (seen is not null and seen <> status_now) then
    return private.decided_already(status_now, (row_now ->> 'decided_by')::uuid, (row_now ->> 'decided_at')::timestamptz);
  end if;
  execute format(
    'update %s set status = $2, decided_by = $3, decided_at = $4 %s where id = $1', target,
    case when row_now ? 'status_note' then ', status_note = coalesce($5, status_note)' else '' end
  ) using item, next_status,
    case when decision = 'reopen' then null else (select auth.uid()) end,
    case when decision = 'reopen' then null else now() end, given;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;
comment on function private.settle(regclass, text, jsonb, uuid, text, text, text) is 'seen: the status the moderator looked at; another one means a colleague was faster.';

create function public.decide_trip_panel_request(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.settle('public.trip_panel_requests', 'service_requests', '{
  "received": {"approve": "in_progress", "reject": "cancelled"},
  "in_progress": {"approve": "ready", "reject": "cancelled"},
  "ready": {"approve": "delivered", "reject": "cancelled"},
  "reopen": "received"
}', id, decision, reason, seen);
comment on function public.decide_trip_panel_request(uuid, text, text, text) is 'approve takes a panel one stage further, reject cancels it.';

create function public.decide_takedown_request(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.settle('public.takedown_requests', 'service_requests', '{
  "received": {"approve": "accepted", "reject": "rejected", "start": "in_review"},
  "in_review": {"approve": "accepted", "reject": "rejected"},
  "reopen": "in_review"
}', id, decision, reason, seen);
comment on function public.decide_takedown_request(uuid, text, text, text) is 'Accepts or rejects a claim; who accepts takes the content away by hand.';

create function public.decide_ad_lead(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.settle('public.ad_leads', 'ads', '{
  "received": {"approve": "contacted", "reject": "lost"},
  "contacted": {"approve": "won", "reject": "lost"},
  "reopen": "received"
}', id, decision, reason, seen);
comment on function public.decide_ad_lead(uuid, text, text, text) is 'approve takes a lead one stage further, reject closes it.';

create function public.decide_report(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.settle('public.reports', 'reviews', '{
  "open": {"approve": "resolved", "reject": "dismissed"}, "reopen": "open"
}', id, decision, reason, seen);
comment on function public.decide_report(uuid, text, text, text) is 'approve: the report was right and is resolved; reject dismisses it.';

create function private.decide_app_review(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  if decision = 'approve' and exists (select from public.app_reviews where id = item and not publish_ok) then
    return jsonb_build_object('outcome', 'no_consent');
  end if;
  return private.settle('public.app_reviews', 'app_reviews', '{
    "pending": {"approve": "published", "reject": "hidden"}, "reopen": "pending"
  }', item, decision, reason, seen);
end $$;
create function public.decide_app_review(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_app_review(id, decision, reason, seen);
comment on function public.decide_app_review(uuid, text, text, text) is 'Publishes (with the writer''s consent only) or hides a review of the portal.';

create function private.reply_app_review(item uuid, reply text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  update public.app_reviews set reply = nullif(btrim(reply_app_review.reply), '') where id = item;
  return found;
end $$;
create function public.reply_app_review(id uuid, reply text) returns boolean
language sql volatile security invoker set search_path = ''
return private.reply_app_review(id, reply);
comment on function public.reply_app_review(uuid, text) is 'Answers a review; an empty text takes the answer back.';

create function private.slug_of(value text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim(regexp_replace(private.fold(left(value, 80)), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'lugar')
$$;

create function private.free_slug(target regclass, in_state text, value text) returns text
language plpgsql stable set search_path = '' as $$
declare
  base text := private.slug_of(value);
  candidate text := base;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from %s where slug = $1 and ($2 is null or state_abbr = $2))', target) into taken using candidate, in_state;
    exit when not taken;
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end $$;
comment on function private.free_slug(regclass, text, text) is 'A slug nobody has; in_state null looks at the whole country.';

create function private.makes_of(payload jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(btrim(make)), '[]')
  from regexp_split_to_table(case when jsonb_typeof(payload -> 'makes') = 'string' then payload ->> 'makes' else '' end, '[,;\n]') as make
  where btrim(make) <> ''
$$;

-- The form sends a list of names, older requests the object itself; what the guide does not know is left out.
create function private.attributes_of(payload jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(name, content), '{}') from (
    select name, 'true'::jsonb as content
    from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'attributes') = 'array' then payload -> 'attributes' else '[]' end) as name
    union
    select key, value from jsonb_each(case when jsonb_typeof(payload -> 'attributes') = 'object' then payload -> 'attributes' else '{}' end)
    union
    select 'makes', private.makes_of(payload) where private.makes_of(payload) <> '[]'
  ) as given
  where private.is_service_attributes(jsonb_build_object(name, content))
$$;
create function private.photo_addresses(payload jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg('/storage/v1/object/public/place-photos/' || name order by place), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'photos') = 'array' then payload -> 'photos' else '[]' end) with ordinality as photo (name, place)
  where name ~ '^\d{4}-\d{2}/[0-9a-f-]{36}\.webp$'
$$;
comment on function private.photo_addresses(jsonb) is 'Where the photos of a request stand once the server has copied them.';

-- Columns of a place as a request words them; a value the table would refuse counts as not given.
create function private.place_values(request public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'address', left(nullif(btrim(payload ->> 'address'), ''), 300),
    'city_ibge', (select ibge_code from public.cities where state_abbr = request.state_abbr and search_name = private.fold(btrim(payload ->> 'city')) limit 1),
    'lat', case when located then payload -> 'lat' end,
    'lng', case when located then payload -> 'lng' end,
    'phone', numbers.phone,
    'source', case when numbers.phone is not null then 'Pedido ' || request.protocol end,
    'check_date', case when numbers.phone is not null then current_date end,
    'website', case when payload ->> 'website' ~ '^https?://' then payload ->> 'website' end,
    'instagram', case when payload ->> 'instagram' ~ '^[A-Za-z0-9._]{1,30}$' then payload ->> 'instagram' end,
    'description', nullif(concat_ws(E'\n\n', nullif(btrim(payload ->> 'description'), ''), 'Horário informado: ' || nullif(btrim(payload ->> 'opening_hours'), '')), '')
  ))
  from (select request.payload) as said (payload),
    lateral (select case when payload ->> 'phone' ~ '^\+?[0-9 ().-]{8,30}$' then left(payload ->> 'phone', 30) end as phone) as numbers,
    lateral (
      select case when jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number'
        then (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28 else false end as located
    ) as place
$$;

create function private.add_place(request public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  given jsonb := private.place_values(request);
  pictures text[] := private.photo_addresses(request.payload);
  place public.services := jsonb_populate_record(null::public.services, given);
begin
  insert into public.services (
    category_key, name, slug, state_abbr, city_ibge, address, lat, lng, phone, website, instagram, description,
    attributes, status, source, check_date, cover_url, photos
  ) values (
    coalesce((select key from public.service_categories where key = request.payload ->> 'category_key'), 'other'),
    left(btrim(request.payload ->> 'name'), 160), private.free_slug('public.services', request.state_abbr, request.payload ->> 'name'),
    request.state_abbr, place.city_ibge, place.address, place.lat, place.lng, place.phone, place.website, place.instagram,
    coalesce(place.description, ''), private.attributes_of(request.payload), new_status,
    coalesce(place.source, 'Pedido ' || request.protocol), current_date, pictures[1], coalesce(pictures[2:], '{}')
  ) returning id into place.id;
  return place.id;
end $$;

create function private.add_club(request public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  club public.clubs := jsonb_populate_record(null::public.clubs, private.place_values(request));
begin
  insert into public.clubs (name, slug, state_abbr, city_ibge, makes, story, website, instagram, sources, check_date, status)
  values (
    left(btrim(request.payload ->> 'name'), 160), private.free_slug('public.clubs', null, request.payload ->> 'name'),
    request.state_abbr, club.city_ibge, array(select jsonb_array_elements_text(private.makes_of(request.payload))),
    coalesce(private.place_values(request) ->> 'description', ''), club.website, club.instagram,
    array['Pedido ' || request.protocol], current_date, new_status
  ) returning id into club.id;
  return club.id;
end $$;

-- What approving a correction, a claim or a removal does to the place; answers how to take it back.
create function private.change_place(request public.service_requests) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  changes jsonb := case request.kind
    when 'correction' then private.place_values(request)
    when 'claim' then jsonb_build_object('verified_at', now(), 'check_date', current_date)
    else jsonb_build_object('deleted_at', now())
  end;
  before public.services;
  changed public.services;
begin
  select * into before from public.services where id = request.service_id for update;
  if before.id is null or changes = '{}' then
    return null;
  end if;
  changed := jsonb_populate_record(before, changes);
  update public.services set
    address = changed.address, city_ibge = changed.city_ibge, lat = changed.lat, lng = changed.lng, phone = changed.phone,
    source = changed.source, check_date = changed.check_date, website = changed.website, instagram = changed.instagram,
    description = changed.description, verified_at = changed.verified_at, deleted_at = changed.deleted_at
  where id = before.id;
  return jsonb_build_object('at', now(), 'before', (
    select jsonb_object_agg(key, to_jsonb(before) -> key) from jsonb_object_keys(changes) as key
  ));
end $$;

create function private.take_back(request public.service_requests) returns boolean
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
  place := jsonb_populate_record(place, request.undo -> 'before');
  update public.services set
    address = place.address, city_ibge = place.city_ibge, lat = place.lat, lng = place.lng, phone = place.phone,
    source = place.source, check_date = place.check_date, website = place.website, instagram = place.instagram,
    description = place.description, verified_at = place.verified_at, deleted_at = place.deleted_at
  where id = place.id;
  return true;
end $$;
comment on function private.take_back(public.service_requests) is 'False when somebody changed the place meanwhile: then it stays as it is.';

create function private.apply_service_request(item uuid, decision text, reason text, seen text, actor uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  request public.service_requests;
  given text := private.check_reason(decision, reason);
  place_status text := case when decision = 'publish' then 'published' else 'draft' end;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    raise exception 'invalid_decision' using detail = 'decision';
  end if;
  select * into request from public.service_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif (request.status in ('approved', 'rejected')) <> (decision = 'reopen') or (seen is not null and seen <> request.status) then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, request.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(request);
    update public.service_requests
    set status = 'in_review', decided_by = null, decided_at = null, result_table = null, result_id = null, undo = null where id = item;
    return jsonb_build_object('outcome', 'decided', 'status', 'in_review', 'restored', restored);
  elsif decision in ('approve', 'publish') then
    request.result_table := case when request.kind = 'new' and request.payload ->> 'subject' = 'club' then 'clubs' else 'services' end;
    if request.kind <> 'new' then
      request.undo := private.change_place(request);
      request.result_id := request.service_id;
    elsif request.result_table = 'clubs' then
      request.result_id := private.add_club(request, place_status);
    else
      request.result_id := private.add_place(request, place_status);
    end if;
  end if;
  request.status := case decision when 'reject' then 'rejected' when 'start' then 'in_review' when 'adjust' then 'in_review' else 'approved' end;
  update public.service_requests set
    status = request.status, status_note = coalesce(given, status_note), result_table = request.result_table, result_id = request.result_id, undo = request.undo,
    decided_by = case when request.status = 'in_review' then null else actor end,
    decided_at = case when request.status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', request.status, 'table', request.result_table, 'id', request.result_id);
end $$;

create function private.decide_service_request(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('service_requests');
  -- What goes live at once also needs the right to publish there.
  if decision = 'publish' then
    perform private.require_permission(case when exists (select from public.service_requests where id = item and payload ->> 'subject' = 'club') then 'clubs' else 'services' end);
  end if;
  return private.apply_service_request(item, decision, reason, seen, (select auth.uid()));
end $$;
create function public.decide_service_request(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_service_request(id, decision, reason, seen);
comment on function public.decide_service_request(uuid, text, text, text) is
  'approve makes a draft of a new place (or applies a correction, claim, removal), publish a published one, reject and adjust need a reason, reopen takes the decision back.';

create function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = '' as $$
  select 'service_request', count(*), min(created_at) from public.service_requests where status in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status in ('received', 'in_progress', 'ready')
  union all
  select 'takedown', count(*), min(created_at) from public.takedown_requests where status in ('received', 'in_review')
  union all
  select 'report', count(*), min(created_at) from public.reports where status = 'open'
  union all
  select 'app_review', count(*), min(created_at) from public.app_reviews where status = 'pending'
  union all
  select 'ad_lead', count(*), min(created_at) from public.ad_leads where status in ('received', 'contacted')
$$;
comment on function public.inbox_counts() is 'What waits, by kind; an account counts what it may read.';

create function private.read_staff_names() returns table (id uuid, username text)
language sql stable security definer set search_path = '' as $$
  select id, username from public.profiles
  where private.is_staff() and role in ('editor', 'admin', 'main_admin', 'superadministrador')
$$;
create function public.staff_names() returns table (id uuid, username text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_staff_names();
end;
comment on function public.staff_names() is 'What colleagues are called, for staff: who took an item, who decided it.';

-- Closed to whoever has no account.
do $$
declare
  signature text;
begin
  foreach signature in array array[
    'decide_service_request(uuid, text, text, text)', 'decide_trip_panel_request(uuid, text, text, text)',
    'decide_takedown_request(uuid, text, text, text)', 'decide_ad_lead(uuid, text, text, text)', 'decide_report(uuid, text, text, text)',
    'decide_app_review(uuid, text, text, text)', 'reply_app_review(uuid, text)', 'inbox_counts()', 'staff_names()'
  ] loop
    execute format('revoke execute on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end $$;
