-- A list of the panel is searched by one folded column: "sao" finds "São", and one cheap look at a row replaces a costly one per column.
do $$
declare
  subject record;
begin
  for subject in
    select * from (values
      ('admin_tasks', 'title'),
      ('ads', 'advertiser'),
      ('blog_categories', 'name'),
      ('blog_posts', 'title'),
      ('checklist_templates', 'title'),
      ('city_photos', 'title'),
      ('clubs', 'name'),
      ('emergency_contacts', 'name'),
      ('faqs', 'question'),
      ('form_templates', $x$name || ' ' || key$x$),
      ('glossary_terms', 'term'),
      ('legal_documents', 'title'),
      ('magazines', 'title'),
      ('photo_points', 'name'),
      ('publication_plans', 'name'),
      ('radio_stations', 'name'),
      ('redirects', $x$from_path || ' ' || to_path$x$),
      ('regions', 'name'),
      ('service_categories', 'name'),
      ('services', 'name'),
      ('state_assignments', 'state_abbr::text'),
      ('state_contents', 'headline'),
      ('tolls', $x$name || ' ' || road || ' ' || coalesce(operator, '')$x$),
      ('website_contents', $x$coalesce(body ->> 'title', key) || ' ' || key$x$)
    ) as searched (name, words)
  loop
    execute format('alter table public.%I add column search_name text generated always as (private.fold(%s)) stored', subject.name, subject.words);
    execute format('comment on column public.%I.search_name is %L', subject.name, 'Folded words a list is searched by: query it with like and a folded pattern.');
  end loop;
end $$;
comment on column public.cities.search_name is 'Folded name: query it with like and a folded pattern.';

-- No index of letters serves a search under row policies: like is not leakproof.
drop index public.regions_name_trgm_idx, public.services_name_trgm_idx, public.photo_points_name_trgm_idx, public.clubs_name_trgm_idx, public.blog_posts_title_trgm_idx, public.cities_name_trgm_idx, public.tolls_name_trgm_idx;

-- Pages of the long lists in the orders their heads offer, without sorting a hundred thousand rows first.
create index regions_name_idx on public.regions (name, id);
create index regions_status_idx on public.regions (status, id);
create index regions_distance_km_idx on public.regions (distance_km, id);
create index regions_kind_idx on public.regions (kind, updated_at, id);
create index services_name_idx on public.services (name, id);
create index services_status_idx on public.services (status, updated_at, id);
create index blog_posts_title_idx on public.blog_posts (title, id);
create index blog_posts_status_idx on public.blog_posts (status, id);
create index blog_posts_author_name_idx on public.blog_posts (author_name, id);
create index ads_updated_at_idx on public.ads (updated_at, id);
create index ads_ends_at_idx on public.ads (ends_at, id);

-- What a row derives from its other columns is no change of its own.
create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  known jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  logged text[];
begin
  -- Migrations, seeds and jobs write as the owner, without an account: nobody to name.
  if (select auth.uid()) is null
    and coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated', 'service_role')
  then
    return null;
  end if;

  select array_agg(key) into logged
  from jsonb_object_keys(old_row || new_row) as key
  where key <> 'updated_at'
    and old_row -> key is distinct from new_row -> key
    and not exists (select from pg_catalog.pg_attribute where attrelid = tg_relid and attname = key and attgenerated <> '')
    and (tg_nargs = 1 or key = any (string_to_array(tg_argv[1], ',')));
  if logged is null then
    return null;
  end if;

  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  values (
    (select auth.uid()),
    lower(tg_op),
    tg_table_name,
    (select string_agg(known ->> part, '/' order by place)
       from unnest(string_to_array(tg_argv[0], ',')) with ordinality as keys (part, place)),
    (select jsonb_object_agg(key, value) from jsonb_each(old_row) where key = any (logged)),
    (select jsonb_object_agg(key, value) from jsonb_each(new_row) where key = any (logged)),
    nullif(current_setting('app.audit_reason', true), '')
  );
  return null;
end $$;
