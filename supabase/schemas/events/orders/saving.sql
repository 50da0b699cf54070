-- The page on which an organiser sets rules of orders, quotas, add-ons and codes.

create function private.listed_kinds(payload jsonb, key text, event uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if jsonb_typeof(coalesce(nullif(payload -> key, 'null'), '[]')) <> 'array' then
    perform private.refuse('invalid', key);
  end if;
  ids := array(
    select kind.id from public.event_registration_types as kind
    where kind.event_id = listed_kinds.event and coalesce(payload -> key, '[]') ? kind.id::text
    order by kind.position, kind.id
  );
  if cardinality(ids) <> jsonb_array_length(coalesce(nullif(payload -> key, 'null'), '[]')) then
    perform private.refuse('invalid', key);
  end if;
  return ids;
end $$;
comment on function private.listed_kinds is 'Kinds of registration of an event that a form names, each once.';

create function private.check_list(list jsonb, most integer, key text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(list), 'null') <> 'array' then
    perform private.refuse('invalid', key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as one where jsonb_typeof(one) <> 'object'
  ) then
    perform private.refuse('invalid', key);
  end if;
end $$;
comment on function private.check_list is 'Refuses what is no list of objects, or a list that is too long.';

create function private.save_order_rules(event uuid, rules jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  prices jsonb := coalesce(nullif(rules -> 'child_prices', 'null'), '{}');
  least_people integer := private.whole_field(rules, 'min_people', 1, private.max_order_people(), true);
  most_people integer := private.whole_field(rules, 'max_people', 1, private.max_order_people(), true);
begin
  if not private.child_prices_are_valid(prices) then
    perform private.refuse('invalid', 'child_prices');
  elsif least_people > most_people then
    perform private.refuse('invalid', 'max_people');
  end if;
  insert into public.event_order_settings as known (event_id, min_people, max_people, half_price, half_price_share,
    allows_children, child_prices) values (
    event, least_people, most_people, private.flag_field(rules, 'half_price'),
    private.whole_field(rules, 'half_price_share', private.half_price_least_share(), 100, true),
    private.flag_field(rules, 'allows_children'), prices
  ) on conflict (event_id) do update set min_people = excluded.min_people, max_people = excluded.max_people,
    half_price = excluded.half_price, half_price_share = excluded.half_price_share,
    allows_children = excluded.allows_children, child_prices = excluded.child_prices, updated_at = now();
end $$;
comment on function private.save_order_rules is 'Stores the rules of the orders of an event.';

create function private.save_quotas(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  field text;
begin
  perform private.check_list(list, private.max_quotas(), 'quotas');
  delete from public.event_quotas where event_id = event;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      insert into public.event_quotas (event_id, name, capacity, type_ids, position) values (
        event, private.text_field(entry, 'name', 120, true), private.whole_field(entry, 'capacity', 0, 1000000, true),
        private.listed_kinds(entry, 'type_ids', event), number);
    exception
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('quotas.%s.%s', number, field));
      when check_violation then
        perform private.refuse('invalid', format('quotas.%s.type_ids', number));
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_quotas is
  'Replaces the quotas of an event. A quota below the places that are taken takes nothing away; it gives none.';

create function private.save_variants(addon uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  existing uuid;
begin
  perform private.check_list(list, private.max_addon_variants(), 'variants');
  if jsonb_array_length(list) = 0 then
    perform private.refuse('invalid', 'variants');
  end if;
  delete from public.event_addon_variants
  where addon_id = addon and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    select known.id into existing from public.event_addon_variants as known where known.addon_id = addon
      and known.id = private.uuid_field(entry, 'id');
    insert into public.event_addon_variants (id, addon_id, name, stock, position) values (
      coalesce(existing, gen_random_uuid()), addon, coalesce(private.text_field(entry, 'name', 60), ''),
      private.whole_field(entry, 'stock', 0, 1000000), number
    ) on conflict (id) do update set name = excluded.name, stock = excluded.stock, position = excluded.position;
    number := number + 1;
  end loop;
exception
  when unique_violation then
    perform private.refuse('invalid', 'variants');
  when foreign_key_violation then
    perform private.refuse('addon_ordered');
end $$;
comment on function private.save_variants is
  'Adds, changes and deletes the variants of an add-on; one that was ordered is not deleted.';

create function private.save_addons(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  addon uuid;
  field text;
begin
  perform private.check_list(list, private.max_addons(), 'addons');
  begin
    delete from public.event_addons
    where event_id = event and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
      as value);
  exception when foreign_key_violation then
    perform private.refuse('addon_ordered');
  end;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select known.id into addon from public.event_addons as known where known.event_id = event
        and known.id = private.uuid_field(entry, 'id');
      insert into public.event_addons (id, event_id, name, description, price_cents, max_per_order, closes_at, position)
      values (
        coalesce(addon, gen_random_uuid()), event, private.text_field(entry, 'name', 120, true),
        private.text_field(entry, 'description', 300), private.whole_field(entry, 'price_cents', 0, 100000000, true),
        private.whole_field(entry, 'max_per_order', 1, 100, true), private.moment_field(entry, 'closes_at'), number
      ) on conflict (id) do update set name = excluded.name, description = excluded.description,
        price_cents = excluded.price_cents, max_per_order = excluded.max_per_order, closes_at = excluded.closes_at,
        position = excluded.position
      returning id into addon;
      perform private.save_variants(addon, entry -> 'variants');
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      if sqlerrm = 'addon_ordered' then
        raise;
      end if;
      perform private.refuse('invalid', format('addons.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_addons is
  'Adds, changes and deletes the add-ons of an event with their variants; raises addon_ordered for one that was ordered.';

create function private.save_codes(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  existing uuid;
  field text;
begin
  perform private.check_list(list, private.max_event_codes(), 'codes');
  delete from public.event_codes
  where event_id = event and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select known.id into existing from public.event_codes as known where known.event_id = event
        and known.id = private.uuid_field(entry, 'id');
      insert into public.event_codes (id, event_id, code, percent, cents, opens_kinds, type_ids, max_uses, starts_at,
        ends_at, position) values (
        coalesce(existing, gen_random_uuid()), event,
        upper(private.pattern_field(entry, 'code', 30, '^[A-Za-z0-9-]{4,30}$', true)),
        private.whole_field(entry, 'percent', 1, 100), private.whole_field(entry, 'cents', 1, 100000000),
        private.flag_field(entry, 'opens_kinds'), private.listed_kinds(entry, 'type_ids', event),
        private.whole_field(entry, 'max_uses', 1, 1000000), private.moment_field(entry, 'starts_at'),
        private.moment_field(entry, 'ends_at'), number
      ) on conflict (id) do update set code = excluded.code, percent = excluded.percent, cents = excluded.cents,
        opens_kinds = excluded.opens_kinds, type_ids = excluded.type_ids, max_uses = excluded.max_uses,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, position = excluded.position;
    exception
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('codes.%s.%s', number, field));
      when check_violation then
        get stacked diagnostics field = constraint_name;
        perform private.refuse('invalid', format('codes.%s.%s', number, case field
          when 'invitation_names_its_kinds' then 'type_ids' when 'code_ends_after_it_starts' then 'ends_at'
          else 'percent' end));
      when unique_violation then
        perform private.refuse('invalid', format('codes.%s.code', number));
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_codes is 'Adds, changes and deletes the codes of an event.';

create function private.copy_order_offer(original public.events, copy uuid, days integer, former_kinds uuid[],
  new_kinds uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  addon public.event_addons;
  made uuid;
begin
  insert into public.event_order_settings (event_id, min_people, max_people, half_price, half_price_share,
    allows_children, child_prices)
  select copy, min_people, max_people, half_price, half_price_share, allows_children, child_prices
  from public.event_order_settings where event_id = original.id;
  insert into public.event_quotas (event_id, name, capacity, type_ids, position)
  select copy, quota.name, quota.capacity, kinds.ids, quota.position
  from public.event_quotas as quota cross join lateral (
    select array_agg(new_kinds[array_position(former_kinds, id)]) as ids from unnest(quota.type_ids) as id
    where id = any (former_kinds)
  ) as kinds
  where quota.event_id = original.id and kinds.ids is not null;
  for addon in select * from public.event_addons where event_id = original.id order by position, id loop
    insert into public.event_addons (event_id, name, description, price_cents, max_per_order, closes_at, position)
    values (copy, addon.name, addon.description, addon.price_cents, addon.max_per_order,
      private.shifted(addon.closes_at, days, original.time_zone), addon.position) returning id into made;
    insert into public.event_addon_variants (addon_id, name, stock, position)
    select made, variant.name, variant.stock, variant.position from public.event_addon_variants as variant
    where variant.addon_id = addon.id;
  end loop;
end $$;
comment on function private.copy_order_offer is
  'Copies rules of orders, quotas and add-ons to another event; codes stay, because they were given out for one event.';

create function private.order_form(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'updated_at', settings.updated_at,
    'rules', to_jsonb(settings) - array['event_id', 'updated_at'],
    'half_price_left', private.half_prices_left(event), 'ticket_total', private.ticket_total(event),
    'kinds', (select coalesce(jsonb_agg(jsonb_build_object('id', kind.id, 'name', kind.name,
      'kind', kind.kind)
      order by kind.position, kind.id), '[]') from public.event_registration_types as kind where kind.event_id = event),
    'quotas', (select coalesce(jsonb_agg(jsonb_build_object('name', quota.name, 'capacity', quota.capacity,
      'type_ids', quota.type_ids, 'taken', (select coalesce(sum(kind.taken), 0)
        from public.event_registration_types as kind where kind.id = any (quota.type_ids)))
      order by quota.position), '[]') from public.event_quotas as quota where quota.event_id = event),
    'addons', (select coalesce(jsonb_agg(to_jsonb(addon) - array['event_id', 'position'] || jsonb_build_object(
      'variants', (select coalesce(jsonb_agg(to_jsonb(variant) - array['addon_id', 'position'] || jsonb_build_object(
        'ordered', variant.stock - private.variant_left(variant.id)) order by variant.position), '[]')
        from public.event_addon_variants as variant where variant.addon_id = addon.id))
      order by addon.position), '[]') from public.event_addons as addon where addon.event_id = order_form.event),
    'codes', (select coalesce(jsonb_agg(to_jsonb(own) - array['event_id', 'position'] || jsonb_build_object(
      'uses', private.active_orders_with_code(own.id)) order by own.position), '[]')
      from public.event_codes as own where own.event_id = order_form.event)
  )
  from private.order_settings(event) as settings
$$;
comment on function private.order_form is 'What the page of the orders of an event shows to those who may change it.';

create function private.read_order_form(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'page');
  return private.order_form(event);
end $$;

create function private.save_order_form(event uuid, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'page');
  perform private.check_event_payload(payload);
  -- Orders are stored under the lock of the same rows.
  perform private.lock_kinds((select id from public.event_registration_types as kind where kind.event_id = event
    order by kind.id limit 1));
  if private.moment_field(payload, 'expected_version') is distinct from (private.order_settings(event)).updated_at then
    return private.conflict();
  end if;
  perform private.save_order_rules(event, payload -> 'rules');
  perform private.save_quotas(event, payload -> 'quotas');
  perform private.save_addons(event, payload -> 'addons');
  perform private.save_codes(event, payload -> 'codes');
  return private.saved();
end $$;
comment on function private.save_order_form is
  'Stores rules, quotas, add-ons and codes of the orders of an event, all or nothing: saved, or conflict when they '
  'changed since they were shown. Raises invalid with the field, or addon_ordered.';

create function public.read_order_form(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_order_form(event);
comment on function public.read_order_form is
  'Rules, quotas, add-ons and codes of the orders of an event, for people with its page.';
grant execute on function public.read_order_form to authenticated, service_role;

create function public.save_order_form(event uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_order_form(event, payload);
comment on function public.save_order_form is
  'People with the page of an event store rules, quotas, add-ons and codes of its orders: saved or conflict.';
grant execute on function public.save_order_form to authenticated, service_role;
