-- Texts of the states, and how complete the content of each state is.

create table public.state_contents (
  state_abbr char(2) primary key references public.states (abbr),
  headline text not null,
  intro text not null,
  best_season text not null,
  how_to_arrive text not null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(headline)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.state_contents is 'Texts of the guide about a state, in Portuguese.';
comment on column public.state_contents.translations is '{en: {headline, intro, best_season, how_to_arrive}, es: {…}}';
comment on column public.state_contents.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.state_contents enable row level security;
grant select on public.state_contents to anon;
grant select, insert, update, delete on public.state_contents to authenticated;
grant all on public.state_contents to service_role;
create policy "anonymous visitors read the content of every state" on public.state_contents
  for select to anon using (true);
create policy "signed-in accounts read the content of every state" on public.state_contents
  for select to authenticated using (true);
create policy "state editors add state content" on public.state_contents
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update state content" on public.state_contents
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete state content" on public.state_contents
  for delete to authenticated using ((select private.has_permission('state_content')));
create trigger state_contents_touch before update on public.state_contents
  for each row execute function private.touch_updated_at();
create trigger state_contents_audit after insert or update or delete on public.state_contents
  for each row execute function private.write_audit('state_abbr');

insert into private.audit_log_permissions (entity, permission) values
  ('state_contents', 'state_content');

select private.declare_columns('state_contents', 'not_personal', '{*}', 'guide');

-- What the guide of each state lacks, read from the indexes of the public lists and no further than needed.
-- With a limit the planner would scan the whole table, which is slow for a state without rows.
create function private.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean,
    in_spanish boolean,
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
      select from public.regions where regions.state_abbr = states.abbr and regions.status = 'published'
        and regions.deleted_at is null limit 5
    ) as few),
    (select count(*) from (
      select from public.photo_points where photo_points.state_abbr = states.abbr and photo_points.status = 'published'
        and photo_points.deleted_at is null limit 1
    ) as few)
  from public.states
  left join public.state_contents as content on content.state_abbr = states.abbr
  order by states.name;
end $$;

create function private.has_texts(texts jsonb) returns boolean
language sql immutable set search_path = ''
return (
  select coalesce(bool_and(coalesce(texts ->> name, '') ~ '\S'), false)
    from unnest(private.state_texts()) as name
);
comment on function private.has_texts is
  'Whether headline, intro, best_season and how_to_arrive of a state all exist in one language.';

create function public.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean,
    in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.state_completeness();
end;
comment on function public.state_completeness is
  'Returns for each of the 27 states which texts and languages exist and the number of emergency telephone numbers, '
  'published routes (counted up to 5) and published photo points (counted up to 1); raises 42501 without the '
  'permission state_content.';
grant execute on function public.state_completeness to authenticated, service_role;
