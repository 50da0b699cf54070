-- Repairs of stored data, with a preview.

-- No repair for duplicate addresses: every slug is unique in its table, soft-deleted rows included.
create table public.repair_jobs (
  id uuid primary key default gen_random_uuid(),
  job text not null check (
    job = any (private.repairs())
),
  item_count integer not null,
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('repair_jobs', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 44);

select
  private.declare_columns('repair_jobs', 'not_personal', '{*}', 'list of repairs'),
  private.declare_columns('repair_jobs', 'withheld', '{created_by}', 'listed as work of the team');

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

-- Files that a column of private.file_columns names are left out first. A text that mentions one of the others contains
-- its name, so also the last UUID of it: all UUIDs of the texts are read once and joined.
create function private.orphan_files() returns table (bucket text, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  named text := (
    select coalesce(string_agg(format('select %L, unnest(%s) from %s', columns.bucket, columns.names, columns.relation),
      ' union all '), 'select '''', ''''')
    from private.file_columns as columns
  );
  buckets text[];
  files text[];
  one record;
  paths text[];
  ids text[] := '{}';
  words text;
  texts text := '';
begin
  execute format(
    'select array_agg(objects.bucket_id), array_agg(objects.name) from storage.objects
    left join (%s) as named (bucket, name) on named.bucket = objects.bucket_id and named.name = objects.name
    where objects.bucket_id <> ''system'' and objects.created_at < now() - interval ''1 day'' and named.name is null', named
  ) into buckets, files;
  if files is null then
    return;
  end if;
  for one in
    select relation.oid::regclass as table_name, string_agg(format('%I::text', attribute.attname), ', ') as fields
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
        and attribute.attgenerated = ''
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and relation.relname not in ('audit_log', 'search_documents', 'cities', 'page_views')
      and attribute.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
    group by relation.oid
  loop
    execute format(
      'select array_agg(distinct match[1]) from (select concat_ws(E''\n'', %s) as words from %s offset 0) as read,
        regexp_matches(read.words, $1, ''g'') as match
      where read.words like ''%%/%%''', one.fields, one.table_name
    ) into paths using pattern;
    ids := ids || coalesce(paths, '{}');
    -- Only names without a UUID are looked for as they are.
    if exists (select from unnest(files) as file where file !~ pattern) then
      execute format(
        'select string_agg(read.words, E''\n'') from (select concat_ws(E''\n'', %s) as words from %s offset 0) as read where read.words like ''%%/%%''',
        one.fields, one.table_name
      ) into words;
      texts := texts || coalesce(words || E'\n', '');
    end if;
  end loop;
  return query
    select file.bucket, file.name
    from unnest(buckets, files) as file (bucket, name)
    left join (select distinct unnest(ids) as id) as mentioned on mentioned.id = substring(file.name
      from '.*(' || pattern || ')')
    where mentioned.id is null and (file.name ~ pattern or strpos(texts, file.name) = 0)
    order by file.bucket, file.name;
end $$;
comment on function private.orphan_files is 'Returns the stored files older than one day that no row references.';

create function private.preview_repair(job text) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind text;
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  if split_part(job, ':', 1) = 'search_index' then
    foreach kind in array private.search_kinds() loop
      continue when job not in ('search_index', 'search_index:' || kind);
      return query select kind || ': ' || stale.title from private.stale_documents(kind) as stale;
    end loop;
    return;
  end if;
  case job
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
  kind text;
  touched integer := 0;
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', 'repair: ' || job, true);
  if split_part(job, ':', 1) = 'search_index' then
    foreach kind in array private.search_kinds() loop
      continue when job not in ('search_index', 'search_index:' || kind);
      touched := touched + private.renew_documents(kind);
    end loop;
    return touched;
  end if;
  case job
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

-- The pictures of a table are compared with the stored files in one join; a run changes at most 1,000 rows per column.
create function private.broken_images(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  rows tid[];
  missing constant text := 'shown.address like ''/midia/%%'' and not exists (
    select from storage.objects as file where file.bucket_id = ''media'' and file.name = substr(shown.address, 8))';
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as field,
      format(case when attribute.atttypid = 'text[]'::regtype then 'unnest(row.%I)' else 'unnest(array[row.%I])' end,
        attribute.attname) as addresses,
      case
        when attribute.attname in ('picture', 'path') then 'delete'
        when attribute.atttypid = 'text[]'::regtype then 'filter'
        else 'clear'
      end as action
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and (
        (attribute.attname = 'cover_url' and attribute.atttypid = 'text'::regtype)
        or (attribute.attname = 'photos' and attribute.atttypid = 'text[]'::regtype)
        or (relation.relname, attribute.attname) in (('city_photos', 'picture'), ('media_assets', 'path'))
      )
    order by attribute.attname in ('picture', 'path'), relation.relname, attribute.attname
  loop
    execute format(
      'select array(select distinct row.ctid from %s as row cross join lateral %s as shown (address) where ' || missing
        || ' limit %s)',
      one.name, one.addresses, case when is_run then '1000' else 'all' end
    ) into rows;
    continue when cardinality(rows) = 0;
    return query execute format(
      'select %L || concat_ws('' '', coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', %s), shown.address)
      from %s as row cross join lateral %s as shown (address) where row.ctid = any ($1) and ' || missing || ' order by shown.address',
      one.plain || ': ', case when one.field = 'path' then 'null' else 'to_jsonb(row) ->> ''id''' end, one.name,
        one.addresses
    ) using rows;
    continue when not is_run;
    if one.action = 'delete' then
      execute format('delete from %s where ctid = any ($1)', one.name) using rows;
    elsif one.action = 'clear' then
      execute format('update %s set %I = null where ctid = any ($1)', one.name, one.field) using rows;
    else
      execute format(
        'update %1$s as row set %2$I = array(
          select shown.address from unnest(row.%2$I) with ordinality as shown (address, place) where not (' || missing || ') order by shown.place
        ) where row.ctid = any ($1)', one.name, one.field
      ) using rows;
    end if;
  end loop;
