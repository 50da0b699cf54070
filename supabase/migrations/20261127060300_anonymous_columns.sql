-- Columns that visitors do not need: who uploaded a picture, and the team's note about the status of an event.

revoke select on public.media_assets from anon;
grant select (id, path, width, height, bytes, alt, credit, licence, translations, created_at, updated_at) on public.media_assets to anon;

alter table public.events add column public_note text generated always as (case when status in ('postponed', 'cancelled') then status_note end) stored;
comment on column public.events.public_note is 'Why the event is postponed or cancelled, shown on its page; notes of other statuses are not public.';
revoke select (status_note) on public.events from anon;
grant select (public_note) on public.events to anon;
select private.declare_columns('events', 'not_personal', '{public_note}', 'made from other columns');

-- The search of visitors reads the active weights; who wrote a version and why is for the team.
revoke select on public.algorithm_settings from anon;
grant select (id, algorithm, version, weights, is_active, created_at, updated_at) on public.algorithm_settings to anon;
