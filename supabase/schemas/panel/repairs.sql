-- Repairs of stored data, with a preview.

-- No repair for duplicate addresses: every slug is unique in its table, soft-deleted rows included.
create table public.repair_jobs (
  id uuid primary key default gen_random_uuid(),
  job text not null check (
    job in ('search_index', 'expired_trash', 'redirects', 'old_records', 'orphan_files', 'broken_images', 'counters',
      'expired_tokens')
),
  found integer not null,
  repaired integer not null,
  remaining integer not null,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.repair_jobs is
  'Repairs that were run, with the number of problems found, repaired and remaining.';
create index repair_jobs_created_at_idx on public.repair_jobs (created_at desc);
create index repair_jobs_created_by_idx on public.repair_jobs (created_by);
alter table public.repair_jobs enable row level security;
grant select, insert on public.repair_jobs to authenticated;
grant all on public.repair_jobs to service_role;
create policy "repairers add repair jobs" on public.repair_jobs
  for insert to authenticated with check ((select private.has_permission('system_repair')));
create policy "repairers read repair jobs" on public.repair_jobs
  for select to authenticated using ((select private.has_permission('system_repair')));
create trigger repair_jobs_server_columns before insert or update on public.repair_jobs
  for each row execute function private.guard_server_columns('created_by', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('repair_jobs', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 44);

select
  private.declare_columns('repair_jobs', 'not_personal', '{*}', 'list of repairs'),
  private.declare_columns('repair_jobs', 'withheld', '{created_by}', 'listed as work of the team');

-- Repairs. Each one has a preview and an action; the storage server deletes files.
create function private.rebuild_search() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
  wrong integer := (select count(*) from private.stale_search());
begin
  foreach kind in array array['region', 'city', 'service', 'photo_point', 'club', 'post'] loop
    execute 'delete from public.search_documents where kind = $1' using kind;
    execute format(
      'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
      select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations from private.%I',
      'searchable_' || kind
    );
  end loop;
  return wrong;
end $$;
comment on function private.rebuild_search is
  'Rebuilds the search documents of routes, cities, places, photo points, clubs and posts, and returns how many were '
  'wrong.';

create function private.stale_search() returns setof text
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select kind, entity_id, title, summary, path from private.searchable_region
    union all select kind, entity_id, title, summary, path from private.searchable_city
    union all select kind, entity_id, title, summary, path from private.searchable_service
    union all select kind, entity_id, title, summary, path from private.searchable_photo_point
    union all select kind, entity_id, title, summary, path from private.searchable_club
    union all select kind, entity_id, title, summary, path from private.searchable_post
  )
  select coalesce(wanted.kind, doc.kind) || ': ' || coalesce(wanted.title, doc.title)
  from wanted full join (select * from public.search_documents where kind
    in ('region', 'city', 'service', 'photo_point', 'club', 'post')) as doc
    on doc.kind = wanted.kind and doc.entity_id = wanted.entity_id
  where (wanted.title, wanted.summary, wanted.path) is distinct from (doc.title, doc.summary, doc.path)
$$;
comment on function private.stale_search is
  'Returns the search documents that are missing, have no source row or differ from it.';

create function private.expired_trash(is_run boolean) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attname = 'deleted_at'
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' order by relation.relname
  loop
    if is_run then
      return query execute format(
        'delete from %s as row where deleted_at < now() - make_interval(days => $1) returning %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'')',
        one.name, one.plain || ': '
      ) using private.setting_number('system_trash_days', 30);
    else
      return query execute format(
        'select %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'') from %s as row where deleted_at < now() - make_interval(days => $1)',
        one.plain || ': ', one.name
      ) using private.setting_number('system_trash_days', 30);
    end if;
  end loop;
end $$;
comment on function private.expired_trash is
  'Returns the rows that were soft-deleted more than system_trash_days days ago; with true it deletes them '
  'permanently.';

-- A redirect is broken when it leads to itself, or to another that leads back.
create function private.broken_redirects() returns table (id uuid, from_path text)
language sql stable security definer set search_path = '' as $$
  with recursive steps as (
    select redirects.id, redirects.from_path, redirects.to_path, 1 as depth from public.redirects
      where redirects.to_path is not null
    union all
    select steps.id, steps.from_path, next.to_path, steps.depth + 1
    from steps join public.redirects as next on next.from_path = steps.to_path
    where next.to_path is not null and steps.depth < 20 and steps.to_path <> steps.from_path
  )
  select distinct steps.id, steps.from_path from steps where steps.to_path = steps.from_path or steps.depth >= 20
$$;
comment on function private.broken_redirects is 'Returns the redirects that end in a loop.';

create function private.old_records(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  keys text[] := array(select key from private.retention_rules where key <> 'unused_approval_tokens');
begin
  perform private.roll_up_page_views();
  return query select * from private.expired_lines(keys);
  if is_run then
    perform private.end_term(rule, array(select private.expired_rows(rule, 10000))) from private.retention_rules as rule
      where key = any (keys);
  end if;
end $$;
comment on function private.old_records is
  'Returns the rows whose retention period (private.retention_rules) is over; with true it applies the rules, to '
  '10,000 rows of each rule at a time.';

-- A file is in use when any row of any table names it.
create function private.orphan_files() returns table (bucket text, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  one record;
  named text := '';
  words text;
begin
  for one in
    select relation.oid::regclass as table_name, attribute.attname from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0 and
      not attribute.attisdropped and attribute.attgenerated = ''
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and relation.relname not in ('audit_log', 'search_documents', 'cities', 'page_views')
      and attribute.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
  loop
    execute format('select string_agg(%1$I::text, %2$L) from %3$s where %1$I::text like ''%%/%%''', one.attname, E'\n',
      one.table_name) into words;
    named := named || coalesce(words || E'\n', '');
  end loop;
  return query
    select objects.bucket_id, objects.name from storage.objects
    where objects.bucket_id <> 'system' and objects.created_at < now() - interval '1 day'
      and strpos(named, objects.name) = 0
    order by objects.bucket_id, objects.name;
end $$;
comment on function private.orphan_files is 'Returns the stored files older than one day that no row references.';

create function private.preview_repair(job text) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  case job
    when 'search_index' then return query select * from private.stale_search();
    when 'redirects' then return query select from_path from private.broken_redirects();
    when 'orphan_files' then return query select bucket || '/' || name from private.orphan_files();
    when 'expired_trash' then return query select * from private.expired_trash(false);
    when 'old_records' then return query select * from private.old_records(false);
    when 'broken_images' then return query select * from private.broken_images(false);
    when 'counters' then return query select name from private.wrong_covers();
    when 'expired_tokens' then return query select * from private.expired_tokens(false);
    else raise exception 'no such repair' using errcode = '22023';
  end case;
end $$;
comment on function private.preview_repair is
  'Returns one line for each problem that a repair would fix; raises 42501 without the permission system_repair and '
  '22023 for an unknown repair.';

create function private.run_repair(job text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  touched integer;
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', 'repair: ' || job, true);
  case job
    when 'search_index' then touched := private.rebuild_search();
    when 'expired_trash' then touched := (select count(*) from private.expired_trash(true));
    when 'old_records' then touched := (select count(*) from private.old_records(true));
    when 'broken_images' then touched := (select count(*) from private.broken_images(true));
    when 'expired_tokens' then touched := (select count(*) from private.expired_tokens(true));
    when 'redirects' then
      delete from public.redirects where id in (select broken.id from private.broken_redirects() as broken);
      get diagnostics touched = row_count;
    when 'counters' then
      update public.cities set has_cover = not has_cover where ibge_code
        in (select wrong.ibge_code from private.wrong_covers() as wrong);
      get diagnostics touched = row_count;
    else raise exception 'no such repair' using errcode = '22023';
  end case;
  return touched;
end $$;
comment on function private.run_repair is
  'Runs a repair and returns how many problems it fixed; files are deleted by the storage server instead; raises '
  '42501 without the permission system_repair and 22023 for an unknown repair.';

create function private.is_missing_picture(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select path like '/midia/%' and not exists (
    select from storage.objects where bucket_id = 'media' and name = substr(path, length('/midia/') + 1)
  )
$$;
comment on function private.is_missing_picture is
  'Whether an address of this site (/midia/…) has no file; pictures of other sites are not checked.';

-- Only columns that a page shows as a picture; texts that mention one are not changed.
create function private.broken_images(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as field,
      attribute.atttypid = 'text[]'::regtype as is_list
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and ((attribute.attname = 'cover_url' and attribute.atttypid = 'text'::regtype)
        or (attribute.attname = 'photos' and attribute.atttypid = 'text[]'::regtype))
    order by relation.relname, attribute.attname
  loop
    return query execute format(
      'select %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'') || '' '' || path
      from %s as row, unnest(%s) as path where private.is_missing_picture(path)',
      one.plain || ': ', one.name, case when one.is_list then format('row.%I', one.field)
        else format('array[row.%I]', one.field) end
    );
    if is_run and one.is_list then
      execute format(
        'update %1$s as row set %2$I = array(
          select path from unnest(row.%2$I) with ordinality as kept (path, place) where not private.is_missing_picture(path) order by place
        ) where exists (select from unnest(row.%2$I) as path where private.is_missing_picture(path))',
        one.name, one.field
      );
    elsif is_run then
      execute format('update %1$s set %2$I = null where private.is_missing_picture(%2$I)', one.name, one.field);
    end if;
  end loop;
  return query select 'city_photos: ' || title || ' ' || picture from public.city_photos
    where private.is_missing_picture(picture) order by picture;
  return query select 'media_assets: ' || path from public.media_assets where private.is_missing_picture(path)
    order by path;
  if is_run then
    delete from public.city_photos where private.is_missing_picture(picture);
    delete from public.media_assets where private.is_missing_picture(path);
  end if;
end $$;
comment on function private.broken_images is
  'Returns the pictures of this site that rows reference and that have no file; with true it removes the references, '
  'and deletes the rows of city_photos and media_assets.';

create function private.wrong_covers() returns table (ibge_code integer, name text)
language sql stable security definer set search_path = '' as $$
  select cities.ibge_code, cities.name from public.cities
  where cities.has_cover <> exists (select from public.city_photos where city_photos.city_ibge = cities.ibge_code
    and city_photos.is_cover)
  order by cities.name
$$;
comment on function private.wrong_covers is
  'Returns the cities whose has_cover differs from their photos; all other numbers are counted when they are read.';

-- Links that ended a month ago; used ones are kept as the proof of a decision.
create function private.expired_tokens(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.retention_rules := (select rules from private.retention_rules as rules
    where key = 'unused_approval_tokens');
  rows tid[] := array(select private.expired_rows(rule, 10000));
begin
  return query
    select subject_kind || ' ' || subject_id || ' ' || to_char(expires_at, 'YYYY-MM-DD') from public.approval_tokens
    where ctid = any (rows) order by expires_at;
  if is_run then
    perform private.end_term(rule, rows);
  end if;
end $$;
comment on function private.expired_tokens is
  'Returns the unused approval links that expired more than 30 days ago; with true it deletes them.';

create function private.without_entities(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(given)
    when 'string' then to_jsonb(private.without_entities(given #>> '{}'))
    when 'array' then (select coalesce(jsonb_agg(private.without_entities(item) order by place), '[]')
      from jsonb_array_elements(given) with ordinality as one (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(name, private.without_entities(item)), '{}')
      from jsonb_each(given) as one (name, item))
    else given
  end;
end $$;
comment on function private.without_entities(jsonb) is
  'Applies private.without_entities(text) to every text of a JSON document.';
revoke execute on function private.without_entities(jsonb) from public;

-- The visual editor wrote `&` as `&amp;`, `<` as `&lt;`, `>` as `&gt;` and an empty line as `&nbsp;`.
-- Restores the characters in stored texts. The audit log shows each text before and after.
create function private.without_entities(given text) returns text
language sql immutable set search_path = '' as $$
  select case
    -- In code an entity is what somebody wrote.
    when position('`' in given) > 0 or given !~ '&(amp|lt|gt|nbsp);' then given
    else
      -- What would become an entity, a tag or a quote stays as it is.
      regexp_replace(regexp_replace(regexp_replace(replace(
        regexp_replace(regexp_replace(given, '(^|\n)([ \t]*&nbsp;[ \t]*(\n+|$))+', '\1', 'g'), '\n+$', ''),
        '&nbsp;', ' '),
        '([^\n])(?<!\\)&gt;', '\1>', 'g'),
        '(?<!\\)&lt;(?![A-Za-z/!?])', '<', 'g'),
        '(?<!\\)&amp;(?!#?\w+;)', '&', 'g')
  end
$$;
comment on function private.without_entities(text) is
  'Returns a markdown text in which the HTML entities written by the visual editor are replaced by their characters.';
revoke execute on function private.without_entities(text) from public;

create function private.repair_editor_texts() returns table (changed_table text, changed_id text, changed_column text,
  before text, after text)
language plpgsql set search_path = '' as $$
declare
  place record;
begin
  for place in
    select * from (values
      ('blog_posts', 'id', 'body'), ('blog_posts', 'id', 'translations'),
      ('cities', 'ibge_code', 'intro'), ('cities', 'ibge_code', 'translations'),
      ('clubs', 'id', 'story'), ('clubs', 'id', 'translations'),
      ('faqs', 'id', 'answer'), ('faqs', 'id', 'translations'),
      ('magazine_pages', 'id', 'body'),
      ('photo_points', 'id', 'description'), ('photo_points', 'id', 'translations'),
      ('regions', 'id', 'body'), ('regions', 'id', 'translations'),
      ('services', 'id', 'description'), ('services', 'id', 'translations'),
      ('state_contents', 'state_abbr', 'intro'), ('state_contents', 'state_abbr', 'translations'),
      ('website_contents', 'id', 'body')
    ) as listed (name, key, col)
  loop
    return query execute format(
      'with found as (select %2$I as id, %3$I as was from public.%1$I where %3$I is distinct from private.without_entities(%3$I) for update),
       changed as (update public.%1$I as target set %3$I = private.without_entities(target.%3$I) from found where target.%2$I = found.id returning target.%2$I, target.%3$I),
       -- The trigger of the trail leaves out what the owner of the database writes.
       logged as (insert into public.audit_log (action, entity, entity_id, before, after, reason)
         select ''update'', %4$L, found.id::text, jsonb_build_object(%5$L, found.was), jsonb_build_object(%5$L, changed.%3$I), ''Reparo dos textos do editor visual''
         from found join changed on changed.%2$I = found.id)
       select %4$L, found.id::text, %5$L, found.was::text, changed.%3$I::text from found join changed on changed.%2$I = found.id',
      place.name, place.key, place.col, place.name, place.col
    );
  end loop;
end $$;
comment on function private.repair_editor_texts is
  'Replaces the HTML entities of the visual editor in stored texts and returns what it changed; legal documents in '
  'force and published versions of forms are not changed.';
revoke execute on function private.repair_editor_texts from public;

create policy "repairers read stored files" on storage.objects
  for select to authenticated using ((select private.has_permission('system_repair')));
create policy "repairers delete stored files" on storage.objects
  for delete to authenticated using ((select private.has_permission('system_repair')));

create function public.preview_repair(job text) returns setof text
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.preview_repair(job);
end;
comment on function public.preview_repair is
  'Returns one line for each problem that a repair would fix, and changes nothing; job is one of the values that '
  'repair_jobs.job allows; raises 42501 without the permission system_repair.';
grant execute on function public.preview_repair to authenticated, service_role;

create function public.run_repair(job text) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.run_repair(job);
end;
comment on function public.run_repair is
  'Runs a repair and returns how many problems it fixed; raises 42501 without the permission system_repair.';
grant execute on function public.run_repair to authenticated, service_role;
