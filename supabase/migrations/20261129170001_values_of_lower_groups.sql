set check_function_bodies = off;

drop policy "accounts read their own profile, user managers all, managers th" on public.profiles;

drop trigger trip_panel_requests_withdraw on public.trip_panel_requests;

drop function private.erasure_wait;

drop function private.upload_limit;

create or replace function private.staff_roles() returns text[]
language sql immutable set search_path = ''
return array['editor', 'admin', 'main_admin', 'superadministrador'];

create or replace function private.content_permissions() returns text[]
language sql immutable set search_path = ''
return array[
  'blog', 'magazine', 'state_content', 'photo_points', 'website_content', 'events', 'clubs', 'ads', 'services',
  'city_gallery', 'vouchers'
];

create or replace function private.attempt_subjects() returns text[]
language sql immutable set search_path = ''
return array[
  'registration', 'vote', 'publish_link', 'gate_device', 'certificate', 'trip_link', 'voucher_device',
  'voucher_download'
];

create or replace function private.menu_sections() returns text[]
language sql immutable set search_path = ''
return array['geral', 'conteudo', 'eventos', 'comunidade', 'comercial', 'sistema'];

create or replace function private.mailbox_methods() returns text[]
language sql immutable set search_path = ''
return array['otp', 'magiclink', 'recovery', 'email/signup'];

-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.staff_session_hours() returns integer
language sql immutable set search_path = ''
return 12;

create or replace function private.staff_idle_minutes() returns integer
language sql immutable set search_path = ''
return 30;

create or replace function private.proof_minutes() returns integer
language sql immutable set search_path = ''
return 10;

create or replace function private.upload_limit_bytes() returns bigint
language sql immutable set search_path = ''
return 500 * 1024 * 1024::bigint;

create or replace function private.unattached_file_days() returns integer
language sql immutable set search_path = ''
return 2;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.macro_regions() returns text[]
language sql immutable set search_path = ''
return array['Norte', 'Nordeste', 'Centro-Oeste', 'Sudeste', 'Sul'];

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.photo_lights() returns text[]
language sql immutable set search_path = ''
return array['sunrise', 'morning', 'noon', 'afternoon', 'sunset', 'night'];

create or replace function private.biomes() returns text[]
language sql immutable set search_path = ''
return array[
  'serra', 'litoral', 'cerrado', 'caatinga', 'pampa', 'pantanal', 'amazonia', 'mata-atlantica', 'chapada',
  'cidade-historica'
];

create or replace function private.emergency_contact_kinds() returns text[]
language sql immutable set search_path = ''
return array[
  'police', 'federal_road_police', 'ambulance', 'fire', 'state_road_police', 'civil_defence', 'road_operator'
];

create or replace function private.faq_audiences() returns text[]
language sql immutable set search_path = ''
return array['viajante', 'organizador', 'parceiro', 'anunciante'];

create or replace function private.review_topics() returns text[]
language sql immutable set search_path = ''
return array['content', 'maps', 'speed', 'app', 'events', 'services', 'other'];

create or replace function private.review_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'published', 'hidden'];

create or replace function private.magazine_page_kinds() returns text[]
language sql immutable set search_path = ''
return array['cover', 'editorial', 'article', 'map', 'checklist', 'back'];

create or replace function private.service_kinds() returns text[]
language sql immutable set search_path = ''
return array['lodging', 'food', 'workshop', 'parts', 'tow', 'fuel', 'wash', 'museum', 'attraction', 'store', 'other'];

create or replace function private.state_texts() returns text[]
language sql immutable set search_path = ''
return array['headline', 'intro', 'best_season', 'how_to_arrive'];

create or replace function private.service_attributes() returns text[]
language sql immutable set search_path = ''
return array[
  'covered_parking', 'gated', 'trailer_space', 'ramp_ok', 'carburettor', 'electrics_6v', 'flatbed', 'premium_petrol',
  'old_tyres', 'upholstery', 'bodywork'
];

create or replace function private.toll_directions() returns text[]
language sql immutable set search_path = ''
return array['both', 'north', 'south', 'east', 'west'];

create or replace function private.route_stop_kinds() returns text[]
language sql immutable set search_path = ''
return array['town', 'view', 'nature', 'historic', 'museum', 'food', 'bridge', 'pass', 'stop'];

create or replace function private.vehicle_classes() returns text[]
language sql immutable set search_path = ''
return array['car', 'motorcycle', 'car_trailer_3', 'car_trailer_4', 'truck_2', 'truck_3', 'bus'];

create or replace function private.club_roles() returns text[]
language sql immutable set search_path = ''
return array['owner', 'admin', 'member'];

create or replace function private.club_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'to_confirm', 'published'];

create or replace function private.service_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'pending', 'published', 'suspended'];

create or replace function private.post_statuses() returns text[]
language sql immutable set search_path = ''
return array['draft', 'scheduled', 'published'];

create or replace function private.distance_bases() returns text[]
language sql immutable set search_path = ''
return array['traced', 'joined', 'gpx', 'editor', 'estimated'];

create or replace function private.map_place_kinds() returns text[]
language sql immutable set search_path = ''
return array['lodging', 'food', 'fuel', 'workshop', 'parts', 'hospital', 'pharmacy', 'museum'];

create or replace function private.map_place_sources() returns text[]
language sql immutable set search_path = ''
return array['osm', 'ibram', 'ses_rs', 'page'];

create or replace function private.parking_kinds() returns text[]
language sql immutable set search_path = ''
return array['garage', 'closed_yard', 'parking'];

create or replace function private.route_surfaces() returns text[]
language sql immutable set search_path = ''
return array['paved', 'mixed', 'unpaved'];

create or replace function private.leg_skips() returns text[]
language sql immutable set search_path = ''
return array['no-path', 'snap', 'ratio', 'open-water'];

create or replace function private.favourite_kinds() returns text[]
language sql immutable set search_path = ''
return array['region', 'city', 'service', 'photo_point', 'post', 'magazine', 'club', 'event'];

create or replace function private.checklist_kinds() returns text[]
language sql immutable set search_path = ''
return array['pre_trip', 'daily', 'post_trip', 'storage', 'tow_handover', 'cvcol', 'public_trip'];

create or replace function private.checklist_answers() returns text[]
language sql immutable set search_path = ''
return array['check', 'number', 'choice', 'text'];

-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.stamp_days() returns integer
language sql immutable set search_path = ''
return 30;

create or replace function private.max_favourites() returns integer
language sql immutable set search_path = ''
return 500;

create or replace function private.max_guide_pictures() returns integer
language sql immutable set search_path = ''
return 30;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.share_parts() returns text[]
language sql immutable set search_path = ''
return array['car', 'tank', 'price', 'notes'];

create or replace function private.convoy_statuses() returns text[]
language sql immutable set search_path = ''
return array['driving', 'stopped', 'help'];

create or replace function private.convoy_roles() returns text[]
language sql immutable set search_path = ''
return array['sweep', 'support', 'member'];

-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.trip_link_days() returns integer
language sql immutable set search_path = ''
return 365;

create or replace function private.track_days() returns integer
language sql immutable set search_path = ''
return 60;

create or replace function private.convoy_days() returns integer
language sql immutable set search_path = ''
return 7;

create or replace function private.max_regroup_points() returns integer
language sql immutable set search_path = ''
return 20;

create or replace function private.max_trips() returns integer
language sql immutable set search_path = ''
return 200;

create or replace function private.max_track_pieces() returns integer
language sql immutable set search_path = ''
return 1000;

create or replace function private.max_tracks() returns integer
language sql immutable set search_path = ''
return 500;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.handover_statuses() returns text[]
language sql immutable set search_path = ''
return array['open', 'accepted', 'refused', 'withdrawn', 'expired'];

create or replace function private.vehicle_statuses() returns text[]
language sql immutable set search_path = ''
return array['active', 'stored', 'restoring', 'sold'];

create or replace function private.reminder_metrics() returns text[]
language sql immutable set search_path = ''
return array['date', 'km', 'both'];

create or replace function private.odometer_states() returns text[]
language sql immutable set search_path = ''
return array['ok', 'broken', 'replaced'];

create or replace function private.toll_classes() returns text[]
language sql immutable set search_path = ''
return array['car', 'motorcycle', 'car_trailer1', 'car_trailer2'];

create or replace function private.body_kinds() returns text[]
language sql immutable set search_path = ''
return array['car', 'pickup', 'motorcycle', 'truck'];

create or replace function private.fuel_systems() returns text[]
language sql immutable set search_path = ''
return array['carburettor', 'injection', 'diesel', 'electric'];

create or replace function private.photo_slots() returns text[]
language sql immutable set search_path = ''
return array[
  'front', 'rear', 'left_side', 'right_side', 'engine', 'interior', 'dashboard', 'chassis_number', 'engine_number',
  'plates'
];

create or replace function private.fuels() returns text[]
language sql immutable set search_path = ''
return array['gasoline', 'gasoline_premium', 'ethanol', 'diesel', 'cng', 'electric'];

create or replace function private.vehicle_document_kinds() returns text[]
language sql immutable set search_path = ''
return array['crlv', 'insurance', 'cvcol', 'inspection', 'other'];

create or replace function private.vehicle_file_kinds() returns text[]
language sql immutable set search_path = ''
return array['photo', 'receipt', 'document'];

create or replace function private.sale_ticks() returns text[]
language sql immutable set search_path = ''
return array['plate', 'documents', 'prices', 'receipts'];

