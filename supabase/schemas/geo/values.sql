-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.macro_regions() returns text[]
language sql immutable set search_path = ''
return array['Norte', 'Nordeste', 'Centro-Oeste', 'Sudeste', 'Sul'];
comment on function private.macro_regions is 'Regions of Brazil by IBGE.';
