-- What the panel needs for every table: save a row with its children, save many rows, read the audit log of a row.

create function records.key_column(target regclass) returns name
language sql stable set search_path = '' as $$
  select attribute.attname from pg_catalog.pg_index as index
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = index.indkey[0]
  where index.indrelid = target and index.indisprimary and index.indnatts = 1
$$;
comment on function records.key_column(regclass) is 'The primary key of a table that has one of a single column.';

create function records.writable_columns(target regclass, given jsonb, without text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(attribute.attname::text order by attribute.attnum), '{}') from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = target and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    and given ? attribute.attname and attribute.attname <> all (without)
$$;
comment on function records.writable_columns(regclass, jsonb, text[]) is 'Columns of a table that an object names; other keys are ignored.';

-- The list of children is complete: those with a known id are updated, those without one inserted, missing ones deleted.
create function records.save_children(child regclass, parent_column text, parent_id text, order_column text, items jsonb) returns void
language plpgsql security invoker set search_path = '' as $$
declare
  item jsonb;
  place integer := 0;
  columns text[];
  parent_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = child and attname = parent_column
  );
  placed jsonb;
begin
  execute format('delete from %s where %I = $1::%s and id <> all ($2)', child, parent_column, parent_type)
    using parent_id, array(select (one ->> 'id')::uuid from jsonb_array_elements(items) as one where one ->> 'id' is not null);
  -- Moves the positions out of range first, so that two children can exchange theirs.
  execute format('update %s set %I = %I + 100000 where %I = $1::%s', child, order_column, order_column, parent_column, parent_type)
    using parent_id;
  for item in select jsonb_array_elements(items) loop
    place := place + 1;
    placed := item || jsonb_build_object(parent_column, parent_id, order_column, place);
    columns := records.writable_columns(child, placed, array['id', 'created_at', 'updated_at']);
    if item ->> 'id' is null then
      execute format(
        'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)', child,
        (select string_agg(quote_ident(name), ', ') from unnest(columns) as name)
      ) using placed;
    else
      execute format(
        'update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2 and %3$I = $3::%4$s', child,
        (select string_agg(quote_ident(name), ', ') from unnest(columns) as name), parent_column, parent_type
      ) using placed, (item ->> 'id')::uuid, parent_id;
    end if;
  end loop;
end $$;
comment on function records.save_children(regclass, text, text, text, jsonb) is 'Runs as the caller: the policies of the child table decide.';