create or replace function private.history_kinds() returns text[]
language sql immutable set search_path = ''
return array[
  'maintenance', 'fuel', 'expenses', 'photos', 'receipts', 'documents', 'checklists', 'parts', 'reminders', 'diary',
  'cvcol'
];

create or replace function private.cost_categories() returns text[]
language sql immutable set search_path = ''
return array[
  'service', 'repair', 'upgrade', 'inspection', 'toll', 'parking', 'insurance', 'tax', 'part', 'food', 'lodging',
  'other'
];

create or replace function private.log_entry_kinds() returns text[]
language sql immutable set search_path = ''
return array['fuel', 'service', 'km', 'expense', 'note', 'trip'];

create or replace function private.km_sources() returns text[]
language sql immutable set search_path = ''
return array['odometer', 'recorded', 'planned', 'typed'];

create or replace function private.reminder_channels() returns text[]
language sql immutable set search_path = ''
return array['portal', 'push', 'mail'];

create or replace function private.delivery_statuses() returns text[]
language sql immutable set search_path = ''
return array['queued', 'sent', 'failed'];

create or replace function private.checklist_results() returns text[]
language sql immutable set search_path = ''
return array['open', 'ok', 'attention', 'failed'];

create or replace function private.entry_server_columns() returns text[]
language sql immutable set search_path = ''
return array['id', 'vehicle_id', 'owner_id', 'km', 'version', 'created_by', 'deleted_at', 'created_at', 'updated_at'];

-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.sharing_days() returns integer
language sql immutable set search_path = ''
return 14;

create or replace function private.sale_link_days() returns integer
language sql immutable set search_path = ''
return 90;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.notification_audiences() returns text[]
language sql immutable set search_path = ''
return array['all', 'role', 'state', 'event'];

create or replace function private.access_events() returns text[]
language sql immutable set search_path = ''
return array['sign_in', 'sign_in_failed', 'code_failed', 'link_used', 'sign_up', 'sign_out', 'password_changed'];

create or replace function private.sign_in_events() returns text[]
language sql immutable set search_path = ''
return array['sign_in', 'link_used', 'sign_up'];

create or replace function private.legal_keys() returns text[]
language sql immutable set search_path = ''
return array['termos-de-uso', 'direitos-autorais', 'politica-de-privacidade'];

-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.erasure_wait_days() returns integer
language sql immutable set search_path = ''
return 7;

create or replace function private.recovery_code_minutes() returns integer
language sql immutable set search_path = ''
return 15;

-- Lists of values that several tables, functions or TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.service_request_statuses() returns text[]
language sql immutable set search_path = ''
return array['received', 'in_review', 'approved', 'rejected'];

create or replace function private.service_request_kinds() returns text[]
language sql immutable set search_path = ''
return array['new', 'correction', 'claim', 'removal'];

create or replace function private.claim_statuses() returns text[]
language sql immutable set search_path = ''
return array['received', 'in_review', 'accepted', 'rejected'];

create or replace function private.approval_decisions() returns text[]
language sql immutable set search_path = ''
return array['approve', 'adjust', 'reject'];

create or replace function private.approval_subject_kinds() returns text[]
language sql immutable set search_path = ''
return array['service_request', 'event', 'voucher'];

create or replace function private.delivery_kinds() returns text[]
language sql immutable set search_path = ''
return array['digital', 'print', 'both'];

create or replace function private.finished_panel_statuses() returns text[]
language sql immutable set search_path = ''
return array['ready', 'delivered', 'cancelled'];

create or replace function private.repairs() returns text[]
language sql immutable set search_path = ''
return array[
  'search_index', 'expired_trash', 'redirects', 'old_records', 'orphan_files', 'broken_images', 'counters',
  'expired_tokens'
];

create or replace function private.task_statuses() returns text[]
language sql immutable set search_path = ''
return array['todo', 'doing', 'done'];

create or replace function private.task_priorities() returns text[]
language sql immutable set search_path = ''
return array['normal', 'high', 'low'];

create or replace function private.state_duties() returns text[]
language sql immutable set search_path = ''
return array['editor', 'reviewer', 'commercial'];

create or replace function private.algorithms() returns text[]
language sql immutable set search_path = ''
return array['search', 'trip_conditions', 'driving_pace'];

create or replace function private.complaint_subjects() returns text[]
language sql immutable set search_path = ''
return array['region', 'city', 'service', 'photo_point', 'club', 'post', 'page'];

create or replace function private.complaint_reasons() returns text[]
language sql immutable set search_path = ''
return array['wrong', 'closed', 'duplicate', 'dangerous', 'offensive', 'other'];

create or replace function private.complaint_statuses() returns text[]
language sql immutable set search_path = ''
return array['open', 'resolved', 'dismissed'];

-- Numbers of the business that functions and TypeScript use; `npm run db:types` writes them as constants.

create or replace function private.approval_link_days() returns integer
language sql immutable set search_path = ''
return 60;

alter table public.maintenance_reminders alter column channels set default private.reminder_channels();
alter table public.permission_definitions
  drop constraint permission_definitions_area_check,
  add constraint permission_definitions_area_check check ((area = ANY (private.menu_sections())));

alter table public.failed_attempts
  drop constraint failed_attempts_subject_check,
  add constraint failed_attempts_subject_check check ((subject = ANY (private.attempt_subjects())));

alter table public.states
  drop constraint states_macro_region_check,
  add constraint states_macro_region_check check ((macro_region = ANY (private.macro_regions())));

alter table public.regions
  drop constraint regions_distance_basis_check,
  add constraint regions_distance_basis_check check ((distance_basis = ANY (private.distance_bases())));

alter table public.regions
  drop constraint regions_biome_check,
  add constraint regions_biome_check check ((biome = ANY (private.biomes())));

alter table public.regions
  drop constraint regions_surface_check,
  add constraint regions_surface_check check ((surface = ANY (private.route_surfaces())));

alter table public.region_waypoints
  drop constraint region_waypoints_kind_check,
  add constraint region_waypoints_kind_check check ((kind = ANY (private.route_stop_kinds())));

alter table public.tolls
  drop constraint tolls_direction_check,
  add constraint tolls_direction_check check ((direction = ANY (private.toll_directions())));

alter table public.toll_prices
  drop constraint toll_prices_vehicle_class_check,
  add constraint toll_prices_vehicle_class_check check ((vehicle_class = ANY (private.vehicle_classes())));

alter table public.region_legs
  drop constraint region_legs_skip_check,
  add constraint region_legs_skip_check check ((skip = ANY (private.leg_skips())));

alter table public.service_categories
  drop constraint service_categories_kind_check,
  add constraint service_categories_kind_check check ((kind = ANY (private.service_kinds())));

alter table public.services
  drop constraint services_status_check,
  add constraint services_status_check check ((status = ANY (private.service_statuses())));

alter table public.map_places
  drop constraint map_places_kind_check,
  add constraint map_places_kind_check check ((kind = ANY (private.map_place_kinds())));

alter table public.map_places
  drop constraint map_places_source_check,
  add constraint map_places_source_check check ((source = ANY (private.map_place_sources())));

alter table public.map_places
  drop constraint map_places_parking_check,
  add constraint map_places_parking_check check ((parking = ANY (private.parking_kinds())));

alter table public.photo_points
  drop constraint photo_points_best_light_check,
  add constraint photo_points_best_light_check check ((best_light = ANY (private.photo_lights())));

alter table public.photo_points
  drop constraint photo_points_access_surface_check,
  add constraint photo_points_access_surface_check check ((access_surface = ANY (private.route_surfaces())));

alter table public.clubs
  drop constraint clubs_status_check,
  add constraint clubs_status_check check ((status = ANY (private.club_statuses())));

alter table public.club_members
  drop constraint club_members_role_check,
  add constraint club_members_role_check check ((role = ANY (private.club_roles())));

alter table public.blog_posts
  drop constraint blog_posts_status_check,
  add constraint blog_posts_status_check check ((status = ANY (private.post_statuses())));

alter table public.magazine_pages
  drop constraint magazine_pages_kind_check,
  add constraint magazine_pages_kind_check check ((kind = ANY (private.magazine_page_kinds())));

alter table public.faqs
  drop constraint faqs_audience_check,
  add constraint faqs_audience_check check ((audience = ANY (private.faq_audiences())));

alter table public.checklist_templates
  drop constraint checklist_templates_kind_check,
  add constraint checklist_templates_kind_check check ((kind = ANY (private.checklist_kinds())));

alter table public.vehicle_files
  drop constraint vehicle_files_kind_check,
  add constraint vehicle_files_kind_check check ((kind = ANY (private.vehicle_file_kinds())));

alter table public.checklist_template_items
  drop constraint checklist_template_items_answer_check,
  add constraint checklist_template_items_answer_check check ((answer = ANY (private.checklist_answers())));

alter table public.emergency_contacts
  drop constraint emergency_contacts_kind_check,
  add constraint emergency_contacts_kind_check check ((kind = ANY (private.emergency_contact_kinds())));

alter table public.favourites
  drop constraint favourites_kind_check,
  add constraint favourites_kind_check check ((kind = ANY (private.favourite_kinds())));

alter table public.app_reviews
  drop constraint app_reviews_topic_check,
  add constraint app_reviews_topic_check check ((topic = ANY (private.review_topics())));

alter table public.app_reviews
  drop constraint app_reviews_status_check,
  add constraint app_reviews_status_check check ((status = ANY (private.review_statuses())));

