-- The functions that files of the baseline created before 27 November 2026; 20261127080000_hosted_statements.sql replaces them.
create or replace function private.search_weighted(q text, in_state text, kinds text[], max_rows integer, weights jsonb) returns table (
  kind text, entity_id text, state_abbr text, title text, summary text, path text, translations jsonb, score real
)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
set "pg_trgm.word_similarity_threshold" = '0.5'
as $$
#variable_conflict use_column
declare
  typed text := left(private.usual_names(private.plain_words(left(coalesce(q, ''), 200))), 100);
  wanted_state text := upper(in_state);
  words tsquery := private.words_query(typed);
  -- Values outside these patterns are neither kinds nor states and could break the text of the query.
  wanted text[] := array(select kind from unnest(kinds) as kind where kind ~ '^[a-z_]{1,20}$');
  filter tsquery := private.filter_query(wanted, substring(wanted_state from '^[A-Z]{2}$'));
  rare_filter tsquery := filter && private.filter_query(array['page', 'region', 'post', 'magazine'], null);
begin
  if wanted_state !~ '^[A-Z]{2}$' or (cardinality(kinds) > 0 and cardinality(wanted) = 0) then
    return;
  end if;
  return query
  with starting as (
    select doc from public.search_documents as doc
    where char_length(typed) >= 2 and doc.title_norm like typed || '%'
      and (cardinality(wanted) = 0 or doc.kind = any (wanted)) and (wanted_state is null or doc.state_abbr = wanted_state)
    limit 200
  ), matching as (
    select doc from public.search_documents as doc
    where numnode(words) > 0 and doc.tsv @@ (words && filter)
    limit 300
  ), chosen as (
    -- For a frequent word, routes, pages and posts are read separately, so that the many places do not displace them.
    select doc from public.search_documents as doc
    where (select count(*) from matching) = 300 and doc.tsv @@ (words && rare_filter)
    limit 200
  ), sure as (
    select doc from starting union all select doc from matching union all select doc from chosen
  ), alike as (
    select doc from public.search_documents as doc
    where char_length(typed) >= 3 and (select count(*) from (select from sure limit 3) as few) < 3
      and typed operator(extensions.<%) doc.title_norm
      and (cardinality(wanted) = 0 or doc.kind = any (wanted)) and (wanted_state is null or doc.state_abbr = wanted_state)
    order by extensions.word_similarity(typed, doc.title_norm) desc
    limit 100
  ), found as (
    select distinct on ((doc).kind, (doc).entity_id) (doc).*
    from (select doc from sure union all select doc from alike) as every
  )
  select
    found.kind, found.entity_id, found.state_abbr::text, found.title, found.summary, found.path, found.translations,
    (found.weight * coalesce((weights ->> found.kind)::real, 1) * (
      coalesce((weights ->> 'words')::real, 1) * ts_rank(found.tsv, words)
      + coalesce((weights ->> 'likeness')::real, 1) * (extensions.similarity(typed, found.title_norm) + extensions.word_similarity(typed, found.title_norm))
      + coalesce((weights ->> 'exact')::real, 1) * case when found.title_norm = typed then 1 when starts_with(found.title_norm, typed || ' ') then 0.5 else 0 end
    ))::real as score
  from found
  where found.visible_from is null or found.visible_from <= now()
  order by score desc, found.title, found.entity_id
  limit least(greatest(coalesce(max_rows, 20), 1), 100);
end $$;

create or replace function private.roll_up_page_views() returns date
language plpgsql volatile security definer set search_path = '' as $$
declare
  done date;
  until_day date := private.day_of(now() - interval '1 hour');
begin
  select until into done from private.page_view_rollup;
  if done >= until_day then
    return done;
  end if;
  select until into done from private.page_view_rollup for update;
  if done >= until_day then
    return done;
  end if;
  insert into public.page_view_daily (day, page_path, locale, state_abbr, views)
  select private.day_of(created_at), page_path, locale, state_abbr, count(*)
  from public.page_views
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo' and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  insert into public.page_source_daily (day, source, locale, state_abbr, views)
  select private.day_of(created_at), private.source_of(referrer_host), locale, state_abbr, count(*)
  from public.page_views
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo' and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  update private.page_view_rollup set until = until_day;
  return until_day;
end $$;

create or replace function private.publish_due_posts() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
  tags jsonb;
  published integer;
begin
  select done_until into since from private.publication for update;
  update public.blog_posts set status = 'published' where status = 'scheduled' and publish_at <= now();
  get diagnostics published = row_count;
  select jsonb_agg(tag order by tag) into tags from private.tags_due(since);
  if tags is not null then
    perform private.enqueue_job('revalidate-pages', jsonb_build_object('tags', tags));
  end if;
  update private.publication set done_until = now();
  return published;
end $$;

create or replace function private.move_rows(relation regclass, column_name name, gone uuid, kept uuid) returns jsonb
language plpgsql set search_path = '' set app.is_merging = 'on' as $$
declare
  spot tid;
  touched integer;
  moved integer := 0;
  dropped integer := 0;
  clashed text;
begin
  begin
    execute format('update %s set %2$I = $2 where %2$I = $1', relation, column_name) using gone, kept;
    get diagnostics moved = row_count;
    return jsonb_build_object('moved', moved, 'dropped', 0);
  exception when unique_violation or exclusion_violation then
    null; -- Tries row by row, to find out which ones are refused.
  end;
  for spot in execute format('select ctid from %s where %I = $1', relation, column_name) using gone loop
    begin
      execute format('update %s set %2$I = $2 where ctid = $3 and %2$I = $1', relation, column_name) using gone, kept, spot;
      get diagnostics touched = row_count;
      moved := moved + touched;
    exception when unique_violation or exclusion_violation then
      get stacked diagnostics clashed = table_name;
      if clashed <> (select relname from pg_catalog.pg_class where oid = relation) then
        raise;
      end if;
      execute format('delete from %s where ctid = $2 and %I = $1', relation, column_name) using gone, spot;
      get diagnostics touched = row_count;
      dropped := dropped + touched;
    end;
  end loop;
  return jsonb_build_object('moved', moved, 'dropped', dropped);
end $$;
