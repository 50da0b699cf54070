-- What the guide of each state still lacks: read from the indexes of the public lists, and no further than the answer needs.
-- Before a limit the planner would rather look through the whole table, which is dear for a state that has nothing.
create function private.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean, in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
begin
  perform private.require_permission('state_content');
  return query
  select
    states.abbr::text, coalesce(content.headline ~ '\S', false), coalesce(content.intro ~ '\S', false),
    coalesce(content.best_season ~ '\S', false), coalesce(content.how_to_arrive ~ '\S', false),
    private.has_texts(content.translations -> 'en'), private.has_texts(content.translations -> 'es'),
    (select count(*) from public.emergency_contacts as contacts where contacts.state_abbr = states.abbr),
    (select count(*) from (
      select from public.regions where regions.state_abbr = states.abbr and regions.status = 'published' and regions.deleted_at is null limit 5
    ) as few),
    (select count(*) from (
      select from public.photo_points where photo_points.state_abbr = states.abbr and photo_points.status = 'published' and photo_points.deleted_at is null limit 1
    ) as few)
  from public.states
  left join public.state_contents as content on content.state_abbr = states.abbr
  order by states.name;
end $$;

create function private.has_texts(texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(texts ->> name, '') ~ '\S'), false) from unnest(array['headline', 'intro', 'best_season', 'how_to_arrive']) as name
$$;
comment on function private.has_texts(jsonb) is 'Whether a state''s texts are all there in one language.';

create function public.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean, in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.state_completeness();
end;
comment on function public.state_completeness() is 'What the guide of each of the 27 states has, for state editors: texts, languages, phones, up to 5 published routes and up to 1 photo point.';
revoke execute on function public.state_completeness() from public, anon;
grant execute on function public.state_completeness() to authenticated, service_role;
