-- Only the word as typed may still be growing: the stem of "lages" is "lag", which begins Laguna too.
create or replace function private.words_query(typed text) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := (string_to_array(typed, ' '))[1:8];
  ending text;
  stem tsquery;
  asked tsquery := ''::tsquery;
begin
  for place in 1..coalesce(array_length(words, 1), 0) loop
    ending := case when place = array_length(words, 1) then ':*' else '' end;
    stem := to_tsquery('private.guide'::regconfig, words[place]);
    -- A stop word says nothing; one or two letters say little where longer words stand beside them.
    continue when numnode(stem) = 0 or (char_length(words[place]) < 3 and array_length(words, 1) > 1);
    asked := asked && (stem || (words[place] || ending)::tsquery);
  end loop;
  return asked;
end $$;

-- What people call a town; the search looks for its name instead.
create function private.usual_names(typed text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  spoken text[];
begin
  foreach spoken slice 1 in array array[
    ['floripa', 'florianopolis'], ['sampa', 'sao paulo'], ['beaga', 'belo horizonte'], ['bh', 'belo horizonte'],
    ['jampa', 'joao pessoa'], ['cwb', 'curitiba']
  ] loop
    typed := regexp_replace(typed, '\m' || spoken[1] || '\M', spoken[2], 'g');
  end loop;
  return typed;
end $$;
comment on function private.usual_names(text) is 'Plain words with the nicknames of towns replaced by their names: floripa → florianopolis.';

-- As before, but for the nicknames.
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

-- Whom to call on the road stands on the page of every state.
insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, translations)
select 'page', '/' || lower(abbr) || '/home#emergencia', abbr, 'Emergência na estrada: ' || name,
  'Telefones: Polícia Militar 190, Polícia Rodoviária Federal 191, SAMU 192, Bombeiros 193',
  'guincho reboque socorro acidente pane telefone prf 191 policia rodoviaria federal pm 190 samu ambulancia 192 bombeiros 193 tow truck police ambulance grua auxilio',
  '/' || lower(abbr) || '/home#emergencia',
  jsonb_build_object(
    'en', jsonb_build_object('title', 'Road emergencies: ' || name, 'summary', 'Phone numbers: police 190, Federal Highway Police 191, ambulance 192, fire brigade 193'),
    'es', jsonb_build_object('title', 'Emergencias en la ruta: ' || name, 'summary', 'Teléfonos: policía 190, Policía Federal de Caminos 191, ambulancia 192, bomberos 193')
  )
from public.states;
