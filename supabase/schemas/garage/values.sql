-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create function private.handover_statuses() returns text[]
language sql immutable set search_path = ''
return array['open', 'accepted', 'refused', 'withdrawn', 'expired'];
comment on function private.handover_statuses is 'Statuses of the handover of a car.';

create function private.vehicle_statuses() returns text[]
language sql immutable set search_path = ''
return array['active', 'stored', 'restoring', 'sold'];
comment on function private.vehicle_statuses is 'Statuses of a car.';

create function private.reminder_metrics() returns text[]
language sql immutable set search_path = ''
return array['date', 'km', 'both'];
comment on function private.reminder_metrics is 'What a reminder is due by.';

create function private.odometer_states() returns text[]
language sql immutable set search_path = ''
return array['ok', 'broken', 'replaced'];
comment on function private.odometer_states is 'States of the odometer of a car.';

create function private.toll_classes() returns text[]
language sql immutable set search_path = ''
return array['car', 'motorcycle', 'car_trailer1', 'car_trailer2'];
comment on function private.toll_classes is 'Classes of a car for the tolls of a trip.';

create function private.body_kinds() returns text[]
language sql immutable set search_path = ''
return array['car', 'pickup', 'motorcycle', 'truck'];
comment on function private.body_kinds is 'Kinds of bodies of a car.';

create function private.fuel_systems() returns text[]
language sql immutable set search_path = ''
return array['carburettor', 'injection', 'diesel', 'electric'];
comment on function private.fuel_systems is 'How an engine gets its fuel.';

create function private.photo_slots() returns text[]
language sql immutable set search_path = ''
return array[
  'front', 'rear', 'left_side', 'right_side', 'engine', 'interior', 'dashboard', 'chassis_number', 'engine_number',
  'plates'
];
comment on function private.photo_slots is 'Pictures of a car that its dossier asks for.';

create function private.fuels() returns text[]
language sql immutable set search_path = ''
return array['gasoline', 'gasoline_premium', 'ethanol', 'diesel', 'cng', 'electric'];
comment on function private.fuels is 'Fuels of a car.';

create function private.vehicle_document_kinds() returns text[]
language sql immutable set search_path = ''
return array['crlv', 'insurance', 'cvcol', 'inspection', 'other'];
comment on function private.vehicle_document_kinds is 'Kinds of documents of a car.';

create function private.vehicle_file_kinds() returns text[]
language sql immutable set search_path = ''
return array['photo', 'receipt', 'document'];
comment on function private.vehicle_file_kinds is 'Kinds of files of a car.';

create function private.sale_ticks() returns text[]
language sql immutable set search_path = ''
return array['plate', 'documents', 'prices', 'receipts'];
comment on function private.sale_ticks is 'What the sale page of a car shows only when its owner chose it.';

create function private.history_kinds() returns text[]
language sql immutable set search_path = ''
return array[
  'maintenance', 'fuel', 'expenses', 'photos', 'receipts', 'documents', 'checklists', 'parts', 'reminders', 'diary',
  'cvcol'
];
comment on function private.history_kinds is 'Parts of the history of a car that a handover gives to the next owner.';

create function private.cost_categories() returns text[]
language sql immutable set search_path = ''
return array[
  'service', 'repair', 'upgrade', 'inspection', 'toll', 'parking', 'insurance', 'tax', 'part', 'food', 'lodging',
  'other'
];
comment on function private.cost_categories is 'Categories of an expense.';

create function private.log_entry_kinds() returns text[]
language sql immutable set search_path = ''
return array['fuel', 'service', 'km', 'expense', 'note', 'trip'];
comment on function private.log_entry_kinds is 'Kinds of entries of the logbook of a car.';

create function private.km_sources() returns text[]
language sql immutable set search_path = ''
return array['odometer', 'recorded', 'planned', 'typed'];
comment on function private.km_sources is 'Where the distance of a diary entry comes from.';

create function private.reminder_channels() returns text[]
language sql immutable set search_path = ''
return array['portal', 'push', 'mail'];
comment on function private.reminder_channels is 'Ways in which a reminder reaches its owner.';

create function private.delivery_statuses() returns text[]
language sql immutable set search_path = ''
return array['queued', 'sent', 'failed'];
comment on function private.delivery_statuses is 'Statuses of a mail or push message that was handed to its queue.';

create function private.checklist_results() returns text[]
language sql immutable set search_path = ''
return array['open', 'ok', 'attention', 'failed'];
comment on function private.checklist_results is 'Results of a checklist.';

create function private.entry_server_columns() returns text[]
language sql immutable set search_path = ''
return array['id', 'vehicle_id', 'owner_id', 'km', 'version', 'created_by', 'deleted_at', 'created_at', 'updated_at'];
comment on function private.entry_server_columns is 'Columns of an entry of the logbook that the person does not send.';
