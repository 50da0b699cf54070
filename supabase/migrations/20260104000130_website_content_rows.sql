-- The panel's forms know a row by one column.
alter table public.website_contents
  add column id uuid not null default gen_random_uuid(),
  add column title text generated always as (coalesce(body ->> 'title', key)) stored;
alter table public.website_contents drop constraint website_contents_pkey;
alter table public.website_contents add primary key (id);
alter table public.website_contents add constraint website_contents_key_locale_key unique (key, locale);
comment on column public.website_contents.title is 'The title inside the body, for lists.';

drop trigger website_contents_audit on public.website_contents;
create trigger website_contents_audit after insert or update or delete on public.website_contents
  for each row execute function private.write_audit('id');
