-- Drafts of art beside drafts of texts, and who made a draft: a template or the outside service.

alter table public.event_ad_drafts
  add column size text check (size in ('square', 'story', 'landscape', 'leaderboard')),
  add column generator text not null default 'template' check (generator in ('template', 'provider')),
  add constraint art_has_a_short_line check (size is null or char_length(text) <= 90);
comment on column public.event_ad_drafts.size is 'The format of an art, which is drawn when it is opened; null for a text.';
comment on column public.event_ad_drafts.generator is 'What wrote the text: the template of the portal or the outside service of TEXT_SERVICE_URL.';

create trigger event_ad_drafts_format_kept before update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('size,generator', '{}');

select private.declare_columns('event_ad_drafts', 'exported', '{size,generator}');
