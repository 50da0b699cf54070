set check_function_bodies = off;

-- Extensions, schemas, default privileges, functions of triggers that every table uses, and the registries in which
-- each table declares its personal data, retention, secrets and files.

-- Bodies of functions may name what a later file creates; a test checks every body when all files are applied.
set check_function_bodies = off;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- API roles have no usage on this schema; policies call its functions by reference.
create schema if not exists private;
comment on schema private is
  'Functions of RLS policies and triggers, and tables that only the server reads; the API does not expose this '
  'schema.';
create schema records;
comment on schema records is
  'Functions that run as the caller, who needs usage on their schema; the API does not expose this schema.';
grant usage on schema records to authenticated, service_role;

-- Nothing is granted by default: a grant that is forgotten refuses. Functions of schema private stay callable, because
-- no API role has usage on it.
alter default privileges revoke execute on functions from public;
alter default privileges in schema private grant execute on functions to public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

create table private.seed_state (
  key text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);
comment on table private.seed_state is 'Hash of the inputs each seed step last ran with; the same hash skips the step.';

create table private.personal_columns (
  relation text not null,
  column_name text not null,
  treatment text not null check (treatment in ('exported', 'withheld', 'not_personal')),
  reason text,
  primary key (relation, column_name),
  constraint other_treatments_have_a_reason check (treatment = 'exported' or reason is not null)
);
comment on table private.personal_columns is
  'Treatment of every column of a table with personal rows, and of "*" for a table without; columns with names of '
  'persons, addresses or keys to accounts are declared one by one.';
alter table private.personal_columns enable row level security;

create function private.declare_columns(relation text, treatment text, columns text[], reason text default null)
  returns void
language sql volatile set search_path = '' as $$
  insert into private.personal_columns (relation, column_name, treatment, reason)
  select declare_columns.relation, name, declare_columns.treatment, declare_columns.reason from unnest(columns) as name
  on conflict (relation, column_name) do update set treatment = excluded.treatment, reason = excluded.reason
$$;
comment on function private.declare_columns is
  'For migrations: declares columns of private.personal_columns. treatment: exported, withheld or not_personal.';

select private.declare_columns('private.seed_state', 'not_personal', '{*}', 'state of the seed');

create table private.seeded_rows (
  entity text not null,
  entity_id text not null,
  written_at timestamptz not null,
  primary key (entity, entity_id)
);
comment on table private.seeded_rows is
  'Rows written by the seed with their updated_at at that time; the seed does not overwrite a row that has another '
  'updated_at or was deleted, because an editor changed it.';

select private.declare_columns('private.seeded_rows', 'not_personal', '{*}', 'state of the seed');

-- The permission that lets an account read the audit log of a row; a test compares it with the declared resources.
create table private.audit_log_permissions (
  entity text primary key,
  permission text not null
);
comment on table private.audit_log_permissions is
  'The permission that lets staff read the audit log of the rows of a table; tables without a row require access_log.';

select private.declare_columns('private.audit_log_permissions', 'not_personal', '{*}', 'matrix');

-- How long records are kept. One row per rule: the daily job, the clean-up buttons and the tests of the privacy text
-- read these.
create table private.retention_rules (
  key text primary key,
  relation text not null,
  clock text not null,
  keep interval not null,
  only_when text not null default 'true',
  deed text not null default 'delete' check (deed in ('delete', 'delete_photos', 'delete_sale', 'delete_pix_key')),
  place integer not null unique
);
comment on table private.retention_rules is
  'Retention periods, written by migrations only; clock and only_when are SQL expressions on a row of the table.';
comment on column private.retention_rules.clock is 'Start of the retention period of a row.';
comment on column private.retention_rules.deed is
  'What happens after the period: delete (the row), delete_photos (the files of the request, not the request), '
  'delete_sale (the sale with its payments, commissions and banner) or delete_pix_key (the Pix key of the seller).';

select private.declare_columns('private.retention_rules', 'not_personal', '{*}', 'terms');

-- Which rows and columns hold data of a person. The copy of an account and its erasure are made from these two tables;
-- a database test compares them with the schema, so that a new table or column has to be declared.
create table private.personal_rows (
  relation text not null,
  column_name text not null,
  matched_by text not null check (matched_by in ('account', 'address', 'seller', 'sale', 'session')),
  kind text not null check (kind in ('own', 'work')),
  title text not null,
  at_erasure text not null check (at_erasure in ('delete', 'unlink', 'clear', 'keep')),
  reason text,
  hidden text[] not null default '{}',
  place integer not null,
  primary key (relation, column_name),
  constraint kept_rows_have_a_reason check (at_erasure <> 'keep' or reason is not null)
);
comment on table private.personal_rows is
  'Columns by which the rows of a person are found; own: the row is about the person; work: the person worked on a '
  'row that is not about them.';
comment on column private.personal_rows.matched_by is
  'account: id of the account. address: its confirmed e-mail. seller: id of its seller. sale: a sale to its e-mail. '
  'session: an open session.';
comment on column private.personal_rows.at_erasure is
  'What happens at the erasure of the account: delete: the row is deleted; unlink: the foreign key sets the column to '
  'null; clear: this column is set to null; keep: the row is kept for the given reason.';
comment on column private.personal_rows.hidden is
  'Columns about another person that are not exported for rows found by this column.';
alter table private.personal_rows enable row level security;

select private.declare_columns('private.personal_rows', 'not_personal', '{*}', 'this registry');

select private.declare_columns('private.personal_columns', 'not_personal', '{*}', 'this registry');

-- Links, codes and device keys that still work are not written into a backup.
create table private.backup_secrets (
  table_name text not null,
  column_name text not null,
  treatment text not null check (treatment in ('null', 'empty', 'row')),
  primary key (table_name, column_name)
);
comment on table private.backup_secrets is
  'Data that a backup leaves out: treatment null or empty replaces the value, row leaves out the rows of the table; '
  'token columns of the auth server are empty, because it reads them as text and cannot read null.';

select
  private.declare_columns('private.backup_secrets', 'not_personal', '{*}', 'names of columns'),
  private.declare_columns('private.backup_secrets', 'not_personal',
    '{table_name,column_name}', 'name of a thing, not of a person');

create table private.file_columns (
  bucket text not null,
  relation text not null,
  names text not null,
  primary key (bucket, relation)
);
comment on table private.file_columns is 'Which columns name the files of a bucket.';
comment on column private.file_columns.names is
  'SQL expression over a row of the relation: the names of its files as text[].';

select private.declare_columns('private.file_columns', 'not_personal', '{*}', 'names of columns');

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at is
  'Trigger function: sets updated_at to the start time of the transaction.';

-- Row-level security does not apply to service_role, so append-only tables refuse it with this trigger.
create function private.refuse_api_role() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;
comment on function private.refuse_api_role is
  'Trigger function: raises 42501 when the current role is anon, authenticated or service_role.';

create function private.fold(value text) returns text
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
comment on function private.fold is
  'Lower case without accents, invisible characters and typographic apostrophes, for searching: D’Ávila → d''avila.';

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = '42501';
end $$;
comment on function private.refuse_change is 'Trigger function: raises 42501 for every role.';

-- A secret saved here by mistake would be readable by everyone: names and values that look like one are refused.
create function private.is_object_without_secret(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'object' then not exists (
    select from jsonb_each_text(value) as pair (name, content)
    where pair.name ~* '(secret|private|restricted|password|token|webhook)'
      or pair.content ~ '^\s*(sk|rk|whsec)_'
      or pair.content ~ '(sk|rk)_(live|test)_|whsec_'
  ) else false end
$$;

-- A change of a child row counts as a change of its parent: caches and the seed compare the parent's updated_at.
create function private.touch_parent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parents uuid[] := array[
    case when tg_op <> 'INSERT' then (to_jsonb(old) ->> tg_argv[1])::uuid end,
    case when tg_op <> 'DELETE' then (to_jsonb(new) ->> tg_argv[1])::uuid end
  ];
begin
  execute format('update public.%I set updated_at = now() where id = any ($1)', tg_argv[0]) using parents;
  return null;
end $$;
comment on function private.touch_parent is
  'Trigger function: sets updated_at of the parent rows to now; arguments: parent table, column that references it.';

-- Argument: kind of item. Items that were never public have no old address to redirect.
create function private.keep_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_item jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_item jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_paths text[] := private.addresses_of(tg_argv[0], old_item ->> 'state_abbr', old_item ->> 'slug');
  new_paths text[] := private.addresses_of(tg_argv[0], new_item ->> 'state_abbr', new_item ->> 'slug');
  was_shown boolean := old_item is not null and private.is_shown(old_item);
  is_gone boolean := new_item is null or new_item ->> 'deleted_at' is not null;
begin
  if new_item is not null and private.is_shown(new_item) then
    delete from public.redirects where from_path = any (new_paths);
  end if;
  if was_shown and is_gone then
    perform private.record_move(path, null) from unnest(old_paths) as path;
  elsif was_shown then
    perform private.record_move(path, new_paths[1]) from unnest(old_paths) as path where path <> all (new_paths);
  end if;
  return null;
end $$;
comment on function private.keep_addresses is
  'Trigger function: stores a redirect when the slug of a public item changes, and marks its addresses as gone (410) '
  'when it is deleted or soft-deleted; argument: kind of item.';

-- Argument: kind. Runs once per statement, because the seed inserts 5,571 cities in one.
create function private.index_for_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  id_column text := case when tg_argv[0] = 'city' then 'ibge_code' else 'id' end;
begin
  if tg_op <> 'INSERT' then
    execute format(
      'delete from public.search_documents as doc where doc.kind = %L and doc.entity_id in (select %I::text from old_rows)',
      tg_argv[0], id_column
    );
  end if;
  if tg_op <> 'DELETE' then
    execute format(
      'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
      select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations
      from private.%I where source_id in (select %I from new_rows)',
      'searchable_' || tg_argv[0], id_column
    );
  end if;
  return null;
end $$;
comment on function private.index_for_search is
  'Trigger function: replaces the search documents of the rows that a statement changed; a row that is not public '
  'gets none; argument: kind of item.';

create function private.note_duplicates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  item uuid := coalesce(new_row, old_row) ->> 'id';
begin
  if tg_op = 'UPDATE' and not exists (
    select from unnest(array['name', 'state_abbr', 'city_ibge', 'lat', 'lng', 'deleted_at']) as key
    where old_row -> key is distinct from new_row -> key
  ) then
    return null;
  end if;
  delete from records.duplicate_pairs where entity = tg_table_name and first_id = item;
  delete from records.duplicate_pairs where entity = tg_table_name and second_id = item;
  if tg_op = 'DELETE' then
    delete from public.duplicate_verdicts where entity = tg_table_name and (first_id = item or second_id = item);
  elsif new_row ->> 'deleted_at' is null and coalesce(current_setting('app.many_rows', true), '') = '' then
    perform private.pair_duplicates(tg_table_name, array[item]);
  end if;
  return null;
end $$;
comment on function private.note_duplicates is
  'Trigger function: updates records.duplicate_pairs when a row is inserted or its name, state, city, position or '
  'deleted_at changes, and deletes its verdicts when the row is deleted.';

-- Checklists: the public ones are the travel checklist, the others belong to the driver's log.
create function private.are_words(value text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(word ~ '^[a-z]+(_[a-z]+)*$'), true) from unnest(value) as word
$$;
comment on function private.are_words is
  'Whether every item is a key of lower-case words joined by underscores, such as air_cooled.';

create function private.day_of(moment timestamptz) returns date
language sql stable set search_path = '' as $$ select (moment at time zone 'America/Sao_Paulo')::date $$;

create function private.brazilian_today() returns date
language sql stable set search_path = '' as $$ select (now() at time zone 'America/Sao_Paulo')::date $$;

create function private.day_start(day date) returns timestamptz
language sql stable set search_path = '' as $$ select day::timestamp at time zone 'America/Sao_Paulo' $$;
comment on function private.day_start is 'Midnight of a day in the time zone of the portal.';

create function private.slug_of(value text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim(regexp_replace(private.fold(left(value, 80)), '[^a-z0-9]+', '-', 'g'), '-'), ''),
    'lugar')
$$;

