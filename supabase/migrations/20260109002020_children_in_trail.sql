-- The trail of a row shows its children (stops, prices, pages) as they were and as they are after each save.

create function records.children_of(child regclass, parent_column text, parent_id text, order_column text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  found jsonb;
  parent_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = child and attname = parent_column
  );
begin
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(one) - array[''created_at'', ''updated_at'', ''search_name'', %2$L, %3$L] order by %3$I, id), ''[]'') from %1$s as one where %2$I = $1::%4$s',
    child, parent_column, order_column, parent_type
  ) into found using parent_id;
  return found;
end $$;
comment on function records.children_of(regclass, text, text, text) is 'The children of a row in their order, as the caller may read them.';

create function records.log_children(target text, record_id text, child text, before_rows jsonb, after_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select private.account_id()) is null or before_rows is not distinct from after_rows or (before_rows is null and after_rows = '[]') then
    return;
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  values (
    (select private.account_id()), 'update', target, record_id,
    case when before_rows is not null then jsonb_build_object(child, before_rows) end,
    jsonb_build_object(child, after_rows), nullif(current_setting('app.audit_reason', true), '')
  );
end $$;
comment on function records.log_children(text, text, text, jsonb, jsonb) is
  'Writes the children of a saved row into its trail; before_rows is null for a new row. Schema records is no part of the API.';
revoke execute on function records.children_of(regclass, text, text, text), records.log_children(text, text, text, jsonb, jsonb) from public, anon;
grant execute on function records.children_of(regclass, text, text, text), records.log_children(text, text, text, jsonb, jsonb) to authenticated, service_role;

create or replace function public.save_record(
  target text, record_id text, seen timestamptz, changes jsonb, children jsonb default '[]', reason text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  subject regclass := format('public.%I', target)::regclass;
  key name := records.key_column(subject);
  columns text[] := records.writable_columns(subject, changes, array['created_at', 'updated_at']);
  list text := (select string_agg(quote_ident(name), ', ') from unnest(columns) as name);
  key_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = subject and attname = key
  );
  saved_id text := record_id;
  current_at timestamptz;
  child jsonb;
  child_table regclass;
  before_children jsonb;
begin
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  if record_id is null then
    execute format(
      'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) returning %3$I::text', subject, list, key
    ) into saved_id using changes;
  else
    execute format('select updated_at from %s where %I = $1::%s for update', subject, key, key_type) into current_at using record_id;
    if current_at is null then
      return jsonb_build_object('outcome', 'missing');
    end if;
    if seen is not null and current_at <> seen then
      return jsonb_build_object('outcome', 'conflict', 'updated_at', current_at);
    end if;
    if list is not null then
      execute format(
        'update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where %3$I = $2::%4$s returning %3$I::text',
        subject, list, key, key_type
      ) into saved_id using changes, record_id;
    end if;
    if saved_id is null then
      return jsonb_build_object('outcome', 'forbidden');
    end if;
  end if;
  for child in select jsonb_array_elements(children) loop
    child_table := format('public.%I', child ->> 'table')::regclass;
    before_children := records.children_of(child_table, child ->> 'parent', saved_id, child ->> 'order');
    perform records.save_children(child_table, child ->> 'parent', saved_id, child ->> 'order', child -> 'rows');
    perform records.log_children(
      target, saved_id, child ->> 'table', case when record_id is not null then before_children end,
      records.children_of(child_table, child ->> 'parent', saved_id, child ->> 'order')
    );
  end loop;
  execute format('select updated_at from %s where %I = $1::%s', subject, key, key_type) into current_at using saved_id;
  return jsonb_build_object('outcome', 'saved', 'id', saved_id, 'updated_at', current_at);
end $$;
