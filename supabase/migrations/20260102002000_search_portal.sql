-- The words of a question, each as typed and as a stem; the last one may still be growing.
create function private.words_query(typed text) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := (string_to_array(typed, ' '))[1:8];
  ending text;
  stem tsquery;
  asked tsquery := ''::tsquery;
begin
  for place in 1..coalesce(array_length(words, 1), 0) loop
    ending := case when place = array_length(words, 1) then ':*' else '' end;
    stem := to_tsquery('private.guide'::regconfig, words[place] || ending);
    -- A stop word says nothing; one or two letters say little where longer words stand beside them.
    continue when numnode(stem) = 0 or (char_length(words[place]) < 3 and array_length(words, 1) > 1);
    asked := asked && (stem || (words[place] || ending)::tsquery);
  end loop;
  return asked;
end $$;
comment on function private.words_query(text) is 'Takes plain words only; empty when none of them says anything.';

create function private.filter_query(kinds text[], state_abbr text) returns tsquery
language sql immutable set search_path = '' as $$
  select coalesce(('(' || string_agg(quote_literal('kind:' || kind), ' | ') || ')')::tsquery, ''::tsquery)
    && coalesce(quote_literal('state:' || state_abbr)::tsquery, ''::tsquery)
  from unnest(kinds) as kind
$$;
comment on function private.filter_query(text[], text) is 'The lexemes a document carries about itself; an absent filter lets everything pass.';

-- Three ways to a document, each bounded, then one ranking: its title starts with what was typed, its words match,
-- its title looks alike. The last is for typing mistakes and runs only when the others found next to nothing.
create function private.search_portal(q text, in_state text, kinds text[], max_rows integer) returns table (
  kind text, entity_id text, state_abbr text, title text, summary text, path text, translations jsonb, score real
)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
set "pg_trgm.word_similarity_threshold" = '0.5'
as $$
#variable_conflict use_column
declare
  typed text := left(private.plain_words(left(coalesce(q, ''), 200)), 100);
  wanted_state text := upper(in_state);
  words tsquery := private.words_query(typed);
  -- Names outside these patterns are no kind and no state, and quoting them into a query could break it.
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
    -- Where a word is everywhere, the few routes, pages and posts that have it must not drown among the places.
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
    (found.weight * (
      ts_rank(found.tsv, words)
      + extensions.similarity(typed, found.title_norm)
      + extensions.word_similarity(typed, found.title_norm)
      + case when found.title_norm = typed then 1 when starts_with(found.title_norm, typed || ' ') then 0.5 else 0 end
    ))::real as score
  from found
  where found.visible_from is null or found.visible_from <= now()
  order by score desc, found.title, found.entity_id
  limit least(greatest(coalesce(max_rows, 20), 1), 100);
end $$;
comment on function private.search_portal(text, text, text[], integer) is 'Best documents for what somebody typed.';

create function public.search_portal(
  q text, in_state text default null, kinds text[] default null, max_rows integer default 20
) returns table (
  kind text, entity_id text, state_abbr text, title text, summary text, path text, translations jsonb, score real
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.search_portal(q, in_state, kinds, max_rows);
end;
comment on function public.search_portal(text, text, text[], integer) is
  'Finds routes, cities, places, photo points, posts, clubs and pages: full text and typing mistakes, without accents.';
grant execute on function public.search_portal(text, text, text[], integer) to anon, authenticated, service_role;