-- Merging two records: rows that refer to the second one refer to the first one afterwards; the second is soft-deleted.
create function private.is_blank(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select value is null or value in ('null', '""', '[]', '{}')
$$;

-- Values of forms: each function reads one field of a payload and refuses it with its name.

create sequence private.protocol_number;

create function private.refuse_request(field text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'invalid_request' using detail = field;
end $$;
comment on function private.refuse_request is 'Raises invalid_request with the name of the invalid field as detail.';

create function private.check_payload(payload jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 20000 then
    perform private.refuse_request('payload');
  end if;
end $$;
comment on function private.check_payload is
  'Raises invalid_request unless the payload is a JSON object of at most 20 kB.';

-- Texts of at most 160 characters have one line, as in lib/platform/form.ts.
create function private.text_field(payload jsonb, key text, max_length integer, required boolean default false)
  returns text
language plpgsql set search_path = '' as $$
declare
  value text := nullif(case when max_length > 160 then private.typed_text(payload ->> key)
    else private.typed_line(payload ->> key) end, '');
begin
  if (payload ? key and jsonb_typeof(payload -> key) not in ('string', 'null'))
    or (required and value is null)
    or char_length(value) > max_length
  then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;
comment on function private.text_field is
  'Returns a trimmed text of the payload, null when empty; raises invalid_request when it is not a text, too long, or '
  'required and empty.';

create function private.choice_field(payload jsonb, key text, choices text[], required boolean default true)
  returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, 60, required);
begin
  if value is not null and value <> all (choices) then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.pattern_field(payload jsonb, key text, max_length integer, pattern text, required boolean
  default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := private.text_field(payload, key, max_length, required);
begin
  if value !~ pattern then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.email_field(payload jsonb, key text, required boolean default false) returns text
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 254, '^[^@\s]+@[^@\s]+\.[^@\s]+$', required)
$$;

create function private.phone_field(payload jsonb, key text, required boolean default false) returns text
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 30, '^\+?[0-9 ().-]{8,}$', required)
$$;

create function private.date_field(payload jsonb, key text) returns date
language plpgsql set search_path = '' as $$
begin
  return private.pattern_field(payload, key, 10, '^\d{4}-\d{2}-\d{2}$')::date;
exception when datetime_field_overflow then
  perform private.refuse_request(key);
end $$;

create function private.whole_field(payload jsonb, key text, lowest integer, highest integer, required boolean
  default false) returns integer
language plpgsql set search_path = '' as $$
declare
  value numeric := case when jsonb_typeof(payload -> key) = 'number' then (payload ->> key)::numeric end;
begin
  if (value is null and (required or coalesce(jsonb_typeof(payload -> key), 'null') <> 'null'))
    or value <> trunc(value) or value not between lowest and highest
  then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;
comment on function private.whole_field is
  'Returns an integer of the payload; raises invalid_request when it is not an integer, outside the limits, or '
  'required and missing.';

create function private.flag_field(payload jsonb, key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(payload -> key), 'null') not in ('boolean', 'null') then
    perform private.refuse_request(key);
  end if;
  return coalesce((payload ->> key)::boolean, false);
end $$;

create function private.texts_field(payload jsonb, key text, most integer) returns text[]
language plpgsql set search_path = '' as $$
declare
  list jsonb := coalesce(nullif(payload -> key, 'null'), '[]');
begin
  if jsonb_typeof(list) <> 'array' then
    perform private.refuse_request(key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as item
    where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > 120
      or (item #>> '{}' <> '' and private.typed_line(item #>> '{}') = '')
  ) then
    perform private.refuse_request(key);
  end if;
  return array(select private.typed_line(item) from jsonb_array_elements_text(list) with ordinality as one (item, place)
    order by place);
end $$;
comment on function private.texts_field is
  'Returns a list of texts of the payload; raises invalid_request for more than the given number of items, or an item '
  'that is not a text or longer than 120 characters.';

create function private.state_field(payload jsonb, key text, required boolean default false) returns text
language plpgsql set search_path = '' as $$
declare
  value text := upper(private.text_field(payload, key, 2, required));
begin
  if value is not null and not exists (select from public.states where abbr = value) then
    perform private.refuse_request(key);
  end if;
  return value;
end $$;

create function private.uuid_field(payload jsonb, key text, required boolean default false) returns uuid
language sql set search_path = '' as $$
  select private.pattern_field(
    payload, key, 36, '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$', required
  )::uuid
$$;

-- Check digits of a CPF or CNPJ; letters of the new CNPJ count as their code minus 48.
create function private.check_digits(document text, weights integer[]) returns boolean
language sql immutable set search_path = '' as $$
  select array_agg(case when rest < 2 then 0 else 11 - rest end order by place)
    = array[right(document, 2)::integer / 10, right(document, 2)::integer % 10]
  from (
    select place, sum((ascii(substr(document, digit, 1)) - 48) * weights[digit + 2 - place])::integer % 11 as rest
    from generate_series(1, 2) as place, generate_series(1, char_length(document) - 3 + place) as digit
    group by place
  ) as sums
$$;

create function private.is_document(document text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when document ~ '^(.)\1*$' then false
    when document ~ '^[0-9]{11}$' then private.check_digits(document, array[11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    when document ~ '^[0-9A-Z]{12}[0-9]{2}$' then private.check_digits(document,
      array[6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    else false
  end
$$;
comment on function private.is_document is
  'Whether a text is a CPF or CNPJ (letters included) without punctuation and with correct check digits.';

create function private.document_field(payload jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  found text := upper(regexp_replace(coalesce(payload ->> key, ''), '[^0-9A-Za-z]', '', 'g'));
begin
  if not private.is_document(found) then
    perform private.refuse_request(key);
  end if;
  return found;
end $$;
comment on function private.document_field is
  'A CPF or CNPJ of a payload without punctuation, with right check digits.';

create function private.moment_field(payload jsonb, key text, required boolean default false) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return private.pattern_field(payload, key, 40,
    '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$', required)::timestamptz;
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.refuse_request(key);
end $$;
comment on function private.moment_field is 'A moment of the payload with its offset from UTC.';

create function private.number_field(payload jsonb, key text, lowest double precision, highest double precision)
  returns double precision
language plpgsql immutable set search_path = '' as $$
declare
  value double precision := case when jsonb_typeof(payload -> key) = 'number'
    then (payload ->> key)::numeric::double precision end;
begin
  if (value is null and coalesce(jsonb_typeof(payload -> key), 'null') <> 'null') or value
    not between lowest and highest then
    raise exception 'invalid_request' using detail = key;
  end if;
  return value;
end $$;
comment on function private.number_field is 'A number of the payload between two others.';

create function private.time_field(payload jsonb, key text) returns time
language sql set search_path = '' as $$
  select private.pattern_field(payload, key, 5, '^([01]\d|2[0-3]):[0-5]\d$')::time
$$;
comment on function private.time_field is 'A time of the payload in the form 08:30; null when empty.';

create function private.optional_document_field(payload jsonb, key text) returns text
language sql immutable set search_path = '' as $$
  select case when btrim(coalesce(payload ->> key, '')) <> '' then private.document_field(payload, key) end
$$;
comment on function private.optional_document_field is 'A CPF or CNPJ of a payload; null when it is missing or empty.';

create function private.typed_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    translate(normalize(value, NFC), U&'\2028\2029', E'\n\n'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]'
      || '|(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d|\u200d(?![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])'
      || '|(?<![\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff])\u200c|\u200c(?![\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff])',
    '', 'g'
  ), E' \t\r\n\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000')
$$;
comment on function private.typed_text is
  'A typed text as it is stored: composed accents, no control, direction and invisible characters, no outer spaces. '
  'The joiners stay inside an emoji and a word in Arabic letters.';

create function private.typed_line(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(private.typed_text(value), '[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g')
$$;
comment on function private.typed_line is 'A typed text of one line, such as a name or a title.';

-- For tables that accounts write directly.
-- API roles have no usage on the schema of the function that it calls.
create function private.write_typed_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row constant jsonb := to_jsonb(new);
  cleaned jsonb := '{}';
  name text;
begin
  foreach name in array tg_argv loop
    if row ->> name <> private.typed_line(row ->> name) then
      cleaned := cleaned || jsonb_build_object(name, private.typed_line(row ->> name));
    end if;
  end loop;
  if cleaned <> '{}' then
    new := jsonb_populate_record(new, cleaned);
  end if;
  return new;
end $$;
comment on function private.write_typed_lines is
  'Trigger function: stores the named columns as private.typed_line makes them.';

-- Roles, permissions, profiles, the audit log, and the functions about the caller that policies use.

-- A session counts only while it is open, has passed the second factor where one is required, and (for staff) is
-- neither idle nor too old. Policies and functions ask private.account_id(), which checks this.
create table private.session_activity (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  seen_at timestamptz not null default now()
);
comment on table private.session_activity is
  'Time of the last page or action that the site served to a session, with a precision of one minute.';

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('private.session_activity', 'session_id', 'session', 'own', 'Última atividade das sessões abertas', 'delete', 4);

select private.declare_columns('private.session_activity', 'exported', '{session_id,seen_at}');

create table public.roles (
  name text primary key,
  rank integer not null unique,
  label text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.roles is 'The six roles of lib/platform/auth/permissions.ts; changed by migration only.';
alter table public.roles enable row level security;
grant select on public.roles to anon, authenticated;
grant all on public.roles to service_role;

insert into public.roles (name, rank, label) values
  ('user', 1, 'Usuário'),
  ('vendedor', 2, 'Vendedor'),
  ('editor', 3, 'Editor'),
  ('admin', 4, 'Administrador'),
  ('main_admin', 5, 'Administrador principal'),
  ('superadministrador', 6, 'Superadministrador');

create function private.account_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_is_live() then
    return auth.uid();
  end if;
  return null;
end $$;
comment on function private.account_id is
  'Returns the account of the caller while its session is live, null otherwise; policies and functions use this '
  'instead of auth.uid().';

create policy "signed-in accounts read the roles" on public.roles
  for select to authenticated using ((select private.account_id()) is not null);
create trigger roles_touch before update on public.roles
  for each row execute function private.touch_updated_at();

select
  private.declare_columns('roles', 'not_personal', '{*}', 'names of roles'),
  private.declare_columns('roles', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.permission_definitions (
  key text primary key check (key ~ '^[a-z_]{1,60}$'),
  area text not null check (area in ('geral', 'conteudo', 'eventos', 'comunidade', 'comercial', 'sistema')),
  label text not null,
  description text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.permission_definitions is 'Permissions with their label and description for the admin page.';
alter table public.permission_definitions enable row level security;
grant select on public.permission_definitions to anon;
grant select, insert, update, delete on public.permission_definitions to authenticated;
grant all on public.permission_definitions to service_role;

-- No cascade: deleting a definition would take the permission from roles above that of the caller.
create table public.role_permissions (
  role text not null references public.roles (name) on update cascade,
  permission_key text not null references public.permission_definitions (key),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (role, permission_key)
);
comment on table public.role_permissions is
  'Permissions of each role; profiles.permissions adds permissions to a single account.';
create index role_permissions_permission_key_idx on public.role_permissions (permission_key);
alter table public.role_permissions enable row level security;
grant select on public.role_permissions to anon;
grant select, insert, update, delete on public.role_permissions to authenticated;
grant all on public.role_permissions to service_role;

-- Every role from the named one upwards holds the permission.
with default_permission (key, area, label, description, lowest_role) as (
  values
    ('dashboard', 'geral', 'Painel administrativo', 'Abrir o painel e ver os números do dia.', 'editor'),
    ('blog', 'conteudo', 'Blog', 'Escrever, publicar e retirar artigos.', 'editor'),
    ('magazine', 'conteudo', 'Revista', 'Publicar edições da revista digital.', 'editor'),
    ('state_content', 'conteudo', 'Conteúdo dos estados', 'Editar textos, rotas e paradas de cada estado.', 'editor'),
    ('photo_points', 'conteudo', 'Pontos fotográficos', 'Cadastrar e aprovar pontos fotográficos.', 'editor'),
    ('website_content', 'conteudo', 'Conteúdo do site', 'Editar os textos das páginas do portal.', 'editor'),
    ('events', 'eventos', 'Gerenciar eventos', 'Criar, aprovar e editar eventos.', 'editor'),
    ('event_checkin', 'eventos', 'Check-in de eventos', 'Registrar entradas em eventos.', 'editor'),
    ('clubs', 'comunidade', 'Clubes', 'Cadastrar e aprovar clubes.', 'editor'),
    ('ads', 'comercial', 'Anúncios rotativos', 'Gerenciar os anúncios exibidos no portal.', 'editor'),
    ('services', 'comunidade', 'Serviços', 'Cadastrar e editar serviços do guia.', 'editor'),
    ('vouchers', 'comercial', 'Vouchers', 'Criar e acompanhar vouchers de desconto.', 'editor'),
    ('voucher_checkin', 'comercial', 'Validação de vouchers', 'Dar baixa em vouchers apresentados.', 'editor'),
    ('city_gallery', 'conteudo', 'Galeria das cidades', 'Enviar e ordenar fotos das cidades.', 'editor'),
    ('analytics', 'geral', 'Analytics', 'Ver as visitas às páginas.', 'admin'),
    ('event_checkin_usage', 'eventos', 'Uso do check-in', 'Acompanhar dispositivos e operadores do check-in.', 'admin'),
    ('event_contracts', 'eventos', 'Contratos de eventos', 'Gerar e acompanhar contratos de participantes.', 'admin'),
    ('certificates', 'eventos', 'Certificados', 'Emitir e revogar certificados.', 'admin'),
    ('certificate_templates', 'eventos', 'Modelos de certificados', 'Desenhar os modelos de certificados.', 'admin'),
    ('event_ai_ads', 'eventos', 'AI ads', 'Preparar textos de divulgação de eventos.', 'admin'),
    ('event_prospecting', 'eventos', 'Prospecção', 'Acompanhar contatos de organizadores e patrocinadores.', 'admin'),
    ('event_synergy', 'eventos', 'Sinergia', 'Ver conflitos e oportunidades entre eventos.', 'admin'),
    ('notifications', 'comunidade', 'Notificações', 'Enviar avisos aos usuários.', 'admin'),
    ('app_reviews', 'comunidade', 'Avaliações do app', 'Ler e responder avaliações do aplicativo.', 'admin'),
    ('service_requests', 'comunidade', 'Solicitações de serviço',
      'Analisar pedidos de inclusão e correção de serviços.', 'admin'),
    ('reviews', 'comunidade', 'Avaliações', 'Moderar avaliações de lugares e rotas.', 'admin'),
    ('maintenance_reminders', 'comunidade', 'Lembretes de manutenção', 'Editar os lembretes sugeridos aos viajantes.',
      'admin'),
    ('management', 'geral', 'Gestão', 'Acompanhar as tarefas da equipe.', 'admin'),
    ('financials', 'comercial', 'Financeiro', 'Ver vendas, pagamentos e comissões.', 'main_admin'),
    ('users', 'comunidade', 'Usuários', 'Ver as contas, mudar papéis e bloquear.', 'main_admin'),
    ('advertising_plans', 'comercial', 'Planos de publicidade', 'Definir planos e preços.', 'main_admin'),
    ('sellers', 'comercial', 'Vendedores', 'Aprovar vendedores e definir comissões.', 'main_admin'),
    ('settings', 'sistema', 'Configurações', 'Alterar as configurações gerais.', 'main_admin'),
    ('portal_settings', 'sistema', 'Configurações do portal', 'Alterar logotipo, contatos e redes sociais.',
      'main_admin'),
    ('api_keys', 'sistema', 'APIs', 'Gerenciar as integrações com outros sistemas.', 'main_admin'),
    ('service_categories', 'comunidade', 'Categorias de serviço', 'Organizar as categorias de serviços.', 'main_admin'),
    ('all_cities', 'conteudo', 'Cidades', 'Editar os dados dos municípios.', 'main_admin'),
    ('tolls', 'conteudo', 'Pedágios', 'Cadastrar praças e tarifas de pedágio.', 'main_admin'),
    ('form_templates', 'eventos', 'Templates de contrato', 'Editar formulários e modelos de contrato.', 'main_admin'),
    ('payment_settings', 'comercial', 'Configurações de pagamento', 'Configurar cartão e Pix.', 'main_admin'),
    ('city_installer', 'conteudo', 'Instalador de cidades', 'Publicar cidades em lote.', 'main_admin'),
    ('system_algorithms', 'sistema', 'Algoritmos', 'Ajustar os pesos dos cálculos do portal.', 'main_admin'),
    ('permissions', 'sistema', 'Permissões', 'Definir o que cada papel pode fazer.', 'superadministrador'),
    ('system_health', 'sistema', 'Saúde do sistema', 'Ver o estado dos componentes e os erros.', 'superadministrador'),
    ('system_backup', 'sistema', 'Backup', 'Gerar e conferir cópias de segurança.', 'superadministrador'),
    ('system_repair', 'sistema', 'Reparos', 'Executar correções de dados.', 'superadministrador'),
    ('system_config', 'sistema', 'Configuração do sistema', 'Alterar parâmetros internos.', 'superadministrador'),
    ('access_log', 'sistema', 'Registro de acesso', 'Ler a trilha de auditoria.', 'superadministrador')
), defined as (
  insert into public.permission_definitions (key, area, label, description)
  select key, area, label, description from default_permission
)
insert into public.role_permissions (role, permission_key)
select roles.name, default_permission.key
from default_permission
join public.roles as lowest on lowest.name = default_permission.lowest_role
join public.roles on roles.rank >= lowest.rank;

create policy "signed-in accounts read the permission definitions" on public.permission_definitions
  for select to authenticated using ((select private.account_id()) is not null);

create function private.has_permission(key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where profiles.id = (select private.account_id())
      and profiles.blocked_at is null
      and (
        profiles.role in ('main_admin', 'superadministrador')
        or has_permission.key = any (profiles.permissions)
        or exists (
          select from public.role_permissions
          where role_permissions.role = profiles.role and role_permissions.permission_key = has_permission.key
        )
      )
  )
$$;
comment on function private.has_permission is
  'Whether the caller has a permission: always for main_admin and superadministrador, otherwise by role_permissions '
  'or profiles.permissions; false for blocked accounts and without a live session.';

create policy "permission managers add permission definitions" on public.permission_definitions
  for insert to authenticated with check ((select private.has_permission('permissions')));
create policy "permission managers update permission definitions" on public.permission_definitions
  for update to authenticated
  using ((select private.has_permission('permissions')))
  with check ((select private.has_permission('permissions')));
create policy "permission managers delete permission definitions" on public.permission_definitions
  for delete to authenticated using ((select private.has_permission('permissions')));
create trigger permission_definitions_touch before update on public.permission_definitions
  for each row execute function private.touch_updated_at();

-- Generated columns are not logged: they change only with their source columns.
create function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  known jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  logged text[];
begin
  -- Migrations, the seed and jobs write as the owner, without an account.
  if (select private.account_id()) is null
    and coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated', 'service_role')
  then
    return null;
  end if;

  select array_agg(key) into logged
  from jsonb_object_keys(old_row || new_row) as key
  where key <> 'updated_at'
    and old_row -> key is distinct from new_row -> key
    and not exists (select from pg_catalog.pg_attribute where attrelid = tg_relid and attname = key
      and attgenerated <> '')
    and (tg_nargs = 1 or key = any (string_to_array(tg_argv[1], ',')));
  if logged is null then
    return null;
  end if;

  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  values (
    (select private.account_id()),
    lower(tg_op),
    tg_table_name,
    (select string_agg(known ->> part, '/' order by place)
       from unnest(string_to_array(tg_argv[0], ',')) with ordinality as keys (part, place)),
    (select jsonb_object_agg(key, value) from jsonb_each(old_row) where key = any (logged)),
    (select jsonb_object_agg(key, value) from jsonb_each(new_row) where key = any (logged)),
    nullif(current_setting('app.audit_reason', true), '')
  );
  return null;
end $$;
comment on function private.write_audit is 'Writes the changed columns of one row to audit_log.';

create trigger permission_definitions_audit after insert or update or delete on public.permission_definitions
  for each row execute function private.write_audit('key');

select private.declare_columns('permission_definitions', 'not_personal', '{*}', 'names of permissions');

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'user' references public.roles (name) on update cascade,
  username text not null default 'Usuário' check (char_length(username) between 1 and 60 and username !~ '^\s*$'),
  permissions text[] not null default '{}',
  full_name text check (char_length(full_name) <= 120),
  phone text check (char_length(phone) <= 30),
  home_state char(2),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  theme text not null default 'dark' check (theme in ('dark', 'light')),
  marketing_opt_in boolean not null default false,
  terms_accepted_at timestamptz,
  email_verified_at timestamptz,
  blocked_at timestamptz,
  notify_in_app boolean not null default true,
  search_name text generated always as (private.fold(username || ' ' || coalesce(full_name, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is
  'One row per account, inserted by private.handle_new_user(); the role of an account is read from this table, never '
  'from a token.';
comment on column public.profiles.permissions is 'Keys of permission_definitions held besides those of the role.';
comment on column public.profiles.email_verified_at is
  'When a link sent to the current e-mail address was opened; null while the address is not verified.';
comment on column public.profiles.notify_in_app is 'Whether the account receives notices of campaigns.';
comment on column public.profiles.search_name is
  'User name and full name in lower case without accents, for the search of user managers.';
create index profiles_role_idx on public.profiles (role);
create index profiles_home_state_idx on public.profiles (home_state);
create index profiles_search_name_idx on public.profiles using gin (search_name extensions.gin_trgm_ops);
create index profiles_newest_idx on public.profiles (created_at desc, id);
-- For the fields of the panel in which an account is chosen by name.
create index profiles_username_idx on public.profiles (username);
alter table public.profiles enable row level security;
grant select on public.profiles to anon;
grant select, update on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy "accounts that are not blocked update their own profile" on public.profiles
  for update to authenticated
  using (id = (select private.account_id()) and blocked_at is null)
  with check (id = (select private.account_id()) and blocked_at is null);

create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.account_role() in ('editor', 'admin', 'main_admin', 'superadministrador'), false)
$$;
comment on function private.is_staff is
  'Whether the role of the caller is editor, admin, main_admin or superadministrador.';

create policy "accounts read their own profile, user managers all, managers the staff's" on public.profiles
  for select to authenticated
  using (
    id = (select private.account_id())
    or (select private.is_staff() and private.has_permission('users'))
    or ((select private.is_staff() and private.has_permission('management')) and role
      in ('editor', 'admin', 'main_admin', 'superadministrador'))
  );

create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated')
    and (new.id, new.role, new.permissions, new.email_verified_at, new.blocked_at, new.created_at)
      is distinct from (old.id, old.role, old.permissions, old.email_verified_at, old.blocked_at, old.created_at)
  then
    raise exception 'only the server changes id, role, permissions, email_verified_at, blocked_at or created_at'
      using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_profile is
  'Trigger function: raises 42501 when anon or authenticated changes id, role, permissions, email_verified_at, '
  'blocked_at or created_at of a profile.';

create trigger profiles_guard before update on public.profiles
  for each row execute function private.guard_profile();
create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- Personal data is not logged: only role, permissions and the block of a profile.
create trigger profiles_audit after update on public.profiles
  for each row execute function private.write_audit('id', 'role,permissions,blocked_at');

-- Only the server writes columns that say who or when; row policies cannot protect single columns.
create function private.guard_server_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  author text := tg_argv[0];
  columns text[] := string_to_array(tg_argv[1], ',');
  given jsonb := to_jsonb(new);
  before jsonb;
  is_forged boolean;
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := to_jsonb(old);
    is_forged := exists (select from unnest(author || columns) as name where given -> name
      is distinct from before -> name);
  else
    is_forged := given ? author and given ->> author is distinct from auth.uid()::text
      or exists (select from unnest(columns) as name where (given ->> name)::timestamptz <> now());
  end if;
  if is_forged then
    raise exception 'only the server writes % of %', concat_ws(', ', nullif(author, ''), tg_argv[1]), tg_table_name
      using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_server_columns is
  'Trigger function with two arguments: the author column ('''' without one) and the time columns, comma-separated; '
  'raises 42501 when anon or authenticated inserts a row with another author than the caller or with a time that is '
  'neither null nor now(), or changes one of these columns.';

create trigger profiles_server_columns before update on public.profiles
  for each row execute function private.guard_server_columns('', 'terms_accepted_at');

create function private.record_accepted_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.acknowledge_legal(new.id, array['termos-de-uso', 'politica-de-privacidade'], new.terms_accepted_at);
  return null;
end $$;
comment on function private.record_accepted_terms is
  'Trigger function: stores the versions of the terms of use and the privacy policy in force when an account accepted '
  'them.';

create trigger profiles_accept_terms after update of terms_accepted_at on public.profiles
  for each row when (old.terms_accepted_at is null and new.terms_accepted_at is not null)
    execute function private.record_accepted_terms();

-- For triggers. Changes without a signed-in caller (the server, the seed) need no proof.
create function private.require_recent_proof_of_caller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null then
    perform private.require_recent_proof();
  end if;
  return coalesce(new, old);
end $$;

create trigger role_change_needs_recent_proof before update of role, permissions on public.profiles
  for each row when (old.role is distinct from new.role or old.permissions is distinct from new.permissions)
  execute function private.require_recent_proof_of_caller();
create trigger a_typed_lines before insert or update of username, full_name on public.profiles
  for each row execute function private.write_typed_lines('username', 'full_name');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('profiles', 'id', 'account', 'own', 'Perfil e preferências', 'delete', 1);

select
  private.declare_columns('profiles', 'exported',
    '{id,role,username,permissions,full_name,phone,home_state,locale,theme,marketing_opt_in,terms_accepted_at,
      email_verified_at,blocked_at,notify_in_app,created_at,updated_at}'),
  private.declare_columns('profiles', 'not_personal', '{search_name}', 'made from username and full_name');

create policy "signed-in accounts read the role permissions" on public.role_permissions
  for select to authenticated using ((select private.account_id()) is not null);

create function private.outranks(role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select own.rank from public.roles as own where own.name = private.account_role())
      > (select other.rank from public.roles as other where other.name = outranks.role),
    false
  )
$$;
comment on function private.outranks is 'Whether the role of the caller has a higher rank than the given role.';

create policy "permission managers add permissions to lower roles" on public.role_permissions
  for insert to authenticated
  with check ((select private.has_permission('permissions')) and private.outranks(role));
create policy "permission managers update permissions of lower roles" on public.role_permissions
  for update to authenticated
  using ((select private.has_permission('permissions')) and private.outranks(role))
  with check ((select private.has_permission('permissions')) and private.outranks(role));
create policy "permission managers remove permissions of lower roles" on public.role_permissions
  for delete to authenticated
  using ((select private.has_permission('permissions')) and private.outranks(role));
create trigger role_permissions_touch before update on public.role_permissions
  for each row execute function private.touch_updated_at();
create trigger role_permissions_audit after insert or update or delete on public.role_permissions
  for each row execute function private.write_audit('role,permission_key');
create trigger permission_change_needs_recent_proof before insert or update or delete on public.role_permissions
  for each row execute function private.require_recent_proof_of_caller();

select private.declare_columns('role_permissions', 'not_personal', '{*}', 'matrix of roles');

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete', 'mfa_reset', 'merge', 'recovery_codes_created',
    'recovery_code_used')),
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is
  'Who changed which row and when; append-only, written by private.write_audit() and other functions; API roles '
  'cannot write it (42501).';
comment on column public.audit_log.actor_id is
  'Account that made the change, kept after the account is deleted; null for the server.';
comment on column public.audit_log.reason is 'The transaction''s app.audit_reason setting, when the writer gave one.';
create index audit_log_entity_idx on public.audit_log (entity, entity_id, created_at desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc);
create index audit_log_created_at_idx on public.audit_log (created_at desc);
alter table public.audit_log enable row level security;
grant select on public.audit_log to anon, authenticated;
grant all on public.audit_log to service_role;
create policy "access log readers read the audit log" on public.audit_log
  for select to authenticated using ((select private.has_permission('access_log')));
create trigger audit_log_is_append_only before insert or update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_api_role();

select private.declare_columns('audit_log', 'withheld',
  '{id,actor_id,action,entity,entity_id,before,after,reason,created_at}',
    'listed as changes_by_the_account and changes_of_the_account; before and after of other rows may be about others');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('audit_log', 'public.audit_log', 'created_at', '5 years', 150);

create function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  wanted_locale text := private.text_of_metadata(metadata, 'locale', 10);
begin
  insert into public.profiles (id, role, username, full_name, locale)
  values (
    new.id,
    'user',
    coalesce(
      private.text_of_metadata(metadata, 'username', 60),
      nullif(left(btrim(split_part(new.email, '@', 1)), 60), ''),
      'Usuário'
    ),
    private.text_of_metadata(metadata, 'full_name', 120),
    case when wanted_locale in ('pt-BR', 'en-US', 'es-419') then wanted_locale else 'pt-BR' end
  );
  return new;
end $$;
comment on function private.handle_new_user is
  'Trigger function: inserts the profile of a new account, always with the role user; a role in the user metadata is '
  'ignored.';

create trigger on_auth_user_created after insert on auth.users
  for each row execute function private.handle_new_user();

create function private.handle_changed_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email_verified_at = null where id = new.id;
  return new;
end $$;
comment on function private.handle_changed_email is
  'Trigger function: sets email_verified_at to null when the e-mail address of an account changes; a link sent to the '
  'new address verifies it.';

create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.handle_changed_email();

-- A hosted project needs manual linking to unlink an identity. It also lets a session link any account of the provider,
-- which then opens the portal's account for ever: only one with the address of the account is accepted.
create function private.guard_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.provider = 'email'
    or not exists (
      select from auth.identities as other where other.user_id = new.user_id and other.provider <> new.provider
    )
  then
    return new;
  end if;
  if exists (select from public.profiles where profiles.id = new.user_id and profiles.email_verified_at is null)
    or (new.provider <> 'phone' and not exists (
      select from auth.users as account
      where account.id = new.user_id and lower(account.email) = lower(new.identity_data ->> 'email')
    ))
  then
    raise exception 'identity_not_linked' using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_identity is
  'An account whose address is not verified takes no second identity; a verified one only with its own address.';

create trigger guard_identity before insert on auth.identities
  for each row execute function private.guard_identity();

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('unconfirmed_phone_accounts', 'auth.users', 'created_at', '30 days',
    'email is null and phone is not null and phone_confirmed_at is null and last_sign_in_at is null', 210);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('auth.users', 'confirmation_token', 'empty'),
  ('auth.users', 'email_change_token_current', 'empty'),
  ('auth.users', 'email_change_token_new', 'empty'),
  ('auth.users', 'phone_change_token', 'empty'),
  ('auth.users', 'reauthentication_token', 'empty'),
  ('auth.users', 'recovery_token', 'empty');

create function private.session_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select nullif((select auth.jwt()) ->> 'session_id', '')::uuid
$$;
comment on function private.session_id is
  'Returns the session id of the caller''s JWT; null for anonymous callers and API keys.';

create function private.has_second_factor(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = account and status::text = 'verified')
$$;
comment on function private.has_second_factor is 'Whether an account has a confirmed second factor.';

-- PL/pgSQL, because it caches its plans: policies and triggers call this for every statement, some for every row.
create function private.session_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  claims jsonb := auth.jwt();
  session record;
begin
  if account is null then
    return 'none';
  end if;
  select
    sessions.created_at as opened_at, sessions.not_after, sessions.aal::text as aal,
      greatest(sessions.created_at, activity.seen_at) as seen_at, profiles.role, profiles.blocked_at,
    coalesce(profiles.role in ('editor', 'admin', 'main_admin', 'superadministrador'), false) as is_staff
  into session
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  left join public.profiles as profiles on profiles.id = sessions.user_id
  where sessions.id = nullif(claims ->> 'session_id', '')::uuid and sessions.user_id = account;
  return case
    when session.opened_at is null or session.not_after <= now() then 'ended'
    when session.blocked_at is not null then 'blocked'
    when session.is_staff and session.opened_at <= now() - interval '12 hours' then 'expired'
    when session.is_staff and session.seen_at <= now() - interval '30 minutes' then 'idle'
    -- Checks the level of the session too: it drops when the factor is removed, while the token keeps the old level.
    when claims ->> 'aal' = 'aal2' and session.aal = 'aal2' then 'live'
    when exists (select from auth.mfa_factors where user_id = account and status::text = 'verified')
      then 'second_factor'
    when session.is_staff and private.requires_second_factor(session.role) then 'enrolment'
    else 'live'
  end;
end $$;
comment on function private.session_state is
  'Returns live, or the reason why the caller''s session gives no access: none (not signed in), ended, blocked, '
  'expired (staff, 12 hours after the sign-in), idle (staff, 30 minutes without activity), second_factor (its code '
  'must still be entered) or enrolment (the account must set up a second factor).';

create function private.session_is_live() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_state() = 'live';
end $$;
comment on function private.session_is_live is 'Whether private.session_state() of the caller is live.';

create function private.account_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.profiles where id = (select private.account_id()) and blocked_at is null
$$;
comment on function private.account_role is
  'Returns the role of the caller; null for anonymous callers, blocked accounts and sessions that are not live.';

-- User metadata comes from the browser: anything in it may be missing, of another type or too long.
create function private.text_of_metadata(metadata jsonb, key text, max_length integer) returns text
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(metadata -> key) = 'string' then
    nullif(btrim(left(btrim(regexp_replace(metadata ->> key, '[[:cntrl:][:space:]]+', ' ', 'g')), max_length)), '')
  end
$$;

-- A session that ends while it is read is reported as ended; its activity row refused by the foreign key was a 503.
create function private.current_account(is_activity boolean) returns table (
  id uuid, username text, role text, permissions text[], role_permissions text[],
  email_verified_at timestamptz, locale text, theme text, session_state text
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  state text := private.session_state();
begin
  if state = 'live' and is_activity then
    begin
      insert into private.session_activity as activity (session_id) values (private.session_id())
      on conflict on constraint session_activity_pkey do update set seen_at = now()
        where activity.seen_at < now() - interval '1 minute';
    exception when foreign_key_violation then
      state := private.session_state();
    end;
  end if;
  return query
  select
    profiles.id, profiles.username, profiles.role, profiles.permissions,
    array(select permission_key from public.role_permissions where role_permissions.role = profiles.role
      order by permission_key),
    profiles.email_verified_at, profiles.locale, profiles.theme, state
  from public.profiles where profiles.id = (select auth.uid());
end $$;

-- Recent proof of identity: the auth server records when and how a session was authenticated.
create function private.proof_methods(account uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when private.has_second_factor(account) then array['totp']
    when exists (select from auth.users where users.id = account and coalesce(users.encrypted_password, '') <> '')
      then array['password']
    else array['otp', 'magiclink', 'recovery', 'email/signup']
  end
$$;
comment on function private.proof_methods is
  'Returns the authentication methods (names of `amr`) that prove the identity of an account: the second factor, '
  'without one the password, without a password a mailed link or code.';

create function private.has_proof(session uuid, methods text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.mfa_amr_claims as proofs
    where proofs.session_id = session and proofs.authentication_method = any (methods)
      and proofs.updated_at > now() - interval '10 minutes'
      -- A factor that this session set up counts only if the session had a recent proof when it did.
      and (proofs.authentication_method <> 'totp' or exists (
        select from auth.sessions join auth.mfa_factors as factors on factors.id = sessions.factor_id
        where sessions.id = proofs.session_id and (
          factors.created_at <= sessions.created_at or exists (
            select from auth.mfa_amr_claims as earlier
            where earlier.session_id = sessions.id and earlier.authentication_method <> 'totp'
              and earlier.updated_at between factors.created_at - interval '10 minutes' and factors.created_at
          )
        )
      ))
  )
$$;
comment on function private.has_proof is
  'Whether a session was authenticated by one of the methods in the last 10 minutes.';

create function private.has_recent_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_is_live() and private.has_proof(private.session_id(),
    private.proof_methods((select auth.uid())))
$$;
comment on function private.has_recent_proof is
  'Whether the caller has a live session and gave a proof of identity in the last 10 minutes.';

create function private.require_recent_proof() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'the session does not count' using errcode = '42501';
  end if;
  if not private.has_recent_proof() then
    raise exception 'a recent proof of identity is needed' using errcode = '28000';
  end if;
end $$;
comment on function private.require_recent_proof is
  'Raises 42501 without a live session and 28000 without a proof of identity in the last 10 minutes.';

create function private.own_proof_method() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when methods @> array['totp'] then 'totp'
    when methods @> array['password'] then 'password'
    else 'mail'
  end
  from private.proof_methods(private.account_id()) as methods
  where private.account_id() is not null
$$;

create function private.require_permission(key text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() or not private.has_permission(key) then
    raise exception 'permission % is needed', key using errcode = '42501';
  end if;
end $$;

create function private.require_account() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
end $$;
comment on function private.require_account is
  'Raises 42501 without an account, or while its second factor is pending.';

create function public.current_account(is_activity boolean default true) returns table (
  id uuid, username text, role text, permissions text[], role_permissions text[],
  email_verified_at timestamptz, locale text, theme text, session_state text
)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.current_account(is_activity);
end;
comment on function public.current_account is
  'Returns the account of the caller with its session state in one row, or no row; requests that no person made pass '
  'is_activity = false, which does not update the last activity of the session.';
grant execute on function public.current_account to authenticated, service_role;

create function public.has_recent_proof() returns boolean
language sql stable security invoker set search_path = ''
begin atomic
  select private.has_recent_proof();
end;
comment on function public.has_recent_proof is
  'Whether the caller gave a proof of identity in the last 10 minutes, which sensitive actions require.';
grant execute on function public.has_recent_proof to authenticated, service_role;

create function public.own_proof_method() returns text
language sql stable security invoker set search_path = ''
begin atomic
  select private.own_proof_method();
end;
comment on function public.own_proof_method is
  'Returns how the caller proves their identity: totp, password or mail; null without a live session.';
grant execute on function public.own_proof_method to authenticated, service_role;

-- Tokens of links are stored as hashes.

create function private.token_hash(token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

-- Settings of the portal and of the company that receives payments.

create table public.app_settings (
  key text primary key check (key ~ '^[a-z0-9_]{1,60}$'),
  value text not null,
  "group" text not null default 'general',
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.app_settings is
  'Settings of the portal as text; what a page shows from a setting is hidden while the value is empty.';
comment on column public.app_settings."group" is
  'Section of the admin page; demo marks values of the seed that the owner has not replaced yet.';
alter table public.app_settings enable row level security;
grant select on public.app_settings to anon;
grant select, insert, update, delete on public.app_settings to authenticated;
grant all on public.app_settings to service_role;
create policy "anonymous visitors read public settings" on public.app_settings
  for select to anon using (is_public);

-- Settings road_source_… belong to the page of portal settings.
create function private.setting_permission(key text) returns text
language sql immutable set search_path = '' as $$
  select case
    when key like 'system\_%' then 'system_config'
    when key like 'feature\_%' or key like 'road\_source\_%'
      or key in ('portal_logo_url', 'dark_header', 'dark_footer', 'url_social_feed', 'url_marketplace', 'url_blog',
        'home_sections')
      then 'portal_settings'
    else 'settings'
  end
$$;
comment on function private.setting_permission is
  'Returns the permission that is needed to write a setting and to read one that is not public.';

create policy "signed-in accounts read public settings, managers theirs" on public.app_settings
  for select to authenticated using (is_public or private.has_permission(private.setting_permission(key)));
create policy "managers add settings of their page" on public.app_settings
  for insert to authenticated with check (private.has_permission(private.setting_permission(key)));
create policy "managers update settings of their page" on public.app_settings
  for update to authenticated
  using (private.has_permission(private.setting_permission(key)))
  with check (private.has_permission(private.setting_permission(key)));
create policy "managers delete settings of their page" on public.app_settings
  for delete to authenticated using (private.has_permission(private.setting_permission(key)));
create trigger app_settings_touch before update on public.app_settings
  for each row execute function private.touch_updated_at();
create trigger app_settings_audit after insert or update or delete on public.app_settings
  for each row execute function private.write_audit('key');
create trigger second_factor_setting_needs_recent_proof before insert on public.app_settings
  for each row when (new.key = 'system_staff_second_factor') execute function private.require_recent_proof_of_caller();
create trigger second_factor_setting_change_needs_recent_proof before update on public.app_settings
  for each row when ('system_staff_second_factor' in (old.key, new.key))
    execute function private.require_recent_proof_of_caller();
create trigger second_factor_setting_deletion_needs_recent_proof before delete on public.app_settings
  for each row when (old.key = 'system_staff_second_factor') execute function private.require_recent_proof_of_caller();

insert into private.audit_log_permissions (entity, permission) values
  ('app_settings', 'settings');

select private.declare_columns('app_settings', 'not_personal', '{*}', 'settings');

create table public.payment_settings (
  key text primary key check (key in ('stripe_config', 'pix_config')),
  value jsonb not null default '{}',
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_setting_holds_no_secret check (private.is_object_without_secret(value))
);
comment on table public.payment_settings is
  'The part of the payment configuration that browsers may read; secrets are environment variables of the server.';
comment on column public.payment_settings.value is
  'stripe_config {enabled, publishable_key, default_price_id}; pix_config {enabled, pix_key, pix_key_type, '
  'recipient_name, city}';
alter table public.payment_settings enable row level security;
grant select on public.payment_settings to anon;
grant select, insert, update, delete on public.payment_settings to authenticated;
grant all on public.payment_settings to service_role;
create policy "anonymous visitors read public payment settings" on public.payment_settings
  for select to anon using (is_public);
create policy "signed-in accounts read public payment settings, managers all" on public.payment_settings
  for select to authenticated
  using (is_public or (select private.has_permission('payment_settings')));
create policy "payment managers add payment settings" on public.payment_settings
  for insert to authenticated with check ((select private.has_permission('payment_settings')));
create policy "payment managers update payment settings" on public.payment_settings
  for update to authenticated
  using ((select private.has_permission('payment_settings')))
  with check ((select private.has_permission('payment_settings')));
create policy "payment managers delete payment settings" on public.payment_settings
  for delete to authenticated using ((select private.has_permission('payment_settings')));
create trigger payment_settings_touch before update on public.payment_settings
  for each row execute function private.touch_updated_at();
create trigger payment_settings_audit after insert or update or delete on public.payment_settings
  for each row execute function private.write_audit('key');
create trigger payment_setting_needs_recent_proof before insert or update or delete on public.payment_settings
  for each row execute function private.require_recent_proof_of_caller();

select private.declare_columns('payment_settings', 'not_personal', '{*}', 'settings of the company');

create function private.setting_number(setting text, fallback integer) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select value::integer from public.app_settings where key = setting and value ~ '^\d{1,6}$'),
    fallback)
$$;
comment on function private.setting_number is
  'Returns a setting as integer, or the fallback when it is missing or not a number of 1 to 6 digits.';

-- Feature flags are checked on the server too.
create function private.require_feature(feature text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.app_settings where key = 'feature_' || feature and value = 'false') then
    raise exception 'feature_off' using detail = feature;
  end if;
end $$;
comment on function private.require_feature is
  'Raises feature_off, with the feature as detail, when the setting feature_<name> is false; a feature without a '
  'setting is on.';

create function private.requires_second_factor(role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select requires_second_factor.role in ('editor', 'admin', 'main_admin', 'superadministrador')
    and exists (select from public.app_settings where key = 'system_staff_second_factor' and value = 'true')
$$;
comment on function private.requires_second_factor is
  'Whether accounts of this role must have a second factor: staff roles while the setting system_staff_second_factor '
  'is true.';

-- Wrong codes and links, counted per day and caller.

create table public.failed_attempts (
  on_date date not null default current_date,
  subject text not null check (subject in ('registration', 'vote', 'publish_link', 'gate_device', 'certificate',
    'trip_link', 'voucher_device', 'voucher_download')),
  address_hash text not null check (char_length(address_hash) = 64),
  attempts integer not null default 1 check (attempts > 0),
  last_at timestamptz not null default now(),
  primary key (on_date, subject, address_hash)
);
comment on table public.failed_attempts is
  'Refused codes and links by day, subject and caller; neither the code nor the address is stored.';
comment on column public.failed_attempts.address_hash is
  'Keyed hash of the caller''s address: equal for equal addresses, unreadable.';
create index failed_attempts_last_at_idx on public.failed_attempts (last_at);
alter table public.failed_attempts enable row level security;
grant select on public.failed_attempts to authenticated;
grant all on public.failed_attempts to service_role;
create policy "health readers read the failed attempts" on public.failed_attempts
  for select to authenticated using ((select private.has_permission('system_health')));

select
  private.declare_columns('failed_attempts', 'not_personal',
    '{*}', 'numbers by keyed hash of an address, without account'),
  private.declare_columns('failed_attempts', 'not_personal',
    '{address_hash}', 'keyed hash of an address, without account');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('failed_attempts', 'public.failed_attempts', 'last_at', '90 days', 263);

-- Attempts at sign-ins, codes, payments and registrations are counted for all web processes together.
create table private.attempt_counts (
  key text primary key check (char_length(key) <= 100),
  attempts integer not null check (attempts >= 0),
  resets_at timestamptz not null
) with (fillfactor = 70);
comment on table private.attempt_counts is 'Attempts per limit of lib/platform/rate-limit.ts and caller.';
comment on column private.attempt_counts.key is
  'Name of the limit and keyed hash of whom it counts: address of a network, e-mail address, account or code.';
create index attempt_counts_resets_at_idx on private.attempt_counts (resets_at);
alter table private.attempt_counts enable row level security;

select
  private.declare_columns('private.attempt_counts', 'not_personal',
    '{*}', 'numbers by keyed hash, deleted in the night after the limit ended'),
  private.declare_columns('private.attempt_counts', 'not_personal',
    '{key}', 'keyed hash, deleted in the night after the limit ended');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('attempt_counts', 'private.attempt_counts', 'resets_at', '01:00:00', 841);

create function private.count_attempts(counts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  counted record;
  stored private.attempt_counts;
begin
  for counted in
    select * from rows from (
      jsonb_to_recordset(counts) as (key text, change integer, points integer, seconds integer)
    ) with ordinality as entry (key, change, points, seconds, place)
    order by place
  loop
    insert into private.attempt_counts as known (key, attempts, resets_at)
    values (counted.key, greatest(counted.change, 0), now() + make_interval(secs => counted.seconds))
    on conflict (key) do update set
      attempts = case when known.resets_at > now() then greatest(known.attempts + counted.change, 0)
        else excluded.attempts end,
      resets_at = case when known.resets_at > now() then known.resets_at else excluded.resets_at end
    returning * into stored;
    -- A change of 0 asks whether the next attempt would be over the limit.
    if stored.attempts + (counted.change = 0)::integer > counted.points then
      return jsonb_build_object(
        'refused', counted.place - 1, 'seconds', greatest(ceil(extract(epoch from stored.resets_at - now())), 1)
      );
    end if;
  end loop;
  return null;
end $$;
comment on function private.count_attempts is
  'Counts attempts [{key, change, points, seconds}] in their order: change 1 an attempt, -1 takes one back, 0 only '
  'asks. Stops at the first that is over its points and returns {refused: its place, seconds: until the limit ends}, '
  'otherwise null.';

create function public.count_failed_attempt(subject text, address_hash text) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.failed_attempts (subject, address_hash) values (count_failed_attempt.subject,
    count_failed_attempt.address_hash)
  on conflict (on_date, subject, address_hash) do update set attempts = failed_attempts.attempts + 1, last_at = now()
$$;
comment on function public.count_failed_attempt is 'For the server only: counts one refused code or link of a caller.';
grant execute on function public.count_failed_attempt to service_role;

create function public.failed_attempt_days()
returns table (on_date date, subject text, attempts bigint, callers bigint, most integer)
language sql stable security invoker set search_path = ''
begin atomic
  select failed.on_date, failed.subject, sum(failed.attempts), count(*), max(failed.attempts)
  from public.failed_attempts as failed
  where failed.on_date > current_date - 30
  group by failed.on_date, failed.subject
  order by failed.on_date desc, failed.subject;
end;
comment on function public.failed_attempt_days is
  'Refused codes and links of the last 30 days: all, their callers, and the most of one caller.';
grant execute on function public.failed_attempt_days to authenticated, service_role;

create function public.count_attempts(counts jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.count_attempts(counts);
comment on function public.count_attempts is 'For the server only: counts attempts for all web processes together.';
grant execute on function public.count_attempts to service_role;

-- Errors that browsers report.

create table public.error_reports (
  id bigint generated always as identity primary key,
  message text not null check (char_length(message) <= 500),
  digest text not null default '' check (char_length(digest) <= 100),
  path text not null check (char_length(path) <= 300),
  seen integer not null default 1 check (seen > 0),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (message, path, digest)
);
comment on table public.error_reports is
  'Errors that the error pages of visitors reported; equal errors are counted in one row; no personal data.';
create index error_reports_last_seen_idx on public.error_reports (last_seen_at desc);
alter table public.error_reports enable row level security;
grant select, delete on public.error_reports to authenticated;
grant all on public.error_reports to service_role;
create policy "health readers read the error reports" on public.error_reports
  for select to authenticated using ((select private.has_permission('system_health')));
create policy "health readers delete error reports" on public.error_reports
  for delete to authenticated using ((select private.has_permission('system_health')));

select private.declare_columns('error_reports', 'not_personal', '{*}', 'message and page of an error, without account');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('error_reports', 'public.error_reports', 'last_seen_at', '30 days', 30);

create function public.report_browser_error(error_message text, error_digest text, error_path text) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.error_reports (message, digest, path) values (left(error_message, 500),
    left(coalesce(error_digest, ''), 100), left(error_path, 300))
  on conflict (message, path, digest) do update set seen = error_reports.seen + 1, last_seen_at = now()
$$;
comment on function public.report_browser_error is
  'For the server only: stores or counts an error reported by the browser of a visitor.';
grant execute on function public.report_browser_error to service_role;

-- The outbox of mails and jobs, and how many mails one recipient gets.

-- Jobs of the worker (supabase/jobs): the outbox that transactions fill, schedules and heartbeat.
-- The queues are tables of pg-boss in schema pgboss, which the worker creates when it starts.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  job text not null check (job ~ '^[a-z][a-z0-9-]{1,59}$'),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default now()
);
comment on table private.outbox is
  'Transactional outbox: the worker moves each row to the queue of its job and deletes it in the same transaction; no '
  'API role reads it.';
comment on column private.outbox.id is 'Becomes the id of the job, and of a mail the local part of its Message-ID.';
create index outbox_created_at_idx on private.outbox (created_at);
alter table private.outbox enable row level security;

select
  private.declare_columns('private.outbox', 'not_personal',
    '{*}', 'work that waits seconds for the worker; a mail holds its recipient'),
  private.declare_columns('private.outbox', 'not_personal', '{data}', 'emptied within seconds by the worker');

create table private.mail_limits (
  mail_group text primary key check (mail_group ~ '^[a-z][a-z_]{1,39}$'),
  per_hour integer not null check (per_hour > 0),
  per_day integer not null check (per_day >= per_hour)
);
comment on table private.mail_limits is
  'Mails that one address gets at most. Above per_hour a mail is sent later, above per_day it is dropped; both are '
  'counted.';
alter table private.mail_limits enable row level security;

insert into private.mail_limits (mail_group, per_hour, per_day) values
  -- Security of an account.
  ('account', 6, 20),
  -- A stranger can cause these mails by typing an address.
  ('form', 3, 6), ('registration_confirm', 3, 12), ('registration_request', 3, 12), ('link', 6, 20), ('follow', 6, 10),
    ('invitation', 4, 12),
  -- Decisions of the team, an organiser or a place about something that the person sent.
  ('decision', 10, 40), ('registration', 10, 40), ('place', 10, 60),
  -- To many people at once; these mails have a List-Unsubscribe header.
  ('mass', 12, 60),
  ('garage', 10, 40), ('sale', 20, 100), ('team', 60, 300), ('other', 3, 10);

select private.declare_columns('private.mail_limits', 'not_personal', '{*}', 'numbers');

create table private.mail_kinds (
  template text primary key check (template ~ '^[a-z][a-z_]{1,59}$'),
  mail_group text not null references private.mail_limits
);
comment on table private.mail_kinds is
  'Group of each template of messages/<locale>/mails.json. A template that is missing here has the limit of group '
  'other.';
alter table private.mail_kinds enable row level security;

insert into private.mail_kinds (template, mail_group)
select template, listed.mail_group from (values
  ('account', array['account_confirm', 'account_taken', 'account_erasure_requested', 'account_erasure_cancelled',
    'account_erased']),
  ('form', array['request_received', 'seller_applied']),
  ('registration_confirm', array['registration_confirm']),
  ('registration_request', array[
    'registration_received', 'registration_waiting', 'registration_to_pay', 'registration_documents',
      'registration_receipt', 'registration_expired'
  ]),
  ('link', array['registration_link', 'registration_manage_link', 'registration_draft', 'link_payment', 'link_report',
    'link_contract']),
  ('follow', array['event_follow_confirm', 'event_follow_known']),
  ('invitation', array['vehicle_invitation', 'vehicle_handover_offer', 'vehicle_handover_withdrawn',
    'place_invitation']),
  ('decision', array[
    'request_answered', 'seller_decided', 'art_decided', 'decision_withdrawn', 'report_answered', 'trip_panel_answered',
      'event_decided',
    'event_change_decided', 'voucher_decided', 'claim_approved'
  ]),
  ('registration', array[
    'registration_offered', 'registration_confirmed', 'registration_rejected', 'registration_cancelled',
      'registration_receipt_refused',
    'registration_refunded', 'registration_transferred', 'registration_left', 'registration_document_refused',
      'registration_difference'
  ]),
  ('place', array['place_message', 'place_answer', 'plan_ending', 'voucher_used_twice']),
  ('mass', array['event_changed', 'event_follow_news', 'event_message', 'registration_attendance',
    'certificate_issued']),
  ('garage', array['maintenance_reminders', 'vehicle_handover_done', 'vehicle_handover_refused', 'vehicle_received']),
  ('sale', array[
    'sale_created', 'sale_cancelled', 'contract_to_sign', 'contract_signed', 'payment_confirmed', 'payment_refunded',
      'payment_to_refund',
    'receipt_received', 'receipt_refused', 'ad_ending'
  ]),
  ('team', array['task_given'])
) as listed (mail_group, templates) cross join unnest(templates) as template;

-- The portal mails a link itself while the auth server cannot.
insert into private.mail_kinds (template, mail_group) values ('account_link', 'account');

select private.declare_columns('private.mail_kinds', 'not_personal', '{*}', 'names of templates');

create table private.mail_recipients (
  address_hash text not null check (char_length(address_hash) = 64),
  mail_group text not null references private.mail_limits,
  sent timestamptz[] not null default '{}',
  touched_at timestamptz not null default now(),
  primary key (address_hash, mail_group)
);
comment on table private.mail_recipients is
  'When the mails of the last day to an address were sent or will be sent; the address is hashed.';
create index mail_recipients_touched_at_idx on private.mail_recipients (touched_at);
alter table private.mail_recipients enable row level security;

select
  private.declare_columns('private.mail_recipients', 'not_personal',
    '{*}', 'times by hash of an address, kept two days'),
  private.declare_columns('private.mail_recipients', 'not_personal',
    '{address_hash}', 'hash of an address, kept two days');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('mail_recipients', 'private.mail_recipients', 'touched_at', '2 days', 501);

create table private.limited_mails (
  on_date date not null default current_date,
  mail_group text not null references private.mail_limits,
  delayed integer not null default 0,
  dropped integer not null default 0,
  primary key (on_date, mail_group)
);
comment on table private.limited_mails is
  'Mails per day that the limit per recipient delayed or dropped, for the health page.';
alter table private.limited_mails enable row level security;

select private.declare_columns('private.limited_mails', 'not_personal', '{*}', 'sums');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('limited_mails', 'private.limited_mails', 'on_date', '90 days', 502);

create function private.enqueue_job(job text, data jsonb default '{}') returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into private.outbox (job, data) values (job, data) returning id
$$;
comment on function private.enqueue_job is
  'Adds a job to the outbox in the transaction of the caller, so that a rollback removes it, and returns its id.';

-- People who register at the gate may have no e-mail; their address cannot receive any.
create function private.enqueue_mail(recipient text, template text, data jsonb default '{}', locale text
  default 'pt-BR') returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  if recipient is null or recipient !~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$' or char_length(recipient) > 254 then
    raise exception 'invalid_recipient' using errcode = '22023';
  elsif template is null or template !~ '^[a-z][a-z_]{1,59}$' then
    raise exception 'invalid_template' using errcode = '22023';
  elsif recipient like '%@walk-in.invalid' then
    return null;
  end if;
  return private.enqueue_job('send-mail', jsonb_build_object(
    'to', recipient, 'template', template, 'data', coalesce(data, '{}'),
    'locale', case when locale in ('pt-BR', 'en-US', 'es-419') then locale else 'pt-BR' end
  ));
end $$;
comment on function private.enqueue_mail is
  'Enqueues a mail in the transaction of the caller. template: a key of messages/<locale>/mails.json; data: its '
  'values, and "path", an address of the portal for the button.';

create function private.cancel_mail(mail uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  cancelled boolean;
begin
  delete from private.outbox where id = mail and job = 'send-mail';
  if found then
    return true;
  elsif to_regclass('pgboss.job') is null then
    return false;
  end if;
  execute 'with gone as (delete from pgboss.job where id = $1 and name = ''send-mail'' and state::text in (''created'', ''retry'') returning 1) select exists (select from gone)'
    into cancelled using mail;
  return cancelled;
end $$;
comment on function private.cancel_mail is
  'Deletes an enqueued mail and returns true; false when it is no longer in the queue.';

create function private.is_proven_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users as users join public.profiles on profiles.id = users.id
    where users.email = lower(address) and profiles.email_verified_at is not null
  )
$$;
comment on function private.is_proven_address is 'Whether an account has confirmed this address.';

create function private.group_of_mail(template text) returns text
language sql stable set search_path = '' as $$
  select coalesce((select kind.mail_group from private.mail_kinds as kind where kind.template = group_of_mail.template),
    'other')
$$;

create function private.count_limited_mail(template text, is_dropped boolean) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.limited_mails as known (mail_group, delayed, dropped)
  values (private.group_of_mail(template), (not is_dropped)::integer, is_dropped::integer)
  on conflict on constraint limited_mails_pkey do update
    set delayed = known.delayed + excluded.delayed, dropped = known.dropped + excluded.dropped
$$;
comment on function private.count_limited_mail is 'Counts one mail that the limit per recipient delayed or dropped.';

create function private.take_mail_slot(recipient text, template text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  limits private.mail_limits;
  -- Owners of a confirmed address, such as a club that registers its members, may get four times as many.
  factor integer := case when private.is_proven_address(recipient) then 4 else 1 end;
  hash text := encode(sha256(convert_to(lower(btrim(recipient)), 'UTF8')), 'hex');
  taken timestamptz[];
  slot timestamptz := now();
  first_of_hour timestamptz;
begin
  select known.* into limits from private.mail_limits as known
  where known.mail_group = private.group_of_mail(take_mail_slot.template);
  insert into private.mail_recipients as known (address_hash, mail_group)
  values (hash, limits.mail_group)
  on conflict on constraint mail_recipients_pkey do update
    set touched_at = now(), sent = array(select moment from unnest(known.sent) as moment
      where moment > now() - interval '1 day' order by moment)
  returning known.sent into taken;
  if cardinality(taken) >= limits.per_day * factor then
    return null;
  end if;
  first_of_hour := taken[cardinality(taken) - limits.per_hour * factor + 1];
  if first_of_hour is not null then
    slot := greatest(now(), first_of_hour + interval '1 hour');
  end if;
  update private.mail_recipients as known set sent = known.sent || slot
  where known.address_hash = hash and known.mail_group = limits.mail_group;
  return slot;
end $$;
comment on function private.take_mail_slot is
  'When a mail of a template may be sent to an address: now, up to a day later, or null when the address has got all '
  'mails of the day.';

create function private.release_mails(mails jsonb) returns table (id uuid, start_after timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail record;
begin
  -- In the order of the addresses, so that two workers do not wait for each other.
  for mail in
    select (given ->> 'id')::uuid as id, given ->> 'to' as recipient, given ->> 'template' as template
    from jsonb_array_elements(mails) with ordinality as listed (given, place) order by lower(given ->> 'to'),
      given ->> 'template', place
  loop
    id := mail.id;
    start_after := private.take_mail_slot(mail.recipient, mail.template);
    if start_after is null then
      perform private.count_limited_mail(mail.template, true);
      perform private.note_message_mail(mail.id, 'limit of mails per address');
      perform private.note_reminder_job(mail.id, 'limit of mails per address');
    else
      if start_after > now() then
        perform private.count_limited_mail(mail.template, false);
      end if;
      return next;
    end if;
  end loop;
end $$;
comment on function private.release_mails is
  'For the worker: applies the limit per recipient to mails {id, to, template} of the outbox. Answers when each is '
  'sent; dropped ones are missing.';

create function private.limited_mail_days() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('system_health');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'on_date', day.on_date, 'mail_group', day.mail_group, 'delayed', day.delayed, 'dropped', day.dropped
    ) order by day.on_date desc, day.mail_group), '[]')
    from private.limited_mails as day where day.on_date > current_date - 30
  );
end $$;

create function private.reminder_facts(reminders uuid[]) returns text
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'vehicle', car.nickname, 'title', reminder.title, 'due_on', reminder.due_on, 'due_km', reminder.due_km
  ) order by car.nickname, car.id, reminder.due_on, reminder.due_km, reminder.id)::text
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.id = any (reminders)
$$;
comment on function private.reminder_facts is
  'Facts of reminders for a mail, in the order of its list, as JSON text because facts have no lists.';

create function public.enqueue_mail(recipient text, template text, data jsonb default '{}', locale text default 'pt-BR')
  returns uuid
language sql volatile security invoker set search_path = ''
return private.enqueue_mail(recipient, template, data, locale);
comment on function public.enqueue_mail is
  'For the server only: enqueues a mail and returns its id; raises 22023 for an invalid recipient or template.';
grant execute on function public.enqueue_mail to service_role;

create function public.limited_mail_days() returns jsonb
language sql stable security invoker set search_path = ''
return private.limited_mail_days();
comment on function public.limited_mail_days is
  'For readers of the health page: mails of the last 30 days that the limit per recipient delayed or dropped.';
grant execute on function public.limited_mail_days to authenticated, service_role;

-- Pictures of the site, uploaded files, and the deletion of stored files that nothing shows any more.

create table public.media_assets (
  id uuid primary key default gen_random_uuid(),
  path text not null unique check (path ~ '^/midia/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  width integer not null check (width between 1 and 2000),
  height integer not null check (height between 1 and 2000),
  bytes integer not null check (bytes > 0),
  alt text not null default '' check (char_length(alt) <= 300),
  credit text check (credit !~ '^\s*$' and char_length(credit) <= 200),
  licence text check (licence !~ '^\s*$' and char_length(licence) <= 200),
  uploaded_by uuid default auth.uid() references public.profiles (id) on delete set null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.media_assets is
  'Pictures of the site; path is their address on pages, and the file of the same name is in the bucket media.';
comment on column public.media_assets.alt is 'Alt text; a picture without it is not published.';
comment on column public.media_assets.translations is '{en: {alt}, es: {alt}}';
create index media_assets_uploaded_by_idx on public.media_assets (uploaded_by);
alter table public.media_assets enable row level security;
grant select (
  id, path, width, height, bytes, alt, credit, licence, translations, created_at, updated_at
) on public.media_assets to anon;
grant select, insert, update, delete on public.media_assets to authenticated;
grant all on public.media_assets to service_role;
create policy "anonymous visitors read media assets" on public.media_assets
  for select to anon using (true);
create policy "signed-in accounts read media assets" on public.media_assets
  for select to authenticated using (true);

create function private.edits_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and exists (
    select from unnest(array[
      'blog', 'magazine', 'state_content', 'photo_points', 'website_content', 'events', 'clubs', 'ads', 'services',
        'vouchers', 'city_gallery'
    ]) as key
    where private.has_permission(key)
  )
$$;
comment on function private.edits_content is
  'Whether the caller is staff with at least one permission to write content.';

create policy "content editors add media assets in their own name" on public.media_assets
  for insert to authenticated with check (uploaded_by = (select private.account_id())
    and (select private.edits_content()));
create policy "content editors update media assets" on public.media_assets
  for update to authenticated using ((select private.edits_content())) with check ((select private.edits_content()));
create policy "content editors delete media assets" on public.media_assets
  for delete to authenticated using ((select private.edits_content()));
create trigger media_assets_touch before update on public.media_assets
  for each row execute function private.touch_updated_at();
create trigger media_assets_audit after insert or update or delete on public.media_assets
  for each row execute function private.write_audit('id');
create trigger media_assets_server_columns before insert or update on public.media_assets
  for each row execute function private.guard_server_columns('uploaded_by', 'created_at');

insert into private.audit_log_permissions (entity, permission) values
  ('media_assets', 'city_gallery');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('media_assets', 'uploaded_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 41);

select
  private.declare_columns('media_assets', 'not_personal', '{*}', 'pictures of the guide'),
  private.declare_columns('media_assets', 'withheld', '{uploaded_by}', 'listed as work of the team');

insert into private.file_columns (bucket, relation, names) values
  ('media', 'public.media_assets', 'array[replace(path, ''/midia/'', '''')]');

-- Files to delete: queued in the transaction that no longer needs them, deleted by the worker through the storage
-- server.
create table private.file_deletions (
  bucket text not null,
  name text not null,
  queued_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.file_deletions is
  'Queue of files whose row was deleted; the worker deletes them through the storage server, because deleting rows of '
  'storage.objects in SQL would keep the bytes.';

select
  private.declare_columns('private.file_deletions', 'not_personal', '{*}', 'names of files to delete'),
  private.declare_columns('private.file_deletions', 'not_personal', '{name}', 'name of a thing, not of a person');

-- Uploads: who stored a file before a row named it, and how many bytes.
create table private.uploads (
  bucket text not null,
  name text not null,
  account_id uuid references public.profiles (id) on delete set null,
  publish_link_id uuid,
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.uploads is
  'Files stored by an account or the holder of a publish link before a row names them; deleted with the file.';
comment on column private.uploads.bytes is 'Counted against the limit of the account or link.';
create index uploads_account_id_idx on private.uploads (account_id);
create index uploads_publish_link_id_idx on private.uploads (publish_link_id);

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('private.uploads', 'account_id', 'account', 'own', 'Arquivos enviados', 'unlink', 140);

select
  private.declare_columns('private.uploads', 'exported', '{bucket,name,account_id,bytes,created_at}'),
  private.declare_columns('private.uploads', 'not_personal', '{publish_link_id}', 'technical key');

create function private.queue_files(bucket text, names text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.file_deletions (bucket, name)
  select queue_files.bucket, name from unnest(names) as name where coalesce(name, '') <> ''
  on conflict do nothing
$$;
comment on function private.queue_files is 'Adds files of one bucket to those the worker deletes.';

create function private.payload_photos(payload jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select jsonb_array_elements_text(payload -> 'photos')) where jsonb_typeof(payload -> 'photos') = 'array'
$$;
comment on function private.payload_photos is
  'Returns the names of files in the bucket request-photos from the payload of a request; null without any.';

create function private.queue_request_photos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('request-photos', private.payload_photos(old.payload));
  return null;
end $$;

create function private.files_to_delete(max_rows integer) returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  select bucket, name from private.file_deletions order by queued_at, bucket, name
    limit least(greatest(max_rows, 1), 1000)
$$;

create function private.forget_deleted_files(bucket text, names text[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.file_deletions as queued
  where queued.bucket = forget_deleted_files.bucket and queued.name = any (names)
    -- A file that the storage server still has remains queued.
    and not exists (select from storage.objects where bucket_id = queued.bucket and objects.name = queued.name);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function private.upload_limit() returns bigint
language sql immutable set search_path = '' as $$ select 500 * 1024 * 1024::bigint $$;
comment on function private.upload_limit is 'Most bytes of all stored uploads of one account or publish link.';

create function private.take_upload(bucket text, name text, bytes bigint, account uuid, link_token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  link uuid := (private.publish_link(link_token)).id;
  stored bigint;
begin
  -- Uploads of one account wait for each other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || coalesce(account, link), 0));
  select coalesce(sum(upload.bytes), 0) into stored from private.uploads as upload
  where (upload.account_id = account or upload.publish_link_id = link) and (
    upload.created_at > now() - interval '10 minutes'
    or exists (select from storage.objects where bucket_id = upload.bucket and objects.name = upload.name)
  );
  if coalesce(account, link) is null or stored + take_upload.bytes > private.upload_limit() then
    return false;
  end if;
  -- A file that is sent again has the same name.
  insert into private.uploads (bucket, name, account_id, publish_link_id, bytes)
  values (take_upload.bucket, take_upload.name, account, link, take_upload.bytes)
  on conflict do nothing;
  return true;
end $$;
comment on function private.take_upload is
  'Records a file that an account or the holder of a publish link is about to store; false when it has too many '
  'bytes.';

create function private.is_own_upload(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.uploads as upload
    where upload.bucket = is_own_upload.bucket and upload.name = is_own_upload.name
      and upload.account_id = (select private.account_id())
  )
$$;
comment on function private.is_own_upload is 'Whether the caller stored the file.';

create function private.queue_unattached_files() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  queued integer;
  total integer := 0;
begin
  for one in
    select bucket, string_agg(format('select unnest(%s) from %s', names, relation), ' union all ') as named
      from private.file_columns group by bucket
  loop
    execute format(
      'insert into private.file_deletions (bucket, name)
      select bucket_id, objects.name from storage.objects
      left join (%s) as named (name) on named.name = objects.name
      where bucket_id = %L and created_at < now() - interval ''2 days'' and named.name is null
      limit 1000 on conflict do nothing', one.named, one.bucket);
    get diagnostics queued = row_count;
    total := total + queued;
  end loop;
  delete from private.uploads as upload
  where upload.created_at < now() - interval '2 days'
    and not exists (select from storage.objects where bucket_id = upload.bucket and objects.name = upload.name);
  return total;
end $$;
comment on function private.queue_unattached_files is
  'Queues files older than two days that no row names: posters, images and photos of forms that were never sent, and '
  'replaced files.';

create function private.reads_proposed_poster(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_changes as change
    where change.status = 'pending' and change.payload ->> 'poster_path' = name
      and private.edits_event(change.event_id)
  )
$$;
comment on function private.reads_proposed_poster is
  'Whether a poster is part of a waiting change of an event that the caller edits.';

create function private.is_approved_art(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.ads where image_desktop = '/arte/' || name and status
    in ('approved', 'paused', 'ended'))
    or exists (select from public.ads where image_mobile = '/arte/' || name and status
      in ('approved', 'paused', 'ended'))
$$;
comment on function private.is_approved_art is 'Whether a file of bucket ad-art belongs to a banner that was approved.';

create policy "content editors list the pictures of the site" on storage.objects
  for select to authenticated using (bucket_id = 'media' and (select private.edits_content()));
create policy "content editors add pictures to the site" on storage.objects
  for insert to authenticated with check (bucket_id = 'media' and (select private.edits_content()));
create policy "content editors delete pictures of the site" on storage.objects
  for delete to authenticated using (bucket_id = 'media' and (select private.edits_content()));

create function public.files_to_delete(max_rows integer default 100) returns table (bucket text, name text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.files_to_delete(max_rows);
end;
comment on function public.files_to_delete is
  'For the worker only: files to delete through the storage server, the oldest first.';
grant execute on function public.files_to_delete to service_role;

create function public.forget_deleted_files(bucket text, names text[]) returns integer
language sql volatile security invoker set search_path = ''
return private.forget_deleted_files(bucket, names);
comment on function public.forget_deleted_files is
  'For the worker only: deletes files that no longer exist from the queue and returns how many.';
grant execute on function public.forget_deleted_files to service_role;

create policy "authenticated accounts read pictures that they uploaded" on storage.objects
  for select to authenticated using (bucket_id in ('event-files', 'voucher-images')
    and private.is_own_upload(bucket_id, name));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media', 'media', true, 10485760, '{image/webp}');

create function public.take_upload(bucket text, name text, bytes bigint, account uuid default null, link_token text
  default null) returns boolean
language sql volatile security invoker set search_path = ''
return private.take_upload(bucket, name, bytes, account, link_token);
comment on function public.take_upload is
  'For the server only, before it stores a file of an account or publish link; false when the limit of bytes is '
  'reached.';
grant execute on function public.take_upload to service_role;

create function public.queue_unattached_files() returns integer
language sql volatile security invoker set search_path = ''
return private.queue_unattached_files();
comment on function public.queue_unattached_files is
  'For the worker only: queues files older than two days that no row names.';
grant execute on function public.queue_unattached_files to service_role;

-- Addresses that moved, and words that no slug may be.

create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique check (from_path ~ '^/' and char_length(from_path) <= 300),
  to_path text check (to_path ~ '^/' and char_length(to_path) <= 300),
  hits integer not null default 0 check (hits >= 0),
  search_name text generated always as (private.fold(from_path || ' ' || to_path)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirect_leads_elsewhere check (to_path <> from_path)
);
comment on table public.redirects is
  'Addresses of the site that moved, without language prefix; the site responds 410 (gone) for a row without to_path.';
comment on column public.redirects.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index redirects_to_path_idx on public.redirects (to_path);
create index redirects_hits_idx on public.redirects (hits desc, id);
alter table public.redirects enable row level security;
grant select on public.redirects to anon;
grant select, insert, update, delete on public.redirects to authenticated;
grant all on public.redirects to service_role;
create policy "anonymous visitors read every redirect" on public.redirects
  for select to anon using (true);
create policy "signed-in accounts read every redirect" on public.redirects
  for select to authenticated using (true);
create policy "website editors add redirects" on public.redirects
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update redirects" on public.redirects
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete redirects" on public.redirects
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger redirects_audit after insert or update or delete on public.redirects
  for each row execute function private.write_audit('id', 'from_path,to_path');
create trigger redirects_touch before update of from_path, to_path on public.redirects
  for each row execute function private.touch_updated_at();

insert into private.audit_log_permissions (entity, permission) values
  ('redirects', 'website_content');

select private.declare_columns('redirects', 'not_personal', '{*}', 'addresses of the portal');

create function private.addresses_of(kind text, state_abbr text, slug text) returns text[]
language sql immutable set search_path = '' as $$
  select case kind
    when 'region' then array['/' || lower(state_abbr) || '/rota/' || slug]
    when 'city' then array['/' || lower(state_abbr) || '/cidade/' || slug]
    when 'club' then array['/' || lower(state_abbr) || '/clubes-parceiros#' || slug]
    when 'event' then array['/eventos/lacambeche/' || slug]
    when 'service' then array['/' || lower(state_abbr) || '/servicos/' || slug]
    when 'photo_point' then array['/' || lower(state_abbr) || '/pontos-fotograficos#' || slug]
    when 'post' then array_remove(array['/' || lower(state_abbr) || '/blog/' || slug, '/blog/' || slug], null)
    when 'magazine' then array['/revista-digital/' || slug]
  end
$$;
comment on function private.addresses_of is
  'Where the guide shows an item, without language prefix. The other pages of an event find its new slug by the first '
  'address.';

create function private.record_move(old_path text, new_path text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.redirects where from_path = new_path;
  -- Older redirects are updated too, so that there are no chains.
  update public.redirects set to_path = new_path where to_path = old_path;
  insert into public.redirects (from_path, to_path) values (old_path, new_path)
  on conflict (from_path) do update set to_path = excluded.to_path;
end $$;
comment on function private.record_move is
  'Stores a redirect from an old address to a new one, or as gone (410) when the new one is null, and updates older '
  'redirects so that there are no chains.';

create function private.is_shown(item jsonb) returns boolean
language sql stable set search_path = '' as $$
  select item ->> 'deleted_at' is null and case
    when item ? 'ibge_code' then true
    when item ? 'publish_at' then item ->> 'status' <> 'draft' and (item ->> 'publish_at')::timestamptz <= now()
    else item ->> 'status' in ('published', 'to_confirm', 'postponed', 'cancelled')
  end
$$;
comment on function private.is_shown is
  'Whether anonymous visitors may read a row of a content table; every town has a page.';

create function private.reserved_slugs(relation text) returns text[]
language sql immutable set search_path = ''
return case relation
    when 'blog_posts' then array['categoria', 'pagina', 'tag']
    when 'events' then array['certificado', 'checkin-externo', 'contrato', 'inscricao', 'lacambeche', 'me-avise',
      'passados', 'portaria', 'presenca', 'publicar', 'votar']
    when 'magazines' then array['nao-encontrada']
    when 'services' then array['pagina']
    else array[]::text[]
  end;
comment on function private.reserved_slugs is
  'Slugs that are fixed routes beside the pages of a table. A test compares them with the routes of app.';

-- An id in the address of an event leads to its slug. Parsed here, because roles without a right to schema private use
-- it in checks.
create function private.is_free_slug(relation text, slug text) returns boolean
language sql immutable set search_path = ''
return slug <> all (private.reserved_slugs(relation))
  and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
comment on function private.is_free_slug is 'Whether the address of a slug is not taken by a fixed route.';

-- Visits of moved addresses, which the web server sums up and writes from time to time.
create function public.count_redirects(visits jsonb) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  counted integer;
begin
  update public.redirects set hits = least(hits::bigint + visit.value::bigint, 2147483647)::integer
  from jsonb_each_text(visits) as visit where redirects.from_path = visit.key and visit.value ~ '^[0-9]{1,9}$';
  get diagnostics counted = row_count;
  return counted;
end $$;
comment on function public.count_redirects is
  'For the server only: adds {address: visits} to redirects.hits and returns how many of the addresses have a '
  'redirect.';
grant execute on function public.count_redirects to service_role;

-- Tags of pages that a change made stale, which every web process reads.

-- Every web process caches pages. Cache tags that expire are rows of one table, which each process reads again and
-- again.
-- Functions of the database add them in the transaction of the change, so no job has to call a web process.
create table private.expired_tags (
  id bigint generated always as identity primary key,
  tags text[] not null check (cardinality(tags) between 1 and 1000),
  source uuid,
  transaction_id xid8 not null default pg_current_xact_id(),
  expired_at timestamptz not null default now()
);
comment on table private.expired_tags is 'Cache tags of changed data, read by every web process (web/expired-tags.ts).';
comment on column private.expired_tags.source is
  'Web process that saved the change and has already expired the tags itself; null: changed by the database.';
comment on column private.expired_tags.transaction_id is
  'Position for readers: ids are not committed in their order, and no transaction before the oldest running one can '
  'still add a row.';
create index expired_tags_transaction_id_idx on private.expired_tags (transaction_id);
create index expired_tags_expired_at_idx on private.expired_tags (expired_at);
alter table private.expired_tags enable row level security;

select private.declare_columns('private.expired_tags', 'not_personal',
  '{*}', 'names of cache tags and of web processes');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('expired_tags', 'private.expired_tags', 'expired_at', '1 day', 840);

create function private.expire_tags(tags text[], source uuid default null) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.expired_tags (tags, source)
  select expire_tags.tags, expire_tags.source
  where cardinality(expire_tags.tags) > 0
    -- A save may touch many rows, whose triggers expire the same tags.
    and not exists (
      select from private.expired_tags as known
      where known.transaction_id = pg_current_xact_id() and known.tags = expire_tags.tags
        and known.source is not distinct from expire_tags.source
    )
$$;
comment on function private.expire_tags is
  'Expires cache tags on every web process when the transaction is committed, once per transaction. source: the '
  'process that has already expired them itself.';

create function private.read_expired_tags(since text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'until', pg_snapshot_xmin(pg_current_snapshot())::text,
    'is_continued', coalesce(since::xid8 <= pg_snapshot_xmin(pg_current_snapshot()), false),
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'tags', tags, 'source', source) order by id)
      from private.expired_tags where transaction_id >= since::xid8
    ), '[]')
  )
$$;
comment on function private.read_expired_tags is
  'Returns the tags that expired since the position "until" of an earlier answer, and the next position. Rows of '
  'transactions that ran beside others are returned again until those have ended. is_continued: false without an '
  'earlier position, or when it is of another database.';

create function public.expire_tags(tags text[], source uuid) returns void
language sql volatile security invoker set search_path = ''
return private.expire_tags(tags, source);
comment on function public.expire_tags is 'For the server only: expires cache tags on all other web processes.';
grant execute on function public.expire_tags to service_role;

create function public.read_expired_tags(since text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_expired_tags(since);
comment on function public.read_expired_tags is 'For the server only: cache tags that expired since a position.';
grant execute on function public.read_expired_tags to service_role;

-- Page views, and their totals per day.

create table public.page_views (
  id bigint generated always as identity primary key,
  page_path text not null check (char_length(page_path) <= 300 and page_path like '/%'),
  user_id uuid references auth.users (id) on delete set null,
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  state_abbr char(2),
  referrer_host text check (char_length(referrer_host) <= 253),
  created_at timestamptz not null default now()
);
comment on table public.page_views is
  'One row per page view; a path with a token or a personal id is stored as its pattern.';
create index page_views_user_id_idx on public.page_views (user_id);
create index page_views_state_abbr_idx on public.page_views (state_abbr);
create index page_views_created_at_idx on public.page_views (created_at);
alter table public.page_views enable row level security;
grant select on public.page_views to anon, authenticated;
grant all on public.page_views to service_role;
create policy "analytics readers read page views" on public.page_views
  for select to authenticated using ((select private.has_permission('analytics')));
create trigger page_views_are_append_only before update or delete or truncate on public.page_views
  for each statement execute function private.refuse_api_role();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('page_views', 'user_id', 'account', 'own', 'Páginas vistas com a conta', 'unlink', 8);

select private.declare_columns('page_views', 'exported',
  '{id,page_path,user_id,locale,state_abbr,referrer_host,created_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('page_views', 'public.page_views', 'created_at', '1 year 1 mon',
    'created_at < (select until from private.page_view_rollup)::timestamp at time zone ''America/Sao_Paulo''', 10);

-- Page views by day, so that a chart over a year reads thousands of rows and not millions.
create table public.page_view_daily (
  day date not null,
  page_path text not null,
  locale text not null,
  state_abbr char(2),
  views integer not null check (views > 0),
  constraint page_view_daily_key unique nulls not distinct (day, page_path, locale, state_abbr)
);
comment on table public.page_view_daily is
  'Page views of finished days, summed by page, language and state; without accounts.';
create index page_view_daily_state_abbr_idx on public.page_view_daily (state_abbr, day);
create index page_view_daily_page_path_idx on public.page_view_daily (page_path, day);
alter table public.page_view_daily enable row level security;
grant select on public.page_view_daily to anon, authenticated;
grant all on public.page_view_daily to service_role;
create policy "analytics readers read daily page views" on public.page_view_daily
  for select to authenticated using ((select private.has_permission('analytics')));
create trigger page_view_daily_is_kept_by_the_database before insert or update or delete or truncate
  on public.page_view_daily
  for each statement execute function private.refuse_api_role();

select private.declare_columns('page_view_daily', 'not_personal', '{*}', 'sums');

create table private.page_view_rollup (
  only_row boolean primary key default true check (only_row),
  until date not null
);

insert into private.page_view_rollup (until) values ('2000-01-01');

select private.declare_columns('private.page_view_rollup', 'not_personal', '{*}', 'a date');

create table public.page_source_daily (
  day date not null,
  source text not null check (char_length(source) <= 253),
  locale text not null,
  state_abbr char(2),
  views integer not null check (views > 0),
  constraint page_source_daily_key unique nulls not distinct (day, source, locale, state_abbr)
);
comment on table public.page_source_daily is
  'Page views of finished days, summed by referring site (empty: without a referrer), language and state; without '
  'accounts.';
create index page_source_daily_state_abbr_idx on public.page_source_daily (state_abbr, day);
alter table public.page_source_daily enable row level security;
grant select on public.page_source_daily to authenticated;
grant all on public.page_source_daily to service_role;
create policy "analytics readers read daily page sources" on public.page_source_daily
  for select to authenticated using ((select private.has_permission('analytics')));
create trigger page_source_daily_is_kept_by_the_database before insert or update or delete or truncate
  on public.page_source_daily
  for each statement execute function private.refuse_api_role();

select private.declare_columns('page_source_daily', 'not_personal', '{*}', 'sums');

create function private.roll_up_page_views() returns date
language plpgsql volatile security definer set search_path = '' as $$
declare
  done date;
  until_day date := private.day_of(now() - interval '1 hour');
begin
  select until into done from private.page_view_rollup;
  if done >= until_day then
    return done;
  end if;
  select until into done from private.page_view_rollup for update;
  if done >= until_day then
    return done;
  end if;
  insert into public.page_view_daily (day, page_path, locale, state_abbr, views)
  select private.day_of(created_at), page_path, locale, state_abbr, count(*)
  from public.page_views
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo'
    and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  insert into public.page_source_daily (day, source, locale, state_abbr, views)
  select private.day_of(created_at), private.source_of(referrer_host), locale, state_abbr, count(*)
  from public.page_views
  where created_at >= done::timestamp at time zone 'America/Sao_Paulo'
    and created_at < until_day::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2, 3, 4;
  update private.page_view_rollup set until = until_day where true;
  return until_day;
end $$;
comment on function private.roll_up_page_views is
  'Adds finished days of page_views to page_view_daily and page_source_daily, and returns the first day that is not '
  'summed.';

-- Keys of Pix.

create function private.is_pix_key(key text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case kind
    when 'cpf' then key ~ '^[0-9]{11}$' and private.is_document(key)
    when 'cnpj' then key ~ '^[0-9A-Z]{12}[0-9]{2}$' and private.is_document(key)
    when 'email' then char_length(key) <= 77 and key ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
    when 'phone' then key ~ '^\+55[0-9]{10,11}$'
    when 'evp' then key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  end, false)
$$;
comment on function private.is_pix_key is
  'Whether a key is a Pix key of the given kind in the format of the central bank''s directory: digits of a CPF or '
  'CNPJ, an e-mail, a phone with +55, or a random key.';

reset check_function_bodies;
