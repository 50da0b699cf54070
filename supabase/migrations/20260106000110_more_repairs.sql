-- Three more repairs. Duplicate addresses need none: every slug is unique in its table, the trash included.
alter table public.repair_jobs drop constraint repair_jobs_job_check;
alter table public.repair_jobs add constraint repair_jobs_job_check check (
  job in ('search_index', 'expired_trash', 'redirects', 'old_records', 'orphan_files', 'broken_images', 'counters', 'expired_tokens')
);

create function private.is_missing_picture(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select path like '/midia/%' and not exists (
    select from storage.objects where bucket_id = 'media' and name = substr(path, length('/midia/') + 1)
  )
$$;
comment on function private.is_missing_picture(text) is 'Whether an address of ours has no file behind it; pictures of other sites are not asked for.';

-- Only places a page shows a picture at; texts that mention one stay as somebody wrote them.
create function private.broken_images(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as field, attribute.atttypid = 'text[]'::regtype as is_list
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and ((attribute.attname = 'cover_url' and attribute.atttypid = 'text'::regtype) or (attribute.attname = 'photos' and attribute.atttypid = 'text[]'::regtype))
    order by relation.relname, attribute.attname
  loop
    return query execute format(
      'select %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'') || '' '' || path
      from %s as row, unnest(%s) as path where private.is_missing_picture(path)',
      one.plain || ': ', one.name, case when one.is_list then format('row.%I', one.field) else format('array[row.%I]', one.field) end
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
  return query select 'city_photos: ' || title || ' ' || picture from public.city_photos where private.is_missing_picture(picture) order by picture;
  return query select 'media_assets: ' || path from public.media_assets where private.is_missing_picture(path) order by path;
  if is_run then
    delete from public.city_photos where private.is_missing_picture(picture);
    delete from public.media_assets where private.is_missing_picture(path);
  end if;
end $$;
comment on function private.broken_images(boolean) is 'Pictures of ours that rows show and that have no file; with true the rows stop showing them.';

create function private.wrong_covers() returns table (ibge_code integer, name text)
language sql stable security definer set search_path = '' as $$
  select cities.ibge_code, cities.name from public.cities
  where cities.has_cover <> exists (select from public.city_photos where city_photos.city_ibge = cities.ibge_code and city_photos.is_cover)
  order by cities.name
$$;
comment on function private.wrong_covers() is 'Towns whose kept mark says something else than their photos; every other number is counted when it is asked for.';

-- A month later nobody opens the link any more; those that were used stay, for they are the proof of a decision.
create function private.expired_tokens(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query
    select subject_kind || ' ' || subject_id || ' ' || to_char(expires_at, 'YYYY-MM-DD') from public.approval_tokens
    where used_at is null and expires_at < now() - interval '30 days' order by expires_at;
  if is_run then
    delete from public.approval_tokens where used_at is null and expires_at < now() - interval '30 days';
  end if;
end $$;
comment on function private.expired_tokens(boolean) is 'Approval links nobody used, a month after their end; with true they go.';

create or replace function private.preview_repair(job text) returns setof text
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

create or replace function private.run_repair(job text) returns integer
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
      update public.cities set has_cover = not has_cover where ibge_code in (select wrong.ibge_code from private.wrong_covers() as wrong);
      get diagnostics touched = row_count;
    else raise exception 'no such repair' using errcode = '22023';
  end case;
  return touched;
end $$;

comment on function public.preview_repair(text) is 'Changes nothing. job: one of those repair_jobs.job allows.';
