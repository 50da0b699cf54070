-- Corrects rows that the seed only inserts and therefore does not change in existing installations: example contacts
-- become empty, and a town gets the IBGE spelling of its name.

update public.app_settings set value = ''
where "group" = 'demo' and (key, value) in (
  ('contact_phone', '+55 (00) 0000-0000'),
  ('contact_email', 'contato@example.org'),
  ('social_instagram', 'https://example.org/instagram'),
  ('social_facebook', 'https://example.org/facebook'),
  ('social_youtube', 'https://example.org/youtube'),
  ('url_social_feed', 'https://example.org/feed'),
  ('url_marketplace', 'https://example.org/marketplace'),
  ('url_blog', 'https://example.org/blog'),
  ('company_legal_line', 'Empresa de Demonstração Ltda. · CNPJ 00.000.000/0000-00')
);
comment on column public.app_settings."group" is
  'Section of the admin page; demo marks values of the seed that the owner has not replaced yet.';

-- Sets the time in seeded_rows to updated_at, so that the seed still updates the text of a town that no editor changed.
with renamed as (
  update public.cities set name = 'Lauro Müller' where ibge_code = 4209607 and name = 'Lauro Muller'
  returning ibge_code
), earlier as (
  select ibge_code, updated_at from public.cities where ibge_code = 4209607
)
update private.seeded_rows set written_at = now()
from renamed join earlier using (ibge_code)
where entity = 'cities' and entity_id = renamed.ibge_code::text and written_at = earlier.updated_at;
