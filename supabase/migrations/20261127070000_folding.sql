-- One folding of texts for every search, the same as `fold` of lib/platform/slug.ts (compared by a test). It depends
-- neither on the dictionary of unaccent nor on the locale of the database: lower() of the locale C changes ASCII only.

create or replace function private.fold(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select translate(replace(replace(replace(replace(replace(
    lower(regexp_replace(
      normalize(translate(value, '‘’‛ʹʻʼʽʾʿˈ`´′׳＇', repeat('''', 15)), NFKD),
      '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
      '', 'g'
    ) collate "und-x-icu"),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ŋ', 'ng'),
    'đðħıłøŧς‐‑‒–—―−“”„«»״', 'ddhilotσ-------""""""')
$$;
comment on function private.fold(text) is
  'Lower case without accents, invisible characters and typographic apostrophes, for searching: D’Ávila → d''avila.';

-- Letters of every alphabet, so that names in Greek or Cyrillic letters are found too.
create or replace function private.plain_words(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(private.fold(value) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Generated columns keep the value of the earlier function until a column that they depend on is written. Triggers are
-- off meanwhile: the rows have not changed.
do $$
declare
  target record;
begin
  for target in
    select columns.adrelid::regclass as relation,
      string_agg(distinct format('%1$I = %1$I', source.attname), ', ') as same_values
    from pg_catalog.pg_attrdef as columns
    join pg_catalog.pg_attribute as generated
      on generated.attrelid = columns.adrelid and generated.attnum = columns.adnum and generated.attgenerated = 's'
    join pg_catalog.pg_depend as uses
      on uses.classid = 'pg_catalog.pg_attrdef'::regclass and uses.objid = columns.oid and uses.refobjid = columns.adrelid
      and uses.refclassid = 'pg_catalog.pg_class'::regclass and uses.refobjsubid not in (0, columns.adnum)
    join pg_catalog.pg_attribute as source on source.attrelid = uses.refobjid and source.attnum = uses.refobjsubid
    where pg_catalog.pg_get_expr(columns.adbin, columns.adrelid) ~ 'private\.(fold|plain_words|search_vector)\('
    group by columns.adrelid
  loop
    execute format('alter table %s disable trigger user', target.relation);
    execute format('update %s set %s where true', target.relation, target.same_values);
    execute format('alter table %s enable trigger user', target.relation);
  end loop;
end $$;

alter table public.certificates add column search_name text generated always as (private.fold(full_name)) stored;
comment on column public.certificates.search_name is
  'Name in lower case without accents (private.fold), searched with like and a pattern in the same form.';
select private.declare_columns('certificates', 'not_personal', '{search_name}', 'made from full_name');
