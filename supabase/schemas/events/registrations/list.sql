-- The list of the registrations of one event: search, filters, what is marked, duplicates.

create function private.entered_registrations(event uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct reading.registration_id
  from public.event_checkin_lists as list join public.event_checkins as reading on reading.list_id = list.id
  where list.event_id = entered_registrations.event and list.purpose = 'entry' and reading.kind = 'entry'
    and reading.result = 'ok' and reading.undone_at is null and reading.registration_id is not null
$$;
comment on function private.entered_registrations is
  'Registrations of an event with an entry that was not undone, in a list that counts entries.';

-- `registrations` limits the work to some of them; without it every registration of the event is answered.
create function private.payment_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, state text)
language sql stable security definer set search_path = '' as $$
  select registration.id, case
    when payment.paid_at is not null and payment.refunded_cents >= payment.amount_cents then 'refunded'
    when registration.difference_cents = 0 and (payment.paid_at is not null or sale.registration_id is not null)
      then 'paid'
    when coalesce(buyer.price_cents, registration.price_cents) = 0 and registration.difference_cents = 0 then 'free'
    when registration.status = any (private.active_registration_statuses()) then 'open'
  end
  from public.event_registrations as registration
  -- The buyer pays for the other people of an order.
  left join public.event_registrations as buyer on registration.order_position > 1
    and buyer.order_id = registration.order_id and buyer.order_position = 1
  left join lateral (
    -- As private.counted_payment, without a call for each row.
    select payments.paid_at, payments.refunded_cents, payments.amount_cents from public.payments
    where payments.subject_type = 'registration' and payments.subject_id = coalesce(buyer.id, registration.id)
    order by payments.id = coalesce(buyer.payment_id, registration.payment_id) desc nulls last,
      payments.paid_at desc nulls last,
      payments.created_at desc limit 1
  ) as payment on true
  left join public.gate_sales as sale on sale.registration_id = registration.id and sale.undone_at is null
  where registration.event_id = payment_states.event
    and (payment_states.registrations is null
      or registration.id in (select unnest(payment_states.registrations)))
$$;
comment on function private.payment_states is
  'open, paid, refunded or free for registrations of an event; null for an unpaid one that has ended. What was paid '
  'before the price rose is open.';

create function private.document_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, states text[])
language sql stable security definer set search_path = '' as $$
  with listed as (
    select registration.id, registration.type_id, registration.form_version_id
    from public.event_registrations as registration
    where registration.event_id = document_states.event
      and (document_states.registrations is null
        or registration.id in (select unnest(document_states.registrations)))
  ), forms as materialized (
    select used.type_id, used.form_version_id, private.required_files(type, form.schema) as files
    from (select distinct listed.type_id, listed.form_version_id from listed) as used
    join public.event_registration_types as type on type.id = used.type_id
    left join public.form_template_versions as form on form.id = used.form_version_id
  ), sent as (
    select document.registration_id, bool_or(document.status = 'sent') as waits,
      coalesce(array_agg(document.kind) filter (where document.status <> 'refused'), '{}') as kinds,
      coalesce(array_agg(document.kind) filter (where document.status = 'refused'), '{}') as refusals
    from public.registration_documents as document join listed on listed.id = document.registration_id group by 1
  ), marked as (
    select listed.id, forms.files, sent.registration_id is not null as has_sent,
      not forms.files <@ coalesce(sent.kinds, '{}') as misses, coalesce(sent.waits, false) as waits,
      sent.registration_id is not null and not sent.refusals <@ sent.kinds as is_refused
    from listed join forms on forms.type_id = listed.type_id
      and forms.form_version_id is not distinct from listed.form_version_id
    left join sent on sent.registration_id = listed.id
  )
  select marked.id, array_remove(array[
    case when marked.misses then 'missing' end, case when marked.waits then 'waiting' end,
    case when marked.is_refused then 'refused' end,
    case when (marked.files <> '{}' or marked.has_sent) and not (marked.misses or marked.waits or marked.is_refused)
      then 'complete' end
  ], null)
  from marked
$$;
comment on function private.document_states is
  'States of the documents of registrations of an event, see private.registration_document_states; empty without any '
  'document.';

create function private.duplicate_registrations(event uuid)
  returns table (registration_id uuid, reason text, same text)
