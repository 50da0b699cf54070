-- The visual editor wrote `&` as `&amp;`, `<` as `&lt;`, `>` as `&gt;` and an empty line as `&nbsp;`.
-- The stored texts get the signs back. The trail of each row shows the text before and after.

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
comment on function private.without_entities(text) is 'A markdown text with the signs that the visual editor had written as entities.';

create function private.without_entities(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(given)
    when 'string' then to_jsonb(private.without_entities(given #>> '{}'))
    when 'array' then (select coalesce(jsonb_agg(private.without_entities(item) order by place), '[]') from jsonb_array_elements(given) with ordinality as one (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(name, private.without_entities(item)), '{}') from jsonb_each(given) as one (name, item))
    else given
  end;
end $$;
comment on function private.without_entities(jsonb) is 'The same for every text of a document.';

create function private.repair_editor_texts() returns table (changed_table text, changed_id text, changed_column text, before text, after text)
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
comment on function private.repair_editor_texts() is
  'Rewrites texts with entities of the visual editor and answers what it changed. Legal documents in force and published versions of forms never change.';
revoke execute on function private.repair_editor_texts(), private.without_entities(text), private.without_entities(jsonb) from public;

do $$
declare
  change record;
begin
  for change in select * from private.repair_editor_texts() loop
    raise notice '%.% of %: % -> %', change.changed_table, change.changed_column, change.changed_id, left(change.before, 300), left(change.after, 300);
  end loop;
end $$;
