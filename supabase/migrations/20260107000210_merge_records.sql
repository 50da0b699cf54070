-- Two rows become one: what points to the second points to the first afterwards, and the second goes to the trash.

create function private.is_blank(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select value is null or value in ('null', '""', '[]', '{}')
$$;

-- Lists are joined; anything else is taken only where the kept row says nothing. What makes a row this row stays.
create function private.gaps_filled(kept jsonb, other jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  own constant text[] := array['id', 'slug', 'status', 'state_abbr', 'created_at', 'updated_at', 'deleted_at', 'translations'];
  filled jsonb;
  language text;
  words jsonb;
  translations jsonb;
begin
  select coalesce(jsonb_object_agg(key, case
    when private.is_blank(kept -> key) then value
    else (kept -> key) || coalesce((select jsonb_agg(item) from jsonb_array_elements(value) as item where not (kept -> key) @> item), '[]')
  end), '{}') into filled
  from jsonb_each(other)
  where key <> all (own) and not private.is_blank(value) and case
    when private.is_blank(kept -> key) then true
    when jsonb_typeof(value) = 'array' and jsonb_typeof(kept -> key) = 'array' then not (kept -> key) @> value
    else false
  end;
  -- How sure a position is belongs to the position.
  if filled ? 'lat' and other ? 'is_approximate' then
    filled := filled || jsonb_build_object('is_approximate', other -> 'is_approximate');
  end if;
  -- A translation comes with the text it translates, never alone.
  for language in select jsonb_object_keys(coalesce(other -> 'translations', '{}')) loop
    select jsonb_object_agg(key, value) into words
    from jsonb_each(other -> 'translations' -> language) where filled ? key and private.is_blank(kept -> key);
    if words is not null then
      translations := coalesce(filled -> 'translations', kept -> 'translations', '{}');
      filled := filled || jsonb_build_object(
        'translations', translations || jsonb_build_object(language, coalesce(translations -> language, '{}') || words)
      );
    end if;
  end loop;
  return filled;
end $$;
comment on function private.gaps_filled(jsonb, jsonb) is 'Columns of a row that another row of the same thing can complete, with their new values.';

create function private.move_children(target regclass, item_kind text, kept_id uuid, other_id uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  child record;
  place tid;
  moved integer;
  total integer := 0;
begin
  for child in
    select link.conrelid::regclass as name, attribute.attname as key
    from pg_catalog.pg_constraint as link
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = target and cardinality(link.conkey) = 1 and link.confkey = (
      select array[attnum] from pg_catalog.pg_attribute where attrelid = target and attname = 'id'
    )
  loop
    begin
      execute format('update %s set %I = $1 where %I = $2', child.name, child.key, child.key) using kept_id, other_id;
      get diagnostics moved = row_count;
      total := total + moved;
    exception when unique_violation or exclusion_violation then
      -- One by one then: what the kept row has already, such as the same account's mark, stays with the other.
      for place in execute format('select ctid from %s where %I = $1', child.name, child.key) using other_id loop
        begin
          execute format('update %s set %I = $1 where ctid = $2', child.name, child.key) using kept_id, place;
          total := total + 1;
        exception when unique_violation or exclusion_violation then
          null;
        end;
      end loop;
    end;
  end loop;
  -- Reports name their subject without a foreign key.
  update public.reports set subject_id = kept_id::text where subject_type = item_kind and subject_id = other_id::text;
  get diagnostics moved = row_count;
  return total + moved;
end $$;
comment on function private.move_children(regclass, text, uuid, uuid) is 'Points every row that names the second at the first, whichever table it stands in.';

create function private.merge_records(target text, kept_id uuid, other_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  source records.duplicate_sources;
  subject regclass;
  kept jsonb;
  other jsonb;
  filled jsonb;
  columns text;
  old_paths text[];
  new_path text;
  moved integer;
begin
  select * into source from records.duplicate_sources where entity = target;
  if source.entity is null or not private.is_staff() or not private.has_permission(source.permission) then
    raise exception 'merging % is not allowed', target using errcode = '42501';
  end if;
  if kept_id = other_id then
    return jsonb_build_object('outcome', 'same');
  end if;
  subject := format('public.%I', target)::regclass;
  -- In one order for everybody: two people merging the pair either way wait for each other.
  execute format('select from %s where id = any ($1) order by id for update', subject) using array[kept_id, other_id];
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into kept using kept_id;
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into other using other_id;
  if kept is null or other is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  if kept ->> 'deleted_at' is null and other ->> 'deleted_at' is not null and exists (
    select from public.duplicate_verdicts as said
    where said.entity = target and said.first_id = least(merge_records.kept_id, other_id)
      and said.second_id = greatest(merge_records.kept_id, other_id) and said.kept_id = merge_records.kept_id
  ) then
    return jsonb_build_object('outcome', 'merged', 'moved', 0);
  end if;
  if kept ->> 'deleted_at' is not null or other ->> 'deleted_at' is not null then
    return jsonb_build_object('outcome', 'trashed');
  end if;
  if kept ->> 'state_abbr' <> other ->> 'state_abbr' then
    return jsonb_build_object('outcome', 'elsewhere');
  end if;
  -- Visitors would be sent from a page they see to one they do not.
  if private.is_shown(other) and not private.is_shown(kept) then
    return jsonb_build_object('outcome', 'hidden');
  end if;

  perform set_config('app.audit_reason', left('Repetido: recebeu ' || (other ->> 'name') || ' (' || other_id || ')', 300), true);
  moved := private.move_children(subject, source.item_kind, kept_id, other_id);
  filled := private.gaps_filled(kept, other);
  columns := (select string_agg(quote_ident(name), ', ') from unnest(records.writable_columns(subject, filled, array['id'])) as name);
  if columns is null then
    insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
    values ((select auth.uid()), 'update', target, kept_id::text, '{}', '{}', current_setting('app.audit_reason'));
  else
    execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2', subject, columns)
      using filled, kept_id;
  end if;

  perform set_config('app.audit_reason', left('Repetido: juntado a ' || (kept ->> 'name') || ' (' || kept_id || ')', 300), true);
  old_paths := private.addresses_of(source.item_kind, other ->> 'state_abbr', other ->> 'slug');
  new_path := (private.addresses_of(source.item_kind, kept ->> 'state_abbr', kept ->> 'slug'))[1];
  -- Before the trash calls its older addresses gone.
  if private.is_shown(other) then
    update public.redirects set to_path = new_path where to_path = any (old_paths) and from_path <> new_path;
  end if;
  execute format('update %s set deleted_at = now() where id = $1', subject) using other_id;
  if private.is_shown(other) then
    perform private.record_move(path, new_path) from unnest(old_paths) as path;
  end if;
  insert into public.duplicate_verdicts (entity, first_id, second_id, verdict, kept_id, decided_by)
  values (target, least(kept_id, other_id), greatest(kept_id, other_id), 'merged', kept_id, (select auth.uid()))
  on conflict (entity, first_id, second_id) do update
    set verdict = excluded.verdict, kept_id = excluded.kept_id, decided_by = excluded.decided_by, decided_at = now();
  perform set_config('app.audit_reason', '', true);
  return jsonb_build_object('outcome', 'merged', 'moved', moved);
end $$;

create function public.merge_records(target text, kept_id uuid, other_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.merge_records(target, kept_id, other_id);
comment on function public.merge_records(text, uuid, uuid) is
  'Merges the other row into the kept one and answers {outcome: merged, moved}, or why not: same, missing, trashed, elsewhere (another state), hidden (the kept one is no page yet).';
revoke execute on function public.merge_records(text, uuid, uuid) from public, anon;
grant execute on function public.merge_records(text, uuid, uuid) to authenticated, service_role;

create function public.count_children(target text, ids uuid[]) returns table (id uuid, child text, total bigint)
language plpgsql stable security invoker set search_path = '' as $$
declare
  subject regclass := format('public.%I', target)::regclass;
  link record;
begin
  for link in
    select conrelid::regclass as name, relname as child, attname as key
    from pg_catalog.pg_constraint
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    join pg_catalog.pg_class on pg_class.oid = conrelid
    where contype = 'f' and confrelid = subject and cardinality(conkey) = 1 and has_table_privilege(conrelid, 'select')
  loop
    return query execute format('select %1$I, %2$L::text, count(*) from %3$s where %1$I = any ($1) group by %1$I', link.key, link.child, link.name) using ids;
  end loop;
  return query
    select reports.subject_id::uuid, 'reports'::text, count(*) from public.reports
    where reports.subject_type = (select source.item_kind from records.duplicate_sources as source where source.entity = target)
      and reports.subject_id = any (ids::text[])
    group by reports.subject_id;
end $$;
comment on function public.count_children(text, uuid[]) is 'How many rows point to each of these, per table, as far as the caller may see them.';
revoke execute on function public.count_children(text, uuid[]) from public, anon;
grant execute on function public.count_children(text, uuid[]) to authenticated, service_role;
