-- Who arrives without a registration is asked what the kind needs: people, car, approval by a named person.

create function private.needs_gate_approval(type public.event_registration_types) returns boolean
language sql immutable set search_path = '' as $$
  select type.requires_approval or type.required_documents <> '{}'
$$;
comment on function private.needs_gate_approval(public.event_registration_types) is
  'Whether a walk-in of this kind needs the name of the person who approved it: documents are looked at by that person.';

create or replace function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  list public.event_checkin_lists;
  type public.event_registration_types;
  event public.events;
  given_name text := btrim(walk_in ->> 'name');
  given_email text := nullif(btrim(walk_in ->> 'email'), '');
  approver text := private.text_field(walk_in, 'approvedBy', 120);
  companions text[];
  people integer;
  code text := private.new_registration_code();
  added public.event_registrations;
  refused text;
begin
  select * into list from public.event_checkin_lists
  where id = (walk_in ->> 'listId')::uuid and (device.id is null or event_id = device.event_id) for no key update;
  select * into type from public.event_registration_types where id = (walk_in ->> 'typeId')::uuid and event_id = list.event_id;
  if type.id is null or given_name is null or char_length(given_name) not between 1 and 120 or (walk_in ->> 'nonce') is null then
    raise exception 'a walk-in needs a list, a kind of registration and a name' using errcode = '22023';
  end if;
  if cardinality(list.kinds) > 0 and type.kind <> all (list.kinds) then
    return jsonb_build_object('outcome', 'wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    companions := array(select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name where name !~ '^\s*$');
    people := greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1), 1 + cardinality(companions));
    if private.needs_gate_approval(type) and approver is null then
      return jsonb_build_object('outcome', 'approval_missing');
    elsif not private.hold_places(type.id, people) then
      return jsonb_build_object('outcome', 'full');
    end if;
    select * into event from public.events where id = list.event_id;
    begin
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, companions, places, price_cents, source, confirmed_at, answers)
      values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'), 'confirmed', companions, people,
        private.registration_price(type, people, null), 'walk_in', now(), jsonb_build_object('paid_at_gate', type.price_cents > 0))
      returning * into added;
      perform private.add_registration_vehicles(added.id, type, event, walk_in -> 'vehicles');
    exception when raise_exception then
      get stacked diagnostics refused = pg_exception_detail;
      if sqlerrm = 'vehicle_too_new' or refused in ('vehicles', 'year', 'make', 'model', 'plate') then
        perform private.release_places(type.id, people);
        return jsonb_build_object('outcome', case sqlerrm when 'vehicle_too_new' then 'vehicle_too_new' else 'vehicle_missing' end);
      end if;
      raise;
    end;
    if approver is not null then
      perform private.note_registration(added, 'approved_by:' || approver);
    end if;
    insert into public.event_checkins (list_id, registration_id, nonce, result, device_id, operator_id, scanned_at, is_walk_in, people, places, moved, inside)
    values (list.id, added.id, (walk_in ->> 'nonce')::uuid, 'ok', device.id, case when device.id is null then (select private.account_id()) end, now(), true,
      people, people, people, people);
  end if;
  return (
    select jsonb_build_object('outcome', 'ok', 'answer', private.checkin_answer(stored))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;
comment on function private.add_walk_in(jsonb, text) is
  'Registers people at the gate and lets them in, in one transaction: {nonce, listId, typeId, name, email, people, companions, vehicles, approvedBy}. Answers ok, full, wrong_list, approval_missing, vehicle_missing or vehicle_too_new. Without an e-mail the address ends in walk-in.invalid, which receives no mail.';