end $$;
comment on function private.broken_images is
  'Returns the pictures of this site that rows show and that have no file; with true it removes at most 1,000 per '
  'column from the rows.';

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

create function private.without_entities(value jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(private.without_entities(value #>> '{}'))
    when 'array' then (select coalesce(jsonb_agg(private.without_entities(item) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as one (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(name, private.without_entities(item)), '{}')
      from jsonb_each(value) as one (name, item))
    else value
  end;
end $$;
comment on function private.without_entities(jsonb) is
  'Applies private.without_entities(text) to every text of a JSON document.';
revoke execute on function private.without_entities(jsonb) from public;

-- The visual editor wrote `&` as `&amp;`, `<` as `&lt;`, `>` as `&gt;` and an empty line as `&nbsp;`.
-- Restores the characters in stored texts. The audit log shows each text before and after.
create function private.without_entities(value text) returns text
language sql immutable set search_path = '' as $$
  select case
    -- In code an entity is what somebody wrote.
    when position('`' in value) > 0 or value !~ '&(amp|lt|gt|nbsp);' then value
    else
      -- What would become an entity, a tag or a quote stays as it is.
      regexp_replace(regexp_replace(regexp_replace(replace(
        regexp_replace(regexp_replace(value, '(^|\n)([ \t]*&nbsp;[ \t]*(\n+|$))+', '\1', 'g'), '\n+$', ''),
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

-- The search index is compared and repaired one kind at a time: `search_index:region`.
create function private.stale_documents(of_kind text) returns table (entity_id text, title text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select coalesce(wanted.entity_id, doc.entity_id), coalesce(wanted.title, doc.title)
    from private.%I as wanted
    full join (select * from public.search_documents where kind = %L) as doc on doc.entity_id = wanted.entity_id
    where (wanted.title, wanted.summary, wanted.path) is distinct from (doc.title, doc.summary, doc.path)',
    'searchable_' || of_kind, of_kind
  );
end $$;
comment on function private.stale_documents is
  'Returns the search documents of a kind that are missing, left over or different from their source.';

create function private.renew_documents(of_kind text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- As many as the preview shows; a second run repairs the rest.
  stale text[] := array(select entity_id from private.stale_documents(of_kind) limit 1000);
begin
  delete from public.search_documents where kind = of_kind and entity_id = any (stale);
  execute format(
    'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
    select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations
    from private.%I where entity_id = any ($1)', 'searchable_' || of_kind
  ) using stale;
  return cardinality(stale);
end $$;
comment on function private.renew_documents is
  'Writes at most 1,000 stale search documents of a kind anew and returns how many.';

create policy "repairers read stored files" on storage.objects
  for select to authenticated using ((select private.has_permission('system_repair')));
create policy "repairers delete stored files" on storage.objects
  for delete to authenticated using ((select private.has_permission('system_repair')));

create function public.preview_repair(job text) returns setof text
language sql volatile security invoker set search_path = '' set statement_timeout = '60s'
begin atomic
  select * from private.preview_repair(job);
end;
comment on function public.preview_repair is
  'Returns what a repair would change, one line each, and changes nothing. job: one of those repair_jobs.job allows, '
  'or a part of it such as search_index:region.';
grant execute on function public.preview_repair to authenticated, service_role;

create function public.run_repair(job text) returns integer
language sql volatile security invoker set search_path = '' set statement_timeout = '60s'
begin atomic
  select private.run_repair(job);
end;
comment on function public.run_repair is
  'Runs a repair or a part of it and returns how many items it changed, of some at most 1,000; raises 42501 without '
  'the permission system_repair.';
grant execute on function public.run_repair to authenticated, service_role;