alter table public.trip_shares
  drop constraint trip_shares_check,
  add constraint trip_shares_check check ((expires_at <= (created_at + make_interval(days => (private.trip_link_days() + 1)))));

alter table public.trip_shares
  drop constraint trip_shares_parts_check,
  add constraint trip_shares_parts_check check (((parts <@ private.share_parts()) AND (cardinality(parts) <= 4)));

alter table public.trip_track_pieces
  drop constraint trip_track_pieces_number_check,
  add constraint trip_track_pieces_number_check check (((number >= 0) AND (number < private.max_track_pieces())));

alter table public.convoys
  drop constraint convoys_regroup_points_check,
  add constraint convoys_regroup_points_check check (((jsonb_typeof(regroup_points) = 'array'::text) AND (jsonb_array_length(regroup_points) <= private.max_regroup_points())));

alter table public.convoys
  drop constraint convoy_ends_after_it_starts,
  add constraint convoy_ends_after_it_starts check (((ends_at >= starts_at) AND (ends_at <= (starts_at + make_interval(days => private.convoy_days())))));

alter table public.convoy_members
  drop constraint convoy_members_status_check,
  add constraint convoy_members_status_check check ((status = ANY (private.convoy_statuses())));

alter table public.convoy_guests
  drop constraint convoy_guests_status_check,
  add constraint convoy_guests_status_check check ((status = ANY (private.convoy_statuses())));

alter table public.vehicles
  drop constraint vehicles_body_kind_check,
  add constraint vehicles_body_kind_check check ((body_kind = ANY (private.body_kinds())));

alter table public.vehicles
  drop constraint vehicles_fuel_system_check,
  add constraint vehicles_fuel_system_check check ((fuel_system = ANY (private.fuel_systems())));

alter table public.vehicles
  drop constraint vehicles_fuels_check,
  add constraint vehicles_fuels_check check (((fuels <@ private.fuels()) AND ((cardinality(fuels) >= 1) AND (cardinality(fuels) <= 4))));

alter table public.vehicles
  drop constraint vehicles_toll_class_check,
  add constraint vehicles_toll_class_check check ((toll_class = ANY (private.toll_classes())));

alter table public.vehicles
  drop constraint vehicles_odometer_state_check,
  add constraint vehicles_odometer_state_check check ((odometer_state = ANY (private.odometer_states())));

alter table public.vehicles
  drop constraint vehicles_status_check,
  add constraint vehicles_status_check check ((status = ANY (private.vehicle_statuses())));

alter table public.vehicle_entries
  drop constraint vehicle_entries_kind_check,
  add constraint vehicle_entries_kind_check check ((kind = ANY (private.log_entry_kinds())));

alter table public.vehicle_entries
  drop constraint vehicle_entries_fuel_check,
  add constraint vehicle_entries_fuel_check check ((fuel = ANY (private.fuels())));

alter table public.vehicle_entries
  drop constraint vehicle_entries_category_check,
  add constraint vehicle_entries_category_check check ((category = ANY (private.cost_categories())));

alter table public.vehicle_documents
  drop constraint vehicle_documents_kind_check,
  add constraint vehicle_documents_kind_check check ((kind = ANY (private.vehicle_document_kinds())));

alter table public.vehicle_trips
  drop constraint vehicle_trips_km_source_check,
  add constraint vehicle_trips_km_source_check check ((km_source = ANY (private.km_sources())));

alter table public.vehicle_checklist_templates
  drop constraint vehicle_checklist_templates_kind_check,
  add constraint vehicle_checklist_templates_kind_check check ((kind = ANY (private.checklist_kinds())));

alter table public.vehicle_checklists
  drop constraint vehicle_checklists_kind_check,
  add constraint vehicle_checklists_kind_check check ((kind = ANY (private.checklist_kinds())));

alter table public.vehicle_checklists
  drop constraint vehicle_checklists_result_check,
  add constraint vehicle_checklists_result_check check ((result = ANY (private.checklist_results())));

alter table public.vehicle_checklist_items
  drop constraint vehicle_checklist_items_answer_check,
  add constraint vehicle_checklist_items_answer_check check ((answer = ANY (private.checklist_answers())));

alter table public.vehicle_handovers
  drop constraint vehicle_handovers_status_check,
  add constraint vehicle_handovers_status_check check ((status = ANY (private.handover_statuses())));

alter table public.reminder_presets
  drop constraint reminder_presets_body_kinds_check,
  add constraint reminder_presets_body_kinds_check check ((body_kinds <@ private.body_kinds()));

alter table public.reminder_presets
  drop constraint reminder_presets_fuel_systems_check,
  add constraint reminder_presets_fuel_systems_check check ((fuel_systems <@ private.fuel_systems()));

alter table public.maintenance_reminders
  drop constraint maintenance_reminders_metric_check,
  add constraint maintenance_reminders_metric_check check ((metric = ANY (private.reminder_metrics())));

alter table public.maintenance_reminders
  drop constraint maintenance_reminders_channels_check,
  add constraint maintenance_reminders_channels_check check (((channels <@ private.reminder_channels()) AND (cardinality(channels) <= 3)));

alter table public.reminder_announcements
  drop constraint reminder_announcements_channel_check,
  add constraint reminder_announcements_channel_check check ((channel = ANY (private.reminder_channels())));

alter table public.reminder_announcements
  drop constraint reminder_announcements_status_check,
  add constraint reminder_announcements_status_check check ((status = ANY (private.delivery_statuses())));

alter table public.vehicle_sale_links
  drop constraint vehicle_sale_links_shows_check,
  add constraint vehicle_sale_links_shows_check check (((shows <@ private.sale_ticks()) AND (cardinality(shows) <= 4)));

alter table public.vehicle_sale_links
  drop constraint vehicle_sale_links_check,
  add constraint vehicle_sale_links_check check ((expires_at <= (created_at + make_interval(days => private.sale_link_days()))));

alter table public.vehicle_handovers
  drop constraint vehicle_handovers_chosen_check,
  add constraint vehicle_handovers_chosen_check check (((chosen <@ private.history_kinds()) AND (cardinality(chosen) <= 11)));

alter table public.vehicle_dossier_photos
  drop constraint vehicle_dossier_photos_slot_check,
  add constraint vehicle_dossier_photos_slot_check check ((slot = ANY (private.photo_slots())));

alter table public.notification_campaigns
  drop constraint notification_campaigns_audience_check,
  add constraint notification_campaigns_audience_check check ((audience = ANY (private.notification_audiences())));

alter table public.legal_documents
  drop constraint legal_documents_key_check,
  add constraint legal_documents_key_check check ((key = ANY (private.legal_keys())));

alter table public.access_logs
  drop constraint access_logs_event_check,
  add constraint access_logs_event_check check ((event = ANY (private.access_events())));

alter table public.algorithm_settings
  drop constraint algorithm_settings_algorithm_check,
  add constraint algorithm_settings_algorithm_check check ((algorithm = ANY (private.algorithms())));

alter table public.service_requests
  drop constraint service_requests_kind_check,
  add constraint service_requests_kind_check check ((kind = ANY (private.service_request_kinds())));

alter table public.takedown_requests
  drop constraint takedown_requests_status_check,
  add constraint takedown_requests_status_check check ((status = ANY (private.claim_statuses())));

alter table public.service_requests
  drop constraint service_requests_status_check,
  add constraint service_requests_status_check check ((status = ANY (private.service_request_statuses())));

alter table public.trip_panel_requests
  drop constraint trip_panel_requests_delivery_kind_check,
  add constraint trip_panel_requests_delivery_kind_check check ((delivery_kind = ANY (private.delivery_kinds())));

alter table public.reports
  drop constraint reports_subject_type_check,
  add constraint reports_subject_type_check check ((subject_type = ANY (private.complaint_subjects())));

alter table public.reports
  drop constraint reports_reason_check,
  add constraint reports_reason_check check ((reason = ANY (private.complaint_reasons())));

alter table public.reports
  drop constraint reports_status_check,
  add constraint reports_status_check check ((status = ANY (private.complaint_statuses())));

alter table public.admin_tasks
  drop constraint admin_tasks_status_check,
  add constraint admin_tasks_status_check check ((status = ANY (private.task_statuses())));

alter table public.admin_tasks
  drop constraint admin_tasks_priority_check,
  add constraint admin_tasks_priority_check check ((priority = ANY (private.task_priorities())));

alter table public.state_assignments
  drop constraint state_assignments_duty_check,
  add constraint state_assignments_duty_check check ((duty = ANY (private.state_duties())));

alter table public.repair_jobs
  drop constraint repair_jobs_job_check,
  add constraint repair_jobs_job_check check ((job = ANY (private.repairs())));

alter table public.approval_tokens
  drop constraint approval_tokens_subject_kind_check,
  add constraint approval_tokens_subject_kind_check check ((subject_kind = ANY (private.approval_subject_kinds())));

alter table public.approval_tokens
  drop constraint approval_tokens_check,
  add constraint approval_tokens_check check ((expires_at <= (created_at + make_interval(days => private.approval_link_days()))));

alter table public.approval_tokens
  drop constraint approval_tokens_decision_check,
  add constraint approval_tokens_decision_check check ((decision = ANY (private.approval_decisions())));

create or replace function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.account_role() = any (private.staff_roles()), false)
$$;

