-- What the form of registration and the page of an order show.

create function private.order_of_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when registration.order_position > 1 then jsonb_build_object('is_buyer', false, 'buyer', (
      select buyer.full_name from public.event_registrations as buyer
      where buyer.order_id = registration.order_id and buyer.order_position = 1
    ), 'half_price', registration.half_price_category)
    when private.is_of_several(registration) or ordered.code_id is not null
      or registration.half_price_category is not null
      or exists (select from public.event_order_addons as item where item.order_id = ordered.id)
      or exists (select from public.event_order_children as child where child.order_id = ordered.id)
    then jsonb_build_object(
      'is_buyer', true, 'total_cents', registration.price_cents, 'discount_cents', ordered.discount_cents,
      'code', (select code.code from public.event_codes as code where code.id = ordered.code_id),
      'half_price', registration.half_price_category,
      'children', (
        select coalesce(jsonb_agg(jsonb_build_object('age_band', child.age_band, 'amount', child.amount)
          order by array_position(private.child_age_bands(), child.age_band)), '[]')
        from public.event_order_children as child where child.order_id = ordered.id
      ),
      'addons', (
        select coalesce(jsonb_agg(jsonb_build_object('name', addon.name, 'variant', variant.name, 'amount', item.amount,
          'unit_cents', item.unit_cents) order by addon.position, variant.position), '[]')
        from public.event_order_addons as item
        join public.event_addon_variants as variant on variant.id = item.variant_id
        join public.event_addons as addon on addon.id = variant.addon_id where item.order_id = ordered.id
      ),
      'people', (
        select jsonb_agg(jsonb_build_object('id', one.id, 'code', one.code, 'full_name', one.full_name,
          'has_name', one.has_name, 'kind_name', type.name, 'kind_translations', type.translations,
          'status', one.status, 'cents', one.order_cents, 'places', one.places, 'half_price', one.half_price_category,
          'companions', one.companions, 'answers', one.answers, 'fields', coalesce(form.schema, '[]'),
          'stand', (select stand.label from public.event_stands as stand where stand.id = one.stand_id),
          'lacks_documents', private.missing_files(one) <> '{}',
          'leaving', case when one.order_position > 1 and one.status = any (private.active_registration_statuses())
            and private.held_registration(token) = registration.id and private.may_change(one, 'cancel_own')
            and exists (select from public.events where id = one.event_id and starts_at > now())
            then private.leaving_terms(one) end,
          'vehicles', (
            select coalesce(jsonb_agg(jsonb_build_object('make', car.make, 'model', car.model, 'year', car.year,
              'plate', car.plate) order by car.position), '[]')
            from public.registration_vehicles as car where car.registration_id = one.id
          ))
          order by one.order_position)
        from public.event_registrations as one join public.event_registration_types as type on type.id = one.type_id
        left join public.form_template_versions as form on form.id = one.form_version_id
        where one.order_id = ordered.id
      )
    )
  end
  from public.event_registrations as registration join public.event_orders as ordered
    on ordered.id = registration.order_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;
comment on function private.order_of_link is
  'The order behind the link of a registration: all of it for the buyer, for another person only who the buyer is; null '
  'for an order of one without anything more.';

create function private.order_offer(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'min_people', settings.min_people, 'max_people', settings.max_people,
    'allows_children', settings.allows_children, 'child_prices', settings.child_prices,
    'takes_codes', exists (select from public.event_codes as code where code.event_id = shown.id
      and coalesce(code.ends_at, 'infinity') > now()),
    'half_prices', case when settings.half_price then (
      select jsonb_agg(jsonb_build_object('category', known.category, 'name', known.name,
        'translations', known.translations, 'law', known.law, 'source', known.source,
        'is_gone', known.counts_in_share and coalesce(private.half_prices_left(shown.id) <= 0, false))
        order by known.position)
      from public.half_price_categories as known
    ) else '[]' end,
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', addon.id, 'name', addon.name,
        'description', addon.description, 'price_cents', addon.price_cents, 'max_per_order', addon.max_per_order,
        'variants', (
          select jsonb_agg(jsonb_build_object('id', variant.id, 'name', variant.name,
            'left', private.variant_left(variant.id)) order by variant.position)
          from public.event_addon_variants as variant where variant.addon_id = addon.id
        )
      ) order by addon.position), '[]')
      from public.event_addons as addon
      where addon.event_id = shown.id and coalesce(addon.closes_at, 'infinity') > now()
    )
  )
  from public.events as shown cross join private.order_settings(shown.id) as settings
  where shown.id = order_offer.event and private.is_public_event(shown)
$$;
comment on function private.order_offer is
  'What the form of registration of a public event offers besides its kinds; no code is in it.';

create function public.order_offer(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.order_offer(event);
comment on function public.order_offer is
  'Add-ons with what is left, categories of half price, age bands and limits of the orders of a public event; null for '
  'another one. Anyone may call it.';
grant execute on function public.order_offer to anon, authenticated, service_role;
