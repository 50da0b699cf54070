-- Weights of the search; a change is a new version, so every earlier one comes back.
create table public.algorithm_settings (
  id uuid primary key default gen_random_uuid(),
  algorithm text not null check (algorithm in ('search')),
  version integer not null check (version > 0),
  weights jsonb not null check (jsonb_typeof(weights) = 'object' and char_length(weights::text) <= 2000),
  note text not null default '' check (char_length(note) <= 300),
  is_active boolean not null default false,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (algorithm, version)
);
comment on table public.algorithm_settings is 'Versions of the weights; without an active one the built-in values count.';

create unique index algorithm_settings_active_idx on public.algorithm_settings (algorithm) where is_active;
create index algorithm_settings_created_by_idx on public.algorithm_settings (created_by);

alter table public.algorithm_settings enable row level security;
revoke all on public.algorithm_settings from anon, authenticated;
grant select on public.algorithm_settings to anon;
grant select, insert, update on public.algorithm_settings to authenticated;
grant all on public.algorithm_settings to service_role;

create policy "anonymous visitors read the active weights" on public.algorithm_settings
  for select to anon using (is_active);
create policy "signed-in accounts read the active weights, managers all" on public.algorithm_settings
  for select to authenticated using (is_active or (select private.has_permission('system_algorithms')));
create policy "algorithm managers add versions" on public.algorithm_settings
  for insert to authenticated with check ((select private.has_permission('system_algorithms')));
create policy "algorithm managers choose the active version" on public.algorithm_settings
  for update to authenticated
  using ((select private.has_permission('system_algorithms')))
  with check ((select private.has_permission('system_algorithms')));

create trigger algorithm_settings_touch before update on public.algorithm_settings
  for each row execute function private.touch_updated_at();
create trigger algorithm_settings_audit after insert or update or delete on public.algorithm_settings
  for each row execute function private.write_audit('id');

create function public.save_weights(of_algorithm text, new_weights jsonb, new_note text default '') returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  new_version integer := (select coalesce(max(version), 0) + 1 from public.algorithm_settings where algorithm = of_algorithm);
begin
  update public.algorithm_settings set is_active = false where algorithm = of_algorithm and is_active;
  -- No weights: the built-in ones count again.
  if new_weights is not null then
    insert into public.algorithm_settings (algorithm, version, weights, note, is_active) values (of_algorithm, new_version, new_weights, new_note, true);
  end if;
  return new_version;
end $$;
comment on function public.save_weights(text, jsonb, text) is 'Makes new weights the active version, as the caller; null restores the built-in ones.';
revoke execute on function public.save_weights(text, jsonb, text) from public, anon;
grant execute on function public.save_weights(text, jsonb, text) to authenticated;

create function private.active_weights(of_algorithm text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select weights from public.algorithm_settings where algorithm = of_algorithm and is_active), '{}')
$$;
comment on function private.active_weights(text) is 'Weights somebody chose; an empty object while the built-in ones count.';

-- Three ways to a document, each bounded, then one ranking: its title starts with what was typed, its words match,
-- its title looks alike. The last is for typing mistakes and runs only when the others found next to nothing.
create function private.search_weighted(q text, in_state text, kinds text[], max_rows integer, weights jsonb) returns table (
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
comment on function private.search_weighted(text, text, text[], integer, jsonb) is
  'search_portal under given weights: one factor per kind, and words, likeness, exact for the three parts of the score; 1 where none is given.';

create or replace function private.search_portal(q text, in_state text, kinds text[], max_rows integer) returns table (
  kind text, entity_id text, state_abbr text, title text, summary text, path text, translations jsonb, score real
)
language sql stable security definer set search_path = '' as $$
  select * from private.search_weighted(q, in_state, kinds, max_rows, private.active_weights('search'))
$$;

create function private.preview_search(q text, weights jsonb) returns table (kind text, title text, path text, score real)
language sql stable security definer set search_path = '' as $$
  select found.kind, found.title, found.path, found.score
  from private.search_weighted(q, null, null, 10, weights) as found
  where (select private.has_permission('system_algorithms'))
$$;
comment on function private.preview_search(text, jsonb) is 'What a search would answer under other weights, for those who may set them.';

create function public.preview_search(q text, weights jsonb) returns table (kind text, title text, path text, score real)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.preview_search(q, weights);
end;
comment on function public.preview_search(text, jsonb) is 'The first ten documents under given weights.';
revoke execute on function public.preview_search(text, jsonb) from public, anon;
grant execute on function public.preview_search(text, jsonb) to authenticated;
