-- The organiser decides whether one person may register several times for a kind.

create or replace function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events) returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  given jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(given, 'kind', array['publico', 'expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial']);
  type.name := private.text_field(given, 'name', 120, true);
  type.price_cents := private.whole_field(given, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(given, 'capacity', 0, 1000000);
  type.requires_approval := private.flag_field(given, 'requires_approval');
  type.max_vehicles := private.whole_field(given, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(given, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(given, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(given, 'has_waiting_list');
  type.chooses_stand := private.flag_field(given, 'chooses_stand');
  type.allows_several := private.flag_field(given, 'allows_several');
  type.opens_at := private.moment_field(given, 'opens_at');
  type.closes_at := private.moment_field(given, 'closes_at');
  type.edit_until := private.moment_field(given, 'edit_until');
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse_request('required_documents');
  elsif jsonb_typeof(given -> 'translations') <> 'object' or octet_length((given -> 'translations')::text) > 4000 then
    perform private.refuse_request('translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse_request('closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse_request('capacity_taken');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse_request('kind_registered');
  end if;
  type.translations := given -> 'translations';
  return type;
end $$;

create or replace function private.save_registration_types(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  type public.event_registration_types;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 12
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse_request('kinds');
  end if;
  -- Places are taken under the lock of the same rows.
  perform from public.event_registration_types where event_id = event.id order by id for update;
  if exists (
    select from public.event_registrations as registration join public.event_registration_types as known on known.id = registration.type_id
    where known.event_id = event.id and known.id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse_request('kinds_registered');
  end if;
  delete from public.event_registration_types
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list) as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into type from public.event_registration_types where event_id = event.id and id = private.uuid_field(entry, 'id');
      if type.id is null then
        insert into public.event_registration_types (event_id, kind, name) values (
          event.id, private.choice_field(entry, 'kind', array['publico', 'expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial']), gen_random_uuid()::text
        ) returning * into type;
        type.name := null;
      end if;
      type := private.registration_type_from(entry, type, event);
      update public.event_registration_types set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents, capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles, max_companions = type.max_companions,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list, chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number
      where id = type.id;
    exception
      when unique_violation then
        perform private.refuse_request(format('kinds.%s.name', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse_request(format('kinds.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;