-- PL/pgSQL, because it caches its plans: policies and triggers call this for every statement, some for every row.
create or replace function private.session_state() returns text
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
    coalesce(profiles.role = any (private.staff_roles()), false) as is_staff
  into session
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  left join public.profiles as profiles on profiles.id = sessions.user_id
  where sessions.id = nullif(claims ->> 'session_id', '')::uuid and sessions.user_id = account;
  return case
    when session.opened_at is null or session.not_after <= now() then 'ended'
    when session.blocked_at is not null then 'blocked'
    when session.is_staff and session.opened_at <= now() - make_interval(hours => private.staff_session_hours())
      then 'expired'
    when session.is_staff and session.seen_at <= now() - make_interval(mins => private.staff_idle_minutes()) then 'idle'
    -- Checks the level of the session too: it drops when the factor is removed, while the token keeps the old level.
    when claims ->> 'aal' = 'aal2' and session.aal = 'aal2' then 'live'
    when exists (select from auth.mfa_factors where user_id = account and status::text = 'verified')
      then 'second_factor'
    when session.is_staff and private.requires_second_factor(session.role) then 'enrolment'
    else 'live'
  end;
end $$;

-- Recent proof of identity: the auth server records when and how a session was authenticated.
create or replace function private.proof_methods(account uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when private.has_second_factor(account) then array['totp']
    when exists (select from auth.users where users.id = account and coalesce(users.encrypted_password, '') <> '')
      then array['password']
    else private.mailbox_methods()
  end
$$;

create or replace function private.has_proof(session uuid, methods text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.mfa_amr_claims as proofs
    where proofs.session_id = session and proofs.authentication_method = any (methods)
      and proofs.updated_at > now() - make_interval(mins => private.proof_minutes())
      -- A factor that this session set up counts only if the session had a recent proof when it did.
      and (proofs.authentication_method <> 'totp' or exists (
        select from auth.sessions join auth.mfa_factors as factors on factors.id = sessions.factor_id
        where sessions.id = proofs.session_id and (
          factors.created_at <= sessions.created_at or exists (
            select from auth.mfa_amr_claims as earlier
            where earlier.session_id = sessions.id and earlier.authentication_method <> 'totp'
              and earlier.updated_at between
                factors.created_at - make_interval(mins => private.proof_minutes()) and factors.created_at
          )
        )
      ))
  )
$$;

create or replace function private.requires_second_factor(role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select requires_second_factor.role = any (private.staff_roles())
    and exists (select from public.app_settings where key = 'system_staff_second_factor' and value = 'true')
$$;

create or replace function private.edits_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and exists (
    select from unnest(private.content_permissions()) as key
    where private.has_permission(key)
  )
$$;

create or replace function private.take_upload(bucket text, name text, bytes bigint, account uuid, link_token text) returns boolean
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
  if coalesce(account, link) is null or stored + take_upload.bytes > private.upload_limit_bytes() then
    return false;
  end if;
  -- A file that is sent again has the same name.
  insert into private.uploads (bucket, name, account_id, publish_link_id, bytes)
  values (take_upload.bucket, take_upload.name, account, link, take_upload.bytes)
  on conflict do nothing;
  return true;
end $$;

create or replace function private.queue_unattached_files() returns integer
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
      where bucket_id = %L and created_at < now() - make_interval(days => private.unattached_file_days())
        and named.name is null
      limit 1000 on conflict do nothing', one.named, one.bucket);
    get diagnostics queued = row_count;
    total := total + queued;
  end loop;
  delete from private.uploads as upload
  where upload.created_at < now() - make_interval(days => private.unattached_file_days())
    and not exists (select from storage.objects where bucket_id = upload.bucket and objects.name = upload.name);
  return total;
end $$;

create or replace function private.is_approved_art(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ads
    where (image_desktop = '/arte/' || name or image_mobile = '/arte/' || name)
      and status in ('approved', 'paused', 'ended')
  )
$$;

-- Routes (road trips) with their stops, legs and tolls.

create or replace function private.are_pictures(paths text[]) returns boolean
language sql immutable set search_path = ''
return cardinality(paths) <= private.max_guide_pictures() and not exists (
  select from unnest(paths) as path where path is null or path !~ '^(https://|/)\S+$');

-- The facts about a place that visitors can filter by; other keys of `attributes` are refused.
create or replace function private.is_service_attributes(value jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then not exists (
  select from jsonb_each(value) as attribute (name, content)
  where case name
    when 'makes' then jsonb_typeof(content) <> 'array'
    else jsonb_typeof(content) <> 'boolean' or name <> all (private.service_attributes())
  end
) else false end;

create or replace function private.is_biome(value text) returns boolean
language sql immutable set search_path = ''
return value = any (private.biomes());

-- Accounts by e-mail, for the panel of clubs: a person is added by the confirmed address of the account.
-- Every new account has email_confirmed_at; only email_verified_at says that a link sent to the address was opened.
create or replace function private.add_club_member(club uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_permission('clubs');
  if add_club_member.role is null or add_club_member.role <> all (private.club_roles()) then
    raise exception 'invalid_request' using detail = 'role';
  end if;
  select users.id into account from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(add_club_member.email)) and profiles.email_verified_at is not null;
  if account is null or not exists (select from public.clubs where clubs.id = club) then
    return private.gone();
  end if;
  insert into public.club_members as member (club_id, user_id, role) values (club, account, add_club_member.role)
  on conflict (club_id, user_id) do update set role = excluded.role;
  return private.saved();
end $$;

create or replace function private.list_club_members(club uuid) returns table (user_id uuid, username text, role text,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select member.user_id, profiles.username, member.role, member.created_at
  from public.club_members as member join public.profiles on profiles.id = member.user_id
  where member.club_id = list_club_members.club
    and (private.is_staff() and private.has_permission('clubs') or private.runs_club(list_club_members.club))
  order by array_position(private.club_roles(), member.role), profiles.username, member.user_id
$$;

create or replace function private.has_texts(texts jsonb) returns boolean
language sql immutable set search_path = ''
return (
  select coalesce(bool_and(coalesce(texts ->> name, '') ~ '\S'), false)
    from unnest(private.state_texts()) as name
);

create or replace function private.save_favourites(changes jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if jsonb_typeof(changes) <> 'array' or jsonb_array_length(changes) > private.max_favourites() then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the rows of the others.
  perform from public.profiles where id = account for no key update;
  delete from public.favourites as saved
  using jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  where saved.account_id = account and saved.kind = change.kind and saved.entity_id = change.id and
    not change.favourite;
  insert into public.favourites (account_id, kind, entity_id)
  select account, document.kind, document.entity_id
  from jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  join public.search_documents as document on document.kind = change.kind and document.entity_id = change.id
  where change.favourite and document.kind = any (private.favourite_kinds())
    and (document.visible_from is null or document.visible_from <= now())
  on conflict do nothing;
  delete from public.favourites where account_id = account and (kind, entity_id) in (
    select kind, entity_id from public.favourites where account_id = account
    order by created_at desc, kind, entity_id offset private.max_favourites()
  );
end $$;

create or replace function private.file_app_review(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.app_reviews (user_id, rating, nps, topic, text, name, contact, publish_ok, app_version, device)
    values (
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
    private.whole_field(payload, 'rating', 1, 5, true),
    private.whole_field(payload, 'nps', 0, 10),
    private.choice_field(payload, 'topic', private.review_topics(),
      false),
    private.text_field(payload, 'text', 4000),
    private.text_field(payload, 'name', 80),
    private.text_field(payload, 'contact', 254),
    private.flag_field(payload, 'publish_ok'),
    private.text_field(payload, 'app_version', 40),
    private.text_field(payload, 'device', 200)
  )
  -- One review per account: a second one replaces the first and is moderated again.
  on conflict (user_id) do update set
    rating = excluded.rating, nps = excluded.nps, topic = excluded.topic, text = excluded.text, name = excluded.name,
    contact = excluded.contact, publish_ok = excluded.publish_ok, app_version = excluded.app_version,
    device = excluded.device, status = 'pending';
end $$;

create or replace function private.stamp_passport(
  client_id uuid, subject_type text, subject_id text, lat double precision, lng double precision,
  accuracy_m double precision, stamped_at timestamptz
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := private.account_id();
  place record;
  metres double precision;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if $1 is null or $7 is null or $4 is null or $5 is null or $6 is null
    or $4 not between -90 and 90 or $5 not between -180 and 180 or $6 not between 0 and 1e7 then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each compares with the stamps of the others.
  perform from public.profiles where id = account for no key update;
  if exists (select from public.passport_stamps as own where own.account_id = account and own.client_id = $1) then
    return private.saved();
  end if;
  select * into place from private.stamp_subject($2, $3);
  if not found then return private.refused('unknown_subject'); end if;
  if exists (
    select from public.passport_stamps as own
    where own.account_id = account and (own.photo_point_id = place.photo_point_id or own.city_ibge = place.city_ibge)
  ) then
    return private.refused('already_stamped');
  end if;
  metres := private.metres_between($4, $5, place.lat, place.lng);
  if $6 > (case $2 when 'city' then 1000 else 200 end) then return private.refused('inaccurate'); end if;
  if metres > place.radius_m + $6 then return private.refused('too_far'); end if;
  -- The clock of a device may be some minutes fast.
  if $7 > now() + interval '5 minutes' then return private.refused('in_future'); end if;
  if $7 < now() - make_interval(days => private.stamp_days()) then return private.refused('too_old'); end if;
  if not private.is_plausible_stamp(account, $4, $5, $7) then return private.refused('implausible_speed'); end if;
  insert into public.passport_stamps (account_id, photo_point_id, city_ibge, state_abbr, distance_m, accuracy_m,
    stamped_at, client_id)
  values (account, place.photo_point_id, place.city_ibge, place.state_abbr, round(metres), round($6), $7, $1);
  return private.saved();
end $$;

create or replace function private.has_room_for_trip(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < private.max_trips() from public.trips where owner_id = account and deleted_at is null
$$;

create or replace function private.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trip_tracks;
begin
  select * into known from public.trip_tracks where id = track;
  if known.id is not null then
    return case when known.owner_id = account then private.saved() else private.refused('forbidden') end;
  elsif track is null or start_trip_track.started_at is null then
    return private.refused('invalid');
  -- The clock of a device may be some minutes fast.
  elsif start_trip_track.started_at > now() + interval '5 minutes' then
    return private.refused('in_future');
  elsif start_trip_track.started_at < now() - make_interval(days => private.track_days()) then
    return private.refused('too_old');
  elsif private.max_tracks() <= (select count(*) from public.trip_tracks where owner_id = account) then
    return private.refused('limit');
  end if;
  insert into public.trip_tracks (id, owner_id, trip_id, started_at)
  values (track, account, (select id from public.trips where id = trip and owner_id = account),
    start_trip_track.started_at);
  return private.saved();
exception when unique_violation then
  return private.refused('forbidden');
end $$;

create or replace function private.append_trip_track(track uuid, number integer, points jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  known public.trip_tracks;
  piece_count integer;
  last_point jsonb;
  stored jsonb;
begin
  select * into known from public.trip_tracks as own where own.id = track and own.owner_id = account for update;
  if known.id is null then
    return private.gone();
  elsif not coalesce(number >= 0 and number < private.max_track_pieces(), false)
    or not private.is_track_piece(points) then
    return private.refused('invalid');
  end if;
  select piece.points into stored from public.trip_track_pieces as piece where piece.track_id = track
    and piece.number = append_trip_track.number;
  if found then
    return case when stored = points then private.saved() else private.conflict() end;
  elsif known.ended_at is not null then
    return private.refused('ended');
  end if;
  select count(*) into piece_count from public.trip_track_pieces as piece where piece.track_id = track;
  select piece.points -> -1 into last_point
  from public.trip_track_pieces as piece where piece.track_id = track order by piece.number desc limit 1;
  if number <> piece_count then
    return private.refused('missing');
  elsif known.started_at + make_interval(secs => (points -> -1 ->> 0)::double precision / 10) > now() + interval
    '5 minutes' then
    return private.refused('in_future');
  elsif not private.is_plausible_track(case when last_point is null then points
    else jsonb_build_array(last_point) || points end) then
    return private.refused('implausible');
  end if;
  insert into public.trip_track_pieces (track_id, number, owner_id, points) values (track, number, account, points);
  return private.saved();
end $$;

create or replace function private.change_convoy(code text, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or convoy.leader_id <> private.account_id() then
    return private.gone();
  end if;
  -- Calls that replace the channel wait for each other, so that each returns the one that members know until then.
  select channel into listened from public.convoys where id = convoy.id for no key update;
  update public.convoys set
    regroup_points = coalesce(changes -> 'regroup_points', regroup_points),
    ends_at = case when changes ->> 'is_ended' = 'true' then least(ends_at, now()) else ends_at end,
    channel = case when changes ->> 'is_ended' = 'true' or ends_at <= now() then gen_random_uuid() else channel end
  where id = convoy.id returning * into convoy;
  update public.convoy_positions set shared_until = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_guests set expires_at = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_members set role = changes ->> 'role'
  where convoy_id = convoy.id and account_id = (changes ->> 'member')::uuid and role <> 'leader' and changes ->> 'role'
    = any (private.convoy_roles());
  return private.saved(jsonb_build_object('channel', listened));
end $$;

create or replace function private.same_entry(known public.vehicle_entries, given public.vehicle_entries) returns boolean
language sql stable set search_path = '' as $$
  select to_jsonb(known) - of_server = to_jsonb(given) - of_server
  from (values (private.entry_server_columns()))
    as columns (of_server)
$$;

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create or replace function private.save_vehicle_entry(entry uuid, vehicle uuid, expected_version integer, content jsonb)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
  known public.vehicle_entries;
  given public.vehicle_entries;
begin
  perform private.require_account();
  -- Concurrent saves of one car wait for each other.
  select * into car from public.vehicles where id = vehicle for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return case when vehicle in (select private.read_vehicles()) then private.refused('forbidden')
      else private.gone() end;
  elsif car.deleted_at is not null then
    return private.gone();
  end if;
  select * into known from public.vehicle_entries where id = entry for update;
  if known.id is not null and known.vehicle_id <> vehicle then
    return private.refused('forbidden');
  end if;
  -- Columns of the server are taken from the stored row or made here, never from the content.
  given := jsonb_populate_record(null::public.vehicle_entries,
    content - private.entry_server_columns());
  given.offset_km := coalesce(given.offset_km, 0);
  given.replaces_odometer := coalesce(given.replaces_odometer, false);
  given.title := coalesce(given.title, '');
  given.notes := coalesce(given.notes, '');
  given.place := coalesce(given.place, '');
  given.missed_previous := coalesce(given.missed_previous, false);
  if given.on_date > current_date + 1 then
    return private.refused('in_future');
  elsif given.trip_id is not null and not exists (select from public.trips where id = given.trip_id and owner_id
    in (account, car.owner_id)) then
    given.trip_id := null;
  end if;
  if known.id is null then
    if expected_version is not null then
      return private.gone();
    elsif 50000 <= (select count(*) from public.vehicle_entries where vehicle_id = vehicle) then
      return private.refused('limit');
    end if;
    insert into public.vehicle_entries (
      id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, estimated_km, replaces_odometer, title, notes,
        place, lat, lng,
      fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id,
        distance_km, created_by
    ) values (
      entry, vehicle, car.owner_id, given.kind, given.on_date, given.reading_km, given.offset_km, given.estimated_km,
      given.replaces_odometer, given.title, given.notes, given.place, given.lat, given.lng, given.fuel,
        given.ethanol_pct,
      given.litres, given.is_full, given.missed_previous, given.category, given.total_cents, given.parts_cents,
        given.labour_cents, given.trip_id, given.distance_km, account
    ) returning * into known;
    return private.saved(jsonb_build_object('entry', private.entry_json(known)));
  elsif known.version is distinct from expected_version then
    return case
      when private.same_entry(known, given) and known.version = coalesce(expected_version, 0) + 1
        then private.saved(jsonb_build_object('entry', private.entry_json(known)))
      when known.deleted_at is not null then private.gone()
      else private.conflict(jsonb_build_object('entry', private.entry_json(known)))
    end;
  elsif known.deleted_at is not null then
    return private.gone();
  end if;
  update public.vehicle_entries set
    kind = given.kind, on_date = given.on_date, reading_km = given.reading_km, offset_km = given.offset_km,
    estimated_km = given.estimated_km, replaces_odometer = given.replaces_odometer, title = given.title,
      notes = given.notes,
    place = given.place, lat = given.lat, lng = given.lng, fuel = given.fuel, ethanol_pct = given.ethanol_pct,
    litres = given.litres, is_full = given.is_full, missed_previous = given.missed_previous, category = given.category,
      total_cents = given.total_cents,
    parts_cents = given.parts_cents, labour_cents = given.labour_cents, trip_id = given.trip_id,
      distance_km = given.distance_km,
    version = vehicle_entries.version + 1, updated_at = clock_timestamp()
  where id = entry returning * into known;
  return private.saved(jsonb_build_object('entry', private.entry_json(known)));
exception
  when unique_violation then
    return private.refused('exists');
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format then
    return private.refused('invalid');
end $$;

-- Checklists of a car and the tasks that they leave.

create or replace function private.are_checklist_items(items jsonb) returns boolean
language sql immutable set search_path = ''
return jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 150 and not exists (
  select from jsonb_array_elements(items) as item
  where coalesce(item ->> 'key', '') !~ '^[a-z0-9-]{1,60}$' or char_length(coalesce(item ->> 'section', ''))
    not between 1 and 120
    or char_length(coalesce(item ->> 'text', '')) not between 1 and 300
    or coalesce(item ->> 'answer', '') <> all (private.checklist_answers())
);

create or replace function private.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(invite_vehicle_member.email));
begin
  if car.id is null then
    return private.gone();
  elsif address = private.account_email(car.owner_id) then
    return private.refused('own');
  elsif exists (
    select from public.vehicle_members as member join auth.users on users.id = member.account_id
    where member.vehicle_id = vehicle and lower(users.email::text) = address
  ) then
    return private.refused('member');
  end if;
  -- A new invitation replaces the open one of the same person.
  update public.vehicle_invitations as earlier set revoked_at = now()
  where earlier.vehicle_id = vehicle and earlier.email = address and accepted_at is null and revoked_at is null;
  if 10 <= (select count(*) from public.vehicle_members where vehicle_id = vehicle) + (
    select count(*) from public.vehicle_invitations
    where vehicle_id = vehicle and accepted_at is null and revoked_at is null and expires_at > now()
  ) then
    return private.refused('limit');
  elsif 30 <= (select count(*) from public.vehicle_invitations where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return private.refused('too_many');
  end if;
  insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, token_hash, expires_at)
  values (invitation, vehicle, car.owner_id, address, invite_vehicle_member.role, invite_vehicle_member.token_hash,
    now() + make_interval(days => private.sharing_days()));
  perform private.enqueue_mail(address, 'vehicle_invitation', jsonb_build_object(
    'vehicle_invitation', invitation, 'title', car.nickname, 'status', invite_vehicle_member.role,
    'name', (select username from public.profiles where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return private.saved();
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return private.refused('invalid');
end $$;

create or replace function private.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text,
  token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(offer_vehicle.email));
begin
  if car.id is null then
    return private.gone();
  elsif lower(btrim(name)) is distinct from lower(btrim(car.nickname)) then
    return private.refused('name');
  elsif address = private.account_email(car.owner_id) then
    return private.refused('own');
  end if;
  update public.vehicle_handovers as known set status = 'expired', decided_at = now()
  where known.vehicle_id = vehicle and status = 'open' and expires_at <= now();
  if exists (select from public.vehicle_handovers as known where known.vehicle_id = vehicle and status = 'open') then
    return private.refused('exists');
  elsif 10 <= (select count(*) from public.vehicle_handovers where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return private.refused('too_many');
  end if;
  insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, token_hash, expires_at)
  values (
    handover, vehicle, car.owner_id, address, array(select distinct unnest(offer_vehicle.chosen) order by 1),
    offer_vehicle.token_hash, now() + make_interval(days => private.sharing_days())
  );
  perform private.enqueue_mail(address, 'vehicle_handover_offer', jsonb_build_object(
    'vehicle_handover', handover, 'title', car.nickname, 'name', (select username from public.profiles
      where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return private.saved();
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return private.refused('invalid');
end $$;

-- Who is signed in on which device, and the end of one such session.
create or replace function private.list_sessions(page integer, per integer) returns table (
  id uuid, user_id uuid, username text, role text, device text, has_second_factor boolean,
  created_at timestamptz, seen_at timestamptz, is_own boolean, is_endable boolean, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(per, 1), 100);
begin
  perform private.require_permission('access_log');
  return query
  with shown as (
    select sessions.id, sessions.user_id, sessions.user_agent, sessions.aal, sessions.created_at,
      greatest(sessions.created_at, sessions.updated_at, sessions.refreshed_at at time zone 'UTC') as seen
    from auth.sessions where sessions.not_after is null or sessions.not_after > now()
    order by seen desc, sessions.id limit size offset (greatest(page, 1) - 1)::bigint * size
  )
  select
    shown.id, shown.user_id, profiles.username, profiles.role, left(coalesce(door.device, shown.user_agent, ''), 300),
      coalesce(shown.aal::text = 'aal2', false),
    shown.created_at, shown.seen, shown.user_id = (select private.account_id()),
    shown.user_id = (select private.account_id()) or coalesce(private.outranks(profiles.role), false),
      (select count(*) from auth.sessions as every where every.not_after is null or every.not_after > now())
  from shown left join public.profiles on profiles.id = shown.user_id
  -- The auth server sees the site's server as the client; the access log contains the browser's name.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = shown.user_id and logs.event = any (private.sign_in_events())
      and logs.created_at between shown.created_at - interval '30 seconds' and shown.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as door on true
  order by shown.seen desc, shown.id;
end $$;

-- An account lists its own open sessions and ends them one by one.
create or replace function private.list_own_sessions() returns table (id uuid, device text, created_at timestamptz,
  seen_at timestamptz, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select
    sessions.id, left(coalesce(log.device, sessions.user_agent, ''), 300), sessions.created_at,
    greatest(sessions.created_at, activity.seen_at, sessions.refreshed_at at time zone 'UTC'),
    sessions.id = private.session_id()
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  -- The auth server sees the site's server as the client; the access log contains the browser's name.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = sessions.user_id and logs.event = any (private.sign_in_events())
      and logs.created_at between sessions.created_at - interval '30 seconds'
        and sessions.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as log on true
  where sessions.user_id = private.account_id() and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1
  limit 100
$$;

-- The caller's session still needs the second factor. The server then removes the factor in the auth server;
-- a code stays valid for ten minutes, so that this can be repeated when the server failed in between.
create or replace function private.use_recovery_code(hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select auth.uid());
  found_id bigint;
begin
  if private.session_state() <> 'second_factor' then
    raise exception 'no second factor is due' using errcode = '42501';
  end if;
  -- Tries of one account wait for each other, so that concurrent ones are all counted.
  perform pg_advisory_xact_lock(hashtextextended('recovery_code ' || account::text, 0));
  delete from private.recovery_code_tries where user_id = account and created_at < now()
    - make_interval(mins => private.recovery_code_minutes());
  if (select count(*) from private.recovery_code_tries where user_id = account) >= 5 then
    return private.refused('limited');
  end if;
  select id into found_id from private.recovery_codes
  where user_id = account and code_hash = hash and (used_at is null or used_at > now() - interval '10 minutes')
    and private.are_codes_of_factor(account, created_at);
  if found_id is null then
    insert into private.recovery_code_tries (user_id) values (account);
    return private.refused('wrong');
  end if;
  update private.recovery_codes set used_at = coalesce(used_at, now()) where id = found_id;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (account, 'recovery_code_used', 'profiles', account::text);
  return private.saved();
end $$;

-- A mailed link that is opened in another browser confirms the address only after a new password was set in that
-- browser. Until then the old password works and the address is unconfirmed.
create or replace function private.session_proves_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  -- A code sent to a phone is recorded as `otp` too, so accounts with a phone number prove nothing here.
  select coalesce(users.phone, '') = '' and coalesce(users.email, '') <> ''
    and private.has_proof(private.session_id(), private.mailbox_methods())
  from auth.users where users.id = private.account_id()
$$;

create or replace function private.request_account_erasure() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  due timestamptz;
begin
  select * into person from public.profiles where id = (select private.account_id()) and blocked_at is null for update;
  if person.id is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.refuse_last_superadministrador(person.id);
  insert into public.account_erasures (user_id, due_at)
  values (person.id, now() + make_interval(days => private.erasure_wait_days()))
  on conflict do nothing returning due_at into due;
  if due is null then
    return (select due_at from public.account_erasures where user_id = person.id);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, after)
  values (person.id, 'insert', 'account_erasures', person.id::text, jsonb_build_object('due_at', due));
  perform private.enqueue_mail(email::text, 'account_erasure_requested',
    jsonb_build_object('date', (due at time zone 'America/Sao_Paulo')::date, 'path', '/painel'), person.locale)
  from auth.users where id = person.id and email is not null;
  return due;
end $$;

-- The form of a place may wish a plan.
create or replace function private.file_service_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.service_requests;
  wish jsonb := '{}';
begin
  perform private.check_payload(payload);
  request.kind := private.choice_field(payload, 'kind', private.service_request_kinds());
  request.state_abbr := private.state_field(payload, 'state_abbr', true);
  request.service_id := private.uuid_field(payload, 'service_id', request.kind <> 'new');
  request.requester_name := private.text_field(payload, 'requester_name', 120, true);
  request.requester_email := private.email_field(payload, 'requester_email', true);
  request.requester_phone := private.phone_field(payload, 'requester_phone');
  perform private.text_field(payload, 'name', 160, request.kind = 'new');
  perform private.text_field(payload, 'message', 4000, request.kind <> 'new');
  perform private.texts_field(payload, 'photos', 8);
  if request.kind = 'new' and not exists (
    select from public.service_categories
    where key = private.text_field(payload, 'category_key', 60, true) and is_active
  ) then
    perform private.refuse_request('category_key');
  end if;
  if request.service_id is not null and not exists (
    select from public.services where id = request.service_id and status = 'published' and deleted_at is null
  ) then
    perform private.refuse_request('service_id');
  end if;
  -- Nothing is paid before the decision: an approved place orders its plan in the panel of its owner.
  if payload ? 'plan_id' then
    select jsonb_build_object('plan_id', id, 'plan_name', name) into wish from public.publication_plans
    where id = private.uuid_field(payload, 'plan_id', true) and plan_type = 'listing' and is_active and request.kind
      in ('new', 'claim');
    if wish is null then
      perform private.refuse_request('plan_id');
    end if;
  end if;
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, requester_phone,
    payload)
  values (
    request.kind, request.state_abbr, request.service_id,
    request.requester_name, request.requester_email, request.requester_phone,
    payload - array['kind', 'state_abbr', 'service_id', 'requester_name', 'requester_email', 'requester_phone',
      'plan_id', 'plan_name'] || wish
  )
  returning protocol into request.protocol;
  return request.protocol;
end $$;

create or replace function private.file_trip_panel_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
  start_on date;
  end_on date;
begin
  perform private.check_payload(payload);
  start_on := private.date_field(payload, 'start_on');
  end_on := private.date_field(payload, 'end_on');
  if end_on < start_on then
    perform private.refuse_request('end_on');
  end if;
  if not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  end if;
  if exists (
    select from unnest(private.texts_field(payload, 'states', 27)) as wanted (abbr)
    where not exists (select from public.states where states.abbr = upper(wanted.abbr))
  ) then
    perform private.refuse_request('states');
  end if;
  insert into public.trip_panel_requests (
    user_id, name, email, phone, delivery_kind, start_on, end_on, origin, destination, states, cars, people, vehicles,
    km_per_day, budget, interests, needs_lodging, by_whatsapp, notes
  ) values (
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
    private.text_field(payload, 'name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone', private.flag_field(payload, 'by_whatsapp')),
    private.choice_field(payload, 'delivery_kind', private.delivery_kinds()),
    start_on,
    end_on,
    private.text_field(payload, 'origin', 160, true),
    private.text_field(payload, 'destination', 160, true),
    array(select upper(abbr) from unnest(private.texts_field(payload, 'states', 27)) as abbr),
    coalesce(private.whole_field(payload, 'cars', 1, 500), 1),
    coalesce(private.whole_field(payload, 'people', 1, 2000), 1),
    private.texts_field(payload, 'vehicles', 50),
    private.whole_field(payload, 'km_per_day', 20, 1500),
    private.text_field(payload, 'budget', 120),
    private.texts_field(payload, 'interests', 20),
    private.flag_field(payload, 'needs_lodging'),
    private.flag_field(payload, 'by_whatsapp'),
    private.text_field(payload, 'notes', 4000)
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;

create or replace function private.file_report(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.reports (subject_type, subject_id, reason, text, page_path, reporter_email) values (
    private.choice_field(payload, 'subject_type', private.complaint_subjects()),
    private.text_field(payload, 'subject_id', 300, true),
    private.choice_field(payload, 'reason', private.complaint_reasons()),
    private.text_field(payload, 'text', 2000),
    private.pattern_field(payload, 'page_path', 300, '^/'),
    private.email_field(payload, 'reporter_email')
  );
end $$;

create or replace function private.deliver_trip_panel(request uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  panel public.trips;
  given text;
  place text := 'link';
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  select * into asked from public.trip_panel_requests where id = request for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = request for update;
  if panel.id is null or panel.route is null then
    return private.refused('trip_unfinished');
  elsif panel.version is distinct from deliver_trip_panel.version then
    return private.refused('trip_changed');
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, parts)
  values (
    share, panel.id, deliver_trip_panel.token_hash, 'view',
    now() + make_interval(days => private.trip_link_days()), private.share_parts()
  );
  if asked.user_id is not null then
    place := private.copy_trip_panel(asked.user_id, panel);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, decided_by = private.account_id(), decided_at = now() where id = request;
  return private.saved(jsonb_build_object('status', 'ready', 'place', place));
end $$;

create or replace function private.set_task_status(task uuid, next_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'only the team has tasks' using errcode = '42501';
  elsif next_status is null or next_status <> all (private.task_statuses()) then
    raise exception 'unknown status' using errcode = '22023';
  end if;
  update public.admin_tasks set status = next_status
  where id = task and deleted_at is null and (assigned_to = private.account_id()
    or private.has_permission('management'));
  return private.saved_or_gone(found);
end $$;

create or replace function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return private.gone();
  elsif decision <> all (private.approval_decisions()) or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name'
      else 'decision' end;
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return private.refused(state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, given, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, given, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, given, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'saved' then
    return private.refused(case answer ->> 'reason' when 'unpayable' then 'unpayable' else 'closed' end);
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given,
    decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return private.saved(jsonb_build_object('decision', decision, 'kind', link.subject_kind));
end $$;

create or replace function private.read_staff_names() returns table (id uuid, username text)
language sql stable security definer set search_path = '' as $$
  select id, username from public.profiles
  where private.is_staff() and role = any (private.staff_roles())
$$;

create or replace function private.decided_forms() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, case when status = 'in_review' then 'adjust' else status end, coalesce(decided_at, adjust_asked_at),
    'request_answered', requester_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object(
      'name', requester_name, 'protocol', protocol, 'status', case when status = 'in_review' then 'adjust' else status
        end,
      'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro'
    )
  from public.service_requests
  where (status in ('approved', 'rejected') and decided_at is not null)
    or (status = 'in_review' and adjust_asked_at is not null)
  union all
  select request.id, request.status, request.decided_at, 'request_answered', request.email,
    coalesce(request.locale, profiles.locale, 'pt-BR'),
    jsonb_build_object('name', request.name, 'protocol', request.protocol, 'status', request.status, 'note',
      coalesce(request.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as request left join public.profiles on profiles.id = request.user_id
  where request.status = any (private.finished_panel_statuses()) and request.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', contact_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/anuncie-aqui')
  from public.ad_leads where status = 'lost' and decided_at is not null
  union all
  select id, status, decided_at, 'report_answered', reporter_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('status', status, 'note', coalesce(status_note, ''), 'path', page_path)
  from public.reports where status in ('resolved', 'dismissed') and decided_at is not null and reporter_email
    is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email,
    coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''),
      'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles
    on profiles.id = sellers.user_id
  where sellers.status in ('active', 'rejected', 'suspended') and sellers.decided_at is not null
$$;

create or replace function private.event_team(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() and private.has_permission('events')) then
    raise exception 'only event managers' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'organizer', (select username from public.profiles where profiles.id = subject.organizer_id),
      'club', (
        select jsonb_build_object('id', clubs.id, 'name', clubs.name, 'members', coalesce((
          select jsonb_agg(jsonb_build_object('username', profiles.username, 'role', members.role)
            order by members.role desc, profiles.username)
          from public.club_members as members join public.profiles on profiles.id = members.user_id
          where members.club_id = clubs.id and members.role in ('owner', 'admin')
        ), '[]'))
        from public.clubs where clubs.id = subject.club_id
      ),
      'link', (
        select to_jsonb(link) - 'token_hash' || jsonb_build_object('used',
          (select count(*) from public.events as made where made.publish_link_id = link.id))
        from (
          select id, label, max_uses, expires_at, revoked_at from public.event_publish_links
            where id = subject.publish_link_id
        ) as link
      ),
      'operators', (
        select coalesce(jsonb_agg(jsonb_build_object('username', profiles.username, 'role', profiles.role)
          order by profiles.username), '[]')
        from public.profiles
        where profiles.blocked_at is null and profiles.role = any (private.staff_roles())
          and (
          profiles.role in ('main_admin', 'superadministrador')
          or 'event_checkin' = any (profiles.permissions)
          or exists (select from public.role_permissions as granted where granted.role = profiles.role
            and granted.permission_key = 'event_checkin')
        )
      ),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', devices.id, 'name', devices.name, 'expires_at', devices.expires_at, 'revoked_at', devices.revoked_at,
          'last_sync_at', devices.last_sync_at, 'pending_readings', devices.pending_readings, 'created_at',
            devices.created_at
        ) order by devices.created_at desc), '[]')
        from public.checkin_devices as devices where devices.event_id = subject.id
      )
    )
    from public.events as subject where subject.id = event_team.event
  );
end $$;

create policy "accounts read their own profile, user managers all, managers the staff's" on public.profiles
  for select to authenticated
  using (
    id = (select private.account_id())
    or (select private.is_staff() and private.has_permission('users'))
    or ((select private.is_staff() and private.has_permission('management')) and role = any (private.staff_roles()))
  );

create trigger trip_panel_requests_withdraw before update of status on public.trip_panel_requests
  for each row when (old.status = any (private.finished_panel_statuses()))
    execute function private.withdraw_answer('received,in_progress');

comment on function private.staff_roles is 'Roles whose accounts work in the panel.';

comment on function private.content_permissions is 'Permissions whose accounts upload pictures and write texts.';

comment on function private.attempt_subjects is 'What a code or link that was entered wrongly belongs to.';

comment on function private.menu_sections is 'Sections of the menu of the panel, in their order.';

comment on function private.mailbox_methods is
  'Methods of the auth server that prove that a person reads the mailbox of the account.';

comment on function private.staff_session_hours is 'Hours after which a session of the team ends.';

comment on function private.staff_idle_minutes is 'Minutes without a request after which a session of the team ends.';

comment on function private.proof_minutes is 'Minutes for which a proof of identity counts.';

comment on function private.upload_limit_bytes is 'Most bytes of all stored uploads of one account or publish link.';

comment on function private.unattached_file_days is 'Days after which a file is deleted that no row names.';

comment on function private.is_staff is
  'Whether the role of the caller is one of private.staff_roles.';

comment on function private.queue_unattached_files is
  'Queues older files that no row names: posters, images and photos of forms that were never sent, and '
  'replaced files.';

comment on function private.macro_regions is 'Regions of Brazil by IBGE.';

comment on function private.photo_lights is 'Best light of a photo spot, in the order of the day.';

comment on function private.biomes is 'Landscapes of a route.';

comment on function private.emergency_contact_kinds is 'Kinds of emergency contacts.';

comment on function private.faq_audiences is 'Whom a question of the help page concerns.';

comment on function private.review_topics is 'Topics of a review of the app.';

comment on function private.review_statuses is 'Statuses of a review of the app.';

comment on function private.magazine_page_kinds is 'Kinds of pages of the magazine.';

comment on function private.service_kinds is 'Kinds of categories of the directory.';

comment on function private.state_texts is 'Texts of the page of a state.';

comment on function private.service_attributes is 'Attributes of a place that matter to old cars.';

comment on function private.toll_directions is 'Directions in which a toll plaza charges.';

comment on function private.route_stop_kinds is 'Kinds of stops of a route.';

comment on function private.vehicle_classes is 'Classes of vehicles in the tariff of a toll plaza.';

comment on function private.club_roles is 'Roles of the people of a club, highest first.';

comment on function private.club_statuses is 'Statuses of a club.';

comment on function private.service_statuses is 'Statuses of a place of the directory.';

comment on function private.post_statuses is 'Statuses of a post.';

comment on function private.distance_bases is 'How the length of a route was found.';

comment on function private.map_place_kinds is 'Kinds of places of public sources.';

comment on function private.map_place_sources is 'Public sources of places.';

comment on function private.parking_kinds is 'Where guests of a lodging park.';

comment on function private.route_surfaces is 'Surfaces of a road.';

comment on function private.leg_skips is 'Why a leg of a route has no line on the road network.';

comment on function private.favourite_kinds is 'Kinds of pages that a person saves.';

comment on function private.checklist_kinds is
  'Kinds of checklists, in the order in which they are shown; the last one is the public travel checklist.';

comment on function private.checklist_answers is 'Kinds of answers to an item of a checklist.';

comment on function private.stamp_days is 'Days within which a stamp that a device keeps has to arrive.';

comment on function private.max_favourites is 'Most favourites of an account, and changes of them in one request.';

comment on function private.max_guide_pictures is 'Most pictures of a gallery of the guide.';

comment on function private.are_pictures is
  'Whether a list has at most private.max_guide_pictures items and each is the address of a picture (https:// or a '
  'path).';

comment on function public.save_favourites is
  'Adds and removes favourites of the caller: [{kind, id, favourite}]. An account has private.max_favourites '
  'at most, the oldest are deleted; unknown items are ignored.';

comment on function private.share_parts is 'Parts of a stored trip that its link shows only when its owner chose them.';

comment on function private.convoy_statuses is 'What a car of a convoy does.';

comment on function private.convoy_roles is 'Roles in a convoy that its leader gives.';

comment on function private.trip_link_days is 'Most days for which a link of a trip is open.';

comment on function private.track_days is 'Days within which a recorded drive has to arrive.';

comment on function private.convoy_days is 'Most days of a convoy.';

comment on function private.max_regroup_points is 'Most regroup points of a convoy.';

comment on function private.max_trips is 'Most trips of an account outside the trash.';

comment on function private.max_track_pieces is 'Most pieces in which a device sends a recorded drive.';

comment on function private.max_tracks is 'Most recorded drives of an account.';

comment on function private.has_room_for_trip is 'Whether an account keeps fewer trips than private.max_trips.';

comment on function private.handover_statuses is 'Statuses of the handover of a car.';

comment on function private.vehicle_statuses is 'Statuses of a car.';

comment on function private.reminder_metrics is 'What a reminder is due by.';

comment on function private.odometer_states is 'States of the odometer of a car.';

comment on function private.toll_classes is 'Classes of a car for the tolls of a trip.';

comment on function private.body_kinds is 'Kinds of bodies of a car.';

comment on function private.fuel_systems is 'How an engine gets its fuel.';

comment on function private.photo_slots is 'Pictures of a car that its dossier asks for.';

comment on function private.fuels is 'Fuels of a car.';

comment on function private.vehicle_document_kinds is 'Kinds of documents of a car.';

comment on function private.vehicle_file_kinds is 'Kinds of files of a car.';

comment on function private.sale_ticks is 'What the sale page of a car shows only when its owner chose it.';

comment on function private.history_kinds is 'Parts of the history of a car that a handover gives to the next owner.';

comment on function private.cost_categories is 'Categories of an expense.';

comment on function private.log_entry_kinds is 'Kinds of entries of the logbook of a car.';

comment on function private.km_sources is 'Where the distance of a diary entry comes from.';

comment on function private.reminder_channels is 'Ways in which a reminder reaches its owner.';

comment on function private.delivery_statuses is 'Statuses of a mail or push message that was handed to its queue.';

comment on function private.checklist_results is 'Results of a checklist.';

comment on function private.entry_server_columns is 'Columns of an entry of the logbook that the person does not send.';

comment on function private.sharing_days is
  'Days for which the invitation to a car and the offer of a handover are open.';

comment on function private.sale_link_days is 'Most days for which a sale link of a car is open.';

comment on function private.notification_audiences is 'Whom a notification is for.';

comment on function private.access_events is 'Events of the access log of an account.';

comment on function private.sign_in_events is 'Events of the access log that begin a session.';

comment on function private.legal_keys is 'Keys of the legal documents.';

comment on function private.erasure_wait_days is
  'Days for which a request to erase the own account can be cancelled; the privacy policy contains the same number.';

comment on function private.recovery_code_minutes is 'Minutes in which five wrong recovery codes end further tries.';

comment on function private.service_request_statuses is 'Statuses of a request about a place.';

comment on function private.service_request_kinds is 'Kinds of requests about a place.';

comment on function private.claim_statuses is 'Statuses of a claim about copyright.';

comment on function private.approval_decisions is 'Decisions of a person with an approval link.';

comment on function private.approval_subject_kinds is 'What an approval link decides about.';

comment on function private.delivery_kinds is 'How a trip panel is delivered.';

comment on function private.finished_panel_statuses is
  'Statuses of a request for a trip panel that needs no answer of the team.';

comment on function private.repairs is 'Repairs of stored data.';

comment on function private.task_statuses is 'Statuses of a task of the team.';

comment on function private.task_priorities is 'Priorities of a task of the team.';

comment on function private.state_duties is 'Duties of a colleague for a state.';

comment on function private.algorithms is 'Algorithms whose weights have versions.';

comment on function private.complaint_subjects is 'What a complaint of a visitor is about.';

comment on function private.complaint_reasons is 'Reasons of a complaint of a visitor.';

comment on function private.complaint_statuses is 'Statuses of a complaint of a visitor.';

comment on function private.search_kinds is 'Kinds of search documents that a repair compares with their sources.';

comment on function private.approval_link_days is 'Most days for which an approval link is open.';

grant execute on function private.access_events to public;

grant execute on function private.algorithms to public;

grant execute on function private.approval_decisions to public;

grant execute on function private.approval_link_days to public;

grant execute on function private.approval_subject_kinds to public;

grant execute on function private.attempt_subjects to public;

grant execute on function private.biomes to public;

grant execute on function private.body_kinds to public;

grant execute on function private.checklist_answers to public;

grant execute on function private.checklist_kinds to public;

grant execute on function private.checklist_results to public;

grant execute on function private.claim_statuses to public;

grant execute on function private.club_roles to public;

grant execute on function private.club_statuses to public;

grant execute on function private.complaint_reasons to public;

grant execute on function private.complaint_statuses to public;

grant execute on function private.complaint_subjects to public;

grant execute on function private.content_permissions to public;

grant execute on function private.convoy_days to public;

grant execute on function private.convoy_roles to public;

grant execute on function private.convoy_statuses to public;

grant execute on function private.cost_categories to public;

grant execute on function private.delivery_kinds to public;

grant execute on function private.delivery_statuses to public;

grant execute on function private.distance_bases to public;

grant execute on function private.emergency_contact_kinds to public;

grant execute on function private.entry_server_columns to public;

grant execute on function private.faq_audiences to public;

grant execute on function private.favourite_kinds to public;

grant execute on function private.finished_panel_statuses to public;

grant execute on function private.fuel_systems to public;

grant execute on function private.fuels to public;

grant execute on function private.handover_statuses to public;

grant execute on function private.history_kinds to public;

grant execute on function private.km_sources to public;

grant execute on function private.leg_skips to public;

grant execute on function private.legal_keys to public;

grant execute on function private.log_entry_kinds to public;

grant execute on function private.macro_regions to public;

grant execute on function private.magazine_page_kinds to public;

grant execute on function private.mailbox_methods to public;

grant execute on function private.map_place_kinds to public;

grant execute on function private.map_place_sources to public;

grant execute on function private.max_favourites to public;

grant execute on function private.max_guide_pictures to public;

grant execute on function private.max_regroup_points to public;

grant execute on function private.max_track_pieces to public;

grant execute on function private.max_tracks to public;

grant execute on function private.max_trips to public;

grant execute on function private.menu_sections to public;

grant execute on function private.notification_audiences to public;

grant execute on function private.odometer_states to public;

grant execute on function private.parking_kinds to public;

grant execute on function private.photo_lights to public;

grant execute on function private.photo_slots to public;

grant execute on function private.post_statuses to public;

grant execute on function private.proof_minutes to public;

grant execute on function private.recovery_code_minutes to public;

grant execute on function private.reminder_channels to public;

grant execute on function private.reminder_metrics to public;

grant execute on function private.repairs to public;

grant execute on function private.review_statuses to public;

grant execute on function private.review_topics to public;

grant execute on function private.route_stop_kinds to public;

grant execute on function private.route_surfaces to public;

grant execute on function private.sale_link_days to public;

grant execute on function private.sale_ticks to public;

grant execute on function private.service_attributes to public;

grant execute on function private.service_kinds to public;

grant execute on function private.service_request_kinds to public;

grant execute on function private.service_request_statuses to public;

grant execute on function private.service_statuses to public;

grant execute on function private.share_parts to public;

grant execute on function private.sharing_days to public;

grant execute on function private.sign_in_events to public;

grant execute on function private.staff_idle_minutes to public;

grant execute on function private.staff_roles to public;

grant execute on function private.staff_session_hours to public;

grant execute on function private.stamp_days to public;

grant execute on function private.state_duties to public;

grant execute on function private.state_texts to public;

grant execute on function private.task_priorities to public;

grant execute on function private.task_statuses to public;

grant execute on function private.toll_classes to public;

grant execute on function private.toll_directions to public;

grant execute on function private.track_days to public;

grant execute on function private.trip_link_days to public;

grant execute on function private.unattached_file_days to public;

grant execute on function private.vehicle_classes to public;

grant execute on function private.vehicle_document_kinds to public;

grant execute on function private.vehicle_file_kinds to public;

grant execute on function private.vehicle_statuses to public;

reset check_function_bodies;
