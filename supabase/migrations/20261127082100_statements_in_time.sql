-- A hosted project stops a statement of an account after 8 seconds and one of a visitor after 3. With 100,000 rows per
-- table these took more than one second (`npm run bench:functions`).

-- The permission of the caller is asked once per statement, not once per row.
alter policy "signed-in accounts read public events, editors of an event thei" on public.events using (
  (status in ('published', 'postponed', 'cancelled') and deleted_at is null)
  or organizer_id = (select private.account_id())
  or (select private.is_staff() and private.has_permission('events'))
  or private.edits_event(id)
);
alter policy "authenticated people of a place and voucher managers read all o" on public.vouchers using (
  (select private.is_staff() and private.has_permission('vouchers'))
  or private.is_shown_voucher(vouchers) or service_id in (select private.own_places())
);
alter policy "authenticated people of a place and voucher managers read its r" on public.voucher_redemptions using (
  (select private.is_staff() and (private.has_permission('vouchers') or private.has_permission('voucher_checkin')))
  or service_id in (select private.own_places())
);
alter policy "authenticated people of a place and service managers read who r" on public.service_members using (
  (select private.is_staff() and private.has_permission('services')) or service_id in (select private.own_places())
);
alter policy "authenticated owners of a place and service managers read its i" on public.service_invitations using (
  (select private.is_staff() and private.has_permission('services')) or private.owns_place(service_id)
);
alter policy "authenticated owners of a place, service and financial managers" on public.service_plans using (
  (select private.is_staff() and (private.has_permission('services') or private.has_permission('financials')))
  or private.owns_place(service_id)
);

create or replace function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select 'service_request', count(*), min(created_at) from public.service_requests where status in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status in ('received', 'in_progress', 'ready')
  union all
  select 'takedown', count(*), min(created_at) from public.takedown_requests where status in ('received', 'in_review')
  union all
  select 'report', count(*), min(created_at) from public.reports where status = 'open'
  union all
  select 'app_review', count(*), min(created_at) from public.app_reviews where status = 'pending'
  union all
  select 'ad_lead', count(*), min(created_at) from public.ad_leads where status in ('received', 'contacted')
  union all
  select 'seller', count(*), min(created_at) from public.sellers where status = 'pending'
  union all
  select 'pix', count(*), min(created_at) from public.payments where method = 'pix' and status = 'review'
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
  union all
  select 'event', count(*), min(created_at) from public.events where status = 'pending' and deleted_at is null
  union all
  select 'event_change', count(*), min(created_at) from public.event_changes where status = 'pending'
  union all
  select 'voucher', count(*), min(updated_at) from public.vouchers
  where status = 'pending' and (select private.is_staff() and private.has_permission('vouchers'));
end;

-- The search index is compared and repaired one kind at a time: `search_index:region`.
create function private.search_kinds() returns text[]
language sql immutable set search_path = ''
return array['region', 'city', 'service', 'photo_point', 'club', 'post'];
comment on function private.search_kinds() is
  'Kinds of search documents that a repair compares with their sources, in the order of lib/repairs.';

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
comment on function private.stale_documents(text) is
  'Returns the search documents of a kind that are missing, left over or different from their source.';

drop function private.rebuild_search();
drop function private.stale_search();

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
comment on function private.renew_documents(text) is
  'Writes at most 1,000 stale search documents of a kind anew and returns how many.';

-- Files that a column of private.file_columns names are left out first. A text that mentions one of the others contains
-- its name, so also the last UUID of it: all UUIDs of the texts are read once and joined.
create or replace function private.orphan_files() returns table (bucket text, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  named text := (
    select coalesce(string_agg(format('select %L, unnest(%s) from %s', columns.bucket, columns.names, columns.relation), ' union all '), 'select '''', ''''')
    from private.file_columns as columns
  );
  buckets text[];
  files text[];
  one record;
  found text[];
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
      on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and relation.relname not in ('audit_log', 'search_documents', 'cities', 'page_views')
      and attribute.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
    group by relation.oid
  loop
    execute format(
      'select array_agg(distinct match[1]) from (select concat_ws(E''\n'', %s) as words from %s offset 0) as read,
        regexp_matches(read.words, $1, ''g'') as match
      where read.words like ''%%/%%''', one.fields, one.table_name
    ) into found using pattern;
    ids := ids || coalesce(found, '{}');
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
    left join (select distinct unnest(ids) as id) as mentioned on mentioned.id = substring(file.name from '.*(' || pattern || ')')
    where mentioned.id is null and (file.name ~ pattern or strpos(texts, file.name) = 0)
    order by file.bucket, file.name;
end $$;

-- The pictures of a table are compared with the stored files in one join; a run changes at most 1,000 rows per column.
create or replace function private.broken_images(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  rows tid[];
  missing constant text := 'shown.address like ''/midia/%%'' and not exists (
    select from storage.objects as file where file.bucket_id = ''media'' and file.name = substr(shown.address, 8))';
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as field,
      format(case when attribute.atttypid = 'text[]'::regtype then 'unnest(row.%I)' else 'unnest(array[row.%I])' end, attribute.attname) as addresses,
      case
        when attribute.attname in ('picture', 'path') then 'delete'
        when attribute.atttypid = 'text[]'::regtype then 'filter'
        else 'clear'
      end as deed
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
      'select array(select distinct row.ctid from %s as row cross join lateral %s as shown (address) where ' || missing || ' limit %s)',
      one.name, one.addresses, case when is_run then '1000' else 'all' end
    ) into rows;
    continue when cardinality(rows) = 0;
    return query execute format(
      'select %L || concat_ws('' '', coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', %s), shown.address)
      from %s as row cross join lateral %s as shown (address) where row.ctid = any ($1) and ' || missing || ' order by shown.address',
      one.plain || ': ', case when one.field = 'path' then 'null' else 'to_jsonb(row) ->> ''id''' end, one.name, one.addresses
    ) using rows;
    continue when not is_run;
    if one.deed = 'delete' then
      execute format('delete from %s where ctid = any ($1)', one.name) using rows;
    elsif one.deed = 'clear' then
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
comment on function private.broken_images(boolean) is
  'Returns the pictures of this site that rows show and that have no file; with true it removes at most 1,000 per column from the rows.';
drop function private.is_missing_picture(text);

create or replace function private.preview_repair(job text) returns setof text
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

create or replace function private.run_repair(job text) returns integer
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
      update public.cities set has_cover = not has_cover where ibge_code in (select wrong.ibge_code from private.wrong_covers() as wrong);
      get diagnostics touched = row_count;
    else raise exception 'no such repair' using errcode = '22023';
  end case;
  return touched;
end $$;

-- PostgREST applies this setting before it calls the function. A look for orphan files reads every text of the database.
alter function public.preview_repair(text) set statement_timeout = '60s';
alter function public.run_repair(text) set statement_timeout = '60s';
comment on function public.preview_repair(text) is
  'Returns what a repair would change, one line each, and changes nothing. job: one of those repair_jobs.job allows, or a part of it such as search_index:region.';
comment on function public.run_repair(text) is
  'Runs a repair or a part of it and returns how many items it changed, of some at most 1,000; raises 42501 without the permission system_repair.';
