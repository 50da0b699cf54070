create table public.state_contents (
  state_abbr char(2) primary key references public.states (abbr),
  headline text not null,
  intro text not null,
  best_season text not null,
  how_to_arrive text not null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.state_contents is 'What the guide says about a state, in Portuguese.';
comment on column public.state_contents.translations is '{en: {headline, intro, best_season, how_to_arrive}, es: {…}}';

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
