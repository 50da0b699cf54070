-- Trigger functions that the tables of the guide share. Their bodies name tables of later files, which PL/pgSQL looks
-- up when a trigger runs.

-- A change of a child row counts as a change of its parent: caches and the seed compare the parent's updated_at.
create function private.touch_parent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parents uuid[] := array[
    case when tg_op <> 'INSERT' then (to_jsonb(old) ->> tg_argv[1])::uuid end,
    case when tg_op <> 'DELETE' then (to_jsonb(new) ->> tg_argv[1])::uuid end
  ];
begin
  execute format('update public.%I set updated_at = now() where id = any ($1)', tg_argv[0]) using parents;
  return null;
end $$;
comment on function private.touch_parent() is 'Arguments: parent table, column that points to it.';

-- Argument: kind of item. Items that were never public have no old address to redirect.
create function private.keep_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_item jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_item jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_paths text[] := private.addresses_of(tg_argv[0], old_item ->> 'state_abbr', old_item ->> 'slug');
  new_paths text[] := private.addresses_of(tg_argv[0], new_item ->> 'state_abbr', new_item ->> 'slug');
  was_shown boolean := old_item is not null and private.is_shown(old_item);
  is_gone boolean := new_item is null or new_item ->> 'deleted_at' is not null;
begin
  if new_item is not null and private.is_shown(new_item) then
    delete from public.redirects where from_path = any (new_paths);
  end if;
  if was_shown and is_gone then
    perform private.record_move(path, null) from unnest(old_paths) as path;
  elsif was_shown then
    perform private.record_move(path, new_paths[1]) from unnest(old_paths) as path where path <> all (new_paths);
  end if;
  return null;
end $$;
comment on function private.keep_addresses() is 'Keeps addresses alive when a slug changes, and gone when a shown item is deleted.';

-- Argument: kind. Runs once per statement, because the seed inserts 5,571 cities in one.
create function private.index_for_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  id_column text := case when tg_argv[0] = 'city' then 'ibge_code' else 'id' end;
begin
  if tg_op <> 'INSERT' then
    execute format(
      'delete from public.search_documents as doc where doc.kind = %L and doc.entity_id in (select %I::text from old_rows)',
      tg_argv[0], id_column
    );
  end if;
  if tg_op <> 'DELETE' then
    execute format(
      'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
      select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations
      from private.%I where source_id in (select %I from new_rows)',
      'searchable_' || tg_argv[0], id_column
    );
  end if;
  return null;
end $$;
comment on function private.index_for_search() is 'Rewrites the search documents of the rows a statement touched; a row that is not shown has none.';

create function private.note_duplicates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  item uuid := coalesce(new_row, old_row) ->> 'id';
begin
  if tg_op = 'UPDATE' and not exists (
    select from unnest(array['name', 'state_abbr', 'city_ibge', 'lat', 'lng', 'deleted_at']) as key
    where old_row -> key is distinct from new_row -> key
  ) then
    return null;
  end if;
  delete from records.duplicate_pairs where entity = tg_table_name and first_id = item;
  delete from records.duplicate_pairs where entity = tg_table_name and second_id = item;
  if tg_op = 'DELETE' then
    delete from public.duplicate_verdicts where entity = tg_table_name and (first_id = item or second_id = item);
  elsif new_row ->> 'deleted_at' is null and coalesce(current_setting('app.many_rows', true), '') = '' then
    perform private.pair_duplicates(tg_table_name, array[item]);
  end if;
  return null;
end $$;
comment on function private.note_duplicates() is 'Keeps duplicate_pairs as the rows are.';
