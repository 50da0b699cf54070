-- Decisions of the team about what waits in the inbox.

create function private.decided_already(status text, decided_by uuid, decided_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select private.conflict(jsonb_build_object(
    'status', status, 'at', decided_at, 'by', (select username from public.profiles where id = decided_by)
  ))
$$;
comment on function private.decided_already is
  'The outcome conflict with status, at and by, for a decision about an item that was decided before or has another '
  'status than the moderator saw.';

create function private.check_reason(decision text, reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  reason_text text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if (decision in ('reject', 'adjust') and reason_text is null) or char_length(reason_text) > 1000 then
    perform private.refuse('invalid', 'reason');
  end if;
  return reason_text;
end $$;

create function private.free_slug(target regclass, in_state text, value text) returns text
language plpgsql stable set search_path = '' as $$
declare
  base text := private.slug_of(value);
  candidate text := base;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from %s where slug = $1 and ($2 is null or state_abbr = $2))', target)
      into taken using candidate, in_state;
    exit when not taken;
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end $$;
comment on function private.free_slug is
  'Returns a slug that no row of the table uses in the state, or with in_state null in the whole country.';

create function private.makes_of(payload jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(btrim(make)), '[]')
  from regexp_split_to_table(case when jsonb_typeof(payload -> 'makes') = 'string' then payload ->> 'makes' else '' end,
    '[,;\n]') as make
  where btrim(make) <> ''
$$;

-- The form sends a list of names, older requests the object itself; unknown keys are left out.
create function private.attributes_of(payload jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(name, content), '{}') from (
    select name, 'true'::jsonb as content
    from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'attributes') = 'array'
      then payload -> 'attributes' else '[]' end) as name
    union
    select key, value from jsonb_each(case when jsonb_typeof(payload -> 'attributes') = 'object'
      then payload -> 'attributes' else '{}' end)
    union
    select 'makes', private.makes_of(payload) where private.makes_of(payload) <> '[]'
  ) as given
  where private.is_service_attributes(jsonb_build_object(name, content))
$$;

create function private.photo_addresses(payload jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg('/storage/v1/object/public/place-photos/' || name order by place), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(payload -> 'photos') = 'array' then payload -> 'photos'
    else '[]' end) with ordinality as photo (name, place)
  where name ~ '^\d{4}-\d{2}/[0-9a-f-]{36}\.webp$'
$$;
comment on function private.photo_addresses is
  'Returns the public addresses that the photos of a request have after the server copied them.';