language sql stable security definer set search_path = '' as $$
  with active as materialized (
    select registration.id, registration.email, registration.document, registration.order_position > 1
      and private.is_mailed_with_order(registration) as is_with_buyer
    from public.event_registrations as registration
    where registration.event_id = duplicate_registrations.event
      and registration.status = any (private.active_registration_statuses())
  ), keys as materialized (
    select active.id, 'email' as reason, lower(active.email) as same from active
    where active.email not like '%@walk-in.invalid' and not active.is_with_buyer
    union all
    select active.id, 'document', upper(translate(active.document, ' ./-', '')) from active
    where active.document is not null
    union all
    select distinct active.id, 'plate', upper(translate(vehicle.plate, ' -.', '')) from active
    join public.registration_vehicles as vehicle on vehicle.registration_id = active.id
    where vehicle.plate is not null
  ), shared as (
    select keys.reason, keys.same from keys where keys.same <> '' group by 1, 2 having count(*) > 1
  )
  select keys.id, keys.reason, keys.same
  from keys join shared on shared.reason = keys.reason and shared.same = keys.same
$$;
comment on function private.duplicate_registrations is
  'Registrations of an event that have not ended and share the address, document or a plate with another one.';

create function private.search_words(typed text) returns text[]
language sql immutable set search_path = '' as $$
  -- The code of Brazil before a telephone is not searched.
  select coalesce(array_agg(regexp_replace(word, '^\+55', '')), '{}')
  from (
    select word from regexp_split_to_table(private.fold(coalesce(typed, '')), '\s+') as word
    where private.letters_and_digits(regexp_replace(word, '^\+55', '')) <> '' limit 8
  ) as words
$$;
comment on function private.search_words is
  'The first eight words of a typed search as they are compared; words without letters and digits are left out.';

