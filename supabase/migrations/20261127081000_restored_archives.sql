-- Which archive the rows of this database come from, so that a restore that was interrupted in the files continues.
create table private.restored_archives (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  restored_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table private.restored_archives is
  'The archive that was restored last (npm run backup:restore): hash of its manifest, counts, and when its tables and its files were complete.';
insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('private.restored_archives', '*', 'not_personal', 'hash of an archive, counts and dates');