create function public.save_record(
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
comment on function public.save_record(text, text, timestamptz, jsonb, jsonb, text) is
  'Adds (record_id null) or changes one row and its ordered children in one transaction, as the caller. seen: the updated_at the form was loaded with; another one is a conflict. children: [{table, parent, order, rows: [{id?, …}]}].';
revoke execute on function public.save_record(text, text, timestamptz, jsonb, jsonb, text) from public, anon;
grant execute on function public.save_record(text, text, timestamptz, jsonb, jsonb, text) to authenticated, service_role;

create function public.save_records(target text, items jsonb, reason text default null) returns jsonb
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
  -- Duplicates are searched once at the end, not for every row.
  perform set_config('app.many_rows', 'on', true);
  for item in select jsonb_array_elements(items) loop
    -- A refused row is rolled back alone.
    begin
      answers := answers || public.save_record(target, item ->> 'id', null, item -> 'changes', '[]', reason);
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
comment on function public.save_records(text, jsonb, text) is
  'Saves up to 500 rows [{id, changes}] one by one, as the caller, and answers what became of each: an answer of save_record, or {outcome: error, code, message, details}.';
revoke execute on function public.save_records(text, jsonb, text) from public, anon;
grant execute on function public.save_records(text, jsonb, text) to authenticated, service_role;

-- The permission that lets an account read the audit log of a row; a test compares it with the declared resources.
create table private.trail_permissions (
  entity text primary key,
  permission text not null
);
comment on table private.trail_permissions is 'The permission that lets staff read what happened to the rows of a table; without a row it takes access_log.';

create function private.read_record_trail(entity text, entity_id text, max_rows integer default 100) returns table (
  id bigint, action text, actor text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select audit.id, audit.action, profiles.username, audit.before, audit.after, audit.reason, audit.created_at
  from public.audit_log as audit
  left join public.profiles on profiles.id = audit.actor_id
  where audit.entity = read_record_trail.entity and audit.entity_id = read_record_trail.entity_id
    and (select private.is_staff()) and (select private.has_permission(coalesce(
      (select permission from private.trail_permissions as trail where trail.entity = read_record_trail.entity), 'access_log'
    )))
  order by audit.created_at desc, audit.id desc
  limit least(greatest(max_rows, 1), 500)
$$;

create function public.record_trail(entity text, entity_id text, max_rows integer default 100) returns table (
  id bigint, action text, actor text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_record_trail(entity, entity_id, max_rows);
end;
comment on function public.record_trail(text, text, integer) is 'What happened to one row, newest first, for staff who may edit its table.';
revoke execute on function public.record_trail(text, text, integer) from public, anon;
grant execute on function public.record_trail(text, text, integer) to authenticated, service_role;

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  resource text not null check (resource ~ '^[a-z_]{1,40}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  query text not null check (char_length(query) <= 1000),
  created_at timestamptz not null default now(),
  unique (user_id, resource, name)
);
comment on table public.saved_views is 'Filters of admin lists that somebody keeps under a name.';

alter table public.saved_views enable row level security;
grant select, insert, delete on public.saved_views to authenticated;
grant all on public.saved_views to service_role;

create policy "staff read their own saved views" on public.saved_views
  for select to authenticated using (user_id = (select private.account_id()) and (select private.is_staff()));
create policy "staff keep their own saved views" on public.saved_views
  for insert to authenticated with check (user_id = (select private.account_id()) and (select private.is_staff()));
create policy "staff delete their own saved views" on public.saved_views
  for delete to authenticated using (user_id = (select private.account_id()) and (select private.is_staff()));

create function records.pair_saved(target text, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(ids) > 0 and exists (select from records.duplicate_sources where entity = target) then
    perform private.pair_duplicates(target, ids);
  end if;
end $$;
comment on function records.pair_saved(text, uuid[]) is 'Looks for rows that stand for the same as these, where the table asks for it.';
revoke execute on function records.pair_saved(text, uuid[]) from public, anon;
grant execute on function records.pair_saved(text, uuid[]) to authenticated, service_role;

-- The audit log of a row contains its children (stops, prices, pages) before and after each save.
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
revoke execute on function records.children_of(regclass, text, text, text) from public, anon;
grant execute on function records.children_of(regclass, text, text, text) to authenticated, service_role;

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
revoke execute on function records.log_children(text, text, text, jsonb, jsonb) from public, anon;
grant execute on function records.log_children(text, text, text, jsonb, jsonb) to authenticated, service_role;

insert into private.trail_permissions (entity, permission) values
  ('regions', 'state_content'),
  ('region_waypoints', 'state_content'),
  ('state_contents', 'state_content'),
  ('emergency_contacts', 'state_content'),
  ('blog_posts', 'blog'),
  ('blog_categories', 'blog'),
  ('magazines', 'magazine'),
  ('magazine_pages', 'magazine'),
  ('photo_points', 'photo_points'),
  ('website_contents', 'website_content'),
  ('faqs', 'website_content'),
  ('glossary_terms', 'website_content'),
  ('legal_documents', 'website_content'),
  ('radio_stations', 'website_content'),
  ('redirects', 'website_content'),
  ('checklist_templates', 'website_content'),
  ('checklist_template_items', 'website_content'),
  ('clubs', 'clubs'),
  ('services', 'services'),
  ('service_categories', 'service_categories'),
  ('service_requests', 'service_requests'),
  ('trip_panel_requests', 'service_requests'),
  ('takedown_requests', 'service_requests'),
  ('reports', 'reviews'),
  ('app_reviews', 'app_reviews'),
  ('ad_leads', 'ads'),
  ('cities', 'all_cities'),
  ('app_settings', 'settings'),
  ('admin_tasks', 'management'),
  ('state_assignments', 'management'),
  ('tolls', 'tolls'),
  ('toll_prices', 'tolls');
