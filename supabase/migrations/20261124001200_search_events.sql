-- Events in the search.

alter table public.search_documents drop constraint search_documents_kind_check;
alter table public.search_documents add constraint search_documents_kind_check
  check (kind in ('region', 'city', 'service', 'photo_point', 'post', 'club', 'page', 'magazine', 'event'));

create view private.searchable_event with (security_invoker = true) as
select
  events.id as source_id, 'event' as kind, events.id::text as entity_id, events.state_abbr,
  events.title || case when events.is_demo then ' (demonstração)' else '' end as title,
  left(events.description, 300) as summary,
  concat_ws(' ', events.town, states.name, events.organizer_name, events.venue, 'evento event') as keywords,
  '/eventos/lacambeche/' || events.slug as path, 1.1::real as weight, null::timestamptz as visible_from,
  case when events.is_demo then '{}' else private.search_translations(events.translations, 'title', 'description') end as translations
from public.events join public.states on states.abbr = events.state_abbr
where events.status in ('published', 'postponed', 'cancelled') and events.deleted_at is null;

create trigger events_search_insert after insert on public.events referencing new table as new_rows
  for each statement execute function private.index_for_search('event');
create trigger events_search_update after update on public.events referencing old table as old_rows new table as new_rows
  for each statement execute function private.index_for_search('event');
create trigger events_search_delete after delete on public.events referencing old table as old_rows
  for each statement execute function private.index_for_search('event');

-- Events that were added before this version.
insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations from private.searchable_event;

insert into public.search_documents (kind, entity_id, title, summary, keywords, path, translations) values (
  'page', '/eventos/lacambeche', 'Eventos', 'Agenda de encontros de carros antigos no Brasil', 'evento encontro exposicao passeio agenda calendario',
  '/eventos/lacambeche', jsonb_build_object(
    'en', jsonb_build_object('title', 'Events', 'summary', 'Agenda of classic car meetings in Brazil'),
    'es', jsonb_build_object('title', 'Eventos y encuentros', 'summary', 'Agenda de encuentros de autos antiguos en Brasil')
  )
);
