set check_function_bodies = off;

drop index public.event_registrations_search_name_idx;

drop function public.print_badges;

drop function public.registration_facts;

drop function private.print_badges;

drop function private.registration_facts;

create or replace function private.registration_payment_states() returns text[]
language sql immutable set search_path = ''
return array['open', 'paid', 'refunded', 'free'];

create or replace function private.registration_document_states() returns text[]
language sql immutable set search_path = ''
return array['missing', 'waiting', 'refused', 'complete'];

create or replace function private.duplicate_reasons() returns text[]
language sql immutable set search_path = ''
return array['email', 'document', 'plate'];

-- Internal notes of the people who decide registrations.

create table public.registration_notes (
  id uuid primary key,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null default private.account_id(),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 1000),
  created_at timestamptz not null default now()
);

alter table public.registration_notes enable row level security;

create function private.letters_and_digits(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(private.fold(coalesce(value, '')), '[^a-z0-9]', '', 'g');

create function private.registration_search_text(full_name text, company text, club text, town text, companions text[],
  email text, code text, phone text, document text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.fold(concat_ws(' ', full_name, company, club, town, array_to_string(companions, ' '), email, code))
    || ' ' || private.letters_and_digits(phone) || ' ' || private.letters_and_digits(document)
$$;

alter table public.event_registrations
  add column search_text text generated always as (private.registration_search_text(full_name, company, club, town,
    companions, email, code, phone, document)) stored;
alter table public.registration_vehicles
  add column search_text text generated always as (private.fold(make || ' ' || model || ' ' || year::text || ' '
    || coalesce(color, '') || ' ' || coalesce(class_name, '')) || ' ' || private.letters_and_digits(plate)) stored;

-- The reason of a cancellation after a refund was this code, which the person read on the page of the registration.
update public.event_registrations set status_note = null where status = 'cancelled' and status_note = 'refunded';

select
  private.declare_columns('event_registrations', 'not_personal', '{search_text}',
    'technical key or made from other columns'),
  private.declare_columns('registration_vehicles', 'not_personal', '{search_text}', 'made from other columns');

insert into private.audit_log_permissions (entity, permission) values
  ('registration_notes', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('registration_notes', 'author_id', 'account', 'work', 'Notas sobre inscrições', 'unlink', 157);

select
  private.declare_columns('registration_notes', 'exported', '{id,registration_id,body,created_at}'),
  private.declare_columns('registration_notes', 'withheld', '{author_id}', 'another person: who wrote the note');

-- Registrations of an event with their vehicles, status, history and links.

create or replace function private.update_registration_from_payments(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  extra public.payments;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = existing.id and status in ('paid', 'refunded')
    and (existing.payment_id is null or id = existing.payment_id)
    and note is distinct from 'amount_mismatch' and difference is null
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and existing.payment_id = first_payment.id and existing.status = 'confirmed' then
    perform private.cancel_registration(existing.id);
    perform private.note_registration(
      (select cancelled from public.event_registrations as cancelled where cancelled.id = existing.id),
      'refunded:' || first_payment.refunded_cents);
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status in ('offered',
    'awaiting_payment')
    then
    -- The price may have risen while the receipt was checked.
    update public.event_registrations set payment_id = first_payment.id,
      difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    perform private.set_registration_status(existing.id, 'confirmed');
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status = 'expired'
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at,
      first_payment.paid_at) <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(existing.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id,
        difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    exception when raise_exception then
      null;
    end;
  end if;
  for extra in
    select * from public.payments
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and difference = 'asked'
      and note
      is distinct from 'amount_mismatch'
    order by paid_at, created_at, id
  loop
    update public.event_registrations set difference_cents = difference_cents - extra.amount_cents
    where id = existing.id and status = 'confirmed' and difference_cents >= extra.amount_cents;
    if found then
      update public.payments set difference = 'counted' where id = extra.id;
      perform private.note_registration(existing, 'difference_paid:' || extra.amount_cents);
    end if;
  end loop;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (
      select from public.event_registrations
      where id = existing.id and status = 'confirmed' and (payment_id = payments.id or payments.difference = 'counted')
    );
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = existing.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;

create function private.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer, payment_state text
)
language sql stable security definer set search_path = '' as $$
  with people as (select counted.* from private.list_people(registration_facts.event) as counted)
  select registration.id, payment.method, payment.status, payment.paid_at,
    case when payment.paid_at is not null then payment.amount_cents end, payment.refunded_cents, entry.first_at,
    case when entry.first_at is not null then entry.inside end, paid.state
  from public.event_registrations as registration
  left join lateral private.counted_payment(registration) as payment on true
  left join private.payment_states(registration_facts.event, registration_facts.registrations) as paid
    on paid.registration_id = registration.id
  left join lateral (
    select min(reading.scanned_at) as first_at,
      (select max(people.inside) from people join public.event_checkin_lists as counted on counted.id = people.list_id
        where people.registration_id = registration.id and counted.purpose = 'entry') as inside
    from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
    where reading.registration_id = registration.id and reading.result = 'ok' and reading.kind = 'entry'
      and reading.undone_at is null and list.purpose = 'entry'
  ) as entry on true
  where registration.event_id = registration_facts.event and registration.id = any (registrations)
    and (select private.may_in_event(registration_facts.event, 'registrations'))
$$;

create function public.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer, payment_state text
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.registration_facts(event, registrations);
end;

create or replace function private.add_registration_note(registration uuid, note uuid, body text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(
    (select event_id from public.event_registrations where id = registration), 'registrations');
  if not exists (select from public.event_registrations where id = registration) then
    return private.gone();
  end if;
  insert into public.registration_notes (id, registration_id, body)
  values (note, registration, private.text_field(jsonb_build_object('body', body), 'body', 1000, true))
  on conflict (id) do nothing;
  return private.saved();
end $$;

create or replace function private.remove_registration_note(note uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right((
    select event_id from public.registration_notes as stored
    join public.event_registrations as registration on registration.id = stored.registration_id where stored.id = note
  ), 'registrations');
  delete from public.registration_notes where id = note;
  return private.saved_or_gone(found);
end $$;

create or replace function public.add_registration_note(registration uuid, note uuid, body text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_registration_note(registration, note, body);

create or replace function public.remove_registration_note(note uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_registration_note(note);

-- The list of the registrations of one event: search, filters, what is marked, duplicates.

create or replace function private.entered_registrations(event uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct reading.registration_id
  from public.event_checkin_lists as list join public.event_checkins as reading on reading.list_id = list.id
  where list.event_id = entered_registrations.event and list.purpose = 'entry' and reading.kind = 'entry'
    and reading.result = 'ok' and reading.undone_at is null and reading.registration_id is not null
$$;

-- `registrations` limits the work to some of them; without it every registration of the event is answered.
create or replace function private.payment_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, state text)
language sql stable security definer set search_path = '' as $$
  select registration.id, case
    when payment.paid_at is not null and payment.refunded_cents >= payment.amount_cents then 'refunded'
    when payment.paid_at is not null and registration.difference_cents = 0 then 'paid'
    when registration.price_cents = 0 and registration.difference_cents = 0 then 'free'
    when registration.status = any (private.active_registration_statuses()) then 'open'
  end
  from public.event_registrations as registration left join lateral (
    -- As private.counted_payment, without a call for each row.
    select payments.paid_at, payments.refunded_cents, payments.amount_cents from public.payments
    where payments.subject_type = 'registration' and payments.subject_id = registration.id
    order by payments.id = registration.payment_id desc nulls last, payments.paid_at desc nulls last,
      payments.created_at desc limit 1
  ) as payment on true
  where registration.event_id = payment_states.event
    and (payment_states.registrations is null or registration.id = any (payment_states.registrations))
$$;

create or replace function private.document_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, states text[])
language sql stable security definer set search_path = '' as $$
  with listed as (
    select registration.id, registration.type_id, registration.form_version_id
    from public.event_registrations as registration
    where registration.event_id = document_states.event
      and (document_states.registrations is null or registration.id = any (document_states.registrations))
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

create or replace function private.duplicate_registrations(event uuid)
  returns table (registration_id uuid, reason text, same text)
language sql stable security definer set search_path = '' as $$
  with active as materialized (
    select registration.id, registration.email, registration.document
    from public.event_registrations as registration
    where registration.event_id = duplicate_registrations.event
      and registration.status = any (private.active_registration_statuses())
  ), keys as materialized (
    select active.id, 'email' as reason, lower(active.email) as same from active
    where active.email not like '%@walk-in.invalid'
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

create or replace function private.search_words(typed text) returns text[]
language sql immutable set search_path = '' as $$
  -- The code of Brazil before a telephone is not searched.
  select coalesce(array_agg(regexp_replace(word, '^\+55', '')), '{}')
  from (
    select word from regexp_split_to_table(private.fold(coalesce(typed, '')), '\s+') as word
    where private.letters_and_digits(regexp_replace(word, '^\+55', '')) <> '' limit 8
  ) as words
$$;

create or replace function private.find_registrations(event uuid, filter jsonb)
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
  only_ids uuid[] := case when jsonb_array_length(coalesce(wanted -> 'ids', '[]')) > 0
    then array(select jsonb_array_elements_text(wanted -> 'ids')::uuid) end;
  words text[] := private.search_words(wanted ->> 'q');
  plain_words text[] := array(select private.letters_and_digits(word) from unnest(words) as word);
begin
  perform private.require_event_right(event, 'registrations');
  return query
    select registration.id, registration.places, registration.waiting_since, registration.created_at
    from public.event_registrations as registration
    where registration.event_id = find_registrations.event
      and (only_ids is null or registration.id = any (only_ids))
      and (only_type is null or registration.type_id = only_type)
      and (only_status is null or registration.status = only_status)
      and (only_attending is null or registration.attending = only_attending)
      and (question is null or registration.answers ->> question = wanted ->> 'answer')
      and (only_entered is null or only_entered = (registration.id in (
        select private.entered_registrations(find_registrations.event))))
      and (only_paid is null or registration.id in (
        select paid.registration_id from private.payment_states(find_registrations.event) as paid
        where paid.state = only_paid))
      and (only_documents is null or registration.id in (
        select papers.registration_id from private.document_states(find_registrations.event) as papers
        where only_documents = any (papers.states)))
      and (only_marked is distinct from 'duplicate' or registration.id in (
        select twin.registration_id from private.duplicate_registrations(find_registrations.event) as twin))
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

create or replace function private.registration_row(registration public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'code', registration.code, 'full_name', registration.full_name,
    'company', registration.company, 'status', registration.status, 'attending', registration.attending,
    'places', registration.places, 'type_id', registration.type_id, 'stand_id', registration.stand_id,
    'created_at', registration.created_at,
    'notes', (select count(*) from public.registration_notes as note where note.registration_id = registration.id),
    'vehicles', (
      select coalesce(jsonb_agg(jsonb_build_object('make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year,
        'plate', vehicle.plate) order by vehicle.position), '[]')
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    )
  )
$$;

create or replace function private.search_registrations(event uuid, filter jsonb, page integer, per integer)
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

create or replace function private.registration_ids(event uuid, filter jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(one.id order by one.created_at desc, one.id desc), '[]')
  from private.find_registrations(registration_ids.event, registration_ids.filter) as one
$$;

create or replace function private.registration_duplicates(registration uuid) returns jsonb
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

create or replace function public.search_registrations(event uuid, filter jsonb default '{}', page integer default 1,
  per integer default 50) returns jsonb
language sql stable security invoker set search_path = ''
return private.search_registrations(event, filter, page, per);

create or replace function public.registration_ids(event uuid, filter jsonb default '{}') returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_ids(event, filter);

create or replace function public.registration_duplicates(registration uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_duplicates(registration);

create function private.print_badges(event uuid, type uuid, attending text, since date, size text, locale text,
  registrations uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return private.add_print_batch('badges', event, size, locale, array(
    select registration.id
    from public.event_registrations as registration join public.events as meeting on meeting.id = registration.event_id
    where registration.event_id = event and registration.status = 'confirmed'
      and (print_badges.type is null or registration.type_id = print_badges.type)
      and (print_badges.attending is null or registration.attending = print_badges.attending)
      and (print_badges.registrations is null or registration.id = any (print_badges.registrations))
      and (since is null or registration.confirmed_at >= since::timestamp at time zone meeting.time_zone)
    order by private.fold(registration.full_name), registration.id
  ));
end $$;

create function public.print_badges(event uuid, type uuid, attending text, since date, size text, locale text,
  registrations uuid[] default null) returns integer
language sql volatile security invoker set search_path = '' return private.print_badges(event, type, attending, since,
  size, locale, registrations);

create index registration_notes_registration_id_idx on public.registration_notes (registration_id, created_at);

create index registration_notes_author_id_idx on public.registration_notes (author_id);

create policy "people who decide registrations and event managers read notes" on public.registration_notes
  for select to authenticated
  using (
    (select private.manages_registrations())
    or registration_id in (
      select id from public.event_registrations where event_id in (select private.events_with_right('registrations'))
    )
  );

create trigger registration_notes_audit after insert or delete on public.registration_notes
  for each row execute function private.write_audit('id', 'registration_id,author_id');

comment on function private.registration_payment_states is
  'What the list of registrations says about the payment of one; an unpaid one that has ended has no state.';

comment on function private.registration_document_states is
  'What the list of registrations says about the documents of one: a required one is missing, one waits for the check '
  'of the organiser, one was refused and not replaced, or all are there and accepted.';

comment on function private.duplicate_reasons is 'What two registrations of one event may have in common.';

comment on function private.letters_and_digits is
  'Letters and digits in lower case without separators: ABC-1D23 → abc1d23.';

comment on function private.registration_search_text is
  'What the search of the list of registrations compares with: phone and document without separators.';

comment on column public.event_registrations.search_text is
  'Text of the search in the list of one event; the cars have their own.';

comment on column public.registration_vehicles.search_text is
  'Text of the search in the list of one event, with the plate without separators.';

comment on function public.registration_facts is
  'Payment (the one that counts, else the newest attempt) with its state in the list, first entry and people inside of '
  'registrations of an event, for event managers.';

comment on table public.registration_notes is
  'Notes about a registration for the people who decide it; the person never sees them in the portal. Written by '
  'functions only. They are not lines of registration_events, because the person reads those.';

comment on column public.registration_notes.id is 'Made by the page of the form: the same form sent twice is one note.';

comment on function public.add_registration_note is
  'People who decide a registration write an internal note about it; the same id stores one. Answers saved or gone.';

comment on function public.remove_registration_note is
  'People who decide a registration delete an internal note about it. Answers saved or gone.';

comment on function private.entered_registrations is
  'Registrations of an event with an entry that was not undone, in a list that counts entries.';

comment on function private.payment_states is
  'open, paid, refunded or free for registrations of an event; null for an unpaid one that has ended. What was paid '
  'before the price rose is open.';

comment on function private.document_states is
  'States of the documents of registrations of an event, see private.registration_document_states; empty without any '
  'document.';

comment on function private.duplicate_registrations is
  'Registrations of an event that have not ended and share the address, document or a plate with another one.';

comment on function private.search_words is
  'The first eight words of a typed search as they are compared; words without letters and digits are left out.';

comment on function private.find_registrations is
  'Registrations of an event by the filter of the list: {q, type, status, paid, documents, entered, attending, '
  'question, answer, mark: duplicate or note, ids}; a field that is empty or missing does not limit. For people who '
  'decide them.';

comment on function private.registration_row is 'What a row of the list says about a registration itself.';

comment on function private.search_registrations is
  'One page of the list: {total, places, rows}, the newest first, the waiting list in the order of its offers.';

comment on function private.registration_duplicates is
  'Other registrations of the same event with the address, document or a plate of one: [{id, code, full_name, status, '
  'type_id, reasons}].';

comment on function public.search_registrations is
  'People who decide the registrations of an event read one page of them by a filter: {total, places, rows}.';

comment on function public.registration_ids is
  'The ids of all registrations of an event that a filter of the list finds, the newest first, for people who decide '
  'them.';

comment on function public.registration_duplicates is
  'For people who decide a registration: others of its event with the same address, document or plate.';

comment on function private.print_badges is
  'Starts a PDF with the badges of the confirmed registrations of an event: of one kind, with one answer to "você '
  'vem?", confirmed since a day, or those of a selection.';

comment on function public.print_badges is 'For event managers: starts a PDF of badges; returns how many.';

grant execute on function private.add_registration_note to public;

grant execute on function private.document_states to public;

grant execute on function private.duplicate_reasons to public;

grant execute on function private.duplicate_registrations to public;

grant execute on function private.entered_registrations to public;

grant execute on function private.find_registrations to public;

grant execute on function private.letters_and_digits to public;

grant execute on function private.payment_states to public;

grant execute on function private.registration_document_states to public;

grant execute on function private.registration_duplicates to public;

grant execute on function private.registration_ids to public;

grant execute on function private.registration_payment_states to public;

grant execute on function private.registration_row to public;

grant execute on function private.registration_search_text to public;

grant execute on function private.remove_registration_note to public;

grant execute on function private.search_registrations to public;

grant execute on function private.search_words to public;

grant execute on function public.add_registration_note to authenticated;

grant execute on function public.add_registration_note to service_role;

grant execute on function public.registration_duplicates to authenticated;

grant execute on function public.registration_duplicates to service_role;

grant execute on function public.registration_ids to authenticated;

grant execute on function public.registration_ids to service_role;

grant select on public.registration_notes to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.registration_notes
  to service_role;

grant execute on function public.remove_registration_note to authenticated;

grant execute on function public.remove_registration_note to service_role;

grant execute on function public.search_registrations to authenticated;

grant execute on function public.search_registrations to service_role;

grant execute on function public.registration_facts to authenticated, service_role;

grant execute on function public.print_badges to authenticated, service_role;

reset check_function_bodies;
