set check_function_bodies = off;

drop function public.share_badge;

drop function public.edit_registration;

drop function public.edit_registration_answers;

drop function public.assign_stand;

drop function public.resend_registration;

drop function public.decide_registration;

drop function public.cancel_registration_contract;

drop function public.send_registration_contract;

drop function public.save_registration_contract;

drop function public.check_document;

drop function private.registration_at;

drop function private.share_badge;

drop function private.assign_stand;

drop function private.edit_registration;

drop function private.edit_registration_answers;

drop function private.cancel_registration_contract;

drop function private.send_registration_contract;

drop function private.save_registration_contract;

drop function private.check_document;

drop function private.resend_registration;

drop function private.decide_registration;

create function private.check_document(document uuid, decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  checked_document public.registration_documents;
  existing public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_registration_manager();
  if decision not in ('ok', 'refused') then
    perform private.refuse_request('decision');
  elsif decision = 'refused' and note is null then
    return private.refused('reason_missing');
  end if;
  select * into checked_document from public.registration_documents where id = document for update;
  select * into existing from public.event_registrations where id = checked_document.registration_id;
  if existing.id is null then
    return private.gone();
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused'
    then left(note, 500) end where id = checked_document.id;
  perform private.note_registration(existing, 'document_' || decision || ':' || checked_document.kind);
  if decision = 'refused' and checked_document.status <> 'refused' then
    perform private.mail_registration(existing, 'registration_document_refused', 'registration',
      jsonb_build_object('note', note));
  end if;
  return private.saved();
end $$;

create function public.check_document(document uuid, decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.check_document(document, decision, reason);

create function private.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  saved public.registration_contracts;
begin
  perform private.require_contract_manager();
  select * into existing from public.event_registrations where id = registration for update;
  if existing.id is null then
    return private.gone();
  end if;
  select * into saved from public.registration_contracts as contract
  where contract.registration_id = existing.id and contract.status <> 'cancelled' for update;
  if saved.status = 'signed' then
    return private.refused('contract_closed');
  elsif saved.id is not null then
    -- The link of an earlier text stops working.
    update public.registration_contracts as contract set
      title = save_registration_contract.title, clauses = save_registration_contract.clauses,
        template_version_id = template,
      signer_name = existing.full_name, signer_email = existing.email, status = 'draft', token_hash = null,
        sent_at = null,
        link_expires_at = null
    where contract.id = saved.id;
    return private.saved(jsonb_build_object('id', saved.id));
  end if;
  insert into public.registration_contracts (registration_id, template_version_id, title, clauses, event_title,
    signer_name, signer_email, created_by)
  select existing.id, template, save_registration_contract.title, save_registration_contract.clauses, events.title,
    existing.full_name, existing.email, (select private.account_id())
  from public.events where events.id = existing.event_id
  returning * into saved;
  return private.saved(jsonb_build_object('id', saved.id));
end $$;

create function private.send_registration_contract(contract uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_contract_manager();
  if token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  update public.registration_contracts as known set
    status = 'sent', sent_at = now(),
      link_expires_at = now() + make_interval(days => private.registration_contract_days()),
      token_hash = send_registration_contract.token_hash
  where known.id = contract and known.status in ('draft', 'sent') and known.registration_id is not null
  returning known.link_expires_at into until;
  if until is null then
    return private.refused('contract_closed');
  end if;
  return private.saved(jsonb_build_object('until', until));
end $$;

create function private.cancel_registration_contract(contract uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_contract_manager();
  if btrim(coalesce(reason, '')) = '' then
    return private.refused('reason_missing');
  end if;
  update public.registration_contracts set status = 'cancelled', cancelled_at = now(),
    cancel_reason = left(btrim(reason), 500), token_hash = null
  where id = contract and status <> 'cancelled';
  if not found then
    return private.refused('contract_closed');
  end if;
  return private.saved();
end $$;

create function public.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_registration_contract(registration, template, title, clauses);

create function public.send_registration_contract(contract uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.send_registration_contract(contract, token_hash);

create function public.cancel_registration_contract(contract uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_registration_contract(contract, reason);

create or replace function private.managed_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
  return private.lock_registration(registration);
end $$;

create function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  case decision
    when 'approve' then
      if existing.status <> all (private.approvable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible() then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if existing.status <> all (private.waitable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'wait') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'waitlisted', note);
    when 'promote' then
      if existing.status <> 'waitlisted' then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible() then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, 'offered', note);
    when 'reject' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.refusable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'reject') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.active_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'cancel') then
        return private.refused('registration_entered');
      end if;
      return private.saved(jsonb_build_object('status', private.cancel_registration(existing.id, note)));
    else
      perform private.refuse_request('decision');
  end case;
  if existing.status = 'offered' then
    perform private.promote_waiting(existing.type_id);
  end if;
  return private.saved(jsonb_build_object('status',
    (select status from public.event_registrations where id = existing.id)));
end $$;

create or replace function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  answer jsonb;
  key text;
  counts jsonb := '{}';
begin
  perform private.require_registration_manager();
  if cardinality(registrations) > 200 then
    perform private.refuse_request('registrations');
  end if;
  -- Locks of kinds are taken in the order of their ids, and people are served in the order of their registrations.
  for one in
    select id from public.event_registrations where id = any (registrations) order by type_id,
      coalesce(waiting_since, created_at), id
  loop
    begin
      answer := private.decide_registration(one.id, decision, reason, null);
      key := case answer ->> 'outcome' when 'saved' then 'decided' when 'refused' then answer ->> 'reason'
        else 'failed' end;
    exception when raise_exception then
      key := 'failed';
    end;
    counts := counts || jsonb_build_object(key, coalesce((counts ->> key)::integer, 0) + 1);
  end loop;
  return counts;
end $$;

create function private.resend_registration(registration uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  kind text := case when existing.status = 'confirmed' then 'badge' else 'registration' end;
begin
  if existing.id is null then
    return private.gone();
  end if;
  perform private.issue_registration_link(existing.id, kind);
  perform private.note_registration(existing, 'resent:' || kind);
  return private.saved();
end $$;

create function public.decide_registration(registration uuid, decision text, reason text default null,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_registration(registration, decision, reason, expected_version);

create function public.resend_registration(registration uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.resend_registration(registration);

create function private.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := left(nullif(btrim(coalesce(reason, '')), ''), 300);
  form jsonb;
  changed jsonb;
  names text[];
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  elsif note is null then
    return private.refused('reason_missing');
  end if;
  select schema into form from public.form_template_versions where id = existing.form_version_id;
  if form is null then
    perform private.refuse_request('answers');
  end if;
  -- Answers that belong to no question of the version stay.
  changed := existing.answers - array(select question ->> 'name' from jsonb_array_elements(form) as question)
    || private.registration_answers(form, answers);
  names := array(
    select name from (select jsonb_object_keys(existing.answers) union select jsonb_object_keys(changed)) as keys (name)
    where existing.answers -> name is distinct from changed -> name order by name
  );
  if names = '{}' then
    return private.saved();
  end if;
  update public.event_registrations set answers = changed where id = existing.id returning * into existing;
  -- The history keeps 500 characters: the names are cut before the reason.
  perform private.note_registration(existing, 'answers:' || left(array_to_string(names, ','), 180) || ':' || note);
  return private.saved();
end $$;

create or replace function private.places_refusal(registration public.event_registrations, people integer) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when people < registration.places and not private.may_change(registration, 'remove_people')
      and people < private.entered_people(registration.id) then 'registration_entered'
    when private.holds_place(registration.status) and people > registration.places
      and people - registration.places > private.places_left(registration.type_id) then 'no_places'
  end
$$;

create or replace function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then existing.price_cents else private.price_after(existing, people,
    stand) end;
  paid integer := existing.price_cents - existing.difference_cents;
  changed public.event_registrations;
begin
  if private.places_refusal(existing, people) is not null then
    raise exception '%', private.places_refusal(existing, people);
  elsif private.holds_place(existing.status) and people > existing.places then
    perform private.hold_places(existing.type_id, people - existing.places);
  elsif private.holds_place(existing.status) and people < existing.places then
    perform private.release_places(existing.type_id, existing.places - people);
  end if;
  if private.is_settled(existing) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price,
      difference_cents = price - paid
    where id = existing.id returning * into changed;
  else
    update public.event_registrations set places = people, stand_id = stand, price_cents = price where id = existing.id
      returning * into changed;
  end if;
  if (changed.price_cents, changed.difference_cents) is distinct from (existing.price_cents,
    existing.difference_cents) then
    -- Open payments have the former amount.
    perform private.expire_registration_pages(existing.id);
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = existing.id and method = 'pix' and status = 'pending';
    perform private.note_registration(changed, format('price:%s:%s', existing.price_cents, changed.price_cents));
    if changed.difference_cents > existing.difference_cents then
      perform private.mail_registration(changed, 'registration_difference', 'registration',
        jsonb_build_object('amount', changed.difference_cents / 100.0));
    elsif changed.status = 'awaiting_payment' and changed.price_cents = 0 then
      perform private.set_registration_status(changed.id, 'confirmed');
      select * into changed from public.event_registrations where id = existing.id;
    elsif changed.status in ('offered', 'awaiting_payment') then
      perform private.mail_registration_status(changed);
    end if;
  end if;
  return changed;
end $$;

create function private.edit_registration(registration uuid, changes jsonb, expected_version timestamptz,
  keeps_price boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  changed public.event_registrations;
  people integer;
  names text[];
  refusal text;
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  changed := jsonb_populate_record(existing, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town',
      'club', 'company', 'companions'])
  ));
  changed.email := lower(changed.email);
  -- People whose names the gate did not write down keep their places.
  people := greatest(existing.places + cardinality(changed.companions) - cardinality(existing.companions),
    1 + cardinality(changed.companions));
  names := array(
    select before.key from jsonb_each(to_jsonb(existing)) as before
    join jsonb_each(to_jsonb(changed)) as after on after.key = before.key
    where after.value is distinct from before.value order by before.key
  );
  if names = '{}' then
    return private.saved();
  end if;
  if people <> existing.places then
    refusal := private.places_refusal(existing, people);
    if refusal is not null then
      return private.refused(refusal);
    end if;
    perform private.set_places(existing.id, people, existing.stand_id, keeps_price);
  end if;
  update public.event_registrations set
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town,
      club = changed.club,
    company = changed.company, companions = changed.companions
  where id = existing.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> existing.email then
    update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return private.saved();
end $$;

create function private.assign_stand(registration uuid, stand uuid, expected_version timestamptz, keeps_price boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  wanted public.event_stands;
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  if stand is not null then
    select event_stands.* into wanted from public.event_stands
    join public.event_registration_types as kind on kind.id = existing.type_id
    where event_stands.id = stand and event_stands.event_id = existing.event_id
      and (event_stands.kinds = '{}' or kind.kind = any (event_stands.kinds))
    for update of event_stands;
    if wanted.id is null then
      return private.refused('stand_missing');
    elsif wanted.registration_id <> existing.id then
      return private.refused('stand_taken');
    elsif existing.status = any (private.ended_registration_statuses()) then
      return private.refused('registration_decided');
    end if;
  end if;
  update public.event_stands set registration_id = null where registration_id = existing.id
    and id is distinct from stand;
  update public.event_stands set registration_id = existing.id where id = stand;
  perform private.set_places(existing.id, existing.places, stand,
    keeps_price or existing.status = any (private.ended_registration_statuses()));
  perform private.note_registration(existing, 'stand:' || coalesce(wanted.label, ''));
  return private.saved();
end $$;

create function public.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.edit_registration_answers(registration, answers, reason, expected_version);

create function public.edit_registration(registration uuid, changes jsonb, expected_version timestamptz default null,
  keeps_price boolean default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.edit_registration(registration, changes, expected_version, keeps_price);

create function public.assign_stand(registration uuid, stand uuid default null,
  expected_version timestamptz default null, keeps_price boolean default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.assign_stand(registration, stand, expected_version, keeps_price);

create function private.share_badge(registration uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
begin
  if existing.id is null then
    return private.gone();
  elsif existing.status <> 'confirmed' then
    return private.refused('registration_decided');
  end if;
  perform private.note_registration(existing, 'shared:');
  return private.saved();
end $$;

create function public.share_badge(registration uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_badge(registration);

comment on function private.check_document is
  'Accepts a document, or refuses it with a reason that is mailed to the person.';

comment on function public.check_document is
  'Event managers check a document of a registration: ok, or refused with a reason.';

comment on function private.save_registration_contract is
  'Writes the draft of a registration. A contract that was sent becomes a draft again; a signed one is '
  'refused with contract_closed.';

comment on function private.send_registration_contract is
  'Stores the hash of a new signing link, which replaces the earlier one; answers when it ends.';

comment on function private.cancel_registration_contract is
  'Cancels a contract, also a signed one; a new one can be written afterwards.';

comment on function public.save_registration_contract is
  'Contract managers write the draft of the contract of a registration. Answers an outcome '
  'with its id, refused with contract_closed.';

comment on function public.send_registration_contract is
  'Contract managers make a new signing link. Answers an outcome with its end (until), refused with contract_closed.';

comment on function public.cancel_registration_contract is
  'Contract managers cancel a contract with a reason. Answers an outcome, refused with reason_missing or '
  'contract_closed.';

comment on function private.managed_registration is 'Locks a registration for an event manager; null when there is none.';

comment on function private.decide_registration is
  'approve, wait, promote, reject or cancel. Answers an outcome with the new status, refused with no_places, '
  'payment_unavailable, reason_missing, registration_decided or registration_entered.';

comment on function private.resend_registration is
  'Mails the badge link of a confirmed registration, or the link of its page.';

comment on function public.decide_registration is
  'Event managers decide one registration: approve, wait, promote, reject or cancel. Answers an outcome with the '
  'new status.';

comment on function public.resend_registration is
  'Event managers mail the badge link of a confirmed registration again, or the link of its page.';

comment on function private.edit_registration_answers is
  'Replaces the answers to the questions of the version that was answered; the history names the questions and the '
  'reason, not the answers.';

comment on function private.places_refusal is
  'Why a registration cannot have this number of people: registration_entered or no_places; null when it can. The '
  'kinds are locked by the caller.';

comment on function private.edit_registration is
  'Changes name, contact, town, club, company and companions, whose number changes places and price; the history '
  'names the columns, not their values. Refused with no_places or registration_entered.';

comment on function private.assign_stand is
  'Gives a free stand of the event to a registration, or takes its stand away (null), with its price. '
  'Refused with stand_missing, stand_taken or registration_decided.';

comment on function public.edit_registration_answers is
  'Event managers correct the answers of a registration, with a reason. Answers an outcome, refused '
  'with reason_missing; raises invalid_request.';

comment on function public.edit_registration is
  'Event managers correct a registration: full_name, email, phone, town, club, company, companions. More people cost '
  'the difference unless keeps_price. Answers an outcome, refused with no_places or registration_entered.';

comment on function public.assign_stand is
  'Event managers give a free stand to a registration, or take its stand away. Answers an outcome, '
  'refused with stand_missing, stand_taken or registration_decided.';

comment on function private.share_badge is
  'Notes that an event manager was shown the badge link of a confirmed registration. Refused with registration_decided for '
  'another status.';

comment on function public.share_badge is
  'Notes that an event manager was shown the badge link of a confirmed registration.';

grant execute on function private.managed_registration to public;

grant execute on function private.places_refusal to public;

grant execute on function public.check_document to authenticated, service_role;

grant execute on function public.save_registration_contract to authenticated, service_role;

grant execute on function public.send_registration_contract to authenticated, service_role;

grant execute on function public.cancel_registration_contract to authenticated, service_role;

grant execute on function public.decide_registration to authenticated, service_role;

grant execute on function public.resend_registration to authenticated, service_role;

grant execute on function public.edit_registration_answers to authenticated, service_role;

grant execute on function public.edit_registration to authenticated, service_role;

grant execute on function public.assign_stand to authenticated, service_role;

grant execute on function public.share_badge to authenticated, service_role;

reset check_function_bodies;
