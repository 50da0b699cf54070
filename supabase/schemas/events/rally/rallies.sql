-- Regularity rallies: rules of an event, stages with sections and controls, start order, passes and positions.
-- No role of the API reads or writes these tables: the functions decide what each caller gets, because a control may be
-- secret.

create table public.rallies (
  event_id uuid primary key references public.events (id) on delete cascade,
  authority text check (authority !~ '^\s*$' and char_length(authority) <= 160),
  authorisation_number text check (authorisation_number !~ '^\s*$' and char_length(authorisation_number) <= 80),
  max_average_kmh numeric(4, 1) not null check (max_average_kmh between 5 and private.rally_highest_kmh()),
  interval_seconds integer not null default 60 check (interval_seconds between 10 and 3600),
  unit_ms integer not null default 1000 check (unit_ms between 10 and 60000),
  points_early numeric(7, 2) not null default 1 check (points_early between 0 and 10000),
  points_late numeric(7, 2) not null default 1 check (points_late between 0 and 10000),
  tolerance_ms integer not null default 0 check (tolerance_ms between 0 and 600000),
  max_early numeric(8, 2) check (max_early between 0 and 100000),
  max_late numeric(8, 2) check (max_late between 0 and 100000),
  missing_points numeric(8, 2) not null default 0 check (missing_points between 0 and 100000),
  tie_rule text not null default 'shared' check (tie_rule = any (private.rally_tie_rules())),
  published_at timestamptz,
  results_published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint published_rally_is_authorised
    check (published_at is null or authority is not null and authorisation_number is not null)
);
comment on table public.rallies is
  'Rules of the regularity rally of an event, as its organiser declares them; written by functions only.';
comment on column public.rallies.authority is
  'Traffic authority with jurisdiction over the road, whose permission article 67 of the CTB demands.';
comment on column public.rallies.max_average_kmh is 'No section has a higher average.';
comment on column public.rallies.interval_seconds is 'Time between two starts.';
comment on column public.rallies.unit_ms is
  'Points are counted for each whole unit of time: a second, or 600 ms for a hundredth of a minute.';
comment on column public.rallies.tolerance_ms is 'Time early or late that is not counted.';
comment on column public.rallies.max_early is
  'Most points of one control for a pass before its time; null without limit.';
comment on column public.rallies.max_late is
  'Most points of one control for a pass after its time; null without limit.';
comment on column public.rallies.missing_points is 'Points for a control without a pass.';
alter table public.rallies enable row level security;
grant all on public.rallies to service_role;
create trigger rallies_touch before update on public.rallies
  for each row execute function private.touch_updated_at();
create trigger rallies_audit after insert or update or delete on public.rallies
  for each row execute function private.write_audit('event_id',
    'authority,authorisation_number,max_average_kmh,interval_seconds,unit_ms,points_early,points_late,tolerance_ms,'
    'max_early,max_late,missing_points,tie_rule,published_at,results_published_at');

insert into private.audit_log_permissions (entity, permission) values ('rallies', 'events');

