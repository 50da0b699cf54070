create table private.seed_state (
  key text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);
comment on table private.seed_state is 'Hash of the inputs each seed step last ran with; the same hash skips the step.';

create table private.seeded_rows (
  entity text not null,
  entity_id text not null,
  written_at timestamptz not null,
  primary key (entity, entity_id)
);
comment on table private.seeded_rows is
  'updated_at the seed left on a row it wrote; a row that shows another time, or is gone, belongs to its editors.';
