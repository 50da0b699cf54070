-- What the guide of each state still lacks, counted by the indexes that public lists already have.
create function private.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean, in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('state_content');
  return query
  with route_counts as (
    select regions.state_abbr as abbr, count(*) as found from public.regions where regions.status = 'published' and regions.deleted_at is null group by 1
  ), point_counts as (
    select photo_points.state_abbr as abbr, count(*) as found from public.photo_points where photo_points.status = 'published' and photo_points.deleted_at is null group by 1
  ), phone_counts as (
    select contacts.state_abbr as abbr, count(*) as found from public.emergency_contacts as contacts where contacts.state_abbr is not null group by 1
  )
  select
    states.abbr::text, coalesce(content.headline ~ '\S', false), coalesce(content.intro ~ '\S', false),
    coalesce(content.best_season ~ '\S', false), coalesce(content.how_to_arrive ~ '\S', false),
    private.has_texts(content.translations -> 'en'), private.has_texts(content.translations -> 'es'),
    coalesce(phone_counts.found, 0), coalesce(route_counts.found, 0), coalesce(point_counts.found, 0)
  from public.states
  left join public.state_contents as content on content.state_abbr = states.abbr
  left join route_counts on route_counts.abbr = states.abbr
  left join point_counts on point_counts.abbr = states.abbr
  left join phone_counts on phone_counts.abbr = states.abbr
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
comment on function public.state_completeness() is 'What the guide of each of the 27 states has, for state editors: texts, languages and how many published rows.';
revoke execute on function public.state_completeness() from public, anon;
grant execute on function public.state_completeness() to authenticated, service_role;