create table public.rally_stages (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.rallies (event_id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 80),
  starts_at timestamptz not null,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.rally_stages is 'Stages of a rally in the order of their starts; written by functions only.';
comment on column public.rally_stages.starts_at is 'Start of car number 1.';
comment on column public.rally_stages.finished_at is
  'When the organiser ended the stage; before, no participant and no visitor receives its secret controls.';
create index rally_stages_event_id_idx on public.rally_stages (event_id, starts_at);
alter table public.rally_stages enable row level security;
grant all on public.rally_stages to service_role;

create table public.rally_sections (
  id uuid primary key default gen_random_uuid(),
  stage_id uuid not null references public.rally_stages (id) on delete cascade,
  position integer not null check (position between 1 and 1000),
  kind text not null check (kind = any (private.rally_section_kinds())),
  metres integer not null check (metres between 0 and 1000000),
  average_kmh numeric(4, 1) check (average_kmh between 5 and private.rally_highest_kmh()),
  neutral_seconds integer check (neutral_seconds between 1 and 86400),
  limit_kmh integer check (limit_kmh between 10 and private.rally_highest_kmh()),
  line text check (char_length(line) between 2 and 60000 and line ~ '^[?-~]+$'),
  instructions jsonb not null default '[]'
    check (private.are_rally_instructions(instructions)),
  unique (stage_id, position),
  constraint rally_section_has_its_time check (case kind
    when 'regularity' then average_kmh is not null and neutral_seconds is null and metres > 0
    else average_kmh is null and neutral_seconds is not null end)
);
comment on table public.rally_sections is
  'Sections of a stage with one average speed, and neutral zones with a fixed time; written by functions only.';
comment on column public.rally_sections.limit_kmh is
  'Lowest known speed limit of the section; null when none is known.';
comment on column public.rally_sections.line is
  'Way on the road network as an encoded polyline; null when it is not drawn.';
comment on column public.rally_sections.instructions is
  '[{metres, text, tulip}]: metres from the start of the section; tulip as in lib/travel/saved-trips/roadbook, or '
  'null.';
alter table public.rally_sections enable row level security;
grant all on public.rally_sections to service_role;

create table public.rally_controls (
  id uuid primary key default gen_random_uuid(),
  stage_id uuid not null references public.rally_stages (id) on delete cascade,
  kind text not null check (kind = any (private.rally_control_kinds())),
  metres integer not null check (metres between 0 and 1000000),
  lat double precision check (lat between -34 and 6),
  lng double precision check (lng between -74 and -28),
  bearing integer check (bearing between 0 and 359),
  unique (stage_id, metres),
  constraint rally_control_position_is_complete check ((lat is null) = (lng is null))
);
comment on table public.rally_controls is 'Time controls of a stage; written by functions only.';
comment on column public.rally_controls.metres is 'Distance from the start of the stage.';
comment on column public.rally_controls.lat is 'Without a position only marshals record passes.';
comment on column public.rally_controls.bearing is
  'Compass direction of the way; cars in the other direction do not pass.';
alter table public.rally_controls enable row level security;
grant all on public.rally_controls to service_role;

create table public.rally_crews (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.rallies (event_id) on delete cascade,
  registration_id uuid not null unique references public.event_registrations (id) on delete cascade,
  number integer not null check (number between 1 and 999),
  class_name text not null default '' check (char_length(class_name) <= 80),
  public_name text check (public_name !~ '^\s*$' and char_length(public_name) <= 120),
  withdrawn_at timestamptz,
  unique (event_id, number) deferrable
);
comment on table public.rally_crews is 'Start order of a rally: one row for each car; written by functions only.';
comment on column public.rally_crews.number is 'Number on the car; number 1 starts first.';
comment on column public.rally_crews.public_name is
  'Name in the public results, when the organiser has the agreement of the crew; else the results show number and car.';
alter table public.rally_crews enable row level security;
grant all on public.rally_crews to service_role;

create table public.rally_passes (
  id uuid primary key,
  control_id uuid not null references public.rally_controls (id) on delete cascade,
  crew_id uuid not null references public.rally_crews (id) on delete cascade,
  source text not null check (source = any (private.rally_pass_sources())),
  passed_at timestamptz not null,
  metres_off numeric(5, 1) check (metres_off >= 0),
  recorded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (control_id, crew_id, source)
);
comment on table public.rally_passes is
  'Passes of cars at controls. The tap of a marshal counts before the position of the device of a crew.';
comment on column public.rally_passes.metres_off is
  'Of a pass by position: how near the recorded way came to the control.';
comment on column public.rally_passes.recorded_by is
  'The marshal; null for a pass by position, so that no export of a participant contains a secret control.';
create index rally_passes_crew_id_idx on public.rally_passes (crew_id);
create index rally_passes_recorded_by_idx on public.rally_passes (recorded_by);
alter table public.rally_passes enable row level security;
grant all on public.rally_passes to service_role;

create table public.rally_positions (
  crew_id uuid not null references public.rally_crews (id) on delete cascade,
  stage_id uuid not null references public.rally_stages (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  number integer not null check (number between 0 and 9999),
  points jsonb not null check (private.is_rally_piece(points)),
  created_at timestamptz not null default now(),
  primary key (crew_id, stage_id, account_id, number)
);
comment on table public.rally_positions is
  'Positions that the device of a crew recorded during a stage, in pieces; nobody reads them but their account, in its '
  'export.';
create index rally_positions_stage_id_idx on public.rally_positions (stage_id);
create index rally_positions_account_id_idx on public.rally_positions (account_id);
create index rally_positions_created_at_idx on public.rally_positions (created_at);
alter table public.rally_positions enable row level security;
grant all on public.rally_positions to service_role;

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('rally_passes', 'recorded_by', 'account', 'work', 'Passagens registradas em ralis', 'unlink', 181),
  ('rally_positions', 'account_id', 'account', 'own', 'Posições gravadas em ralis', 'delete', 182);

select
  private.declare_columns('rallies', 'not_personal', '{*}', 'rules of an event'),
  private.declare_columns('rally_stages', 'not_personal', '{*}', 'stages of an event'),
  private.declare_columns('rally_stages', 'not_personal', '{name}', 'name of a stage'),
  private.declare_columns('rally_sections', 'not_personal', '{*}', 'ways and times'),
  private.declare_columns('rally_controls', 'not_personal', '{*}', 'places of controls'),
  private.declare_columns('rally_crews', 'not_personal', '{*}',
    'start order of an event; the people are in event_registrations'),
  private.declare_columns('rally_crews', 'not_personal', '{class_name}', 'name of a class of cars'),
  private.declare_columns('rally_crews', 'withheld', '{public_name}',
    'name in the public results, which the organiser typed; deleted with the registration'),
  private.declare_columns('rally_passes', 'exported',
    '{id,control_id,crew_id,source,passed_at,metres_off,created_at}'),
  private.declare_columns('rally_passes', 'withheld', '{recorded_by}', 'the person itself'),
  private.declare_columns('rally_positions', 'exported', '{crew_id,stage_id,number,points,created_at}'),
  private.declare_columns('rally_positions', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('rally_positions', 'public.rally_positions', 'created_at', '90 days', 471);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('rallies', 'results_published_at', 'stays', 'when the organiser published them'),
  ('rally_stages', 'starts_at', 'moves', 'the stage takes place at the event'),
  ('rally_stages', 'finished_at', 'stays', 'when the stage ended'),
  ('rally_crews', 'withdrawn_at', 'stays', 'when the crew gave up');

create function private.move_rally_stages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.rally_stages set starts_at = private.moved(starts_at, old, new)
  where event_id = new.id and finished_at is null;
  return null;
end $$;
comment on function private.move_rally_stages is
  'Trigger function: the starts of the stages move with the date of their event.';

create trigger events_move_rally after update on public.events
  for each row when ((old.starts_at, old.time_zone) is distinct from (new.starts_at, new.time_zone))
  execute function private.move_rally_stages();
