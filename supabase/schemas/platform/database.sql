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
  period_start text not null,
  retention_period interval not null,
  condition text not null default 'true',
  action text not null default 'delete' check (action in ('delete', 'delete_photos', 'delete_sale', 'delete_pix_key')),
  position integer not null unique
);
comment on table private.retention_rules is
  'Retention periods, written by migrations only; period_start and condition are SQL expressions on a row of the '
  'table.';
comment on column private.retention_rules.period_start is 'Start of the retention period of a row.';
comment on column private.retention_rules.action is
  'What happens after the period: delete (the row), delete_photos (the files of the application, not the application), '
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
  position integer not null,
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
