-- The inbox of the team: decisions about requests, also by a link without an account.

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
    case when decision = 'reopen' then null else (select private.account_id()) end,
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
revoke execute on function public.decide_trip_panel_request(uuid, text, text, text) from public, anon;
grant execute on function public.decide_trip_panel_request(uuid, text, text, text) to authenticated, service_role;

create function public.decide_takedown_request(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.settle('public.takedown_requests', 'service_requests', '{
  "received": {"approve": "accepted", "reject": "rejected", "start": "in_review"},
  "in_review": {"approve": "accepted", "reject": "rejected"},
  "reopen": "in_review"
}', id, decision, reason, seen);
comment on function public.decide_takedown_request(uuid, text, text, text) is 'Accepts or rejects a claim; who accepts takes the content away by hand.';
revoke execute on function public.decide_takedown_request(uuid, text, text, text) from public, anon;
grant execute on function public.decide_takedown_request(uuid, text, text, text) to authenticated, service_role;

create function public.decide_ad_lead(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.settle('public.ad_leads', 'ads', '{
  "received": {"approve": "contacted", "reject": "lost"},
  "contacted": {"approve": "won", "reject": "lost"},
  "reopen": "received"
}', id, decision, reason, seen);
comment on function public.decide_ad_lead(uuid, text, text, text) is 'approve takes a lead one stage further, reject closes it.';
revoke execute on function public.decide_ad_lead(uuid, text, text, text) from public, anon;
grant execute on function public.decide_ad_lead(uuid, text, text, text) to authenticated, service_role;

create function public.decide_report(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.settle('public.reports', 'reviews', '{
  "open": {"approve": "resolved", "reject": "dismissed"}, "reopen": "open"
}', id, decision, reason, seen);
comment on function public.decide_report(uuid, text, text, text) is 'approve: the report was right and is resolved; reject dismisses it.';
revoke execute on function public.decide_report(uuid, text, text, text) from public, anon;
grant execute on function public.decide_report(uuid, text, text, text) to authenticated, service_role;

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
revoke execute on function public.decide_app_review(uuid, text, text, text) from public, anon;
grant execute on function public.decide_app_review(uuid, text, text, text) to authenticated, service_role;

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
revoke execute on function public.reply_app_review(uuid, text) from public, anon;
grant execute on function public.reply_app_review(uuid, text) to authenticated, service_role;

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

-- The form sends a list of names, older requests the object itself; unknown keys are left out.
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

-- Columns of a place from a request; a value that the table would refuse counts as missing.
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

-- Applies an approved correction, claim or removal to the place; returns how to undo it.
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
  is_decided boolean;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    raise exception 'invalid_decision' using detail = 'decision';
  end if;
  select * into request from public.service_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  is_decided := request.status in ('approved', 'rejected');
  if (seen is not null and seen <> request.status)
    or (case when decision = 'reopen' then not is_decided and request.adjust_asked_at is null else is_decided end)
  then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, request.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(request);
    update public.service_requests
    set status = 'in_review', adjust_asked_at = null, decided_by = null, decided_at = null, result_table = null, result_id = null, undo = null where id = item;
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
    adjust_asked_at = case when decision = 'adjust' then now() else adjust_asked_at end,
    decided_by = case when request.status = 'in_review' then null else actor end,
    decided_at = case when request.status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', request.status, 'table', request.result_table, 'id', request.result_id);
end $$;

create function private.decide_service_request(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('service_requests');
  -- Publishing at once also needs the permission to publish.
  if decision = 'publish' then
    perform private.require_permission(case when exists (select from public.service_requests where id = item and payload ->> 'subject' = 'club') then 'clubs' else 'services' end);
  end if;
  return private.apply_service_request(item, decision, reason, seen, (select private.account_id()));
end $$;

create function public.decide_service_request(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_service_request(id, decision, reason, seen);
comment on function public.decide_service_request(uuid, text, text, text) is
  'approve makes a draft of a new place (or applies a correction, claim, removal), publish a published one, reject and adjust need a reason, reopen takes the decision back.';
revoke execute on function public.decide_service_request(uuid, text, text, text) from public, anon;
grant execute on function public.decide_service_request(uuid, text, text, text) to authenticated, service_role;

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
  union all
  select 'seller', count(*), min(created_at) from public.sellers where status = 'pending'
  union all
  select 'pix', count(*), min(created_at) from public.payments where method = 'pix' and status = 'review'
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
$$;
comment on function public.inbox_counts() is 'What waits, by kind; an account counts what it may read.';
revoke execute on function public.inbox_counts() from public, anon;
grant execute on function public.inbox_counts() to authenticated, service_role;

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
revoke execute on function public.staff_names() from public, anon;
grant execute on function public.staff_names() to authenticated, service_role;

-- A decision by link, without an account. Only the hash of the link's token is stored.
create table public.approval_tokens (
  id uuid primary key default gen_random_uuid(),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  subject_kind text not null check (subject_kind in ('service_request')),
  subject_id uuid not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '60 days'),
  used_at timestamptz,
  revoked_at timestamptz,
  decision text check (decision in ('approve', 'adjust', 'reject')),
  reason text check (char_length(reason) <= 1000),
  decided_name text check (char_length(decided_name) <= 120),
  ip_hash text check (char_length(ip_hash) <= 64),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint used_token_has_a_decision check ((used_at is null) = (decision is null))
);
comment on table public.approval_tokens is 'Links that let somebody without an account decide one thing, once.';
comment on column public.approval_tokens.ip_hash is 'Keyed hash of the address the decision came from.';
comment on column public.approval_tokens.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';

create index approval_tokens_subject_idx on public.approval_tokens (subject_kind, subject_id, created_at desc);
create index approval_tokens_created_by_idx on public.approval_tokens (created_by);

alter table public.approval_tokens enable row level security;
grant select, insert, update on public.approval_tokens to authenticated;
grant all on public.approval_tokens to service_role;

create policy "request managers read approval links" on public.approval_tokens
  for select to authenticated using ((select private.has_permission('service_requests')));
create policy "request managers make approval links in their own name" on public.approval_tokens
  for insert to authenticated
  with check (
    (select private.has_permission('service_requests')) and created_by = (select private.account_id())
    and used_at is null and revoked_at is null and decided_name is null and ip_hash is null
  );
create policy "request managers revoke approval links" on public.approval_tokens
  for update to authenticated
  using ((select private.has_permission('service_requests')))
  with check ((select private.has_permission('service_requests')));

-- The server sets the time of a revocation, once.
create function private.stamp_revocation() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') or new.revoked_at is not distinct from old.revoked_at then
    return new;
  end if;
  if old.revoked_at is not null then
    raise exception 'a revoked link stays revoked' using errcode = '42501';
  end if;
  new.revoked_at := now();
  return new;
end $$;
comment on function private.stamp_revocation() is 'The time of a revocation is the server''s, and a revocation is final.';

create trigger approval_tokens_guard before update on public.approval_tokens
  for each row execute function private.guard_columns('revoked_at');
create trigger approval_tokens_touch before update on public.approval_tokens
  for each row execute function private.touch_updated_at();
create trigger approval_tokens_audit after insert or update on public.approval_tokens
  for each row execute function private.write_audit('id', 'subject_kind,subject_id,expires_at,used_at,revoked_at,decision,decided_name');
create trigger approval_tokens_server_columns before insert or update on public.approval_tokens
  for each row execute function private.guard_server_columns('created_by', 'created_at,used_at');
create trigger approval_tokens_stamp before update on public.approval_tokens
  for each row execute function private.stamp_revocation();

create function private.find_approval(token text) returns public.approval_tokens
language sql stable set search_path = '' as $$
  select * from public.approval_tokens where token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

create function private.approval_state(link public.approval_tokens) returns text
language sql stable set search_path = '' as $$
  select case
    when link.used_at is not null then 'used'
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when not exists (select from public.service_requests where id = link.subject_id and status in ('received', 'in_review')) then 'closed'
    else 'open'
  end
$$;
comment on function private.approval_state(public.approval_tokens) is 'closed: the team decided meanwhile.';

-- Only the facts of the place that will be public; the sender is not shown.
create function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz, protocol text, kind text, place jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at, request.protocol,
    case when request.payload ->> 'subject' = 'club' then 'club' else request.kind end,
    jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(request.payload ->> 'name', service.name), 'state', request.state_abbr, 'city', request.payload ->> 'city',
      'address', request.payload ->> 'address', 'phone', request.payload ->> 'phone', 'website', request.payload ->> 'website',
      'instagram', request.payload ->> 'instagram', 'hours', request.payload ->> 'opening_hours',
      'description', request.payload ->> 'description', 'message', request.payload ->> 'message'
    ))
  from private.find_approval(token) as link
  join public.service_requests as request on request.id = link.subject_id
  left join public.services as service on service.id = request.service_id
  left join public.profiles on profiles.id = link.created_by
$$;

create function public.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz, protocol text, kind text, place jsonb
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_approval(read_approval.token);
end;
comment on function public.read_approval(text) is 'What a link asks to be approved; reading decides nothing. No row for a token that does not exist.';
grant execute on function public.read_approval(text) to anon, authenticated, service_role;

create function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif decision not in ('approve', 'adjust', 'reject') or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name' else 'decision' end;
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return jsonb_build_object('outcome', state);
  end if;
  answer := private.apply_service_request(link.subject_id, decision, given, null, link.created_by);
  if answer ->> 'outcome' <> 'decided' then
    return jsonb_build_object('outcome', 'closed');
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given, decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return jsonb_build_object('outcome', 'decided', 'decision', decision);
end $$;

create function public.decide_approval(token text, decision text, reason text default null, decided_name text default null, ip_hash text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_approval(token, decision, reason, decided_name, ip_hash);
comment on function public.decide_approval(text, text, text, text, text) is 'One decision by link: approve makes a draft, adjust and reject need a reason.';
grant execute on function public.decide_approval(text, text, text, text, text) to anon, authenticated, service_role;

create function private.answer_trip_panel_request(item uuid, answer text, link text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.trip_panel_requests;
  given text;
  address text := nullif(btrim(link), '');
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  if address !~ '^https://[^\s"<>\\]+$' or char_length(address) > 500 then
    raise exception 'invalid_decision' using detail = 'link';
  end if;
  select * into request from public.trip_panel_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif request.status not in ('received', 'in_progress') or (seen is not null and seen <> request.status) then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, answer_link = address, decided_by = private.account_id(), decided_at = now() where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', 'ready');
end $$;

create function public.answer_trip_panel_request(id uuid, answer text, link text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_trip_panel_request(id, answer, link, seen);
comment on function public.answer_trip_panel_request(uuid, text, text, text) is 'Answers a request for a trip panel with a text and, where there is one, the address of the panel.';
revoke execute on function public.answer_trip_panel_request(uuid, text, text, text) from public, anon;
grant execute on function public.answer_trip_panel_request(uuid, text, text, text) to authenticated, service_role;

create function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at, null
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at, answer_link
  from public.trip_panel_requests where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at, null
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at, null
  from public.takedown_requests where protocol = wanted
$$;

create function public.request_status(protocol text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_request_status(upper(btrim(request_status.protocol)));
end;
comment on function public.request_status(text) is 'Where a request stands, for whoever holds its protocol; no personal data.';
grant execute on function public.request_status(text) to anon, authenticated, service_role;

-- Pictures of places, copied here when the request that contains them is approved.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('place-photos', 'place-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

create policy "request managers publish the photos of places" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));

create policy "request managers take the photos of places back" on storage.objects
  for delete to authenticated
  using (bucket_id = 'place-photos' and (select private.has_permission('service_requests')));