-- Columns of a place from a request; a value that the table would refuse counts as missing.
create function private.place_values(application public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'address', left(nullif(btrim(payload ->> 'address'), ''), 300),
    'city_ibge', (select ibge_code from public.cities where state_abbr = application.state_abbr
      and search_name = private.fold(btrim(payload ->> 'city')) limit 1),
    'lat', case when located then payload -> 'lat' end,
    'lng', case when located then payload -> 'lng' end,
    'phone', numbers.phone,
    'source', case when numbers.phone is not null then 'Pedido ' || application.protocol end,
    'check_date', case when numbers.phone is not null then current_date end,
    'website', case when payload ->> 'website' ~ '^https?://' then payload ->> 'website' end,
    'instagram', case when payload ->> 'instagram' ~ '^[A-Za-z0-9._]{1,30}$' then payload ->> 'instagram' end,
    'description', nullif(concat_ws(E'\n\n', nullif(btrim(payload ->> 'description'), ''),
      'Horário informado: ' || nullif(btrim(payload ->> 'opening_hours'), '')), '')
  ))
  from (select application.payload) as said (payload),
    lateral (select case when payload ->> 'phone' ~ '^\+?[0-9 ().-]{8,30}$' then left(payload ->> 'phone', 30) end
      as phone) as numbers,
    lateral (
      select case when jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number'
        then (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28 else false
          end as located
    ) as place
$$;

create function private.add_place(application public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  place_columns jsonb := private.place_values(application);
  pictures text[] := private.photo_addresses(application.payload);
  place public.services := jsonb_populate_record(null::public.services, place_columns);
begin
  insert into public.services (
    category_key, name, slug, state_abbr, city_ibge, address, lat, lng, phone, website, instagram, description,
    attributes, status, source, check_date, cover_url, photos
  ) values (
    coalesce((select key from public.service_categories where key = application.payload ->> 'category_key'), 'other'),
    left(btrim(application.payload ->> 'name'), 160), private.free_slug('public.services', application.state_abbr,
      application.payload ->> 'name'),
    application.state_abbr, place.city_ibge, place.address, place.lat, place.lng, place.phone, place.website,
      place.instagram,
    coalesce(place.description, ''), private.attributes_of(application.payload), new_status,
    coalesce(place.source, 'Pedido ' || application.protocol), current_date, pictures[1], coalesce(pictures[2:], '{}')
  ) returning id into place.id;
  return place.id;
end $$;

create function private.add_club(application public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  club public.clubs := jsonb_populate_record(null::public.clubs, private.place_values(application));
begin
  insert into public.clubs (name, slug, state_abbr, city_ibge, makes, story, website, instagram, sources, check_date,
    status)
  values (
    left(btrim(application.payload ->> 'name'), 160), private.free_slug('public.clubs', null,
      application.payload ->> 'name'),
    application.state_abbr, club.city_ibge,
      array(select jsonb_array_elements_text(private.makes_of(application.payload))),
    coalesce(private.place_values(application) ->> 'description', ''), club.website, club.instagram,
    array['Pedido ' || application.protocol], current_date, new_status
  ) returning id into club.id;
  return club.id;
end $$;

create function private.change_place(application public.service_requests) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  changes jsonb;
  before public.services;
begin
  select * into before from public.services where id = application.service_id for update;
  changes := case
    when application.kind = 'correction' and application.is_from_place then private.proposed_values(application, before)
    when application.kind = 'correction' then private.place_values(application)
    when application.kind = 'claim' then jsonb_build_object('verified_at', now(), 'check_date', current_date)
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

create function private.take_back(application public.service_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  place public.services;
begin
  if application.result_id is null then
    return true;
  elsif application.kind = 'new' and application.result_table = 'clubs' then
    update public.clubs set deleted_at = now() where id = application.result_id and deleted_at is null;
    return true;
  elsif application.kind = 'new' then
    update public.services set deleted_at = now() where id = application.result_id and deleted_at is null;
    return true;
  elsif application.undo is null then
    return true;
  end if;
  select * into place from public.services where id = application.result_id
    and updated_at = (application.undo ->> 'at')::timestamptz for update;
  if place.id is null then
    return false;
  end if;
  perform private.write_place(jsonb_populate_record(place, application.undo -> 'before'));
  return true;
end $$;
comment on function private.take_back is
  'Undoes the change that a request made; returns false, and changes nothing, when the place was changed after it.';

create function private.apply_service_request(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  application public.service_requests;
  reason_text text := private.check_reason(decision, reason);
  place_status text := case when decision = 'publish' then 'published' else 'draft' end;
  is_decided boolean;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    perform private.refuse('invalid', 'decision');
  end if;
  select * into application from public.service_requests where id = item for update;
  if application.id is null then
    return private.gone();
  end if;
  is_decided := application.status in ('approved', 'rejected');
  if (expected_status is not null and expected_status <> application.status)
    or (case when decision = 'reopen' then not is_decided and application.adjust_asked_at is null else is_decided end)
  then
    return private.decided_already(application.status, application.decided_by, application.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, application.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(application);
    update public.service_requests
    set status = 'in_review', adjust_asked_at = null, decided_by = null, decided_at = null, result_table = null,
      result_id = null, undo = null where id = item;
    return private.saved(jsonb_build_object('status', 'in_review', 'restored', restored));
  elsif decision in ('approve', 'publish') then
    application.result_table := case when application.kind = 'new' and application.payload ->> 'subject' = 'club'
      then 'clubs'
      else 'services' end;
    if application.kind <> 'new' then
      application.undo := private.change_place(application);
      application.result_id := application.service_id;
    elsif application.result_table = 'clubs' then
      application.result_id := private.add_club(application, place_status);
    else
      application.result_id := private.add_place(application, place_status);
    end if;
  end if;
  application.status := case decision when 'reject' then 'rejected' when 'start' then 'in_review' when 'adjust'
    then 'in_review' else 'approved' end;
  update public.service_requests set
    status = application.status, status_note = coalesce(reason_text, status_note),
      result_table = application.result_table,
      result_id = application.result_id, undo = application.undo,
    adjust_asked_at = case when decision = 'adjust' then now() else adjust_asked_at end,
    decided_by = case when application.status = 'in_review' then null else actor end,
    decided_at = case when application.status = 'in_review' then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', application.status, 'table', application.result_table, 'id',
    application.result_id));
end $$;

create function private.decide_service_request(item uuid, decision text, reason text, expected_status text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('service_requests');
  -- Publishing at once also needs the permission to publish.
  if decision = 'publish' then
    perform private.require_permission(case when exists (select from public.service_requests where id = item
      and payload ->> 'subject' = 'club') then 'clubs' else 'services' end);
  end if;
  return private.apply_service_request(item, decision, reason, expected_status, (select private.account_id()));
end $$;

create function private.read_staff_names() returns table (id uuid, username text)
language sql stable security definer set search_path = '' as $$
  select id, username from public.profiles
  where private.is_staff() and role = any (private.staff_roles())
$$;

create function private.answer_trip_panel_request(item uuid, answer text, link text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  application public.trip_panel_requests;
  answer_text text;
  address text := nullif(btrim(link), '');
begin
  perform private.require_permission('service_requests');
  answer_text := private.check_reason('adjust', answer);
  if address !~ '^https://[^\s"<>\\]+$' or char_length(address) > 500 then
    perform private.refuse('invalid', 'link');
  end if;
  select * into application from public.trip_panel_requests where id = item for update;
  if application.id is null then
    return private.gone();
  elsif application.status not in ('received', 'in_progress')
    or (expected_status is not null and expected_status <> application.status) then
    return private.decided_already(application.status, application.decided_by, application.decided_at);
  end if;
  perform set_config('app.audit_reason', left(answer_text, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = answer_text, answer_link = address, decided_by = private.account_id(),
    decided_at = now() where id = item;
  return private.saved(jsonb_build_object('status', 'ready'));
end $$;

create function private.decided_forms() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, case when status = 'in_review' then 'adjust' else status end, coalesce(decided_at, adjust_asked_at),
    'request_answered', requester_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object(
      'name', requester_name, 'protocol', protocol, 'status', case when status = 'in_review' then 'adjust' else status
        end,
      'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro'
    )
  from public.service_requests
  where (status in ('approved', 'rejected') and decided_at is not null)
    or (status = 'in_review' and adjust_asked_at is not null)
  union all
  select application.id, application.status, application.decided_at, 'request_answered', application.email,
    coalesce(application.locale, profiles.locale, 'pt-BR'),
    jsonb_build_object('name', application.name, 'protocol', application.protocol, 'status', application.status, 'note',
      coalesce(application.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as application left join public.profiles on profiles.id = application.user_id
  where application.status = any (private.finished_panel_statuses()) and application.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', contact_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/anuncie-aqui')
  from public.ad_leads where status = 'lost' and decided_at is not null
  union all
  select id, status, decided_at, 'report_answered', reporter_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('status', status, 'note', coalesce(status_note, ''), 'path', page_path)
  from public.reports where status in ('resolved', 'dismissed') and decided_at is not null and reporter_email
    is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email,
    coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''),
      'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles
    on profiles.id = sellers.user_id
  where sellers.status = any (private.decided_seller_statuses()) and sellers.decided_at is not null
$$;
comment on function private.decided_forms is
  'Returns the decisions about forms and seller applications that are mailed to the applicant.';

-- The mail of the decision leads to the page of the place.
create function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' when given.id is not null then 'claim_approved'
      else form.template end,
    form.email, form.locale,
    case
      when form.status = 'ready'
        then form.data || jsonb_build_object(
          'origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''),
          'trip_share', (select id from private.trip_panel_share(form.request_id))
        )
      when given.id is not null then form.data || jsonb_build_object('place', given.name, 'path',
        '/painel/lugares/' || given.id)
      when application.is_from_place then form.data || jsonb_build_object('path',
        '/painel/lugares/' || application.service_id)
      else form.data
    end
  from private.decided_forms() as form
  left join public.trip_panel_requests as panel on panel.id = form.request_id
  left join public.service_requests as application on application.id = form.request_id
  left join public.services as given on given.id = private.place_of_claim(application)
$$;

-- Decisions about art are mailed like those about requests: after the minutes in which they can be taken back.
create function private.decided_art() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select ads.id, ads.status, ads.decided_at, 'art_decided', sales.client_email, 'pt-BR',
    jsonb_build_object(
      'name', sales.client_contact_name, 'company', sales.client_company_name, 'status', ads.status, 'note',
        coalesce(ads.reason, ''),
      'link_kind', 'report', 'link_subject', ads.id
    )
  from public.ads join public.sales on sales.id = ads.sale_id
  where ads.status in ('approved', 'rejected') and ads.decided_at is not null
$$;
comment on function private.decided_art is
  'Returns the decisions about the art of sold banners that are mailed to the clients.';

create function private.decided_requests() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select * from private.decided_applications() union all select * from private.decided_art()
  union all select * from private.decided_events() union all select * from private.decided_vouchers()
$$;
comment on function private.decided_requests is
  'Returns all decisions that are mailed to persons outside the team: about forms, seller applications and art.';

create function private.mark_requests_answered() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.answered_requests (request_id, status) select request_id, status from private.decided_requests()
  on conflict (request_id, status) do update set answered_at = now()
$$;
comment on function private.mark_requests_answered is
  'Marks all decisions made so far as answered, so that no mail is sent for them: for a restored backup, whose mails '
  'were sent before.';

create function private.answer_requests() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided record;
  mail uuid;
  enqueued integer := 0;
begin
  for decided in
    select * from private.decided_requests() as found
    where found.decided_at <= now() - interval '2 minutes' and found.decided_at > now() - interval '1 day'
      and not exists (
        select from private.answered_requests as known
        where known.request_id = found.request_id and known.status = found.status
          and (known.status <> 'adjust' or known.answered_at >= found.decided_at)
      )
    order by found.decided_at limit 200
  loop
    insert into private.answered_requests as known (request_id, status) values (decided.request_id, decided.status)
    on conflict (request_id, status) do update set answered_at = now(), mail_id = null where known.status = 'adjust'
      and known.answered_at < decided.decided_at;
    if found then
      perform private.notify_trip_panel(decided.request_id, decided.status);
      begin
        mail := private.enqueue_mail(decided.email, decided.template, decided.data, decided.locale);
        update private.answered_requests set mail_id = mail where request_id = decided.request_id
          and status = decided.status;
        enqueued := enqueued + 1;
      exception when invalid_parameter_value then
        null;
      end;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.answer_requests is
  'Enqueues one mail per decision that is between 2 minutes and 1 day old, and returns how many; safe to run '
  'concurrently.';

-- Kinds that only change their status: steps is {status: {decision: next status}, reopen: status}.
create function private.change_item_status(target regclass, permission text, steps jsonb, item uuid, decision text,
  reason text, expected_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb;
  reason_text text := private.check_reason(decision, reason);
  status_now text;
  next_status text;
begin
  perform private.require_permission(permission);
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  execute format('select to_jsonb(found) from %s as found where id = $1 for update', target) into row_now using item;
  if row_now is null then
    return private.gone();
  end if;
  status_now := row_now ->> 'status';
  next_status := case when decision = 'reopen' and row_now ->> 'decided_at' is not null then steps ->> 'reopen'
    else steps -> status_now ->> decision end;
  if next_status is null or (expected_status is not null and expected_status <> status_now) then
    return private.decided_already(status_now, (row_now ->> 'decided_by')::uuid,
      (row_now ->> 'decided_at')::timestamptz);
  end if;
  execute format(
    'update %s set status = $2, decided_by = $3, decided_at = $4 %s where id = $1', target,
    case when row_now ? 'status_note' then ', status_note = coalesce($5, status_note)' else '' end
  ) using item, next_status,
    case when decision = 'reopen' then null else (select private.account_id()) end,
    case when decision = 'reopen' then null else now() end, reason_text;
  return private.saved(jsonb_build_object('status', next_status));
end $$;
comment on function private.change_item_status is
  'Changes the status of an inbox item. expected_status: the status that was shown to the moderator; with another '
  'one, a colleague decided first.';

create function public.decide_trip_panel_request(id uuid, decision text, reason text default null, expected_status text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.trip_panel_requests', 'service_requests', '{
  "received": {"approve": "in_progress", "reject": "cancelled"},
  "in_progress": {"approve": "ready", "reject": "cancelled"},
  "ready": {"approve": "delivered", "reject": "cancelled"},
  "reopen": "received"
}', id, decision, reason, expected_status);
comment on function public.decide_trip_panel_request is
  'Decides about an application for a trip panel: approve sets the next status (in_progress, ready, delivered), reject '
  'cancels it, reopen sets it back to received; answers saved, conflict, or gone; raises 42501 without the permission '
  'service_requests, and refuses an invalid field.';
grant execute on function public.decide_trip_panel_request to authenticated, service_role;

create function public.decide_takedown_request(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.takedown_requests', 'service_requests', '{
  "received": {"approve": "accepted", "reject": "rejected", "start": "in_review"},
  "in_review": {"approve": "accepted", "reject": "rejected"},
  "reopen": "in_review"
}', id, decision, reason, expected_status);
comment on function public.decide_takedown_request is
  'Decides about a takedown claim: approve accepts it (the moderator then removes the content by hand), reject rejects '
  'it, start sets in_review, reopen undoes the decision; answers saved, conflict, or gone; raises 42501 without the '
  'permission service_requests, and refuses an invalid field.';
grant execute on function public.decide_takedown_request to authenticated, service_role;

create function public.decide_report(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.reports', 'reviews', '{
  "open": {"approve": "resolved", "reject": "dismissed"}, "reopen": "open"
}', id, decision, reason, expected_status);
comment on function public.decide_report is
  'Decides about an error report: approve sets resolved, reject sets dismissed, reopen sets open; answers saved, '
  'conflict, or gone; raises 42501 without the permission reviews, and refuses an invalid field.';
grant execute on function public.decide_report to authenticated, service_role;

create function public.decide_service_request(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_service_request(id, decision, reason, expected_status);
comment on function public.decide_service_request is
  'Decides about a request and answers an outcome: approve creates a draft of a new place (or applies a correction, '
  'claim or removal), publish creates a published one, reject and adjust need a reason, start sets in_review, reopen '
  'undoes the decision; raises 42501 without the permission service_requests, for publish also services or clubs, and '
  'invalid.';
grant execute on function public.decide_service_request to authenticated, service_role;

create function public.staff_names() returns table (id uuid, username text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_staff_names();
end;
comment on function public.staff_names is
  'Returns the ids and user names of staff, to show who took or decided an item; no rows unless the caller is staff.';
grant execute on function public.staff_names to authenticated, service_role;

create function public.answer_trip_panel_request(id uuid, answer text, link text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_trip_panel_request(id, answer, link, expected_status);
comment on function public.answer_trip_panel_request is
  'Answers a request for a trip panel with a text and, where there is one, the address of the panel.';
grant execute on function public.answer_trip_panel_request to authenticated, service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('place-photos', 'place-photos', true, 5242880, '{image/jpeg,image/png,image/webp}');
