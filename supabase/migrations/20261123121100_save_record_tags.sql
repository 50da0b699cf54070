-- A save returns the columns that the cache tags of its row are built from, before and after the save. The caller
-- neither reads the row again nor expires pages that do not show it.

create function records.column_values(subject regclass, key name, key_type text, record_id text, columns text[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  list text := (select string_agg(quote_ident(name), ', ') from unnest(columns) as name);
  found jsonb;
begin
  if list is null then
    return '[{}]';
  end if;
  execute format('select jsonb_agg(to_jsonb(one)) from (select %s from %s where %I = $1::%s) as one', list, subject, key, key_type)
    into found using record_id;
  return coalesce(found, '[]');
end $$;
comment on function records.column_values(regclass, name, text, text, text[]) is
  'A list with the named columns of one row; empty when the caller may not read the row.';
revoke execute on function records.column_values(regclass, name, text, text, text[]) from public, anon;
grant execute on function records.column_values(regclass, name, text, text, text[]) to authenticated, service_role;

drop function public.save_records(text, jsonb, text);
drop function public.save_record(text, text, timestamptz, jsonb, jsonb, text);

create function public.save_record(
  target text, record_id text, seen timestamptz, changes jsonb, children jsonb default '[]', reason text default null,
  tag_columns text[] default '{}'
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
  states jsonb := '[]';
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
    states := records.column_values(subject, key, key_type, record_id, tag_columns);
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
  return jsonb_build_object(
    'outcome', 'saved', 'id', saved_id, 'updated_at', current_at,
    'states', states || records.column_values(subject, key, key_type, saved_id, tag_columns)
  );
end $$;

comment on function public.save_record(text, text, timestamptz, jsonb, jsonb, text, text[]) is
  'Adds or changes one row with its children in one transaction, as the caller. Returns {outcome}: saved with id, updated_at and states (tag_columns before and after the save), conflict, missing or forbidden.';
revoke execute on function public.save_record(text, text, timestamptz, jsonb, jsonb, text, text[]) from public, anon;
grant execute on function public.save_record(text, text, timestamptz, jsonb, jsonb, text, text[]) to authenticated, service_role;

create function public.save_records(target text, items jsonb, reason text default null, tag_columns text[] default '{}') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  item jsonb;
  answers jsonb := '[]';
  failed_message text;
  failed_detail text;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 500 then
    raise exception 'at most 500 rows' using errcode = '22023';
  end if;
  -- Duplicates are searched once at the end, not after every row.
  perform set_config('app.many_rows', 'on', true);
  for item in select jsonb_array_elements(items) loop
    -- A refused row is rolled back alone.
    begin
      answers := answers || public.save_record(target, item ->> 'id', null, item -> 'changes', '[]', reason, tag_columns);
    exception when integrity_constraint_violation or data_exception or insufficient_privilege then
      get stacked diagnostics failed_message = message_text, failed_detail = pg_exception_detail;
      answers := answers || jsonb_build_object('outcome', 'error', 'code', sqlstate, 'message', failed_message, 'details', failed_detail);
    end;
  end loop;
  perform set_config('app.many_rows', '', true);
  perform records.pair_saved(target, array(
    select (answer ->> 'id')::uuid from jsonb_array_elements(answers) as answer where answer ->> 'outcome' = 'saved' and answer ->> 'id' ~ '^[0-9a-f-]{36}$'
  ));
  return answers;
end $$;

comment on function public.save_records(text, jsonb, text, text[]) is
  'Saves up to 500 rows [{id, changes}] one by one, as the caller, and returns one result per row: a result of save_record, or {outcome: error, code, message, details}.';
revoke execute on function public.save_records(text, jsonb, text, text[]) from public, anon;
grant execute on function public.save_records(text, jsonb, text, text[]) to authenticated, service_role;