create function private.filtered_registrations(event uuid, filter jsonb)
  returns table (id uuid, places integer, waiting_since timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted jsonb := jsonb_strip_nulls(coalesce(filter, '{}'));
  only_type uuid := nullif(wanted ->> 'type', '')::uuid;
  only_status text := nullif(wanted ->> 'status', '');
  only_paid text := nullif(wanted ->> 'paid', '');
  only_documents text := nullif(wanted ->> 'documents', '');
  only_entered boolean := case wanted ->> 'entered' when 'yes' then true when 'no' then false end;
  only_attending text := nullif(wanted ->> 'attending', '');
  only_marked text := nullif(wanted ->> 'mark', '');
  question text := nullif(wanted ->> 'question', '');
  only_ids uuid[] := case when wanted ? 'ids' then array(select jsonb_array_elements_text(wanted -> 'ids')::uuid) end;
  words text[] := private.search_words(wanted ->> 'q');
  plain_words text[] := array(select private.letters_and_digits(word) from unnest(words) as word);
begin
  return query
    select registration.id, registration.places, registration.waiting_since, registration.created_at
    from public.event_registrations as registration
    where registration.event_id = filtered_registrations.event
      and (only_ids is null or registration.id = any (only_ids))
      and (only_type is null or registration.type_id = only_type)
      and (only_status is null or registration.status = only_status)
      and (only_attending is null or registration.attending = only_attending)
      and (question is null or registration.answers ->> question = wanted ->> 'answer')
      and (only_entered is null or only_entered = (registration.id in (
        select private.entered_registrations(filtered_registrations.event))))
      and (only_paid is null or registration.id in (
        select paid.registration_id from private.payment_states(filtered_registrations.event, only_ids) as paid
        where paid.state = only_paid))
      and (only_documents is null or registration.id in (
        select papers.registration_id from private.document_states(filtered_registrations.event, only_ids) as papers
        where only_documents = any (papers.states)))
      and (only_marked is distinct from 'duplicate' or registration.id in (
        select twin.registration_id from private.duplicate_registrations(filtered_registrations.event) as twin))
      and (only_marked is distinct from 'note' or registration.id in (
        select note.registration_id from public.registration_notes as note))
      and (words = '{}' or (
        select bool_and(strpos(texts.content, searched.word) > 0 or strpos(texts.content, searched.plain) > 0)
        from (
          select registration.search_text || coalesce((
            select string_agg(' ' || vehicle.search_text, '') from public.registration_vehicles as vehicle
            where vehicle.registration_id = registration.id
          ), '') as content
        ) as texts, unnest(words, plain_words) as searched (word, plain)
      ));
end $$;
comment on function private.filtered_registrations is
  'Registrations of an event by the filter of the list and of messages: {q, type, status, paid, documents, entered, '
  'attending, question, answer, mark: duplicate or note, ids}; a field that is missing does not limit. Callers check the '
  'right.';
revoke execute on function private.filtered_registrations from public;

create function private.find_registrations(event uuid, filter jsonb)
  returns table (id uuid, places integer, waiting_since timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return query
    select found.id, found.places, found.waiting_since, found.created_at
    from private.filtered_registrations(find_registrations.event, find_registrations.filter) as found;
end $$;
comment on function private.find_registrations is
  'Registrations of an event by the filter of the list, for people who decide them.';

create function private.registration_row(registration public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'code', registration.code, 'full_name', registration.full_name,
    'company', registration.company, 'status', registration.status, 'attending', registration.attending,
    'places', registration.places, 'type_id', registration.type_id, 'stand_id', registration.stand_id,
    'created_at', registration.created_at, 'is_in_order', private.is_of_several(registration),
    'half_price', registration.half_price_category, 'half_price_checked', registration.half_price_checked_at is not null,
    'notes', (select count(*) from public.registration_notes as note where note.registration_id = registration.id),
    'vehicles', (
      select coalesce(jsonb_agg(jsonb_build_object('make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year,
        'plate', vehicle.plate) order by vehicle.position), '[]')
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    )
  )
$$;
comment on function private.registration_row is 'What a row of the list says about a registration itself.';

create function private.search_registrations(event uuid, filter jsonb, page integer, per integer)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(coalesce(per, 50), 1), 200);
  start integer := (greatest(coalesce(page, 1), 1) - 1) * size;
  -- The order in which places of the waiting list are offered; otherwise the newest first.
  is_waiting boolean := coalesce(filter ->> 'status' = 'waitlisted', false);
  total bigint;
  people bigint;
  ids uuid[];
begin
  with listed as (
    select one.id, one.places, row_number() over (order by case when is_waiting then one.waiting_since end,
      case when is_waiting then one.created_at end, case when is_waiting then one.id end, one.created_at desc,
      one.id desc) as place
    from private.find_registrations(search_registrations.event, search_registrations.filter) as one
  )
  select count(*), coalesce(sum(listed.places), 0), coalesce(array_agg(listed.id order by listed.place)
    filter (where listed.place > start and listed.place <= start + size), '{}') into total, people, ids
  from listed;
  return jsonb_build_object('total', total, 'places', people, 'rows', (
    select coalesce(jsonb_agg(private.registration_row(registration) || jsonb_build_object(
      'paid', paid.state, 'documents', to_jsonb(papers.states), 'has_entered', entered.id is not null,
      'is_duplicate', twin.id is not null
    ) order by item.place), '[]')
    from unnest(ids) with ordinality as item (id, place)
    join public.event_registrations as registration on registration.id = item.id
    left join private.payment_states(search_registrations.event, ids) as paid on paid.registration_id = item.id
    left join private.document_states(search_registrations.event, ids) as papers on papers.registration_id = item.id
    left join private.entered_registrations(search_registrations.event) as entered (id) on entered.id = item.id
    left join (
      select distinct duplicate.registration_id as id
      from private.duplicate_registrations(search_registrations.event) as duplicate
    ) as twin on twin.id = item.id
  ));
end $$;
comment on function private.search_registrations is
  'One page of the list: {total, places, rows}, the newest first, the waiting list in the order of its offers.';

create function private.registration_ids(event uuid, filter jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(one.id order by one.created_at desc, one.id desc), '[]')
  from private.find_registrations(registration_ids.event, registration_ids.filter) as one
$$;

create function private.registration_duplicates(registration uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  event uuid := (select event_id from public.event_registrations where id = registration);
begin
  perform private.require_event_right(event, 'registrations');
  return (
    with pairs as materialized (select * from private.duplicate_registrations(event))
    select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'code', other.code, 'full_name', other.full_name,
      'status', other.status, 'type_id', other.type_id, 'reasons', twin.reasons) order by other.created_at, other.id),
      '[]')
    from (
      select theirs.registration_id, jsonb_agg(distinct theirs.reason) as reasons
      from pairs as own join pairs as theirs on theirs.reason = own.reason and theirs.same = own.same
        and theirs.registration_id <> own.registration_id
      where own.registration_id = registration group by 1
    ) as twin join public.event_registrations as other on other.id = twin.registration_id
  );
end $$;
comment on function private.registration_duplicates is
  'Other registrations of the same event with the address, document or a plate of one: [{id, code, full_name, status, '
  'type_id, reasons}].';

create function public.search_registrations(event uuid, filter jsonb default '{}', page integer default 1,
  per integer default 50) returns jsonb
language sql stable security invoker set search_path = ''
return private.search_registrations(event, filter, page, per);
comment on function public.search_registrations is
  'People who decide the registrations of an event read one page of them by a filter: {total, places, rows}.';
grant execute on function public.search_registrations to authenticated, service_role;

create function public.registration_ids(event uuid, filter jsonb default '{}') returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_ids(event, filter);
comment on function public.registration_ids is
  'The ids of all registrations of an event that a filter of the list finds, the newest first, for people who decide '
  'them.';
grant execute on function public.registration_ids to authenticated, service_role;

create function public.registration_duplicates(registration uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_duplicates(registration);
comment on function public.registration_duplicates is
  'For people who decide a registration: others of its event with the same address, document or plate.';
grant execute on function public.registration_duplicates to authenticated, service_role;
