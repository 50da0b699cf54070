-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.locales() returns text[]
language sql immutable set search_path = ''
return array['pt-BR', 'en-US', 'es-419'];
comment on function private.locales is 'Languages of the portal.';
