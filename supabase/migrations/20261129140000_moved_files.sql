comment on function private.zone_of_state is
  'Time zone of a state, as lib/platform/time-zones; all of Brazil has had no daylight saving time since 2019.';

comment on function private.zone_of_town is
  'Time zone of a municipality by its IBGE code, or of its state when the municipality is not known; as '
  'lib/platform/time-zones.';

comment on column public.region_legs.classic_min is
  'Minutes at the pace of an old car, by road class, surface, bends, towns and slopes (lib/geo/pace), without stops.';

comment on function private.classic_minutes is
  'Minutes of an old car for kilometres without a line, as estimatedMinutes in lib/geo/pace/legs/rules.ts; '
  'tests/database/geo/region-legs.test.ts compares both.';

comment on function private.is_trip_plan is
  'Whether a value has the parts of a plan that the database reads; lib/travel/trips/schema.ts checks all of them.';

comment on column public.trips.plan is
  'tripPlanSchema of lib/travel/trips/schema.ts; at most 64 kB as sent, jsonb prints it with spaces.';

comment on function private.trip_json is 'A trip as SavedTrip of lib/travel/trips/schema.ts.';

comment on function private.save_trip is
  'Stores a new trip (seen is null) or the next version of an existing one for its owner; answers SaveTripAnswer of '
  'lib/travel/trips/schema.ts.';

comment on function private.entry_json is 'An entry as StoredEntry of lib/garage/vehicles/schema.ts.';

comment on function private.save_vehicle_entry is
  'Stores a new entry (seen is null) or the next version of an existing one; answers SaveEntryAnswer of '
  'lib/garage/vehicles/schema.ts.';

comment on function public.recent_vehicle_entries is
  'The newest entries of every car that the caller reads, as StoredEntry of lib/garage/entries/schema.ts.';

comment on function public.read_vehicle_log is
  'Every entry of a car outside the trash that the caller may read, the oldest first, as StoredEntry of '
  'lib/garage/entries/schema.ts.';

comment on function public.log_trip is
  'Closes an own trip into the log of a car: {status: saved | exists | gone | forbidden | invalid | in_future | limit '
  '| conflict}. content is LoggedTrip of lib/garage/diary/schema.ts.';

comment on function private.are_checklist_items is
  'Whether a value is a list of items of an own template, as OwnItem of lib/garage/checklists/schema.ts.';

comment on function private.checklist_result is
  'Result of a finished checklist, as resultOf of lib/garage/checklists/rules.ts.';

comment on function private.checklist_json is
  'A checklist with its items as StoredChecklist of lib/garage/checklists/schema.ts.';

comment on function private.save_vehicle_checklist is
  'Stores what a device has of a checklist (start, changed items, tasks, signature); answers SaveChecklistAnswer of '
  'lib/garage/checklists/schema.ts.';

comment on function public.read_sale_link is
  'The car behind a sale link, as saleSchema of lib/garage/sharing/sale/schema.ts; anyone who has the token may call '
  'it.';

comment on function private.search_kinds is
  'Kinds of search documents that a repair compares with their sources, in the order of lib/panel/repairs.';

comment on function private.is_gate_over is
  'Whether devices must no longer keep the people of an event; the same hours as KEEP_HOURS of lib/events/gate/rules.ts.';

comment on function private.judge_voucher is
  'Result of reading a voucher at a place and time; redeemed means that it is valid. The same rules as judgeVoucher '
  'of lib/partners/desk/rules.ts.';
